/**
 * What the pages of a document must show.
 *
 * @module
 */

import type { Block, DocumentModel, Paragraph } from '../model/document-model.js'
import { buildTableGrid } from '../table/table-grid.js'
import { countVisible } from './visible-characters.js'

/** How many visible characters each paragraph has that pages must show. */
export type ExpectedText = ReadonlyMap<Paragraph, number>

/**
 * What the pages of a document must show: its text, the notes that it refers to, and the headers and footers in use.
 * Cells that are merged into the one above keep their text to themselves (ECMA-376-1, 17.4.84).
 */
export function expectedText(document: DocumentModel, running: Iterable<readonly Block[]>): ExpectedText {
  const expected = new Map<Paragraph, number>()
  const notes = new Set<string>()
  for (const { blocks } of document.sections) addBlocks(blocks)
  for (const blocks of running) addBlocks(blocks)
  return expected

  function addBlocks(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.kind === 'paragraph') addParagraph(block)
      else
        for (const row of buildTableGrid(block).rows)
          for (const { cell, origin } of row) if (origin === undefined) addBlocks(cell.blocks)
    }
  }

  function addParagraph(paragraph: Paragraph): void {
    // It is painted with the paragraph: without it, it would make up for letters that are lost.
    let count = countVisible(paragraph.label?.text ?? '')
    for (const inline of paragraph.inlines) {
      if (inline.kind === 'text') count += countVisible(inline.text)
      else if (inline.kind === 'stacked')
        for (const { text } of [...inline.over, ...inline.base]) count += countVisible(text)
      else if (inline.kind === 'noteReference') addNote(inline.note, inline.id)
      else if (inline.kind === 'drawing' || inline.kind === 'anchor') {
        for (const element of inline.drawing.elements)
          if (element.kind === 'shape') addBlocks(element.text?.blocks ?? [])
      }
    }
    if (count > 0) expected.set(paragraph, count)
  }

  function addNote(kind: 'footnote' | 'endnote', id: string): void {
    const key = `${kind} ${id}`
    if (notes.has(key)) return
    notes.add(key)
    addBlocks((kind === 'footnote' ? document.footnotes : document.endnotes).get(id)?.blocks ?? [])
  }
}
