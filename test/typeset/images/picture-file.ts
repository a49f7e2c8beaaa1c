/**
 * Small pictures in the formats of other programs, written by ImageMagick: 32 by 24 pixels, a quarter in each of four
 * colours. In `one-clear` the upper right quarter shows what lies behind.
 *
 * @module
 */

import { readFileSync } from 'node:fs'

/** Bytes of a file in `pictures/`. */
export function pictureFile(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(new URL(`pictures/${name}`, import.meta.url)))
}

/** The colours of the quarters: upper left and right, lower left and right. */
export const QUARTERS = [
  [220, 30, 40],
  [20, 160, 70],
  [30, 60, 210],
  [240, 200, 40],
] as const

/** The middles of the quarters, as shares of width and height. */
export const MIDDLES = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const
