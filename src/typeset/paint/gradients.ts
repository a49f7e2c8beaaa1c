/**
 * Gradients as shadings of PDF.
 *
 * @module
 */

import { PdfDict, type PdfObject } from '../../pdf/objects.js'
import { gradientSpace } from '../display/gradient-space.js'
import type { Fill } from '../model/drawing-model.js'
import type { ContentStream } from './content-stream.js'
import { colorComponents } from './paint-resources.js'

type Gradient = Extract<Fill, { type: 'gradient' }>
type Stops = Gradient['stops']

/**
 * Paints a gradient over the box within the current clipping path (ISO 32000-2, 8.7.4.5). Stops of different opacity are painted
 * with their mean opacity.
 */
export function clipToGradient(
  stream: ContentStream,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  gradient: Gradient,
  opacity: number,
): void {
  const { stops } = gradient
  const first = stops[0]
  if (first === undefined) return
  let mean = 0
  for (const stop of stops) mean += stop.opacity / stops.length
  stream.setOpacity(opacity * mean)
  const { resources } = stream
  const { start, end, matrix } = gradientSpace(box, gradient)
  const ends = end.radius === undefined ? [end.x, end.y] : [0, end.x, end.y, end.radius]
  const shading = new PdfDict({
    ShadingType: end.radius === undefined ? 2 : 3,
    ColorSpace: resources.rgbSpace(),
    Coords: [start.x, start.y, ...ends],
    Function: colorFunction(stops),
    Extend: [true, true],
  })
  const name = stream.use('Shading', resources.add('Shading', 'S', resources.sink.add(shading)))
  stream.transform(matrix)
  stream.place(0, 0, 1, 1)
  stream.operate(`${name} sh`)
}

/** Colours by position (ISO 32000-2, 7.10.3 and 7.10.4). */
function colorFunction(stops: Stops): PdfObject {
  const parts: PdfObject[] = []
  const bounds: number[] = []
  const encode: number[] = []
  for (let i = 0; i + 1 < stops.length; i++) {
    const [from, to] = [stops[i], stops[i + 1]]
    if (from === undefined || to === undefined) break
    parts.push(interpolation(from.color, to.color))
    encode.push(0, 1)
    if (i > 0) bounds.push(from.offset)
  }
  const [first, last] = [stops[0], stops.at(-1)]
  if (parts.length <= 1 && (first?.offset ?? 0) === 0 && (last?.offset ?? 1) === 1) {
    return parts[0] ?? interpolation(first?.color ?? '000000', first?.color ?? '000000')
  }
  // Colours continue before the first and after the last stop.
  if (first !== undefined && first.offset > 0) {
    parts.unshift(interpolation(first.color, first.color))
    encode.unshift(0, 1)
    if (parts.length > 1) bounds.unshift(first.offset)
  }
  if (last !== undefined && last.offset < 1) {
    if (parts.length > 0) bounds.push(last.offset)
    parts.push(interpolation(last.color, last.color))
    encode.push(0, 1)
  }
  return new PdfDict({ FunctionType: 3, Domain: [0, 1], Functions: parts, Bounds: rising(bounds), Encode: encode })
}

function interpolation(from: string, to: string): PdfDict {
  return new PdfDict({ FunctionType: 2, Domain: [0, 1], C0: colorComponents(from), C1: colorComponents(to), N: 1 })
}

/** Makes /Bounds ascend within the domain. */
function rising(bounds: readonly number[]): number[] {
  let last = 0
  return bounds.map((bound) => {
    last = Math.min(1, Math.max(last, bound))
    return last
  })
}
