/**
 * From the current path and state to painted areas.
 *
 * @module
 */
import { PdfStream } from '../objects.js'
import { clipByPath } from './clip.js'
import type { Colour } from './colour.js'
import { MEMORY_COSTS, spend } from './content-budget.js'
import type { ContentRun } from './content-run.js'
import type { Paint } from './device.js'
import { type Box, intersectBoxes, widenBox } from './matrix.js'
import { boxOfPath, type SubPath, withinBounds } from './path.js'
import { type AreaShape, ShownArea } from './shown-area.js'
import { type StrokeStyle, spikeReach, widestExtent } from './stroke.js'
import { isThin, THINNEST_LINE, thickened } from './thin-shapes.js'
import { paintTiles } from './tiling.js'

/** What a painting operator does with the current path. */
export interface PathPainting {
  readonly fill?: 'nonzero' | 'even-odd'
  readonly stroke?: boolean
  readonly close?: boolean
}

/** 8.5.3: paints the current path, lets it cut the clip where W asked for that, and ends it. */
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
  // MuPDF shows nothing from here on, Poppler everything as before.
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
    paintTiles(run, fill, { path: shown, box: filled, evenOdd }, (colour) =>
      emitArea(run, { kind: 'fill', path: shown, evenOdd }, filled, 'fill', colour),
    )
  } else emitArea(run, { kind: 'fill', path: shown, evenOdd }, filled, 'fill', fill)
}

function strokePath(run: ContentRun, path: readonly SubPath[], box: Box): void {
  const { state } = run
  const style = strokeStyleOf(run)
  // Caps that project reach further than half the width, by the diagonal.
  const reach = widestExtent(style) * (state.lineCap === 0 ? 0.5 : Math.SQRT1_2)
  const wide = widenBox(box, Math.max(reach, THINNEST_LINE, spikeReach(path, style)))
  if (!wide.every(Number.isFinite)) {
    run.report('geometry', 'a line is wider than all bounds')
    return
  }
  emitArea(run, { kind: 'stroke', path, evenOdd: false, style }, wide, 'stroke', state.stroke)
}

/** How the current state strokes; the style of the line before, where it is the same. */
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

/** Which of the two colours and alphas counts. */
export type PaintSide = 'fill' | 'stroke'

/** What the current state says about something painted. */
export function paintOf(run: ContentRun, side: PaintSide, colour: Colour): Paint {
  const { state } = run
  return {
    clip: state.clip,
    colour: colour.rgb,
    alpha: (side === 'fill' ? state.fillAlpha : state.strokeAlpha) * state.groupAlpha,
    blendMode: state.blendMode === 'Normal' ? state.groupBlendMode : state.blendMode,
    isMasked: state.isMasked || state.isGroupMasked,
    overprint: side === 'fill' ? state.fillOverprint : state.strokeOverprint,
    layer: run.layer,
  }
}

/** The paint of what was painted before, where this is the same: pages paint thousands of things alike. */
export function sharedPaint(paint: Paint, last: Paint | undefined): Paint {
  if (last === undefined) return paint
  const isSameColour = last.colour === paint.colour && last.clip === paint.clip && last.alpha === paint.alpha
  const isSameMode = last.blendMode === paint.blendMode && last.isMasked === paint.isMasked
  return isSameColour && isSameMode && last.overprint === paint.overprint && last.layer === paint.layer ? last : paint
}

/** Tells the device about an area, unless it lies outside of the clip or has no colour to paint with. */
export function emitArea(run: ContentRun, shape: AreaShape, box: Box, side: PaintSide, colour: Colour): void {
  const clipped = intersectBoxes(box, run.state.clip.box)
  const { context, frame } = run
  const order = context.order++
  if (clipped === undefined || context.device.area === undefined) return
  const paint = sharedPaint(paintOf(run, side, colour), context.areaPaint)
  // Whoever interprets sees that too many were painted, and stops.
  if (!spend(context.source.budget, 'areas', shape.picture === undefined ? 1 : 2)) return
  if (!spend(context.source.budget, 'memory', memoryOf(shape, paint !== context.areaPaint))) return
  context.areaPaint = paint
  const { inGlyph, inPattern } = frame
  const area = new ShownArea(shape, { order, box: clipped, paint: context.areaPaint, inGlyph, inPattern })
  context.device.area(area)
  context.glyphAreas?.push(area)
}

function memoryOf({ path, picture }: AreaShape, hasOwnPaint: boolean): number {
  const { area, number, picture: ofPicture, paint } = MEMORY_COSTS
  const numbers = path.reduce((sum, { points }) => sum + 1 + points.length, 0)
  return area + number * numbers + (picture === undefined ? 0 : ofPicture) + (hasOwnPaint ? paint : 0)
}
