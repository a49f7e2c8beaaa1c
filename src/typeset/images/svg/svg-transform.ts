/**
 * Transforms and viewports of SVG.
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import { IDENTITY, multiply } from '../../../pdf/matrix.js'

/** The size that percentages refer to, in units of the drawing. */
export interface SvgViewport {
  readonly width: number
  readonly height: number
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi

/** All numbers of a text, limited in count and size. */
export function readNumbers(text: string | undefined, limit = 100_000): number[] {
  const numbers: number[] = []
  for (const [number] of (text ?? '').matchAll(NUMBER)) {
    if (numbers.length >= limit) break
    numbers.push(Math.max(-1e9, Math.min(1e9, Number(number))))
  }
  return numbers
}

/** Reads a transform attribute (CSS Transforms 1, 8). Unknown functions are left out. */
export function readTransform(text: string | undefined): Matrix {
  let matrix = IDENTITY
  for (const [, name = '', values] of (text ?? '').slice(0, 1000).matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    matrix = multiply(transformOf(name, readNumbers(values, 6)), matrix)
  }
  return matrix
}

const SIDES: Readonly<Record<string, number>> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 }

/** A transform about a point of the viewport (CSS Transforms 1, 5) instead of its corner. */
export function aboutOrigin(matrix: Matrix, origin: string, { width, height }: SvgViewport): Matrix {
  const words = origin.toLowerCase().trim().split(/\s+/)
  const isSwapped = words[0] === 'top' || words[0] === 'bottom' || words[1] === 'left' || words[1] === 'right'
  const [across, down = 'center'] = isSwapped ? [words[1] ?? 'center', words[0]] : words
  const [x, y] = [offsetOf(across, width), offsetOf(down, height)]
  return multiply(multiply([1, 0, 0, 1, -x, -y], matrix), [1, 0, 0, 1, x, y])
}

function offsetOf(text: string | undefined, whole: number): number {
  const side = SIDES[text ?? '']
  const value = Number.parseFloat(text ?? '')
  if (side !== undefined) return side * whole
  return Number.isFinite(value) ? (text?.endsWith('%') === true ? (value / 100) * whole : value) : 0
}

function transformOf(name: string, values: readonly number[]): Matrix {
  const [first = 0, second, third] = values
  const radians = (first * Math.PI) / 180
  switch (name) {
    case 'matrix': {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values
      return [a, b, c, d, e, f]
    }
    case 'translate':
      return [1, 0, 0, 1, first, second ?? 0]
    case 'scale':
      return [first, 0, 0, second ?? first, 0, 0]
    case 'rotate': {
      const turn: Matrix = [Math.cos(radians), Math.sin(radians), -Math.sin(radians), Math.cos(radians), 0, 0]
      const [x, y] = [second ?? 0, third ?? 0]
      return multiply(multiply([1, 0, 0, 1, -x, -y], turn), [1, 0, 0, 1, x, y])
    }
    case 'skewX':
      return [1, 0, Math.tan(radians), 1, 0, 0]
    case 'skewY':
      return [1, Math.tan(radians), 0, 1, 0, 0]
    default:
      return IDENTITY
  }
}

/** Matrix from a viewBox to a viewport according to preserveAspectRatio (SVG 2, 8.2); undefined for an empty viewBox. */
export function viewBoxTransform(
  viewBox: string | undefined,
  width: number,
  height: number,
  aspect: string | undefined,
): Matrix | undefined {
  const [x = 0, y = 0, boxWidth = 0, boxHeight = 0] = readNumbers(viewBox, 4)
  if (!(boxWidth > 0 && boxHeight > 0)) return undefined
  let scaleX = width / boxWidth
  let scaleY = height / boxHeight
  if (aspect?.includes('none') === true) return [scaleX, 0, 0, scaleY, -x * scaleX, -y * scaleY]
  scaleX = aspect?.includes('slice') === true ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY)
  scaleY = scaleX
  const share = (axis: 'X' | 'Y') =>
    aspect?.includes(axis === 'X' ? 'xMin' : 'YMin') ? 0 : aspect?.includes(axis === 'X' ? 'xMax' : 'YMax') ? 1 : 0.5
  const spareX = (width - boxWidth * scaleX) * share('X')
  const spareY = (height - boxHeight * scaleY) * share('Y')
  return [scaleX, 0, 0, scaleY, spareX - x * scaleX, spareY - y * scaleY]
}
