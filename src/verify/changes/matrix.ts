/**
 * Affine transformations (ISO 32000-2, 8.3.3) and the boxes that they move.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { numberOf, type PdfObject } from '../../pdf/objects.js'
import { resolveOrNull } from './equality.js'

/** `[a b c d e f]`. */
export type Matrix = readonly [number, number, number, number, number, number]

/** Left, bottom, right, top. */
export type Box = readonly [number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** First `m`, then `n`. */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ]
}

/** The upright box around a box that was transformed. */
export function transformBox([left, bottom, right, top]: Box, m: Matrix): Box {
  const xs = [left, right].flatMap((x) => [bottom, top].map((y) => m[0] * x + m[2] * y + m[4]))
  const ys = [left, right].flatMap((x) => [bottom, top].map((y) => m[1] * x + m[3] * y + m[5]))
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** What two boxes share; `undefined` when that has no area. */
export function intersectBoxes(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return box[0] < box[2] && box[1] < box[3] ? box : undefined
}

export function areaOf(box: Box | undefined): number {
  return box === undefined ? 0 : Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1])
}

/** Numbers of an array; `undefined` unless there are at least `count`, all finite. */
export function readNumbers(document: PdfDocument, object: PdfObject | undefined, count: number): number[] | undefined {
  const array = resolveOrNull(document, object)
  if (!Array.isArray(array) || array.length < count) return undefined
  const numbers = array.slice(0, count).map((item) => numberOf(resolveOrNull(document, item)) ?? Number.NaN)
  return numbers.every(Number.isFinite) ? numbers : undefined
}

/** A rectangle (7.9.5) with its corners in order. */
export function readRectangle(document: PdfDocument, object: PdfObject | undefined): Box | undefined {
  const numbers = readNumbers(document, object, 4)
  if (numbers === undefined) return undefined
  const [a, b, c, d] = numbers as [number, number, number, number]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

export function readMatrix(document: PdfDocument, object: PdfObject | undefined): Matrix {
  const numbers = readNumbers(document, object, 6)
  return numbers === undefined ? IDENTITY : (numbers as unknown as Matrix)
}
