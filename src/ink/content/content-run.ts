/**
 * The state of one content stream while it is interpreted (ISO 32000-2, 8.4 and 9.3), and the type of operators. Nested streams
 * (forms, patterns, glyphs) get runs of their own.
 *
 * @module
 */
import { type Box, IDENTITY, type Matrix } from '../../pdf/matrix.js'
import { PdfDict, PdfName, type PdfObject, PdfString } from '../../pdf/objects.js'
import { BLACK, type Colour, type ColourSpace, DEVICE_GRAY } from '../colour/colour.js'
import type { ContentFont } from '../fonts/content-font.js'
import type { FontCache } from '../fonts/load-font.js'
import { boxClip, type Clip } from './clip.js'
import { MEMORY_COSTS, spend } from './content-budget.js'
import type { ContentLexer } from './content-lexer.js'
import { CONTENT_LIMITS } from './content-limits.js'
import type { ContentSource } from './content-source.js'
import type { GlyphStyle, LayerState, Paint, PaintedArea, PaintedGlyph } from './drawing.js'
import { bothLayers, type OptionalContent } from './optional-content.js'
import { PathBuilder } from './path.js'
import type { StrokeStyle } from './stroke.js'
import type { UnknownCode, UnknownLog } from './unknown-content.js'

/** Device-independent parameters, which q saves. */
export interface GraphicsState {
  matrix: Matrix
  clip: Clip
  fillSpace: ColourSpace
  strokeSpace: ColourSpace
  fill: Colour
  stroke: Colour
  fillAlpha: number
  strokeAlpha: number
  /** Opacity of the enclosing transparency groups, which multiplies the alphas. */
  groupAlpha: number
  blendMode: string
  /** Blend mode and soft mask with which the enclosing groups are painted (11.6.6). */
  groupBlendMode: string
  isGroupMasked: boolean
  /** True where blend modes mix with the content of a group alone, at least in some viewers, and not with the page (11.4.5). */
  isGrouped: boolean
  /** True when a soft mask other than /None is in force. */
  isMasked: boolean
  /** True when the innermost transparency group is a knockout group (11.4.6). */
  isKnockout: boolean
  /** True when a transfer function other than the usual one changes colours (10.5). */
  isTransferred: boolean
  fillOverprint: boolean
  strokeOverprint: boolean
  lineWidth: number
  lineCap: number
  /** Line join: 0 miter, 1 round, 2 bevel (8.4.3.4). */
  lineJoin: number
  /** Longest miter, in line widths (8.4.3.5). */
  miterLimit: number
  dashes: readonly number[]
  dashPhase: number
  characterSpacing: number
  wordSpacing: number
  /** The operand of Tz divided by 100. */
  horizontalScaling: number
  leading: number
  font: ContentFont | undefined
  fontSize: number
  renderMode: number
  rise: number
}

/** The state at the start of a page: black, and clipped by the box alone (8.4.1, table 51). */
export function initialState(matrix: Matrix, clip: Box): GraphicsState {
  return {
    matrix,
    clip: boxClip(clip),
    fillSpace: DEVICE_GRAY,
    strokeSpace: DEVICE_GRAY,
    fill: BLACK,
    stroke: BLACK,
    fillAlpha: 1,
    strokeAlpha: 1,
    groupAlpha: 1,
    blendMode: 'Normal',
    groupBlendMode: 'Normal',
    isGroupMasked: false,
    isGrouped: false,
    isMasked: false,
    isKnockout: false,
    isTransferred: false,
    fillOverprint: false,
    strokeOverprint: false,
    lineWidth: 1,
    lineCap: 0,
    lineJoin: 0,
    miterLimit: 10,
    dashes: [],
    dashPhase: 0,
    characterSpacing: 0,
    wordSpacing: 0,
    horizontalScaling: 1,
    leading: 0,
    font: undefined,
    fontSize: 0,
    renderMode: 0,
    rise: 0,
  }
}

/** Matrices of a text object (9.4.1): where the next glyph goes, and where the line began. */
export interface TextObject {
  matrix: Matrix
  line: Matrix
  /** True when letters were shown that become part of the clip at ET (9.3.6). */
  isClipping: boolean
  /** True after a glyph whose width the font does not give: viewers differ in where the next glyph goes. */
  isAdrift: boolean
}

export function beginText(): TextObject {
  return { matrix: IDENTITY, line: IDENTITY, isClipping: false, isAdrift: false }
}

