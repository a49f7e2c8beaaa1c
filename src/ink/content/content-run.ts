/**
 * The state of one content stream while it is interpreted. Operators work on it; nested streams (forms, patterns,
 * glyphs) get runs of their own.
 *
 * @module
 */

import type { Box, Matrix } from '../../pdf/matrix.js'
import type { PdfDict, PdfObject } from '../../pdf/objects.js'
import type { ContentFont } from '../fonts/content-font.js'
import type { FontCache } from '../fonts/load-font.js'
import type { Clip } from './clip.js'
import { MEMORY_COSTS, spend } from './content-budget.js'
import type { ContentLexer } from './content-lexer.js'
import { CONTENT_LIMITS } from './content-limits.js'
import type { ContentSource } from './content-source.js'
import type { ContentDevice, GlyphStyle, LayerState, Paint } from './device.js'
import { beginText, type GraphicsState, type TextObject } from './graphics-state.js'
import { bothLayers, type OptionalContent } from './optional-content.js'
import { PathBuilder } from './path.js'
import type { StrokeStyle } from './stroke.js'
import type { UnknownCode, UnknownLog } from './unknown-content.js'

/** What all streams of one drawing share. */
export interface DrawingContext {
  readonly source: ContentSource
  readonly fonts: FontCache
  readonly layers: OptionalContent
  readonly device: ContentDevice
  readonly unknown: UnknownLog
  /** Number of the next item. */
  order: number
  /** Of the string that was shown last. */
  glyphStyle: GlyphStyle | undefined
  /** Of the area that was painted last. */
  areaPaint: Paint | undefined
  /** Of the line that was stroked last. */
  strokeStyle: StrokeStyle | undefined
  /** What was painted within the Type 3 glyph that is being drawn. */
  glyphAreas: GlyphArea[] | undefined
  /** Soft masks that were drawn, and where. */
  readonly masks: Map<PdfObject, Set<string>>
  /** Interprets a nested stream. */
  interpret(content: Uint8Array, frame: ContentFrame): void
}

/** Whether a soft mask lets through where it is painted, or where it is light (11.6.5.2). */
export type MaskKind = 'Alpha' | 'Luminosity'

/** An area of a Type 3 glyph. Whether the glyph is a letter is known once all of it was drawn. */
export interface GlyphArea {
  readonly box: Box
  inGlyph: boolean
}

/** The context of a content stream. */
export interface ContentFrame {
  readonly resources: PdfDict | undefined
  /** The state that it begins with. */
  readonly state: GraphicsState
  /** How deep in forms, patterns and glyphs. */
  readonly depth: number
  /** Names that lead here, for messages. */
  readonly path: string
  readonly layer: LayerState
  readonly inGlyph: boolean
  readonly inPattern: boolean
  /** The colour is set from outside: uncoloured patterns (8.7.3.3), and glyphs after d1 (9.6.4). */
  readonly isUncoloured: boolean
  /** Part of a soft mask. */
  readonly inMask?: MaskKind | undefined
}

/** What q saves, with the text object in which it stood, and the place there. */
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
  /** The matrix at the start, which patterns count from (8.7.3.1). */
  readonly baseMatrix: Matrix
  readonly path: PathBuilder
  /** A clip by the current path that takes effect with the next painting operator (8.5.4). */
  pendingClip: 'nonzero' | 'even-odd' | undefined
  text: TextObject | undefined
  isUncoloured: boolean
  /** Nesting of BX (7.8.2): unknown operators are passed over in silence. */
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

  /** Notes something that is unknown, at the current operator; with the part of the page that it is about, if that is known. */
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

  /** Q without q is ignored, as by most viewers, and noted. */
  restore(): void {
    const saved = this.#saved.pop()
    // PDF.js then restores the state of the enclosing content, and continues in the coordinates of the page.
    if (saved === undefined) this.report('misplaced_operator', 'a state is restored that was not saved')
    else this.state = saved.state
    const { text } = this
    // To PDF.js the place in a text is a part of the state.
    if (saved !== undefined && text !== undefined && (text !== saved.text || text.matrix !== saved.place)) {
      this.report('misplaced_operator', 'a state is restored inside of a text object')
    }
  }

  /** The text object; outside of BT and ET one is made, as viewers do, and noted. */
  requireText(): TextObject {
    if (this.text === undefined) {
      this.report('misplaced_operator', 'text is shown or placed outside of a text object')
      this.text = beginText()
    }
    return this.text
  }

  /** Begins marked content; with a state of its own for optional content (8.11.3.2). */
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

  /** A named resource of a category; noted when it is missing. */
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

  /** Interprets a stream inside of this one; noted and passed over when it lies too deep. */
  nest(content: Uint8Array, frame: Omit<ContentFrame, 'depth' | 'path'> & { readonly name: string }): void {
    const depth = this.frame.depth + 1
    if (depth > CONTENT_LIMITS.maxNesting) {
      this.report('limit', 'forms, patterns and glyphs are nested too deeply')
      return
    }
    this.context.interpret(content, { ...frame, depth, path: `${this.frame.path}/${frame.name}`.slice(0, 200) })
  }
}
