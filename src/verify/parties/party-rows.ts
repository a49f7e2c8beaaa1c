/**
 * The rows of the parties, each compared with the audit record of its signature.
 *
 * @module
 */
import { type AuditParties, isSameAddress } from '../../audit/parties.js'
import { unsignedRowText } from '../../audit/party-row.js'
import type { AuditRecord } from '../../audit/record.js'
import { SealwrightError } from '../../errors.js'
import type { ContentReader } from '../../ink/index.js'
import type { PdfDocument } from '../../pdf/document.js'
import { readFields, rectangleOf } from '../../pdf/forms.js'
import type { Box } from '../../pdf/matrix.js'
import { type PdfDict, PdfRef } from '../../pdf/objects.js'
import { findCertificatePages } from '../certificate-page-check.js'
import type { Finding, PartyRowReport } from '../report.js'
import type { SignatureReading } from '../signature/signature-reading.js'
import type { PageLetters } from './page-letters.js'
import { findRowFault, lettersOf, OTHER_LETTERS, type RowRules, readerOf } from './row-check.js'
import { findCoveredRows } from './row-cover.js'
import { readRowLook } from './row-look.js'
import { findPlaceFaults, type PlacedRow } from './row-places.js'
import { showsText } from './row-text.js'

/** A signature whose record lists the parties. */
interface PartyCertificate extends RowRules {
  readonly reading: SignatureReading
  readonly record: AuditRecord
}

/** The rows of one file. */
export class PartyRows {
  /** The parties according to the first record that lists any. */
  readonly parties: AuditParties | undefined
  /** The field of the signature with that record. */
  readonly listedIn: string | undefined
  readonly #document: PdfDocument
  readonly #certificate: PartyCertificate | undefined

  /**
   * @param document the file as it is now
   * @param readings in signing order
   */
  constructor(document: PdfDocument, readings: readonly SignatureReading[]) {
    this.#document = document
    this.#certificate = readings.map(certificateOf).find((found) => found !== undefined)
    this.parties = this.#certificate?.parties
    this.listedIn = this.#certificate?.reading.field.name
  }