/** State that all streams of one drawing share. */
export interface DrawingContext {
  readonly source: ContentSource
  readonly fonts: FontCache
  readonly layers: OptionalContent
  readonly unknown: UnknownLog
  /** Everything painted so far, in painting order. `masked` holds the content of soft masks. */
  readonly glyphs: PaintedGlyph[]
  readonly areas: PaintedArea[]
  readonly masked: PaintedArea[]
  /** Texts that screen readers say, and copying gives, instead of content. */
  readonly spoken: string[]
  /** Number of the next item. */
  order: number
  /** Style of the string that was shown last. */
  glyphStyle: GlyphStyle | undefined
  /** Paint of the area that was painted last. */
  areaPaint: Paint | undefined
  /** Style of the line that was stroked last. */
  strokeStyle: StrokeStyle | undefined
  /** Areas painted so far within the current Type 3 glyph. */
  glyphAreas: GlyphArea[] | undefined
  /** Soft masks that were drawn, with the places where. */
  readonly masks: Map<PdfObject, Set<string>>
  /** Interprets a nested stream. */
  interpret(content: Uint8Array, frame: ContentFrame): void
}

/** Whether a soft mask takes its values from the alpha or the luminosity of its group (11.6.5.2). */
export type MaskKind = 'Alpha' | 'Luminosity'

/** An area of a Type 3 glyph. Only when the whole glyph was drawn is it known whether it is a letter. */
export interface GlyphArea {
  readonly box: Box
  inGlyph: boolean
}

export interface ContentFrame {
  readonly resources: PdfDict | undefined
  readonly state: GraphicsState
  /** Depth of nesting in forms, patterns and glyphs. */
  readonly depth: number
  /** Names of the enclosing resources, for messages. */
  readonly path: string
  readonly layer: LayerState
  readonly inGlyph: boolean
  readonly inPattern: boolean
  /** True where the colour is set from outside: in uncoloured patterns (8.7.3.3), and in glyphs after d1 (9.6.4). */
  readonly isUncoloured: boolean
  /** Kind of the soft mask that this content is a part of. */
  readonly inMask?: MaskKind | undefined
}

/** The state that q saves, with the current text object and its matrix. */
interface SavedState {
  readonly state: GraphicsState
  readonly text: TextObject | undefined
  readonly place: Matrix | undefined
}

/** One content stream while it is interpreted. */
export class ContentRun {
  readonly context: DrawingContext
  readonly frame: ContentFrame
  readonly lexer: ContentLexer
  state: GraphicsState
  /** The matrix at the start of the content, which pattern matrices are relative to (8.7.3.1). */
  readonly baseMatrix: Matrix
  readonly path: PathBuilder
  /** Rule of a clip by the current path, which takes effect with the next painting operator (8.5.4). */
  pendingClip: 'nonzero' | 'even-odd' | undefined
  text: TextObject | undefined
  isUncoloured: boolean
  /** Depth of BX (7.8.2), in which unknown operators are ignored without a report. */
  compatibility = 0
  layer: LayerState
  readonly #saved: SavedState[] = []
  readonly #layers: LayerState[] = []

  constructor(context: DrawingContext, frame: ContentFrame, lexer: ContentLexer) {
    this.context = context
    this.frame = frame
    this.lexer = lexer
    this.state = { ...frame.state }
    this.baseMatrix = frame.state.matrix
    this.path = new PathBuilder(context.source.budget)
    this.isUncoloured = frame.isUncoloured
    this.layer = frame.layer
  }

  /** Reports something unknown at the current operator, with the part of the page that it concerns, if known. */
  report(code: UnknownCode, detail: string, box?: Box): void {
    this.context.unknown.add(code, detail, this.frame.path, this.lexer.offset, box)
  }

  save(): void {
    if (this.#saved.length >= CONTENT_LIMITS.maxSavedStates) {
      this.report('limit', 'too many graphics states are saved')
      return
    }
    this.#saved.push({ state: { ...this.state }, text: this.text, place: this.text?.matrix })
  }

  /** Ignores Q without q, as most viewers do, and reports it. */
  restore(): void {
    const saved = this.#saved.pop()
    // PDF.js then restores the state of the enclosing content, and continues in the coordinates of the page.
    if (saved === undefined) this.report('misplaced_operator', 'a state is restored that was not saved')
    else this.state = saved.state
    const { text } = this
    // In PDF.js the text matrix is part of the saved state.
    if (saved !== undefined && text !== undefined && (text !== saved.text || text.matrix !== saved.place)) {
      this.report('misplaced_operator', 'a state is restored inside of a text object')
    }
  }

  /** The text object. Outside of BT and ET one is created, as viewers do, and reported. */
  requireText(): TextObject {
    if (this.text === undefined) {
      this.report('misplaced_operator', 'text is shown or placed outside of a text object')
      this.text = beginText()
    }
    return this.text
  }

