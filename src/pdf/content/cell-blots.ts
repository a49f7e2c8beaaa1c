/**
 * What hangs together on a grid.
 *
 * @module
 */
import type { Box } from './matrix.js'

/** Cells that touch each other, corners included. */
export interface CellBlot {
  /** In cells, the right and the upper end not included. */
  readonly box: Box
  readonly cells: number
}

/**
 * The blots of a grid, in no order. Takes time in proportion to its cells.
 *
 * @param isInked 1 for each cell that counts, row by row.
 * @param width Cells in a row.
 */
export function blotsIn(isInked: Uint8Array, width: number): CellBlot[] {
  const isOpen = isInked.slice()
  const blots: CellBlot[] = []
  for (let i = 0; i < isOpen.length; i++) if (isOpen[i] === 1) blots.push(takeBlot(isOpen, width, i))
  return blots
}

function takeBlot(isOpen: Uint8Array, width: number, start: number): CellBlot {
  const height = Math.floor(isOpen.length / width)
  let [x0, y0, x1, y1, cells] = [width, height, 0, 0, 0]
  const pending = [start]
  isOpen[start] = 0
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    cells++
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x + 1)
    y0 = Math.min(y0, y)
    y1 = Math.max(y1, y + 1)
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const next = ny * width + nx
        if (isOpen[next] !== 1) continue
        isOpen[next] = 0
        pending.push(next)
      }
    }
  }
  return { box: [x0, y0, x1, y1], cells }
}
