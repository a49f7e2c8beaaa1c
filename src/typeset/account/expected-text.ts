/**
 * Computes what the pages of a document must show.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { Block, DocumentModel, Paragraph } from '../model/document-model.js'
import { buildTableGrid } from '../table/table-grid.js'
import { countVisible } from './visible-characters.js'

/** Number of visible characters of each paragraph that pages must show. */
type ExpectedText = ReadonlyMap<Paragraph, number>

/**
 * What the pages of a document must show: its text, the notes that it refers to, and the headers and footers in use. Text of
 * cells that are merged into the one above is hidden (ECMA-376-1, 17.4.84). With stops.
 */
export function* expectedText(document: DocumentModel, running: Iterable<readonly Block[]>): Steps<ExpectedText> {
  const expected = new Map<Paragraph, number>()
  const notes = new Set<string>()
  for (const { blocks } of document.sections) yield* addBlocks(blocks)
  for (const blocks of running) yield* addBlocks(blocks)
  return expected

  function* addBlocks(blocks: readonly Block[]): Steps<void> {
    for (const block of blocks) {
      if (isTurnOver()) yield
      if (block.kind === 'paragraph') yield* addParagraph(block)
      else
        for (const row of buildTableGrid(block).rows)
          for (const { cell, origin } of row) if (origin === undefined) yield* addBlocks(cell.blocks)
    }
  }

  function* addParagraph(paragraph: Paragraph): Steps<void> {
    // The label is painted with the paragraph. If it did not count, it would make up for lost letters.
    let count = countVisible(paragraph.label?.text ?? '')
    for (const inline of paragraph.inlines) {
      if (inline.kind === 'text') count += countVisible(inline.text)
      else if (inline.kind === 'stacked')
        for (const { text } of [...inline.over, ...inline.base]) count += countVisible(text)
      else if (inline.kind === 'noteReference') yield* addNote(inline.note, inline.id)
      else if (inline.kind === 'drawing' || inline.kind === 'anchor') {
        for (const element of inline.drawing.elements)
          if (element.kind === 'shape') yield* addBlocks(element.text?.blocks ?? [])
      }
    }
    if (count > 0) expected.set(paragraph, count)
  }

  function* addNote(kind: 'footnote' | 'endnote', id: string): Steps<void> {
    const key = `${kind} ${id}`
    if (notes.has(key)) return
    notes.add(key)
    yield* addBlocks((kind === 'footnote' ? document.footnotes : document.endnotes).get(id)?.blocks ?? [])
  }
}
