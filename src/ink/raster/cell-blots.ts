/**
 * Connected cells on a grid.
 *
 * @module
 */

/** Cells that touch each other, corners included. */
export interface CellBlot {
  /** Their numbers, row by row from 0. */
  readonly cells: readonly number[]
  /** From the first column and row to before the last. */
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/**
 * The blots of a grid, by their first cells. Takes time in proportion to its cells.
 *
 * @param ink 1 for each cell that counts, row by row. It is consumed: all of it is 0 afterwards.
 * @param width Cells in a row.
 *
 * @example
 * ```ts
 * takeBlots(Uint8Array.of(1, 0, 0, 1), 2) // one, of the cells 0 and 3
 * ```
 */
export function takeBlots(ink: Uint8Array, width: number): CellBlot[] {
  const blots: CellBlot[] = []
  for (let cell = 0; cell < ink.length; cell++) if (ink[cell] === 1) blots.push(takeBlot(ink, width, cell))
  return blots
}

function takeBlot(ink: Uint8Array, width: number, first: number): CellBlot {
  const height = Math.floor(ink.length / width)
  let [x0, y0, x1, y1] = [width, height, 0, 0]
  const cells = [first]
  ink[first] = 0
  // Iterating over a list that grows meanwhile reaches the new items, too.
  for (const cell of cells) {
    const [x, y] = [cell % width, Math.floor(cell / width)]
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x + 1)
    y0 = Math.min(y0, y)
    y1 = Math.max(y1, y + 1)
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const next = ny * width + nx
        if (ink[next] !== 1) continue
        ink[next] = 0
        cells.push(next)
      }
    }
  }
  return { cells, x0, y0, x1, y1 }
}
