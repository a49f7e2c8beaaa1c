/**
 * Turns the current path and state into painted areas and into the cells of tiling patterns (ISO 32000-2, 8.7.3).
 *
 * @module
 */
import {
  type Box,
  IDENTITY,
  intersectBoxes,
  invert,
  type Matrix,
  multiply,
  transformBox,
  transformToQuad,
  widenBox,
} from '../../pdf/matrix.js'
import { PdfDict, PdfStream } from '../../pdf/objects.js'
import { BLACK, type Colour } from '../colour/colour.js'
import { type ShadedPicture, shadedPicture } from '../raster/shading-picture.js'
import { clipByPath } from './clip.js'
import { MEMORY_COSTS, spend } from './content-budget.js'
import { CONTENT_LIMITS } from './content-limits.js'
import { type ContentRun, type GraphicsState, initialState } from './content-run.js'
import { isOddArray, readMatrix, readNumbers } from './content-source.js'
import type { Paint } from './drawing.js'
import { boxOfPath, isThin, pathOfQuad, type SubPath, THINNEST_LINE, thickened, withinBounds } from './path.js'
import { type AreaShape, ShownArea } from './shown-items.js'
import { type StrokeStyle, spikeReach, widestExtent } from './stroke.js'

/** What a painting operator does with the current path. */
interface PathPainting {
  readonly fill?: 'nonzero' | 'even-odd'
  readonly stroke?: boolean
  readonly close?: boolean
}

/** Paints the current path, cuts the clip by it after W, and ends it (8.5.3). */
export function paintPath(run: ContentRun, painting: PathPainting): void {
  if (painting.close === true) run.path.close()
  if (!run.path.isBuiltIn(run.state.matrix)) {
    run.report('misplaced_operator', 'the matrix changes between the building of a path and its painting')
  }
  const taken = run.path.take()
  const { pendingClip } = run
  run.pendingClip = undefined
  const isBeyond = taken.length > 0 && boxOfPath(taken) === undefined
  if (isBeyond) run.report('geometry', 'a path reaches beyond all bounds')
  const path = isBeyond ? withinBounds(taken) : taken
  const box = boxOfPath(path)
  if (box !== undefined) {
    if (painting.fill !== undefined) fillPath(run, path, box, painting.fill === 'even-odd')
    if (painting.stroke === true) strokePath(run, path, box)
  }
  if (pendingClip === undefined) return
  // From here on MuPDF shows nothing, and Poppler shows everything as before.
  if (path.length === 0) run.report('misplaced_operator', 'W clips by no path')
  else if (path.every(isThin)) run.report('geometry', 'W clips by a line, which leaves a line in some viewers')
  run.cutClip(clipByPath(run.state.clip, path, pendingClip === 'even-odd'))
}

/** Paints the inside of a path with the fill colour. */
export function fillPath(run: ContentRun, path: readonly SubPath[], box: Box, evenOdd: boolean): void {
  const shown = path.map(thickened)
  const filled = boxOfPath(shown) ?? box
  const { fill } = run.state
  if (fill.pattern instanceof PdfStream) {
    paintTiles(run, fill, { path: shown, box: filled, evenOdd }, (colour, isUnread) => {
      const shape = { kind: 'fill', path: shown, evenOdd, ...(isUnread ? UNREAD : {}) } as const
      emitArea(run, shape, filled, 'fill', colour)
    })
  } else {
    emitArea(run, { kind: 'fill', path: shown, evenOdd, ...shadedBy(run, fill, filled) }, filled, 'fill', fill)
  }
}

/** Stands for a picture that cannot be read. */
export const UNREAD: ShadedPicture = { picture: { read: () => undefined, matrix: IDENTITY } }

function unread({ picture }: AreaShape): ShadedPicture {
  return { ...UNREAD, picture: { ...UNREAD.picture, origin: picture?.origin } }
}

