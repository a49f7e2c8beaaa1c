/**
 * Shows strings glyph by glyph (ISO 32000-2, 9.4.3 and 9.4.4).
 *
 * @module
 */
import {
  type Box,
  isFiniteMatrix,
  type Matrix,
  multiply,
  scaleOf,
  transformBox,
  uniteBoxes,
  widenBox,
} from '../../pdf/matrix.js'
import type { ContentFont, GlyphProcedures } from '../fonts/content-font.js'
import type { Contours, GlyphOutline } from '../fonts/outlines/glyph-outline.js'
import { type ContentBudget, MEMORY_COSTS, spend } from './content-budget.js'
import { CONTENT_LIMITS } from './content-limits.js'
import { type ContentRun, type GlyphArea, type GraphicsState, initialState, type TextObject } from './content-run.js'
import type { GlyphStyle, Paint } from './drawing.js'
import { blendModeOf, fillPath, LOWEST_LETTER, paintOf, sharedPaint } from './painting.js'
import { boxOfPath, PathBuilder, type SubPath } from './path.js'
import { ProcedureGlyph, ShownGlyph } from './shown-items.js'

/** The single-byte code to which word spacing applies (9.3.3). */
const BLANK = 32

/** Rendering modes of 9.3.6. */
const STROKE_ONLY: ReadonlySet<number> = new Set([1, 5])
const STROKING: ReadonlySet<number> = new Set([1, 2, 5, 6])
const FIRST_CLIPPING_MODE = 4

/** Shows a string at the current text matrix, and advances it. */
export function showString(run: ContentRun, bytes: Uint8Array): void {
  const text = run.requireText()
  const { font } = run.state
  if (font === undefined) {
    run.report('missing_resource', 'text is shown without a font')
    return
  }
  const { budget } = run.context.source
  if (!spend(budget, 'glyphs', bytes.length) || !spend(budget, 'memory', MEMORY_COSTS.glyph * bytes.length)) {
    run.report('limit', 'too many glyphs are shown')
    return
  }
  const line = beginLine(run, text, font)
  if (!isFiniteMatrix(line.style.scale) || !line.start.every(Number.isFinite)) {
    run.report('geometry', 'a glyph stands beyond all bounds')
    return
  }
  font.readCodes(bytes, (code, length) => {
    showGlyph(run, text, line, code)
    advance(run.state, line, code, length)
  })
  text.matrix = moved(text.matrix, line.x, line.y)
}

/** A string that is being shown, with the current place. */
interface Line {
  readonly style: GlyphStyle
  /** Where the first glyph stands, in page space. */
  readonly start: readonly [number, number]
  /** From text space to page space. */
  readonly space: Matrix
  /** Current place in text space. */
  x: number
  y: number
}

function beginLine(run: ContentRun, text: TextObject, font: ContentFont): Line {
  const { state } = run
  const space = multiply(text.matrix, state.matrix)
  const scale = multiply([state.fontSize * state.horizontalScaling, 0, 0, state.fontSize, 0, state.rise], space)
  const paint = textPaint(run)
  const size = Math.hypot(scale[2], scale[3])
  const { renderMode } = state
  const strokeWidth = STROKING.has(renderMode) ? state.lineWidth * scaleOf(state.matrix) : 0
  const style = shareStyle(run, { font, paint, scale, size, strokeWidth, renderMode })
  return { style, start: [scale[4], scale[5]], space, x: 0, y: 0 }
}

/** The paint of letters. Its colour is unknown where they are filled with one colour and outlined with another. */
function textPaint(run: ContentRun): Paint {
  const { renderMode, stroke, fill } = run.state
  if (run.frame.inMask !== undefined) return { ...paintOf(run, 'fill', fill), colour: undefined }
  if (STROKE_ONLY.has(renderMode)) return paintOf(run, 'stroke', stroke)
  const paint = paintOf(run, 'fill', fill)
  if (!STROKING.has(renderMode)) return paint
  const alpha = Math.max(paint.alpha, paintOf(run, 'stroke', stroke).alpha)
  return { ...paint, alpha, colour: String(stroke.rgb) === String(fill.rgb) ? paint.colour : undefined }
}

/** The style of the last string, if it equals this one. */
function shareStyle({ context }: ContentRun, style: GlyphStyle): GlyphStyle {
  const { glyphStyle: last } = context
  const isSame =
    last !== undefined &&
    last.font === style.font &&
    sharedPaint(style.paint, last.paint) === last.paint &&
    last.strokeWidth === style.strokeWidth &&
    last.renderMode === style.renderMode &&
    [0, 1, 2, 3].every((i) => last.scale[i] === style.scale[i])
  context.glyphStyle = isSame ? last : style
  return context.glyphStyle
}

/** Moves back along the line by a number of TJ, in thousandths of an em (9.4.3). */
export function moveBack(run: ContentRun, thousandths: number): void {
  const text = run.requireText()
  const { fontSize, horizontalScaling, font } = run.state
  const by = (-thousandths / 1000) * fontSize
  const isVertical = font?.vertical !== undefined
  text.matrix = isVertical ? moved(text.matrix, 0, by) : moved(text.matrix, by * horizontalScaling, 0)
}

