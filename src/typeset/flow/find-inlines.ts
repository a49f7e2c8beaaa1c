/**
 * Walks through the text of blocks, and finds fields that depend on pages.
 *
 * @module
 */

import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import type { Block, DocumentModel, Inline, PageField, Paragraph } from '../model/document-model.js'
import type { Drawing } from '../model/drawing-model.js'

type Visit = (inline: Inline, paragraph: Paragraph) => void

/** Calls back for every inline of blocks, those in tables and text boxes included, in reading order. */
export function visitInlines(blocks: readonly Block[], visit: Visit): void {
  finishSteps(visitInSteps(blocks, visit))
}

function* visitInSteps(blocks: readonly Block[], visit: Visit): Steps<void> {
  for (const block of blocks) {
    if (isTurnOver()) yield
    if (block.kind === 'table') {
      for (const row of block.rows) for (const cell of row.cells) yield* visitInSteps(cell.blocks, visit)
      continue
    }
    for (const inline of block.inlines) {
      visit(inline, block)
      if (inline.kind === 'drawing' || inline.kind === 'anchor') visitDrawing(inline.drawing, visit)
    }
  }
}

/** Calls back for every inline of a document's text and notes, with stops. */
export function* visitDocument(document: DocumentModel, visit: Visit): Steps<void> {
  for (const { blocks } of document.sections) yield* visitInSteps(blocks, visit)
  for (const { blocks } of document.footnotes.values()) yield* visitInSteps(blocks, visit)
  for (const { blocks } of document.endnotes.values()) yield* visitInSteps(blocks, visit)
}

function visitDrawing(drawing: Drawing, visit: Visit): void {
  for (const element of drawing.elements) {
    if (element.kind === 'shape' && element.text !== undefined) visitInlines(element.text.blocks, visit)
  }
}

/** Which page-dependent numbers blocks show. */
export interface FieldUse {
  /** Whether they show page numbers. */
  readonly page: boolean
  /** Whether they show numbers that are known only when all pages are. */
  readonly count: boolean
}

/** Finds page numbers and page counts in blocks. */
export function fieldUse(blocks: readonly Block[]): FieldUse {
  let page = false
  let count = false
  const note = ({ field, parts }: PageField): void => {
    if (field === 'computed') parts?.forEach(note)
    else if (field === 'pageCount' || field === 'sectionPageCount') count = true
    else page = true
  }
  visitInlines(blocks, (inline) => {
    if (inline.kind === 'pageField') note(inline)
  })
  return { page, count }
}
