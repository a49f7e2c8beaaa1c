/**
 * Fills paths on a grid: computes which share of each cell they cover.
 *
 * @module
 */
import type { Box } from '../../pdf/matrix.js'
import { luminanceOf, type Rgb } from '../colour/colour.js'
import { type ContentBudget, spend } from '../content/content-budget.js'
import { asUprightBox, type SubPath } from '../content/path.js'

/** A grid of square cells over a region of the page; row 0 is at the bottom. */
export interface GridFrame {
  readonly left: number
  readonly bottom: number
  /** Cells per point. */
  readonly scale: number
  readonly width: number
  readonly height: number
}

/** A rectangle of cells from (x0, y0) up to, but not including, (x1, y1). */
export interface CellRange {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** Lines through each row of cells on which a shape is measured. Along a line, the covered share is exact. */
const LINES_PER_ROW = 4

/** The grid over a region: `scale` cells per point, or as many as `maxCells` leaves. */
export function frameOf([left, bottom, right, top]: Box, scale: number, maxCells: number): GridFrame {
  const width = Math.max(right - left, 1e-3)
  const height = Math.max(top - bottom, 1e-3)
  const fitting = Math.min(scale, Math.sqrt(maxCells / (width * height)), maxCells / width, maxCells / height)
  const columns = Math.max(1, Math.ceil(width * fitting))
  const rows = Math.max(1, Math.min(Math.ceil(height * fitting), Math.floor(maxCells / columns)))
  return { left, bottom, scale: fitting, width: columns, height: rows }
}

/** Cells that a box touches; `undefined` when it lies outside of the grid. */
export function cellsOf(frame: GridFrame, [left, bottom, right, top]: Box): CellRange | undefined {
  const x0 = Math.max(0, Math.floor((left - frame.left) * frame.scale))
  const y0 = Math.max(0, Math.floor((bottom - frame.bottom) * frame.scale))
  const x1 = Math.min(frame.width, Math.max(x0 + 1, Math.ceil((right - frame.left) * frame.scale)))
  const y1 = Math.min(frame.height, Math.max(y0 + 1, Math.ceil((top - frame.bottom) * frame.scale)))
  return x0 < x1 && y0 < y1 ? { x0, y0, x1, y1 } : undefined
}

/** Calls a function with the index of each cell of a range, row by row. */
export function forEachCell({ x0, y0, x1, y1 }: CellRange, { width }: GridFrame, each: (cell: number) => void): void {
  for (let y = y0; y < y1; y++) for (let i = y * width + x0; i < y * width + x1; i++) each(i)
}

/** The edges of a box in cell units, as fractions. */
export function inCells({ left, bottom, scale }: GridFrame, box: Box): CellRange {
  return {
    x0: (box[0] - left) * scale,
    y0: (box[1] - bottom) * scale,
    x1: (box[2] - left) * scale,
    y1: (box[3] - bottom) * scale,
  }
}

/**
 * Writes into `mask` (which has the frame's size) the share of each cell in `range` that the path covers, 0 to 1.
 *
 * @returns False when the budget is used up. Then the contents of `mask` have no meaning, and nothing is charged for it.
 */
export function fillMask(
  mask: Float32Array,
  frame: GridFrame,
  range: CellRange,
  path: readonly SubPath[],
  evenOdd: boolean,
  budget: ContentBudget,
): boolean {
  const cells = (range.x1 - range.x0) * (range.y1 - range.y0)
  const points = path.reduce((sum, { points }) => sum + points.length / 2, 0)
  if (!spend(budget, 'cells', cells) || !spend(budget, 'segments', points)) return false
  for (let y = range.y0; y < range.y1; y++) mask.fill(0, y * frame.width + range.x0, y * frame.width + range.x1)
  const box = asUprightBox(path)
  if (box === undefined) return fillPath(mask, frame, range, path, evenOdd, budget)
  fillBox(mask, frame, range, box)
  return true
}

function fillBox(mask: Float32Array, frame: GridFrame, range: CellRange, box: Box): void {
  const { x0, y0, x1, y1 } = inCells(frame, box)
  for (let y = range.y0; y < range.y1; y++) {
    const high = Math.min(y1, y + 1) - Math.max(y0, y)
    if (high > 0) addSpan(mask, y * frame.width, range, x0, x1, high)
  }
}

/** An edge of a path, with x in cells and y in lines, the lower end first. */
interface Edge {
  readonly y0: number
  readonly y1: number
  x: number
  readonly slope: number
  readonly winding: number
}

function fillPath(
  mask: Float32Array,
  frame: GridFrame,
  range: CellRange,
  path: readonly SubPath[],
  evenOdd: boolean,
  budget: ContentBudget,
): boolean {
  const edges = edgesOf(path, frame, range).sort((a, b) => a.y0 - b.y0)
  const lastLine = range.y1 * LINES_PER_ROW
  let next = 0
  let active: Edge[] = []
  for (let line = Math.max(range.y0 * LINES_PER_ROW, edges[0]?.y0 ?? lastLine); line < lastLine; line++) {
    if (active.length === 0 && next >= edges.length) break
    while (next < edges.length && (edges[next] as Edge).y0 <= line) active.push(edges[next++] as Edge)
    active = active.filter((edge) => edge.y1 > line)
    const each = active.length > FEW_EDGES ? CELLS_OF_SORTING : 1
    if (!spend(budget, 'cells', each * active.length)) return false
    sortByX(active)
    addLine(mask, frame, range, line, active, evenOdd)
    for (const edge of active) edge.x += edge.slope
  }
  return true
}

/** Edges that cross lines of the range. A line is crossed at its middle. */
function edgesOf(path: readonly SubPath[], frame: GridFrame, range: CellRange): Edge[] {
  const edges: Edge[] = []
  const first = range.y0 * LINES_PER_ROW
  const last = range.y1 * LINES_PER_ROW
  for (const { points } of path) {
    const count = points.length / 2
    for (let i = 0; i < count; i++) {
      const j = (i + 1) % count
      const ax = ((points[2 * i] ?? 0) - frame.left) * frame.scale
      const ay = ((points[2 * i + 1] ?? 0) - frame.bottom) * frame.scale * LINES_PER_ROW
      const bx = ((points[2 * j] ?? 0) - frame.left) * frame.scale
      const by = ((points[2 * j + 1] ?? 0) - frame.bottom) * frame.scale * LINES_PER_ROW
      const y0 = Math.max(first, Math.ceil(Math.min(ay, by) - 0.5))
      const y1 = Math.min(last, Math.ceil(Math.max(ay, by) - 0.5))
      if (y0 >= y1) continue
      const slope = (bx - ax) / (by - ay)
      edges.push({ y0, y1, x: ax + (y0 + 0.5 - ay) * slope, slope, winding: by > ay ? 1 : -1 })
    }
  }
  return edges
}

/** Cost of an edge on each line in cells, when there are too many edges for insertion sort. */
const CELLS_OF_SORTING = 8

/** Most edges that are sorted by insertion, since their order hardly changes from line to line. */
const FEW_EDGES = 32

function sortByX(edges: Edge[]): void {
  if (edges.length > FEW_EDGES) {
    edges.sort((a, b) => a.x - b.x)
    return
  }
  for (let i = 1; i < edges.length; i++) {
    const edge = edges[i] as Edge
    let j = i - 1
    for (; j >= 0 && (edges[j] as Edge).x > edge.x; j--) edges[j + 1] = edges[j] as Edge
    edges[j + 1] = edge
  }
}

function addLine(
  mask: Float32Array,
  frame: GridFrame,
  range: CellRange,
  line: number,
  active: readonly Edge[],
  evenOdd: boolean,
): void {
  const row = Math.floor(line / LINES_PER_ROW) * frame.width
  let winding = 0
  let start = 0
  for (const edge of active) {
    const wasInside = evenOdd ? (winding & 1) === 1 : winding !== 0
    winding += edge.winding
    const isInside = evenOdd ? (winding & 1) === 1 : winding !== 0
    if (!wasInside && isInside) start = edge.x
    else if (wasInside && !isInside) addSpan(mask, row, range, start, edge.x, 1 / LINES_PER_ROW)
  }
}

/** Adds the covered share of each cell between two positions of a row. */
function addSpan(mask: Float32Array, row: number, range: CellRange, from: number, to: number, weight: number): void {
  const x0 = Math.max(range.x0, from)
  const x1 = Math.min(range.x1, to)
  if (!(x0 < x1)) return
  const first = Math.floor(x0)
  const last = Math.min(range.x1 - 1, Math.floor(x1))
  if (first === last) {
    mask[row + first] = (mask[row + first] ?? 0) + weight * (x1 - x0)
    return
  }
  mask[row + first] = (mask[row + first] ?? 0) + weight * (first + 1 - x0)
  for (let x = first + 1; x < last; x++) mask[row + x] = (mask[row + x] ?? 0) + weight
  mask[row + last] = (mask[row + last] ?? 0) + weight * (x1 - last)
}

/** A group of cells that touch each other, including at corners. */
export interface CellBlot {
  /** Indices of the cells, row by row from 0. */
  readonly cells: readonly number[]
  /** Bounds: the first column and row, and those after the last. */
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/**
 * The groups of connected cells in a grid, in the order of their first cells. Takes time in proportion to the grid's cells.
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
  // Iterating over a growing list also reaches the items added meanwhile.
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

/** Steps of lightness that are told apart: one for each bit of a number. */
const SHADES = 32
const ALL = -1

/**
 * In which lightness letters are painted on the cells of a sheet, which has no colours of letters. All are kept, since a dark
 * point in the cell of a white letter hides nothing of what that takes away.
 */
export class LetterShades {
  readonly #frame: GridFrame
  /** A bit for each lightness, for each cell; absent without letters. */
  #cells: Uint32Array | undefined

  constructor(frame: GridFrame) {
    this.#frame = frame
  }

  /** @param colour The colour of a letter; `undefined` for an unknown one, which may be any. */
  add(range: CellRange, colour: Rgb | undefined, isPainted: (cell: number) => boolean): void {
    const bits = colour === undefined ? ALL : 1 << shadeOf(luminanceOf(...colour))
    this.#cells ??= new Uint32Array(this.#frame.width * this.#frame.height)
    const cells = this.#cells
    forEachCell(range, this.#frame, (cell) => {
      if (isPainted(cell)) cells[cell] = (cells[cell] ?? 0) | bits
    })
  }

  /** True when a letter on a cell has a lightness from `darkest` to `lightest`, both from 0 to 1. */
  has(cell: number, darkest: number, lightest: number): boolean {
    const bits = this.#cells?.[cell] ?? 0
    for (let shade = shadeOf(darkest); bits !== 0 && shade <= shadeOf(lightest); shade++) {
      if ((bits & (1 << shade)) !== 0) return true
    }
    return false
  }
}

function shadeOf(lightness: number): number {
  return Math.max(0, Math.min(SHADES - 1, Math.floor(lightness * SHADES)))
}
