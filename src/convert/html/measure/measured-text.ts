/**
 * What is measured of text, and what measures it.
 *
 * @module
 */

import type { FontSource } from '../../../typeset/fonts.js'
import type { FlowInline, ParagraphStyleName } from '../../docx-writer/flow-document.js'
import type { StyleSources } from './run-samples.js'

/** Widths without breaking words, and without breaking lines, in twips. */
export interface TextWidths {
  readonly least: number
  readonly most: number
}

/** A paragraph to be measured. */
export interface MeasuredText {
  readonly style: ParagraphStyleName
  readonly inlines: readonly FlowInline[]
  /** How far the first line is indented; negative where its mark stands out. */
  readonly indent?: number
}

/** Fonts, and options that change styles. */
export interface RulerSources extends StyleSources {
  readonly fonts?: readonly FontSource[]
}

/** Measures text of one document. */
export interface TextRuler {
  measure(text: MeasuredText): TextWidths
  /** The width of letters of an equation in one line, in ems. */
  measureMath(letters: string): number
}
