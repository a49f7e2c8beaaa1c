/**
 * A grey picture in place of one that a reader cannot show.
 *
 * @module
 */

import { writeGreyPng } from './write-png.js'

/** Pixels of the longer side. Only a frame is visible, so few are enough. */
const MAX_SIDE = 160
const FRAME = 0xc4
const FILL = 0xf0

/**
 * A grey box with a thin frame, for readers that do not support the real format of an image. Only the ratio of width and height
 * matters, so they may be in any unit.
 */
export function placeholderPng(width: number, height: number): Uint8Array {
  const scale = MAX_SIDE / Math.max(width, height, 1)
  const columns = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.round(height * scale))
  const samples = new Uint8Array(columns * rows).fill(FILL)
  samples.fill(FRAME, 0, columns)
  samples.fill(FRAME, columns * (rows - 1))
  for (let row = 0; row < rows; row++) {
    samples[row * columns] = FRAME
    samples[(row + 1) * columns - 1] = FRAME
  }
  return writeGreyPng(columns, rows, samples)
}
