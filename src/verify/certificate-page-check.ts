/**
 * Checks that the certificate page says what the audit record says.
 *
 * @module
 */

import { findPrivateRecord } from '../audit/private-record.js'
import type { AuditRecord } from '../audit/record.js'
import { SealwrightError } from '../errors.js'
import { ContentReader, createContentBudget, isUsedUp } from '../ink/index.js'
import { isTurnOver, type Steps } from '../pace/turns.js'
import type { PdfDocument } from '../pdf/document.js'
import { PdfDict, type PdfObject, PdfRef } from '../pdf/objects.js'
import { entriesOf } from './increment/section-entries.js'
import type { AuditReport } from './report.js'

/**
 * Finds the pages at the end of the document that refer to the record, and searches their text for the facts of the record.
 *
 * @param document The signed revision.
 * @param ref Reference to the record in the file.
 */
export function* checkCertificatePages(
  document: PdfDocument,
  ref: PdfRef | undefined,
  record: AuditRecord,
): Steps<AuditReport['page']> {
  if (ref === undefined) return 'absent'
  try {
    const pages = findCertificatePages(document, ref)
    if (pages.length === 0) return 'absent'
    const budget = createContentBudget(document.bytes.length)
    const reader = new ContentReader(document, budget)
    const texts: string[] = []
    for (const page of pages) {
      if (isTurnOver()) yield
      texts.push(readText(reader, page))
    }
    const shown = condense(texts.join(' '))
    if (isUsedUp(budget)) return 'mismatch'
    return expectedFacts(record).every((fact) => shown.includes(condense(fact))) ? 'matches' : 'mismatch'
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return 'mismatch'
  }
}

/**
 * The certificate pages. They are appended to the root of the page tree, so only its last kids are examined. They are written
 * together with their record: a page that was there before may name the number that a record will get, but does not belong to it.
 */
export function findCertificatePages(document: PdfDocument, ref: PdfRef): PdfDict[] {
  const revision = document.revisionOf(ref.num)
  if (revision === undefined) return []
  const root = document.lookup(document.catalog, 'Pages')
  const kids = root instanceof PdfDict ? (document.lookupArray(root, 'Kids') ?? []) : []
  const pages: PdfDict[] = []
  let earlier: ReadonlySet<number> | undefined
  for (let i = kids.length - 1; i >= 0; i--) {
    const kid = kids[i]
    const page = document.resolve(kid)
    if (!(kid instanceof PdfRef && page instanceof PdfDict) || !namesRecord(document, page, ref)) break
    earlier ??= numbersBefore(document, revision)
    if (earlier.has(kid.num)) break
    pages.unshift(page)
  }
  return pages
}

/** Numbers of the objects in the revisions before the one with this index. */
function numbersBefore(document: PdfDocument, revision: number): ReadonlySet<number> {
  const numbers = new Set<number>()
  const sections = document.revisions.slice(0, revision).flatMap((each) => each.sections)
  for (const { num, type } of entriesOf(document, sections)) if (type !== 0) numbers.add(num)
  return numbers
}

function namesRecord(document: PdfDocument, page: PdfDict, ref: PdfRef): boolean {
  for (const item of document.lookupArray(page, 'AF') ?? []) if (isSame(item, ref)) return true
  return isSame(findPrivateRecord(document, page), ref)
}

function isSame(item: PdfObject | undefined, { num }: PdfRef): boolean {
  return item instanceof PdfRef && item.num === num
}

/** The letters of the page in the order in which they are painted, which is that of our own pages. */
function readText(reader: ContentReader, page: PdfDict): string {
  const glyphs = reader.visible(reader.page(page))
  return glyphs.map(({ text, isVisible }) => (isVisible ? (text ?? '') : '')).join('')
}

/** Facts that the page must show. Text is left out if the page may show some of its characters by number. */
function expectedFacts({ document, digest, eventId, signer, auditTrail, parties }: AuditRecord): string[] {
  const others = parties?.rows.flatMap(({ name, email, role = '' }) => [name, email, role]) ?? []
  const plain = [eventId, signer.name, signer.email, ...others, ...auditTrail.map(({ type }) => type)]
  const digests = [document.sha256, ...(document.converted === undefined ? [] : [document.converted.sha256]), digest]
  return [...digests, ...plain.filter((text) => /^[\x20-\x7e]*$/.test(text))]
}

/** Line breaks fall anywhere in long words, so white space is not compared. */
export function condense(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '')
}
