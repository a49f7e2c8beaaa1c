/**
 * Types for measuring text.
 *
 * @module
 */

import type { FontSource } from '../../../typeset/fonts.js'
import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { ParagraphStyleName } from '../../docx-writer/flow-format.js'
import type { StyleSources } from './run-samples.js'

/** Minimum width (no word broken) and preferred width (no line broken), in twips. */
export interface TextWidths {
  readonly least: number
  readonly most: number
}

/** A paragraph to be measured. */
export interface MeasuredText {
  readonly style: ParagraphStyleName
  readonly inlines: readonly FlowInline[]
  /** Indent of the first line; negative where its mark stands out. */
  readonly indent?: number
}

/** Fonts, and options that change styles. */
export interface RulerSources extends StyleSources {
  readonly fonts?: readonly FontSource[] | undefined
}

/** Measures text of one document. */
export interface TextRuler {
  measure(text: MeasuredText): TextWidths
  /** The width of letters of an equation in one line, in ems. */
  measureMath(letters: string): number
}
