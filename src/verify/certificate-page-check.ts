/**
 * Whether the certificate page says what the audit record says.
 *
 * @module
 */
import type { AuditRecord } from '../audit/record.js'
import { SealwrightError } from '../errors.js'
import { VERIFY_LIMITS } from '../limits.js'
import type { PdfDocument } from '../pdf/document.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../pdf/objects.js'
import { scanContent } from './changes/content-scan.js'
import type { AuditReport } from './report.js'

/**
 * Finds the pages at the end of the document that name the record as their associated file, and looks in their text
 * for the facts of the record.
 *
 * @param document The signed revision.
 */
export function checkCertificatePages(
  document: PdfDocument,
  fileSpec: PdfRef | undefined,
  record: AuditRecord,
): AuditReport['page'] {
  if (fileSpec === undefined) return 'absent'
  try {
    const pages = findPages(document, fileSpec)
    if (pages.length === 0) return 'absent'
    const shown = condense(pages.map((page) => readText(document, page)).join(' '))
    return expectedFacts(record).every((fact) => shown.includes(condense(fact))) ? 'matches' : 'mismatch'
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return 'mismatch'
  }
}

/** Certificate pages are appended to the root of the page tree, so its last kids are all that is looked at. */
function findPages(document: PdfDocument, fileSpec: PdfRef): PdfDict[] {
  const root = document.lookup(document.catalog, 'Pages')
  const kids = root instanceof PdfDict ? (document.lookupArray(root, 'Kids') ?? []) : []
  const pages: PdfDict[] = []
  for (let i = kids.length - 1; i >= 0; i--) {
    const page = document.resolve(kids[i])
    if (!(page instanceof PdfDict) || !namesFile(document, page, fileSpec)) break
    pages.unshift(page)
  }
  return pages
}

function namesFile(document: PdfDocument, page: PdfDict, fileSpec: PdfRef): boolean {
  const isSame = (item: PdfObject) => item instanceof PdfRef && item.num === fileSpec.num
  return (document.lookupArray(page, 'AF') ?? []).some(isSame)
}

function readText(document: PdfDocument, page: PdfDict): string {
  const contents = document.lookup(page, 'Contents')
  if (!(contents instanceof PdfStream)) return ''
  const content = document.decode(contents, { maxBytes: VERIFY_LIMITS.maxContentBytes })
  const budget = { operators: VERIFY_LIMITS.maxContentOperators, bytes: VERIFY_LIMITS.maxContentBytes }
  const scan = scanContent(document, content, document.lookupDict(page, 'Resources'), budget)
  return scan.items.flatMap(({ kind, visible, text }) => (kind === 'text' && visible ? [text ?? ''] : [])).join('')
}

/** What the page must show. Text with characters that it may show by their number is left out. */
function expectedFacts({ document, digest, eventId, signer, auditTrail }: AuditRecord): string[] {
  const plain = [eventId, signer.name, signer.email, ...auditTrail.map(({ type }) => type)]
  const digests = [document.sha256, ...(document.converted === undefined ? [] : [document.converted.sha256]), digest]
  return [...digests, ...plain.filter((text) => /^[\x20-\x7e]*$/.test(text))]
}

/** Line breaks fall anywhere in long words, so white space is not compared. */
function condense(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '')
}