/** The picture that a shading pattern shows within a box (8.7.4.3). */
function shadedBy(run: ContentRun, { pattern }: Colour, box: Box): Partial<ShadedPicture> {
  if (!(pattern instanceof PdfDict)) return {}
  const { source } = run.context
  const visible = intersectBoxes(box, run.state.clip.box)
  const object = source.lookup(pattern, 'Shading')
  const shading = object instanceof PdfStream ? object.dict : object
  if (visible === undefined || !(shading instanceof PdfDict)) return {}
  const matrix = multiply(readMatrix(source, pattern.get('Matrix')), run.baseMatrix)
  const { resources } = run.frame
  return shadedPicture(source, { shading, object: pattern, matrix, box: visible, resources })
}

function strokePath(run: ContentRun, path: readonly SubPath[], box: Box): void {
  const { state } = run
  const style = strokeStyleOf(run)
  // Projecting caps reach further than half the width, by the diagonal.
  const reach = widestExtent(style) * (state.lineCap === 0 ? 0.5 : Math.SQRT1_2)
  const wide = widenBox(box, Math.max(reach, THINNEST_LINE, spikeReach(path, style, run.context.source.budget)))
  if (!wide.every(Number.isFinite)) {
    run.report('geometry', 'a line is wider than all bounds')
    return
  }
  const shaded = shadedBy(run, state.stroke, wide)
  emitArea(run, { kind: 'stroke', path, evenOdd: false, style, ...shaded }, wide, 'stroke', state.stroke)
}

/** The line style of the current state. The object of the last line is used again if it is equal. */
function strokeStyleOf({ state, context }: ContentRun): StrokeStyle {
  const style: StrokeStyle = {
    width: state.lineWidth,
    matrix: state.matrix,
    cap: state.lineCap,
    miterLimit: state.lineJoin === 0 ? state.miterLimit : 0,
    dashes: state.dashes.some((dash) => dash > 0) ? state.dashes : NO_DASHES,
    dashPhase: state.dashPhase,
  }
  const last = context.strokeStyle
  const isSame =
    last !== undefined &&
    last.width === style.width &&
    last.matrix === style.matrix &&
    last.cap === style.cap &&
    last.miterLimit === style.miterLimit &&
    last.dashes === style.dashes &&
    last.dashPhase === style.dashPhase
  context.strokeStyle = isSame ? last : style
  return context.strokeStyle
}

const NO_DASHES: readonly number[] = []

/** Which of the two colours and opacities applies. */
type PaintSide = 'fill' | 'stroke'

/** The paint of an item in the current state. */
export function paintOf(run: ContentRun, side: PaintSide, colour: Colour): Paint {
  const { state } = run
  const blendMode = blendModeOf(state)
  const alpha = (side === 'fill' ? state.fillAlpha : state.strokeAlpha) * state.groupAlpha
  const takesOut = isTakingOut(run, side)
  // In an alpha mask only the opacity counts, so any colour will do.
  const own = run.frame.inMask === 'Alpha' ? BLACK.rgb : colour.rgb
  return {
    clip: state.clip,
    colour: takesOut || state.isTransferred || INVERTING.has(blendMode) ? undefined : own,
    alpha: takesOut ? Math.max(alpha, UNKNOWN_OPACITY) : alpha,
    blendMode,
    isMasked: state.isMasked || state.isGroupMasked,
    overprint: side === 'fill' ? state.fillOverprint : state.strokeOverprint,
    layer: run.layer,
  }
}

/** The blend mode by which an item mixes with the page. Inside of a group no mode leaves the page to be seen in all viewers. */
export function blendModeOf({ blendMode, groupBlendMode, isGrouped }: GraphicsState): string {
  if (blendMode === 'Normal') return groupBlendMode
  return isGrouped && !INVERTING.has(blendMode) ? GROUPED : blendMode
}

/** Stands for a blend mode inside of a group. */
const GROUPED = 'Grouped'
/** Blend modes in which white inverts the ground (11.3.5.2), so that another colour than the one set is seen. */
const INVERTING: ReadonlySet<string> = new Set(['Difference', 'Exclusion'])
/** Stands for an unknown opacity, which is neither opaque nor clear. */
export const UNKNOWN_OPACITY = 0.5

