/**
 * Checks that a row shows what the audit record of its signature says. Used by the verifier, and before signing by the code
 * that draws a row.
 *
 * @module
 */
import type { AuditParties } from '../../audit/parties.js'
import type { AuditRecord } from '../../audit/record.js'
import { ContentReader, createContentBudget } from '../../ink/index.js'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, type PdfRef } from '../../pdf/objects.js'
import { findCertificatePages } from '../certificate-page-check.js'
import { PageLetters } from './page-letters.js'
import { readRowLook } from './row-look.js'
import { showsRecord } from './row-text.js'

/** What a row is compared with. */
export interface RowRules {
  readonly parties: AuditParties
  /** The letters of the certificate page. */
  letters(): PageLetters
}

/** What is wrong with a signed row, as the end of a sentence after "the row"; `undefined` for one that shows its record. */
export function findRowFault(
  document: PdfDocument,
  field: PdfRef | undefined,
  record: AuditRecord,
  { parties, letters }: RowRules,
): string | undefined {
  const widget = document.resolve(field)
  if (!(widget instanceof PdfDict) || widget.has('Kids')) return 'has no place of its own'
  const look = readRowLook(readerOf(document), widget, parties)
  if ('fault' in look) return look.fault
  if (!showsRecord(look.text, record, parties)) return 'does not show what the audit record of its signature says'
  return letters().haveAll(look.glyphs) ? undefined : OTHER_LETTERS
}

/** The fault of a row whose font maps other shapes to its characters. */
export const OTHER_LETTERS = 'has letters that do not look as on the rest of the page'

/** The letters of the certificate pages for a record. */
export function lettersOf(document: PdfDocument, record: PdfRef): PageLetters {
  return new PageLetters(readerOf(document), findCertificatePages(document, record))
}

/** A reader of what a document shows, with a budget of its own. */
export function readerOf(document: PdfDocument): ContentReader {
  return new ContentReader(document, createContentBudget(document.bytes.length))
}
