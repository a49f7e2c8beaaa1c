/**
 * Reads basic shapes of SVG.
 *
 * @module
 */

import type { SvgElement } from './svg-markup.js'
import type { SvgPathBuilder } from './svg-path.js'
import { readSvgLength } from './svg-style.js'
import { readNumbers, type SvgViewport } from './svg-transform.js'

/** Adds the outline of a basic shape or path (SVG 2, 9 and 10). Returns false for other elements. */
export function addShape(element: SvgElement, path: SvgPathBuilder, viewport: SvgViewport): boolean {
  const { attributes } = element
  const length = lengthsOf(element, viewport)
  switch (element.name) {
    case 'path':
      path.data((attributes.get('d') ?? '').slice(0, 2_000_000))
      return true
    case 'rect':
      addRectangle(element, path, viewport)
      return true
    case 'circle':
      if (length('r') > 0) path.ellipse(length('cx'), length('cy'), length('r'), length('r'))
      return true
    case 'ellipse':
      if (length('rx') > 0 && length('ry') > 0) path.ellipse(length('cx'), length('cy'), length('rx'), length('ry'))
      return true
    case 'line':
      path.move(length('x1'), length('y1')).line(length('x2'), length('y2'))
      return true
    case 'polyline':
    case 'polygon': {
      const points = readNumbers(attributes.get('points'))
      for (let i = 0; i + 1 < points.length; i += 2) {
        const [x = 0, y = 0] = points.slice(i, i + 2)
        if (i === 0) path.move(x, y)
        else path.line(x, y)
      }
      if (element.name === 'polygon' && points.length > 1) path.close()
      return true
    }
    default:
      return false
  }
}

/** Creates readers of lengths whose percentages refer to the width, the height, or the diagonal of the viewport (SVG 2, 8.9). */
function lengthsOf({ attributes }: SvgElement, { width, height }: SvgViewport) {
  return (name: string, fallback = 0) => {
    const isAcross = name === 'width' || /^c?x|rx$/.test(name)
    const whole = name === 'r' ? Math.hypot(width, height) / Math.SQRT2 : isAcross ? width : height
    return readSvgLength(attributes.get(name), fallback, whole)
  }
}

function addRectangle(element: SvgElement, path: SvgPathBuilder, viewport: SvgViewport): void {
  const length = lengthsOf(element, viewport)
  const [x, y, width, height] = [length('x'), length('y'), length('width'), length('height')]
  if (!(width > 0 && height > 0)) return
  const radiusX = length('rx', length('ry'))
  const rx = Math.min(Math.max(0, radiusX), width / 2)
  const ry = Math.min(Math.max(0, length('ry', radiusX)), height / 2)
  const [right, bottom] = [x + width, y + height]
  if (rx === 0 || ry === 0) {
    path.move(x, y).line(right, y).line(right, bottom).line(x, bottom).close()
    return
  }
  path
    .move(x + rx, y)
    .line(right - rx, y)
    .arc(rx, ry, 0, false, true, right, y + ry)
  path.line(right, bottom - ry).arc(rx, ry, 0, false, true, right - rx, bottom)
  path.line(x + rx, bottom).arc(rx, ry, 0, false, true, x, bottom - ry)
  path
    .line(x, y + ry)
    .arc(rx, ry, 0, false, true, x + rx, y)
    .close()
}
