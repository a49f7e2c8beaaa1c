/**
 * The pieces in which a page is looked at for letters that are no text, and how finely.
 *
 * @module
 */
import type { Box } from '../../pdf/matrix.js'

/** Cells per point: the strokes of a letter of five points are one wide. */
export const SCALE = 3
/** Side of the pieces in which a large drawing is looked at, in points. */
const PIECE = 150
/** How far around each piece there may be letters, in points. */
export const AROUND = 16
/** A piece with what is around it has 300,000 cells. */
export const MAX_CELLS = 400_000

/** Equal parts of a region, none larger than a piece. */
export function* piecesOf([left, bottom, right, top]: Box): Generator<Box> {
  const [columns, rows] = [right - left, top - bottom].map((side) => Math.max(1, Math.ceil(side / PIECE)))
  const [width, height] = [(right - left) / (columns as number), (top - bottom) / (rows as number)]
  for (let row = 0; row < (rows as number); row++) {
    for (let column = 0; column < (columns as number); column++) {
      const [x, y] = [left + column * width, bottom + row * height]
      yield [x, y, x + width, y + height]
    }
  }
}