  /** The relation of a signature to the rows; null when it has none. */
  check(reading: SignatureReading): PartyRowReport | null {
    const record = reading.audit?.record
    const certificate = this.#certificate
    if (certificate === undefined) {
      return record?.party === undefined ? null : report(record.party.row, [NO_CERTIFICATE])
    }
    const index = certificate.parties.rows.findIndex(({ field }) => field === reading.field.name)
    const isCertificate = reading === certificate.reading
    if (index < 0 && !isCertificate && record?.party === undefined && record?.parties === undefined) return null
    const findings = attempt(() => [
      ...(isCertificate ? [...checkCertificate(certificate), ...checkCovers(this.#document, certificate)] : []),
      ...(!isCertificate && record?.parties !== undefined ? [LISTED_AGAIN] : []),
      ...checkRow(certificate, reading, index),
    ])
    return report(index < 0 ? null : index + 1, findings)
  }
}

function certificateOf(reading: SignatureReading): PartyCertificate | undefined {
  const record = reading.audit?.record
  if (record?.parties === undefined) return undefined
  let known: PageLetters | undefined
  const letters = () => {
    known ??= readLetters(reading)
    return known
  }
  return { reading, record, parties: record.parties, letters }
}

/** The letters of the certificate pages, read when the first row needs them. */
function readLetters({ structure: { view }, audit }: SignatureReading): PageLetters {
  if (view === undefined || audit?.ref === undefined) {
    throw new SealwrightError('invalid_document', 'There is no certificate page.')
  }
  return lettersOf(view.document, audit.ref)
}

function report(row: number | null, findings: readonly Finding[]): PartyRowReport {
  const isOpen = findings.every(({ code }) => code === UNRECORDED)
  return { status: findings.length === 0 ? 'valid' : isOpen ? 'indeterminate' : 'invalid', findings, row }
}

function attempt(check: () => Finding[]): Finding[] {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return [{ code: 'party_row_unreadable', message: `The rows of the parties cannot be read: ${error.message}` }]
  }
}

const UNRECORDED = 'party_row_unrecorded'

const NO_CERTIFICATE: Finding = {
  code: 'party_record_mismatch',
  message: 'The audit record names a row of a certificate page, and no signature of the document lists parties.',
}

const LISTED_AGAIN: Finding = {
  code: 'parties_listed_again',
  message: 'The audit record lists parties, though an earlier signature has set down who they are.',
}

/** Checks the row that a signature fills in. */
function checkRow(certificate: PartyCertificate, reading: SignatureReading, index: number): Finding[] {
  const { parties } = certificate
  const record = reading.audit?.record
  const party = parties.rows[index]
  if (party === undefined) return record?.party === undefined ? [] : [misplaced(record.party.row)]
  if (reading.isTimestamp) {
    const message = `The row of ${party.name} holds a time stamp, with which nobody signs.`
    return [{ code: 'party_row_stamped', message }]
  }
  if (record === undefined) {
    const message = `The row of ${party.name} was signed without an audit record, so that nothing proves what it shows.`
    return [{ code: UNRECORDED, message }]
  }
  if (!namesRow(record, certificate, reading, index)) return [misplaced(index + 1)]
  if (!isSameAddress(record.signer.email, party.email)) {
    const message = `The row of ${party.name} (${party.email}) was signed by ${record.signer.name} (${record.signer.email}).`
    return [{ code: 'party_signer_mismatch', message }]
  }
  const { view } = reading.structure
  const fault =
    view === undefined ? 'cannot be read' : findRowFault(view.document, reading.field.ref, record, certificate)
  if (fault === undefined) return []
  return [{ code: 'party_row_mismatch', message: `The row of ${party.name} ${fault}.` }]
}

function namesRow(
  { party }: AuditRecord,
  certificate: PartyCertificate,
  reading: SignatureReading,
  index: number,
): boolean {
  const expected = reading === certificate.reading ? undefined : certificate.record.digest
  return party?.row === index + 1 && party.certificate === expected
}

function misplaced(row: number): Finding {
  const message = `The signature in row ${row} of the certificate page and its audit record do not belong together.`
  return { code: 'party_record_mismatch', message }
}

/** Checks all rows in the revision whose signature lists them. */
function checkCertificate(certificate: PartyCertificate): Finding[] {
  const { reading, parties } = certificate
  const { view } = reading.structure
  const ref = reading.audit?.ref
  if (view === undefined || ref === undefined) return [unreadable()]
  const { document } = view
  const reader = readerOf(document)
  const byName = new Map(readFields(document).map((field) => [field.name, field]))
  const rows: PlacedRow[] = []
  for (const party of parties.rows) {
    const field = byName.get(party.field)
    const isRow = field?.type === 'Sig' && field.ref instanceof PdfRef && !field.dict.has('Kids')
    if (!isRow || field.ref === undefined) return [place(party.name, 'has no signature field')]
    rows.push({ party, widget: field.dict, ref: field.ref })
  }
  const faults = findPlaceFaults(reader, findCertificatePages(document, ref), rows)
  return rows.flatMap(({ party, widget }, i) => {
    const fault = faults[i]
    if (fault !== undefined) return [place(party.name, fault)]
    return party.field === reading.field.name ? [] : checkUnsignedRow(reader, party.name, widget, certificate)
  })
}

function checkUnsignedRow(
  reader: ContentReader,
  name: string,
  widget: PdfDict,
  { parties, letters }: RowRules,
): Finding[] {
  const look = readRowLook(reader, widget, parties)
  const isOpen = !widget.has('V') && 'text' in look && showsText(look.text, unsignedRowText(parties))
  if (isOpen) return letters().haveAll(look.glyphs) ? [] : [painted(`The row of ${name} ${OTHER_LETTERS}.`)]
  return [painted(`The row of ${name} was empty when the rows were made, and does not say so.`)]
}

function painted(message: string): Finding {
  return { code: 'party_row_painted', message }
}

/** Finds later content that covers rows. */
function checkCovers(document: PdfDocument, { reading, parties }: PartyCertificate): Finding[] {
  const ref = reading.audit?.ref
  if (ref === undefined) return []
  const byName = new Map(readFields(document).map((field) => [field.name, field]))
  const places = new Map<number, Box>()
  const names = new Map<number, string>()
  for (const { name, field } of parties.rows) {
    const { ref: widget, dict } = byName.get(field) ?? {}
    const box = dict === undefined ? undefined : rectangleOf(document, dict)
    if (widget === undefined || box === undefined) continue
    names.set(widget.num, name)
    places.set(widget.num, box)
  }
  const covered = findCertificatePages(document, ref).flatMap((page) => [...findCoveredRows(document, page, places)])
  return covered.map((row) => {
    return { code: 'party_row_covered', message: `Something else is laid on the row of ${names.get(row)}.` }
  })
}

function place(name: string, fault: string): Finding {
  return { code: 'party_row_misplaced', message: `The row of ${name} ${fault}.` }
}

function unreadable(): Finding {
  return { code: 'party_row_unreadable', message: 'The rows of the parties cannot be read.' }
}
