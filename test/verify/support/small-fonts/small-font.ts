/**
 * What a font of a few glyphs is made of, in whichever format it is written.
 *
 * @module
 */

/** A closed outline of straight lines, in thousandths of an em: x and y of each corner. */
export type Contour = readonly (readonly [x: number, y: number])[]

/** A glyph. Its measures may say anything: that is what these fonts are for. */
export interface SmallGlyph {
  readonly name: string
  readonly width: number
  readonly contours: readonly Contour[]
  /** The left side bearing that a TrueType font states; the true one unless told. */
  readonly bearing?: number
}

/** A rectangle as a contour. */
export const rectangle = (x: number, y: number, width: number, height: number): Contour => [
  [x, y],
  [x, y + height],
  [x + width, y + height],
  [x + width, y],
]

/** Numbers of so many bytes each, the highest first. */
export function bigEndian(bytes: 1 | 2 | 4, ...numbers: readonly number[]): Uint8Array {
  const result = new Uint8Array(bytes * numbers.length)
  for (const [i, number] of numbers.entries()) {
    for (let k = 0; k < bytes; k++) result[i * bytes + k] = (number >>> (8 * (bytes - 1 - k))) & 0xff
  }
  return result
}

/** The lowest and highest places of all corners; four zeros for a blank. */
export function extentOf({ contours }: SmallGlyph): readonly [number, number, number, number] {
  const corners = contours.flat()
  if (corners.length === 0) return [0, 0, 0, 0]
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