  /** Begins marked content; optional content has a layer state of its own (8.11.3.2). */
  beginMarked(layer: LayerState | undefined): void {
    if (this.#layers.length >= CONTENT_LIMITS.maxMarkedContentNesting) {
      this.report('limit', 'marked content is nested too deeply')
      return
    }
    this.#layers.push(this.layer)
    if (layer === undefined) return
    if (layer === 'unknown') this.report('optional_content', 'whether a layer is shown depends on the viewer')
    this.layer = bothLayers(this.layer, layer)
  }

  endMarked(): void {
    this.layer = this.#layers.pop() ?? this.layer
  }

  /** A named resource of a category. A missing one is reported. */
  resource(category: string, name: string): { readonly value: PdfObject; readonly reference: PdfObject | undefined } {
    const { source } = this.context
    const reference = source.lookupDict(this.frame.resources, category)?.get(name)
    const value = source.resolve(reference)
    if (value === null) this.report('missing_resource', `the resource /${name} of /${category} is missing`)
    return { value, reference }
  }

  setFont(reference: PdfObject | undefined, size: number): void {
    const font = this.context.fonts.load(this.context.source, reference)
    if (font === undefined) this.report('missing_resource', 'a font is missing')
    else this.#reportFaults(font)
    this.state.font = font
    this.state.fontSize = size
  }

  #reportFaults(font: ContentFont): void {
    for (const fault of font.faults) this.report('font', fault)
  }

  cutClip(clip: Clip): void {
    const numbers = clip.path?.subPaths.reduce((sum, { points }) => sum + 1 + points.length, 0) ?? 0
    spend(this.context.source.budget, 'memory', MEMORY_COSTS.clip + MEMORY_COSTS.number * numbers)
    if (this.state.clip.exact && !clip.exact) this.report('geometry', 'a clipping path is kept only roughly')
    this.state.clip = clip
  }

  /** Interprets a stream inside of this one. A stream that is nested too deep is skipped and reported. */
  nest(content: Uint8Array, frame: Omit<ContentFrame, 'depth' | 'path'> & { readonly name: string }): void {
    const depth = this.frame.depth + 1
    if (depth > CONTENT_LIMITS.maxNesting) {
      this.report('limit', 'forms, patterns and glyphs are nested too deeply')
      return
    }
    this.context.interpret(content, { ...frame, depth, path: `${this.frame.path}/${frame.name}`.slice(0, 200) })
  }
}

/** An operator of content streams. */
export interface OperatorDefinition {
  readonly name: string
  /**
   * The types of the operands, one letter each: n number, N name, s string, a array, p property list (a name or a dictionary).
   * `*` stands for any operands, which the operator checks itself.
   */
  readonly operands: string
  readonly run: (run: ContentRun, operands: readonly PdfObject[]) => void
}

/** An operator whose operands are all numbers, passed as separate arguments. */
export function numeric(
  name: string,
  count: number,
  run: (run: ContentRun, ...numbers: number[]) => void,
): OperatorDefinition {
  return { name, operands: 'n'.repeat(count), run: (target, operands) => run(target, ...(operands as number[])) }
}

export function plain(name: string, run: (run: ContentRun) => void): OperatorDefinition {
  return { name, operands: '', run }
}

/** True when the operands are those that the operator takes. */
export function fitsShape(operands: readonly PdfObject[], shape: string): boolean {
  if (shape === '*') return true
  if (operands.length !== shape.length) return false
  for (let i = 0; i < shape.length; i++) {
    if (!isOfType(operands[i] as PdfObject, shape.charCodeAt(i))) return false
  }
  return true
}

const NUMBER = 'n'.charCodeAt(0)
const NAME = 'N'.charCodeAt(0)
const STRING = 's'.charCodeAt(0)
const ARRAY = 'a'.charCodeAt(0)

function isOfType(operand: PdfObject, type: number): boolean {
  switch (type) {
    case NUMBER:
      return typeof operand === 'number'
    case NAME:
      return operand instanceof PdfName
    case STRING:
      return operand instanceof PdfString
    case ARRAY:
      return Array.isArray(operand)
    default:
      return operand instanceof PdfName || operand instanceof PdfDict
  }
}

/** The operands that viewers use of a malformed call: the last ones, if there are enough. */
export function lastOperands(operands: readonly PdfObject[], shape: string): readonly PdfObject[] | undefined {
  const last = operands.slice(Math.max(0, operands.length - shape.length))
  return fitsShape(last, shape) ? last : undefined
}