/** The matrix after a displacement in its own coordinates. */
function moved(m: Matrix, x: number, y: number): Matrix {
  return [m[0], m[1], m[2], m[3], m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]]
}

function advance(state: GraphicsState, line: Line, code: number, length: number): void {
  const { font } = line.style
  const spacing = state.characterSpacing + (length === 1 && code === BLANK ? state.wordSpacing : 0)
  if (font.vertical === undefined) {
    line.x += (font.widthOf(code) * state.fontSize + spacing) * state.horizontalScaling
  } else line.y += -font.vertical.advanceOf(code) * state.fontSize + spacing
}

function showGlyph(run: ContentRun, text: TextObject, line: Line, code: number): void {
  const { state, context } = run
  const { style, start, space } = line
  const { font } = style
  const [a, b, c, d] = style.scale
  const e = start[0] + space[0] * line.x + space[2] * line.y
  const f = start[1] + space[1] * line.x + space[3] * line.y
  const [x, y] = font.vertical?.originOf(code) ?? ORIGIN
  if (state.renderMode >= FIRST_CLIPPING_MODE) text.isClipping = true
  const place = [e - a * x - c * y, f - b * x - d * y] as const
  const { procedures } = font
  if (procedures !== undefined) {
    const glyph = new ProcedureGlyph(context.order++, style, code, ...place)
    const { unknown, isAdrift } = font.inkOf(code)
    if (isAdrift) text.isAdrift = true
    if (unknown !== undefined) run.report('glyph_place', unknown)
    if (text.isAdrift) run.report('glyph_place', 'the place of a glyph depends on the viewer')
    context.glyphs.push(glyph)
    glyph.setExtent(drawProcedure(run, procedures, code, glyph.matrix))
    return
  }
  const glyph = new ShownGlyph(context.order++, style, code, ...place)
  context.glyphs.push(glyph)
  reportSpikes(run, glyph)
  paintStrayInk(run, text, glyph, style)
}

const ORIGIN = [0, 0] as const

/** Smallest width of a letter's outline at which its pointed corners reach beyond its cell, in ems. */
const THICK_OUTLINE = 0.12

/** Reports the corners of letters with a thick outline. Those of W and A reach as far as the miter limit allows (8.4.3.5). */
function reportSpikes(run: ContentRun, { strokeWidth, size, box }: ShownGlyph): void {
  const { lineJoin, miterLimit } = run.state
  if (!(strokeWidth > THICK_OUTLINE * size) || lineJoin !== 0) return
  const reach = (strokeWidth / 2) * Math.max(1, miterLimit)
  run.report('glyph_place', 'the outline of a letter reaches far beyond it', widenBox(box, reach))
}

/**
 * Draws a Type 3 glyph (9.6.4). It is a content stream of its own in the current state, whatever the text rendering mode (9.3.6).
 *
 * @returns The box around what it paints; `undefined` for nothing.
 */
function drawProcedure(run: ContentRun, procedures: GlyphProcedures, code: number, matrix: Matrix): Box | undefined {
  const { context, state } = run
  const stream = procedures.procedureOf(code)
  const content = stream && context.source.decode(stream, CONTENT_LIMITS.maxStreamBytes)
  if (content === undefined) return undefined
  const around = context.glyphAreas
  const areas: GlyphArea[] = []
  context.glyphAreas = areas
  // The font matrix leads to text space, whose unit is the em of `matrix`.
  const glyphMatrix = multiply(procedures.matrix, matrix)
  run.nest(content, {
    name: 'Glyph',
    resources: procedures.resources ?? run.frame.resources,
    state: stateOfGlyph(state, glyphMatrix),
    layer: run.layer,
    inGlyph: true,
    inPattern: run.frame.inPattern,
    isUncoloured: run.isUncoloured,
    inMask: run.frame.inMask,
  })
  context.glyphAreas = around
  const extent = areas.reduce<Box | undefined>((all, { box }) => uniteBoxes(all, box), undefined)
  if (around !== undefined) for (const area of areas) around.push(area)
  if (extent !== undefined && !isLetter(extent)) for (const area of areas) area.inGlyph = false
  return extent
}

/** The current state with the colour of the text for strokes. */
function stateOfGlyph(state: GraphicsState, matrix: Matrix): GraphicsState {
  return {
    ...initialState(matrix, state.clip.box),
    clip: state.clip,
    fill: state.fill,
    fillSpace: state.fillSpace,
    stroke: state.fill,
    strokeSpace: state.fillSpace,
    fillAlpha: state.fillAlpha,
    strokeAlpha: state.fillAlpha,
    groupAlpha: state.groupAlpha,
    // MuPDF draws a coloured glyph as a group.
    groupBlendMode: blendModeOf(state),
    isGrouped: true,
    isMasked: state.isMasked,
    isGroupMasked: state.isGroupMasked,
    isKnockout: state.isKnockout,
    isTransferred: state.isTransferred,
  }
}

