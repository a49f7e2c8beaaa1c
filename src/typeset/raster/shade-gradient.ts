/**
 * Computes the colours of gradients for each pixel.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import { invert } from '../../pdf/matrix.js'
import type { Fill, GradientSpace } from '../model/drawing-model.js'
import type { Shade } from './pixel-sheet.js'

type Gradient = Extract<Fill, { type: 'gradient' }>

/** Number of colours that a gradient is divided into. */
const STEPS = 512

/** The red, green and blue of a hexadecimal colour, premultiplied by an opacity of 0 to 1, and the opacity. */
export function premultiplied(color: string, opacity: number): Uint8Array {
  const value = Number.parseInt(color, 16)
  const share = Math.max(0, Math.min(1, opacity))
  return Uint8Array.from(
    [(value >> 16) & 255, (value >> 8) & 255, value & 255, 255].map((channel) => Math.round(channel * share)),
  )
}

/**
 * The shade of a gradient.
 *
 * @param matrix from the units of the drawing to pixels
 * @returns undefined where the gradient has no extent, and nothing is painted
 */
export function shadeGradient(
  gradient: Gradient,
  space: GradientSpace,
  matrix: Matrix,
  opacity: number,
): Shade | undefined {
  const toSpace = invert(matrix)
  if (toSpace === undefined) return undefined
  const colors = colorTable(gradient.stops, opacity)
  const place = placeIn(space)
  const spread = gradient.spread ?? 'pad'
  return {
    shadePixel(x, y, into) {
      const [px, py] = [x + 0.5, y + 0.5]
      const along = place(
        toSpace[0] * px + toSpace[2] * py + toSpace[4],
        toSpace[1] * px + toSpace[3] * py + toSpace[5],
      )
      const at = 4 * Math.round(STEPS * withinSpread(along, spread))
      for (let channel = 0; channel < 4; channel++) into[channel] = colors[at + channel] ?? 0
    },
  }
}

function withinSpread(along: number, spread: NonNullable<Gradient['spread']>): number {
  if (spread === 'pad') return along < 0 ? 0 : Math.min(along, 1)
  if (spread === 'repeat') return along - Math.floor(along)
  const rest = Math.abs(along) % 2
  return rest > 1 ? 2 - rest : rest
}

/** Creates a function from a point to its position on the gradient: 0 at the start, 1 at the end. */
function placeIn({ start, end }: GradientSpace): (x: number, y: number) => number {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  if (end.radius === undefined) {
    const square = dx * dx + dy * dy
    return (x, y) => (square === 0 ? 1 : ((x - start.x) * dx + (y - start.y) * dy) / square)
  }
  // The position of the circle through the point, between the focus and the outer circle, solves a quadratic equation.
  const grow = end.radius
  const a = grow * grow - dx * dx - dy * dy
  return (x, y) => {
    const [px, py] = [x - start.x, y - start.y]
    const b = px * dx + py * dy
    const square = px * px + py * py
    if (Math.abs(a) < 1e-9) return b === 0 ? 0 : square / (2 * b)
    const root = Math.sqrt(Math.max(0, b * b + a * square))
    return (root - b) / a
  }
}

/** The colours along a gradient, premultiplied. Between stops, opacity and colour are interpolated separately. */
function colorTable(stops: Gradient['stops'], opacity: number): Uint8Array {
  const table = new Uint8Array(4 * (STEPS + 1))
  let next = 0
  for (let step = 0; step <= STEPS; step++) {
    const at = step / STEPS
    while (next < stops.length && (stops[next]?.offset ?? 0) <= at) next++
    const to = stops[Math.min(next, stops.length - 1)]
    const from = stops[Math.max(0, next - 1)]
    if (from === undefined || to === undefined) break
    const span = to.offset - from.offset
    const share = span > 0 ? Math.max(0, Math.min(1, (at - from.offset) / span)) : 0
    const [a, b] = [channelsOf(from.color), channelsOf(to.color)]
    const shown = (from.opacity + (to.opacity - from.opacity) * share) * opacity
    for (let channel = 0; channel < 3; channel++) {
      const value = (a[channel] ?? 0) + ((b[channel] ?? 0) - (a[channel] ?? 0)) * share
      table[4 * step + channel] = Math.round(value * shown)
    }
    table[4 * step + 3] = Math.round(255 * shown)
  }
  return table
}

function channelsOf(color: string): readonly number[] {
  const value = Number.parseInt(color, 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
