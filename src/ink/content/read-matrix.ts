/**
 * Reads matrices and rectangles of content (ISO 32000-2, 7.9.5 and 8.3.3).
 *
 * @module
 */
import { type Box, IDENTITY, type Matrix } from '../../pdf/matrix.js'
import { numberOf, type PdfObject } from '../../pdf/objects.js'
import type { ContentSource } from './content-source.js'

/** Numbers of an array; `undefined` unless it holds at least `count`, all finite. */
export function readNumbers(source: ContentSource, object: PdfObject | undefined, count: number): number[] | undefined {
  const array = source.resolve(object)
  if (!Array.isArray(array) || array.length < count) return undefined
  const numbers = array.slice(0, count).map((item) => numberOf(source.resolve(item)) ?? Number.NaN)
  return numbers.every(Number.isFinite) ? numbers : undefined
}

/**
 * True for what is there and is not an array of just so many numbers. Some viewers read what there is of one, and put 0 for the
 * rest; others take it for none.
 */
export function isOddArray(source: ContentSource, object: PdfObject | undefined, count: number): boolean {
  const value = source.resolve(object)
  if (value === null) return false
  if (!Array.isArray(value) || value.length !== count) return true
  const numbers = readNumbers(source, value, count)
  return numbers === undefined || numbers.some((number) => Math.abs(number) > MAX_INTEGER)
}

/** Annex C of ISO 32000-1: what is beyond some viewers take for 0. */
const MAX_INTEGER = 2 ** 31 - 1

/** A rectangle (7.9.5) with its corners in order; it may be without area. */
export function readRectangle(source: ContentSource, object: PdfObject | undefined): Box | undefined {
  const numbers = readNumbers(source, object, 4)
  if (numbers === undefined) return undefined
  const [a, b, c, d] = numbers as [number, number, number, number]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** A matrix entry; the identity when it is absent or malformed. */
export function readMatrix(source: ContentSource, object: PdfObject | undefined): Matrix {
  return (readNumbers(source, object, 6) as Matrix | undefined) ?? IDENTITY
}
