/**
 * Validation data (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.2), which may be added and rewritten.
 *
 * No reader draws from the document security store, so no change of it affects what was signed. Programs that extend archives
 * rewrite it with the data still in use, in their own way of naming entries of /VRI, and keep fewer items. Dropped data is
 * still in earlier revisions, and is read from there; a remark says that the newest store lacks it. An object of the store
 * that serves another purpose too is judged for that purpose.
 *
 * @module
 */

import type { PdfDocument } from '../../../pdf/document.js'
import { differingKeys, resolveOrNull } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../pdf/objects.js'
import { createHash } from '../../../platform/hashes.js'
import type { ChangeRule } from '../change-rule.js'
import type { RevisionPair } from '../revision-pair.js'
import { accept, quoteKey, reject, remark } from '../verdict.js'

/** The contents of the store, with names of their contents for people (ISO 32000-2, Table 261). */
const STORE_LISTS: readonly (readonly [string, string])[] = [
  ['Certs', 'certificates'],
  ['CRLs', 'revocation lists'],
  ['OCSPs', 'OCSP responses'],
  ['VRI', 'entries in /VRI'],
]

/** Keys of the store. ER: evidence records (ETSI TS 119 142-3). */
const STORE_KEYS = new Set(['Type', 'ER', ...STORE_LISTS.map(([key]) => key)])

export const validationDataRule: ChangeRule = {
  kind: 'validation-data',
  *judge(pair) {
    const before = pair.oldValue(pair.older.catalog, 'DSS')
    const after = pair.newValue(pair.newer.catalog, 'DSS')
    if (!(after instanceof PdfDict)) {
      yield accept('validation-data', 'validation_data_removed', 'Validation data removed')
      yield remark(
        'validation_data_lost',
        'The document security store was removed; an earlier revision still holds it',
      )
      return
    }
    yield accept('validation-data', 'validation_data_added', 'Validation data added')
    const older = before instanceof PdfDict ? before : new PdfDict()
    for (const key of differingKeys(pair.older, older, pair.newer, after)) {
      if (STORE_KEYS.has(key)) continue
      yield reject('validation_data_changed', `The document security store was given an unknown entry ${quoteKey(key)}`)
    }
    for (const [key, what] of STORE_LISTS) {
      const loses = key === 'VRI' ? losesEntries : losesItems
      if (!loses(pair, older.get(key), after.get(key))) continue
      const message = `The document security store lists fewer ${what} than before; an earlier revision still holds them`
      yield remark('validation_data_lost', message)
    }
  },
}

function losesEntries(pair: RevisionPair, before: PdfObject | undefined, after: PdfObject | undefined): boolean {
  const older = resolveOrNull(pair.older, before)
  const newer = resolveOrNull(pair.newer, after)
  if (!(older instanceof PdfDict)) return false
  return !(newer instanceof PdfDict) || [...older.entries.keys()].some((key) => !newer.has(key))
}

function losesItems(pair: RevisionPair, before: PdfObject | undefined, after: PdfObject | undefined): boolean {
  const older = itemsOf(pair.older, before)
  const newer = itemsOf(pair.newer, after)
  pair.spend(older.length + newer.length)
  const numbers = new Set(newer.map((item) => numberOf(item)))
  const missing = older.filter((item) => !numbers.has(numberOf(item)))
  if (missing.length === 0) return false
  // Some programs rewrite the same data as new objects.
  const digests = new Set(newer.map((item) => digestOf(pair.newer, item)))
  return missing.some((item) => !digests.has(digestOf(pair.older, item)))
}

function itemsOf(document: PdfDocument, object: PdfObject | undefined): readonly PdfObject[] {
  const list = resolveOrNull(document, object)
  return Array.isArray(list) ? list : []
}

function numberOf(item: PdfObject): number {
  return item instanceof PdfRef ? item.num : -1
}

function digestOf(document: PdfDocument, object: PdfObject): string {
  const stream = resolveOrNull(document, object)
  if (!(stream instanceof PdfStream)) return ''
  try {
    return createHash('sha256').update(document.decode(stream)).digest('hex')
  } catch {
    return ''
  }
}
