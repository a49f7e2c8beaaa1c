/**
 * Measures paragraphs before there is a document, for code that decides on widths.
 *
 * @module
 */

import type { FontLibrary } from '../fonts/font-face.js'
import type { DocumentModel, Paragraph } from '../model/document-model.js'
import type { ParagraphWidths } from '../text/measure-paragraph.js'
import { prepareParagraph } from '../text/prepare-paragraph.js'
import { createFlowContext } from './create-flow-context.js'
import { numberNotes } from './note-numbers.js'

/** Returns the minimum and maximum width of a paragraph, including indents, in twips. */
export type MeasureParagraph = (paragraph: Paragraph) => ParagraphWidths

const NO_NUMBERS = { page: 1, pageFormat: 'decimal', pageCount: 1, sectionPageCount: 1, section: 1 }

/**
 * Measures paragraphs as they would be set in a document: with its settings, its line breaks and these fonts.
 *
 * @example
 * ```ts
 * const measure = createMeasureParagraph(document, createFontLibrary())
 * measure(paragraph) // { minWidth: 1104, maxWidth: 4310, rigidWidth: 0 }
 * ```
 */
export function createMeasureParagraph(document: DocumentModel, fonts: FontLibrary): MeasureParagraph {
  const state = { numbers: NO_NUMBERS, grid: {}, warnings: new Set<string>() }
  const context = createFlowContext(document, fonts, numberNotes(document), state)
  return (paragraph) => {
    const { minWidth, maxWidth, rigidWidth } = prepareParagraph(paragraph, context)
    return { minWidth, maxWidth, rigidWidth }
  }
}
