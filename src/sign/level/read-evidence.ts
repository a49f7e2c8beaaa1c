/**
 * Reads the signatures and time stamps of a document with its validation data, as far as extending it needs them.
 * verifyDocument judges their place in the file and later changes.
 *
 * @module
 */

import { type DocumentSecurityStore, readDssOfRevisions } from '../../pdf/catalog.js'
import type { PdfDocument } from '../../pdf/document.js'
import { readFields, type SignedField, signedFields } from '../../pdf/forms.js'
import { nameOf, numberOf, PdfString } from '../../pdf/objects.js'
import { ENTRY_FREE, type PdfRevision, type XrefSection } from '../../pdf/reading.js'
import {
  checkCmsIntegrity,
  IntegrityDraft,
  type IntegrityResult,
  isCms,
  runIntegrityCheck,
} from '../../trust/integrity.js'

/** A signature or a document time stamp. */
export interface SignatureEvidence {
  readonly fieldName: string
  readonly isTimestamp: boolean
  readonly subFilter: string | undefined
  readonly integrity: IntegrityResult
  /** Index of the revision that it ends; undefined when its ByteRange does not end with a revision. */
  readonly revision: number | undefined
}

/** Signatures and validation data in a document. */
export interface DocumentEvidence {
  readonly document: PdfDocument
  /** Signatures, the oldest first. */
  readonly signatures: readonly SignatureEvidence[]
  readonly store: DocumentSecurityStore
}

/** Reads a document that was opened as it is. */
export function readEvidence(document: PdfDocument): DocumentEvidence {
  const signatures = signedFields(document, readFields(document)).map((field) => readSignature(document, field))
  const store = readDssOfRevisions(
    document.revisions.map((revision, i) => {
      const end = document.revisions[i + 1] === undefined ? document.bytes.length : endOf(document, revision)
      return {
        index: revision.index,
        document: document.atRevision(revision, end),
        defined: definedIn(document, revision),
      }
    }),
  )
  const order = ({ revision }: SignatureEvidence) => revision ?? -1
  return { document, signatures: signatures.toSorted((a, b) => order(a) - order(b)), store }
}

function readSignature(document: PdfDocument, { name, signature }: SignedField): SignatureEvidence {
  const subFilter = nameOf(document.lookup(signature, 'SubFilter'))
  const isTimestamp = nameOf(document.lookup(signature, 'Type')) === 'DocTimeStamp' || subFilter === 'ETSI.RFC3161'
  const contents = document.lookup(signature, 'Contents')
  const byteRange = (document.lookupArray(signature, 'ByteRange') ?? []).map((item) => numberOf(document.resolve(item)))
  const [start = -1, length = 0, resume = 0, rest = 0] = byteRange
  const { bytes } = document
  const isWhole = start === 0 && length > 0 && resume > length && rest > 0 && resume + rest <= bytes.length
  const draft = new IntegrityDraft({
    contents: contents instanceof PdfString ? contents.bytes : new Uint8Array(0),
    subFilter,
    signedRanges: isWhole ? [bytes.subarray(0, length), bytes.subarray(resume, resume + rest)] : [],
    isTimestamp,
  })
  if (!isCms(subFilter)) draft.doubt('sub_filter_unknown', 'The kind of signature is not known.')
  if (!isWhole) draft.fail('byte_range_malformed', 'The ByteRange of the signature is not one of a whole file.')
  return {
    fieldName: name,
    isTimestamp,
    subFilter,
    integrity: runIntegrityCheck(draft, checkCmsIntegrity),
    revision: isWhole ? revisionEndingAt(document, resume + rest) : undefined,
  }
}

/** Index of the revision that ends at a position: its last section is before that, and the next revision's is not. */
function revisionEndingAt(document: PdfDocument, end: number): number | undefined {
  return document.revisions.findLast((revision) => lastSection(document, revision).end + document.origin <= end)?.index
}

function lastSection(document: PdfDocument, { sections }: PdfRevision): XrefSection {
  const own = sections.map((index) => document.sections[index] as XrefSection)
  return own.reduce((a, b) => (b.offset > a.offset ? b : a))
}

/** Position after the %%EOF that closes a revision. */
function endOf(document: PdfDocument, revision: PdfRevision): number {
  const { bytes, origin } = document
  const from = origin + lastSection(document, revision).end
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('%%EOF', from, 'latin1')
  return at < 0 ? bytes.length : at + 5
}

function definedIn(document: PdfDocument, { sections }: PdfRevision): ReadonlySet<number> {
  const numbers = new Set<number>()
  for (const index of sections) {
    for (const { first, types } of document.sections[index]?.subsections ?? []) {
      types.forEach((type, i) => {
        if (type !== ENTRY_FREE) numbers.add(first + i)
      })
    }
  }
  return numbers
}