/** True where pale paint in a knockout group (11.4.6) removes what lies beneath it and shows the backdrop. */
function isTakingOut({ state }: ContentRun, side: PaintSide): boolean {
  const alpha = side === 'fill' ? state.fillAlpha : state.strokeAlpha
  return state.isKnockout && (alpha < 1 || state.isMasked || state.blendMode !== 'Normal')
}

/** The last paint if it equals this one: pages paint thousands of items alike. */
export function sharedPaint(paint: Paint, last: Paint | undefined): Paint {
  if (last === undefined) return paint
  const isSameColour = last.colour === paint.colour && last.clip === paint.clip && last.alpha === paint.alpha
  const isSameMode = last.blendMode === paint.blendMode && last.isMasked === paint.isMasked
  return isSameColour && isSameMode && last.overprint === paint.overprint && last.layer === paint.layer ? last : paint
}

/** Paints an area, unless it lies outside of the clip or has no paint. */
export function emitArea(run: ContentRun, shape: AreaShape, box: Box, side: PaintSide, colour: Colour): void {
  const clipped = intersectBoxes(box, run.state.clip.box)
  const { context, frame } = run
  const order = context.order++
  if (clipped === undefined) return
  const own = paintOf(run, side, colour)
  const isUnread = isTakingOut(run, side)
  if (isUnread) run.report('unread', 'a knockout group is not computed')
  const shown = isUnread || run.state.isTransferred ? { ...shape, ...unread(shape) } : shape
  const paint = sharedPaint(own, context.areaPaint)
  // The caller sees that the budget is used up, and stops.
  if (!spend(context.source.budget, 'areas', isPicture(shape) ? 2 : 1)) return
  if (!spend(context.source.budget, 'memory', memoryOf(shown, paint !== context.areaPaint))) return
  context.areaPaint = paint
  const { inGlyph, inPattern } = frame
  const area = new ShownArea(shown, { order, box: clipped, paint: context.areaPaint, inGlyph, inPattern })
  const painted = frame.inMask === undefined ? context.areas : context.masked
  painted.push(area)
  context.glyphAreas?.push(area)
}

function isPicture({ kind, picture }: AreaShape): boolean {
  return picture !== undefined && (kind === 'image' || kind === 'stencil')
}

function memoryOf({ path, picture }: AreaShape, hasOwnPaint: boolean): number {
  const { area, number, picture: ofPicture, paint } = MEMORY_COSTS
  const numbers = path.reduce((sum, { points }) => sum + 1 + points.length, 0)
  return area + number * numbers + (picture === undefined ? 0 : ofPicture) + (hasOwnPaint ? paint : 0)
}

interface PatternTarget {
  readonly path: readonly SubPath[]
  readonly box: Box
  readonly evenOdd: boolean
}

/** Most cells that are drawn one by one. More of them count as one opaque area, and as unknown. */
const MAX_TILES = 400

/** Smallest step between cells, as a share of their size: programs round both. */
const CLOSEST = 0.999
/** /PaintType of uncoloured patterns, which take the colour that is set with them (8.7.3.3). */
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
 * Draws the cells of a pattern, clipped to the filled path.
 *
 * @param opaque Paints the whole area, where its cells cannot be drawn.
 */
function paintTiles(
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
    run.report('unread', 'the cells of a pattern are not drawn one by one')
    opaque({ rgb: undefined }, cell === undefined || mayShowLetters(cell))
    return
  }
  const clip = clipByPath(run.state.clip, target.path, target.evenOdd)
  for (const place of tiles.places) drawCell(run, { ...cell, isClipped: tiles.areMany }, colour, place, clip)
}

/** Height of the smallest ink that may be a letter by itself, in points. A cell that is smaller both ways only makes a shade. */
export const LOWEST_LETTER = 2.4

function mayShowLetters({ box, matrix }: Cell): boolean {
  const [left, bottom, right, top] = transformBox(box, matrix)
  return !(Math.max(right - left, top - bottom) < LOWEST_LETTER)
}

