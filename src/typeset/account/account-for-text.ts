/**
 * Accounts for every character: it is visible on a page, or named in a warning.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { LaidOutDocument } from '../flow/lay-out-document.js'
import type { Block, DocumentModel, Paragraph } from '../model/document-model.js'
import { buildTableGrid } from '../table/table-grid.js'
import { paintedText, type UnseenText } from './painted-text.js'
import { countVisible } from './visible-characters.js'

const EXCERPT = 40

/** The text of a document that the pages do not show, as sentences in plain English; empty when all text is visible. */
export function* accountForText(document: DocumentModel, laidOut: LaidOutDocument): Steps<string[]> {
  const { painted, offPage, cutOff, covered } = yield* paintedText(laidOut.pages, document.images)
  const warnings = [
    ...describe(offPage, 'off the edge of the page'),
    ...describe(cutOff, 'cut off by a row, line or box that is too small for its text'),
    ...describe(covered, 'hidden under a shape or picture'),
  ]
  let lost = 0
  let first: Paragraph | undefined
  for (const [paragraph, count] of yield* expectedText(document, laidOut.runningBlocks)) {
    const missing = count - (painted.get(paragraph) ?? 0)
    if (missing <= 0) continue
    first ??= paragraph
    lost += missing
  }
  if (first !== undefined) {
    warnings.push(`${characters(lost)} reached no page, the first in "${textOf(first).slice(0, EXCERPT)}".`)
  }
  return warnings
}

function describe({ characters: count, page, excerpt }: UnseenText, how: string): string[] {
  if (count === 0) return []
  return [`${characters(count)} ${count === 1 ? 'is' : 'are'} ${how}, first on page ${page}: "${excerpt}".`]
}

function characters(count: number): string {
  return count === 1 ? 'One character' : `${count} characters`
}

function textOf({ inlines }: Paragraph): string {
  return inlines
    .map((inline) => (inline.kind === 'text' ? inline.text : ' '))
    .join('')
    .trim()
}

/** Number of visible characters of each paragraph that pages must show. */
type ExpectedText = ReadonlyMap<Paragraph, number>

/**
 * What the pages of a document must show: its text, the notes that it refers to, and the headers and footers in use. Text of
 * cells that are merged into the one above is hidden (ECMA-376-1, 17.4.84). With stops.
 */
function* expectedText(document: DocumentModel, running: Iterable<readonly Block[]>): Steps<ExpectedText> {
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
