/**
 * Fields and annotations that are drawn in letters which changed after they were signed. No program reads letters off a
 * picture here: the parts of fonts are put back as they were signed, and what then looks different was exchanged.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { notation } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { differencesOf } from '../viewers/differences.js'
import type { Viewers, Views } from '../viewers/viewers.js'

/** Sentences about viewers that show other letters than the signed fonts have. */
export async function exchangedLetters(
  viewers: Viewers,
  signed: Uint8Array,
  bytes: Uint8Array,
  views: Views,
): Promise<string[]> {
  const parts = changedParts(PdfDocument.open(signed), PdfDocument.open(bytes))
  if (parts.size === 0) return []
  const restored = revise(bytes, ({ put }) => {
    for (const [num, object] of parts) put(new PdfRef(num), object)
  })
  const differences = differencesOf(views, await viewers.draw(restored))
  return differences.map(
    ({ viewer, page, pixels }) =>
      `${pixels} pixels of letters on page ${page + 1} in ${viewer} are not those that were signed`,
  )
}

/** What fonts that are as they were lead to, and what is not. */
function changedParts(older: PdfDocument, newer: PdfDocument): Map<number, PdfObject> {
  const parts = new Map<number, PdfObject>()
  for (let num = 1; num < older.xref.size; num++) {
    const font = older.resolve(new PdfRef(num))
    if (
      !(font instanceof PdfDict) ||
      nameOf(font.get('Type')) !== 'Font' ||
      !isSame(font, newer.resolve(new PdfRef(num)))
    )
      continue
    for (const part of partsOf(older, font)) {
      const now = newer.resolve(new PdfRef(part))
      const before = older.resolve(new PdfRef(part))
      if (!isSame(before, now)) parts.set(part, before)
    }
  }
  return parts
}

function isSame(a: PdfObject, b: PdfObject): boolean {
  return notation(a) === notation(b)
}

/** Numbers of all objects that a font leads to; resources of glyphs lead no further than to themselves. */
function partsOf(document: PdfDocument, font: PdfDict): Set<number> {
  const parts = new Set<number>()
  const pending: PdfObject[] = [...font.entries.values()]
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (object instanceof PdfRef && !parts.has(object.num)) {
      parts.add(object.num)
      pending.push(document.resolve(object))
    } else if (Array.isArray(object)) pending.push(...object)
    else if (object instanceof PdfDict) pending.push(...object.entries.values())
    else if (object instanceof PdfStream) pending.push(...object.dict.entries.values())
  }
  return parts
}
