/**
 * Tiling patterns (ISO 32000-2, 8.7.3): their cell is drawn wherever it shows through what is filled.
 *
 * @module
 */

import {
  type Box,
  intersectBoxes,
  invert,
  type Matrix,
  multiply,
  transformBox,
  transformToQuad,
} from '../../pdf/matrix.js'
import { PdfStream } from '../../pdf/objects.js'
import type { Colour } from '../colour/colour.js'
import { clipByPath } from './clip.js'
import { CONTENT_LIMITS } from './content-limits.js'
import type { ContentRun } from './content-run.js'
import { initialState } from './graphics-state.js'
import { pathOfQuad, type SubPath } from './path.js'
import { isOddArray, readMatrix, readRectangle } from './read-matrix.js'

/** What is filled with a pattern. */
export interface PatternTarget {
  readonly path: readonly SubPath[]
  readonly box: Box
  readonly evenOdd: boolean
}

/** Cells that are drawn one by one; more count as one opaque area, and as unknown. */
const MAX_TILES = 400

/** Uncoloured patterns take the colour that is set with them (8.7.3.3). */
const UNCOLOURED = 2

interface Cell {
  readonly stream: PdfStream
  readonly content: Uint8Array
  readonly matrix: Matrix
  readonly box: Box
  readonly xStep: number
  readonly yStep: number
  readonly isUncoloured: boolean
}

/**
 * Draws the cells of a pattern, clipped to what is filled.
 *
 * @param opaque Paints the area as a whole, where its cells cannot be drawn.
 */
export function paintTiles(
  run: ContentRun,
  colour: Colour,
  target: PatternTarget,
  opaque: (colour: Colour, isUnread: boolean) => void,
): void {
  const cell = colour.pattern instanceof PdfStream ? readCell(run, colour.pattern) : undefined
  const visible = intersectBoxes(target.box, run.state.clip.box)
  if (visible === undefined) return
  const tiles = cell === undefined ? undefined : tilesWithin(cell, visible)
  if (cell === undefined || tiles === undefined) {
    run.report('pattern', 'the cells of a pattern are not drawn one by one')
    opaque({ rgb: undefined }, cell === undefined || mayShowLetters(cell))
    return
  }
  const clip = clipByPath(run.state.clip, target.path, target.evenOdd)
  for (const [x, y] of tiles) drawCell(run, cell, colour, [x, y], clip)
}

/** Height of the lowest letter that is read, in points: a cell that is smaller each way is a shade. */
const LOWEST_LETTER = 2.4

function mayShowLetters({ box, matrix }: Cell): boolean {
  const [left, bottom, right, top] = transformBox(box, matrix)
  return !(Math.max(right - left, top - bottom) < LOWEST_LETTER)
}

function readCell(run: ContentRun, stream: PdfStream): Cell | undefined {
  const { source } = run.context
  const { dict } = stream
  const box = readRectangle(source, dict.get('BBox'))
  const xStep = Math.abs(source.lookupNumber(dict, 'XStep') ?? 0)
  const yStep = Math.abs(source.lookupNumber(dict, 'YStep') ?? 0)
  const isOdd = isOddArray(source, dict.get('BBox'), 4) || isOddArray(source, dict.get('Matrix'), 6)
  const isPattern = source.lookupNumber(dict, 'PatternType') === 1 && xStep > 0 && yStep > 0
  if (isOdd || !isPattern || box === undefined) return undefined
  const content = source.decode(stream, CONTENT_LIMITS.maxStreamBytes)
  if (content === undefined) return undefined
  const matrix = multiply(readMatrix(source, dict.get('Matrix')), run.baseMatrix)
  const isUncoloured = source.lookupNumber(dict, 'PaintType') === UNCOLOURED
  return { stream, content, matrix, box, xStep, yStep, isUncoloured }
}

/** Offsets of the cells that touch a box of the page; `undefined` when there are too many. */
function tilesWithin({ matrix, box, xStep, yStep }: Cell, visible: Box): [number, number][] | undefined {
  const inverse = invert(matrix)
  if (inverse === undefined) return undefined
  const [left, bottom, right, top] = transformBox(visible, inverse)
  const [i0, i1] = [Math.ceil((left - box[2]) / xStep), Math.floor((right - box[0]) / xStep)]
  const [j0, j1] = [Math.ceil((bottom - box[3]) / yStep), Math.floor((top - box[1]) / yStep)]
  const count = (i1 - i0 + 1) * (j1 - j0 + 1)
  // Beyond the integers that a number holds, one more is the same number, and counting never ends.
  if (!(count <= MAX_TILES) || ![i0, i1, j0, j1].every(Number.isSafeInteger)) return undefined
  const tiles: [number, number][] = []
  for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) tiles.push([i * xStep, j * yStep])
  return tiles
}

function drawCell(
  run: ContentRun,
  cell: Cell,
  colour: Colour,
  [x, y]: readonly [number, number],
  clip: ContentRun['state']['clip'],
): void {
  const { state } = run
  const matrix = multiply([1, 0, 0, 1, x, y], cell.matrix)
  const inner = clipByPath(clip, pathOfQuad(transformToQuad(cell.box, matrix)), false)
  const own: Colour = { rgb: colour.rgb }
  run.nest(cell.content, {
    name: 'Pattern',
    resources: run.context.source.lookupDict(cell.stream.dict, 'Resources') ?? run.frame.resources,
    state: {
      ...initialState(matrix, inner.box),
      clip: inner,
      groupAlpha: state.fillAlpha * state.groupAlpha,
      groupBlendMode: state.blendMode === 'Normal' ? state.groupBlendMode : state.blendMode,
      isGroupMasked: state.isMasked || state.isGroupMasked,
      isTransferred: state.isTransferred,
      ...(cell.isUncoloured ? { fill: own, stroke: own } : {}),
    },
    layer: run.layer,
    inGlyph: run.frame.inGlyph,
    inPattern: true,
    isUncoloured: cell.isUncoloured,
    inMask: run.frame.inMask,
  })
}
