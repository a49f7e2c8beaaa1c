/**
 * Accounts for every character: it is visible on a page, or named in a warning.
 *
 * @module
 */

import type { Steps } from '../../pace/turns.js'
import type { LaidOutDocument } from '../flow/lay-out-document.js'
import type { DocumentModel, Paragraph } from '../model/document-model.js'
import { expectedText } from './expected-text.js'
import { paintedText, type UnseenText } from './painted-text.js'

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