function readCell(run: ContentRun, stream: PdfStream): Cell | undefined {
  const { source } = run.context
  const { dict } = stream
  const box = readNumbers(source, dict.get('BBox'), 4)
  const isOdd = isOddArray(source, dict.get('BBox'), 4) || isOddArray(source, dict.get('Matrix'), 6)
  if (isOdd || box === undefined || source.lookup(dict, 'PatternType') !== 1 || dict.has('OC')) return undefined
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const [xStep = 0, yStep = 0] = [source.lookupNumber(dict, 'XStep'), source.lookupNumber(dict, 'YStep')]
  // Viewers paint cells that overlap, and those without area, in different ways.
  const isApart = right > left && top > bottom && xStep >= CLOSEST * (right - left) && yStep >= CLOSEST * (top - bottom)
  if (!isApart) return undefined
  const content = source.decode(stream, CONTENT_LIMITS.maxStreamBytes)
  if (content === undefined) return undefined
  const matrix = multiply(readMatrix(source, dict.get('Matrix')), run.baseMatrix)
  const isUncoloured = source.lookupNumber(dict, 'PaintType') === UNCOLOURED
  return { stream, content, matrix, box: [left, bottom, right, top], xStep, yStep, isUncoloured }
}

/** Cells that touch a part of the page. */
interface Tiles {
  /** How far each is moved. */
  readonly places: readonly (readonly [number, number])[]
  /** True when the part is larger than one cell. */
  readonly areMany: boolean
}

/** Share of a cell that may be lost by rounding. */
const ROUNDING = 0.001

/** The cells that touch a box of the page; `undefined` when there are too many. */
function tilesWithin({ matrix, box, xStep, yStep }: Cell, visible: Box): Tiles | undefined {
  const inverse = invert(matrix)
  if (inverse === undefined) return undefined
  const [left, bottom, right, top] = transformBox(visible, inverse)
  const first = [(left - box[0]) / xStep, (bottom - box[1]) / yStep] as const
  const last = [(right - box[0]) / xStep, (top - box[1]) / yStep] as const
  const [i0, j0] = first.map((at) => Math.floor(at + ROUNDING)) as [number, number]
  // A step may be so large that the box is a thousandth of it.
  const [i1, j1] = [Math.max(i0 + 1, Math.ceil(last[0] - ROUNDING)), Math.max(j0 + 1, Math.ceil(last[1] - ROUNDING))]
  // Beyond the largest safe integer, adding one changes nothing, and the loop would not end.
  if (!((i1 - i0) * (j1 - j0) <= MAX_TILES) || ![i0, i1, j0, j1].every(Number.isSafeInteger)) return undefined
  const places: [number, number][] = []
  for (let j = j0; j < j1; j++) for (let i = i0; i < i1; i++) places.push([i * xStep, j * yStep])
  return { places, areMany: last[0] - first[0] > 1 + ROUNDING || last[1] - first[1] > 1 + ROUNDING }
}

function drawCell(
  run: ContentRun,
  cell: Cell & { readonly isClipped: boolean },
  colour: Colour,
  [x, y]: readonly [number, number],
  clip: ContentRun['state']['clip'],
): void {
  const { state } = run
  const matrix = multiply([1, 0, 0, 1, x, y], cell.matrix)
  // MuPDF does not clip cells where it draws them one by one.
  const inner = cell.isClipped ? clipByPath(clip, pathOfQuad(transformToQuad(cell.box, matrix)), false) : clip
  const own: Colour = { rgb: colour.rgb }
  run.nest(cell.content, {
    name: 'Pattern',
    resources: run.context.source.lookupDict(cell.stream.dict, 'Resources') ?? run.frame.resources,
    state: {
      ...initialState(matrix, inner.box),
      clip: inner,
      groupAlpha: state.fillAlpha * state.groupAlpha,
      groupBlendMode: blendModeOf(state),
      isGrouped: true,
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
