/**
 * Facts that a document states about itself.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'
import { isDynamicXfa } from '../pdf/forms.js'
import { numberOf, PdfDict } from '../pdf/objects.js'
import { readTextEntry } from '../pdf/text.js'
import type { DocumentReport, Finding } from './report.js'

/** Facts read from the file. Each is null when the file does not state it, or it cannot be read. */
type DocumentFacts = Pick<
  DocumentReport,
  'pageCount' | 'pdfVersion' | 'title' | 'author' | 'created' | 'modified' | 'encrypted' | 'revisions'
>

/** Facts of a file whose structure cannot be read. */
export const NO_FACTS: DocumentFacts = {
  pageCount: null,
  pdfVersion: null,
  title: null,
  author: null,
  created: null,
  modified: null,
  encrypted: false,
  revisions: 0,
}

/** Reads the facts. Never throws: damage leaves a fact null. */
export function readDocumentFacts(document: PdfDocument): DocumentFacts {
  const info = attempt(() => document.lookupDict(document.trailer, 'Info'))
  return {
    pageCount: attempt(() => readPageCount(document)),
    pdfVersion: attempt(() => document.version),
    title: readFact(document, info, 'Title'),
    author: readFact(document, info, 'Author'),
    created: toIsoDate(readFact(document, info, 'CreationDate')),
    modified: toIsoDate(readFact(document, info, 'ModDate')),
    encrypted: document.security !== undefined,
    revisions: document.revisions.length,
  }
}

/** Remarks on how a file is shown. */
export function remarksOnDocument(document: PdfDocument): readonly Finding[] {
  if (attempt(() => isDynamicXfa(document)) !== true) return []
  const message = 'The document is a dynamic XFA form: viewers that know XFA show its template, not the signed pages.'
  return [{ code: 'dynamic_xfa', message }]
}

function readFact(document: PdfDocument, info: PdfDict | null, key: string): string | null {
  return info === null ? null : attempt(() => readTextEntry(document, info, key))
}

function attempt<T>(read: () => T | null | undefined): T | null {
  try {
    return read() ?? null
  } catch {
    return null
  }
}

function readPageCount(document: PdfDocument): number | null {
  const pages = document.lookup(document.catalog, 'Pages')
  if (!(pages instanceof PdfDict)) return null
  const count = numberOf(document.lookup(pages, 'Count'))
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** A full date in UTC, on a day that every month has, so that no part can be out of range. */
const USUAL_DATE =
  /^D:(\d{4})(0[1-9]|1[0-2])(0[1-9]|1\d|2[0-8])([01]\d|2[0-3])([0-5]\d)([0-5]\d)(?:Z|[-+]00'00'?|[-+]00:?00)?$/

/**
 * A PDF date (ISO 32000-2, 7.9.4) as ISO 8601 in UTC; `null` for an invalid date. A date without a time zone counts as UTC.
 */
export function toIsoDate(text: string | null): string | null {
  if (text === null) return null
  // Nearly all dates have this form, and recognising it is much faster than parsing the date.
  const usual = USUAL_DATE.exec(text)
  if (usual !== null) return `${usual[1]}-${usual[2]}-${usual[3]}T${usual[4]}:${usual[5]}:${usual[6]}Z`
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?([-+Zz])?(\d\d)?'?(\d\d)?/.exec(text)
  if (match === null) return null
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, zoneHour, zoneMinute] =
    match
  const zone = sign === '+' || sign === '-' ? `${sign}${zoneHour ?? '00'}:${zoneMinute ?? '00'}` : 'Z'
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace('.000Z', 'Z')
}
