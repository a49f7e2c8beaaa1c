/**
 * Clipping (ISO 32000-2, 8.5.4): a box, and the paths that cut it further.
 *
 * @module
 */

import { areaOf, type Box, intersectBoxes } from '../../pdf/matrix.js'
import { type CellRange, cellsOf, fillMask, frameOf, type GridFrame } from '../raster/raster.js'
import { getOrMake } from '../remember.js'
import { type ContentBudget, spend } from './content-budget.js'
import { asUprightBox, boxOfPath, type SubPath, thickBox, thickened, withinBounds } from './path.js'

/** What the current clipping path leaves of the page. */
export interface Clip {
  /** Nothing is painted outside it. */
  readonly box: Box
  /** The path that cuts further, unless it is an upright box. */
  readonly path?: { readonly subPaths: readonly SubPath[]; readonly evenOdd: boolean }
  /** The clip that this one cuts. */
  readonly outer?: Clip
  /** Number of paths in the chain. */
  readonly depth: number
  /** False where the clip is only known to lie within this one: it clips by text, or has too many paths. */
  readonly exact: boolean
}

export function boxClip(box: Box): Clip {
  return { box, depth: 0, exact: true }
}

/** Most paths of a chain that are kept; further ones only shrink the box. */
const MAX_CLIP_PATHS = 24

/** A box that nothing fits into. */
const NOWHERE: Box = [0, 0, -1, -1]

/** A clip cut by a path. An empty path leaves nothing. One with absurd coordinates leaves the clip as it was. */
export function clipByPath(clip: Clip, path: readonly SubPath[], evenOdd: boolean): Clip {
  if (path.length === 0) return { ...clip, box: NOWHERE }
  const known = boxOfPath(path)
  const subPaths = known === undefined ? withinBounds(path) : path
  const box = known ?? boxOfPath(subPaths)
  if (box === undefined) return { ...clip, exact: false }
  const inner = intersectBoxes(clip.box, box) ?? NOWHERE
  // MuPDF and Poppler cut to whole pixels, so that a box without height leaves a line.
  const upright = asUprightBox(subPaths)
  if (upright !== undefined) return { ...clip, box: intersectBoxes(clip.box, thickBox(upright)) ?? NOWHERE }
  if (clip.depth >= MAX_CLIP_PATHS) return { ...clip, box: inner, exact: false }
  return {
    box: inner,
    path: { subPaths: subPaths.map(thickened), evenOdd },
    outer: clip,
    depth: clip.depth + 1,
    exact: clip.exact,
  }
}

/** A clip cut by text. The outlines of letters are unknown, so the clip stays as it was. */
export function clipByText(clip: Clip): Clip {
  return { ...clip, exact: false }
}

/** The mean share of a box that a clip leaves, 0 to 1. */
export function clipShareIn(clip: Clip, box: Box, budget: ContentBudget): number {
  const inside = intersectBoxes(clip.box, box)
  const all = areaOf(box)
  if (inside === undefined || all === 0) return inside === undefined ? 0 : 1
  const share = areaOf(inside) / all
  if (clip.depth === 0) return share
  const { frame, mask } = lookupOf(clip, budget)
  const range = mask === undefined ? undefined : cellsOf(frame, inside)
  if (mask === undefined || range === undefined) return share
  let sum = 0
  for (let y = range.y0; y < range.y1; y++) {
    for (let x = range.x0; x < range.x1; x++) sum += mask[y * frame.width + x] ?? 0
  }
  return (share * sum) / ((range.x1 - range.x0) * (range.y1 - range.y0))
}

/** The paths of a clip, innermost first. */
function* pathsOf(clip: Clip): Generator<NonNullable<Clip['path']>> {
  for (let node: Clip | undefined = clip; node !== undefined; node = node.outer) {
    if (node.path !== undefined) yield node.path
  }
}

/** Most cells of the grid that keeps the paths of a clip for looking up points. */
const MAX_LOOKUP_CELLS = 64 * 1024
const LOOKUP_SCALE = 4

interface Lookup {
  readonly frame: GridFrame
  /** Share of each cell that the clip leaves; `undefined` once the budget is used up. */
  readonly mask: Float32Array | undefined
}

/** Most grids that are kept for a file. Letters come in painting order, so few clips alternate. */
const MAX_LOOKUPS = 16
const lookups = new WeakMap<ContentBudget, Map<Clip, Lookup>>()
/** Reused memory to draw one path after another. Memory allocated for each clip would be freed much later. */
const layers = new WeakMap<ContentBudget, Float32Array>()

/** The share of the surroundings of a point that a clip leaves, 0 to 1. */
export function clipShareAt(clip: Clip, x: number, y: number, budget: ContentBudget): number {
  const [left, bottom, right, top] = clip.box
  if (x < left || x > right || y < bottom || y > top) return 0
  if (clip.depth === 0) return 1
  const { frame, mask } = lookupOf(clip, budget)
  if (mask === undefined) return 1
  const column = Math.min(frame.width - 1, Math.floor((x - frame.left) * frame.scale))
  const row = Math.min(frame.height - 1, Math.floor((y - frame.bottom) * frame.scale))
  return mask[row * frame.width + column] ?? 0
}

function lookupOf(clip: Clip, budget: ContentBudget): Lookup {
  const known = getOrMake(lookups, budget, () => new Map<Clip, Lookup>())
  let lookup = known.get(clip)
  if (lookup === undefined) {
    const [oldest] = known.size < MAX_LOOKUPS ? [] : known.entries()
    if (oldest !== undefined) known.delete(oldest[0])
    lookup = drawLookup(clip, budget, oldest?.[1].mask)
    known.set(clip, lookup)
  }
  return lookup
}

/** @param former Reused memory: the mask of a clip that is no longer needed. */
function drawLookup(clip: Clip, budget: ContentBudget, former: Float32Array | undefined): Lookup {
  const frame = frameOf(clip.box, LOOKUP_SCALE, MAX_LOOKUP_CELLS)
  const cells = frame.width * frame.height
  if (!spend(budget, 'cells', cells)) return { frame, mask: undefined }
  const mask = former?.fill(0) ?? new Float32Array(MAX_LOOKUP_CELLS)
  const range = cellsOf(frame, clip.box)
  if (range !== undefined) drawClip(mask, frame, range, clip, budget)
  return { frame, mask }
}

function layerOf(budget: ContentBudget, cells: number): Float32Array {
  let layer = layers.get(budget)
  if (layer === undefined || layer.length < cells) {
    layer = new Float32Array(cells)
    layers.set(budget, layer)
  }
  return layer
}

/** Writes the share of each cell that the paths of a clip leave. The box of the clip is not applied. */
export function drawClip(
  mask: Float32Array,
  frame: GridFrame,
  range: CellRange,
  clip: Clip,
  budget: ContentBudget,
): void {
  for (let y = range.y0; y < range.y1; y++) mask.fill(1, y * frame.width + range.x0, y * frame.width + range.x1)
  if (clip.depth === 0) return
  if (!spend(budget, 'cells', frame.width * frame.height)) return
  const layer = layerOf(budget, mask.length)
  for (const { subPaths, evenOdd } of pathsOf(clip)) {
    if (!fillMask(layer, frame, range, subPaths, evenOdd, budget)) return
    for (let y = range.y0; y < range.y1; y++) {
      for (let i = y * frame.width + range.x0; i < y * frame.width + range.x1; i++) {
        mask[i] = (mask[i] ?? 0) * (layer[i] ?? 0)
      }
    }
  }
}