/** Largest side of what may be one letter, in points. Larger procedures draw a line of text, or a whole page. */
const LARGEST_LETTER = 30
/** Largest ratio of width to height of a letter that is not a dash. */
const BROADEST_LETTER = 2
/** Largest height of a dash, in points. */
const HIGHEST_DASH = 2.5

function isLetter([left, bottom, right, top]: Box): boolean {
  const [width, height] = [right - left, top - bottom]
  return Math.max(width, height) <= LARGEST_LETTER && (width <= BROADEST_LETTER * height || height <= HIGHEST_DASH)
}

/** Rendering modes that paint nothing (9.3.6). */
export const WITHOUT_INK: ReadonlySet<number> = new Set([3, 7])

/** Paints the ink of the glyph just shown that its cell does not stand for. */
function paintStrayInk(run: ContentRun, text: TextObject, glyph: ShownGlyph, style: GlyphStyle): void {
  const { stray, small, loose, unknown, isAdrift } = style.font.inkOf(glyph.code)
  if (isAdrift) text.isAdrift = true
  if (WITHOUT_INK.has(style.renderMode)) return
  if (unknown !== undefined) run.report('glyph_place', unknown)
  const { matrix } = glyph
  for (const box of loose) run.report('glyph_place', DIFFERS, placeOf(box, matrix, style))
  if (text.isAdrift) {
    const boxes = [...loose, ...stray.map(({ box }) => box)]
    run.report('glyph_place', DIFFERS, boxes.every(isOnLine) ? bandOf(run, text, glyph, style) : undefined)
  }
  for (const outline of stray) paintOutline(run, outline, glyph, style)
  for (const outline of small)
    if (heightOf(outline) * style.size >= LOWEST_LETTER) paintOutline(run, outline, glyph, style)
}

const DIFFERS = 'the place of a glyph depends on the viewer'
/** Margin around a place that is known roughly, in points and in ems. */
const ABOUT = { points: 1, ems: 0.25 } as const

function around({ size, strokeWidth }: GlyphStyle): number {
  return ABOUT.points + ABOUT.ems * size + strokeWidth / 2
}

function placeOf(box: Box, matrix: Matrix, style: GlyphStyle): Box {
  return widenBox(transformBox(box, matrix), around(style))
}

/** Lowest and highest reach of letters in viewers' own fonts, from the baseline, in ems. */
const REACH = [-0.75, 1.5] as const

function isOnLine(box: Box | undefined): boolean {
  return box === undefined || (box[1] >= REACH[0] && box[3] <= REACH[1])
}

/**
 * The line of a glyph from one end of the clip to the other: an unknown width moves the following letters along the line only.
 */
function bandOf(run: ContentRun, text: TextObject, { matrix }: ShownGlyph, style: GlyphStyle): Box | undefined {
  const { clip, matrix: space } = run.state
  const [a, b] = [
    text.matrix[0] * space[0] + text.matrix[1] * space[2],
    text.matrix[0] * space[1] + text.matrix[1] * space[3],
  ]
  const unit = Math.hypot(a, b)
  if (unit === 0) return undefined
  const [, , c, d, e, f] = matrix
  const [left, bottom, right, top] = clip.box
  const far = Math.hypot(Math.max(e - left, right - e), Math.max(f - bottom, top - f))
  const [x, y] = [(a / unit) * far, (b / unit) * far]
  const lines = REACH.map((t) => [e + c * t, f + d * t] as const).flatMap(([m, n]): Box[] => [
    [m - Math.abs(x), n - Math.abs(y), m + Math.abs(x), n + Math.abs(y)],
  ])
  return widenBox(lines.reduce<Box | undefined>(uniteBoxes, undefined) ?? clip.box, around(style))
}

function heightOf({ box }: GlyphOutline): number {
  return box === undefined ? 0 : box[3] - box[1]
}

function paintOutline(run: ContentRun, outline: GlyphOutline, { matrix }: ShownGlyph, style: GlyphStyle): void {
  const contours = outline.contours?.()
  if (contours === undefined) {
    if (outline.box !== undefined) run.report('glyph_place', DIFFERS, placeOf(outline.box, matrix, style))
    return
  }
  const path = pathOfContours(contours, matrix, run.context.source.budget)
  const box = boxOfPath(path)
  if (box === undefined) run.report('glyph_place', 'a glyph reaches beyond all bounds')
  else fillPath(run, path, box, false)
}

/** The path of a glyph's outline, from ems to the space of the matrix. */
export function pathOfContours(contours: Contours, matrix: Matrix, budget: ContentBudget): SubPath[] {
  const builder = new PathBuilder(budget)
  for (const points of contours) {
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
      if (i === 0) builder.moveTo(matrix, x, y)
      else builder.lineTo(matrix, x, y)
    }
    builder.close()
  }
  return builder.take()
}
