/**
 * Lays out blocks outside of a document, such as the text of a signature.
 *
 * @module
 */

import type { Block } from '../model/document-model.js'
import { plainDocument } from '../model/plain-model.js'
import { createFlowContext } from './create-flow-context.js'
import type { LayoutOptions } from './lay-out-document.js'
import type { Stack } from './layout-context.js'
import { numberNotes } from './note-numbers.js'

const NUMBERS = { page: 1, pageFormat: 'decimal', pageCount: undefined, sectionPageCount: undefined, section: 1 }

/**
 * Lays out blocks in a separate column, without a page, such as the text of a signature's appearance.
 *
 * @param width of the column, in twips
 */
export function layOutBlocks(blocks: readonly Block[], width: number, { fonts, signal }: LayoutOptions): Stack {
  const document = plainDocument([])
  const state = { numbers: NUMBERS, grid: {}, warnings: new Set<string>() }
  return createFlowContext(document, fonts, numberNotes(document), state, signal).layOutBlocks(blocks, width)
}
