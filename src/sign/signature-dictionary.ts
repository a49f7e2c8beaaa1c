/**
 * The signature dictionary (ISO 32000-2, 12.8.1, table 255): created with space for values that depend on the rest of the
 * file, and filled in later.
 *
 * @module
 */
import type { FieldLock } from '../pdf/forms.js'
import { PdfDict, PdfName, type PdfObject, PdfVerbatim } from '../pdf/objects.js'
import { latin1Bytes, viewOf } from '../pdf/reading.js'
import { dateString, textString } from '../pdf/text.js'

/** Contents of a signature dictionary. */
export interface SignatureFacts {
  readonly subFilter: string
  readonly name: string
  readonly contactInfo: string
  readonly reason: string | undefined
  readonly location: string | undefined
  readonly date: Date
  /** DocMDP permission, if the signature certifies the document or its field's lock has one. */
  readonly docMdp: 1 | 2 | 3 | undefined
  /** The field's /Lock, which the signature puts into force. */
  readonly lock: FieldLock | undefined
  /** Entries that refer to the audit record. */
  readonly record: Readonly<Record<string, PdfObject>>
}

/** A signature dictionary whose /ByteRange and /Contents are still to be filled in. */
export interface SignaturePlaceholder {
  readonly dict: PdfDict
  readonly byteRange: PdfVerbatim
  readonly contents: PdfVerbatim
}

const BYTE_RANGE_DIGITS = 10

/** Placeholders for a ByteRange, and for a CMS of `maxBytes` bytes. */
export function createContentsPlaceholder(maxBytes: number): Omit<SignaturePlaceholder, 'dict'> {
  const nine = '9'.repeat(BYTE_RANGE_DIGITS)
  const digits = new Uint8Array(2 + 2 * maxBytes).fill(0x30)
  digits[0] = 0x3c
  digits[digits.length - 1] = 0x3e
  const byteRange = new PdfVerbatim(latin1Bytes(`[0 ${nine} ${nine} ${nine}]`))
  return { byteRange, contents: new PdfVerbatim(digits) }
}

/** Makes the dictionary with space for a CMS of `maxBytes` bytes. */
export function createSignaturePlaceholder(facts: SignatureFacts, maxBytes: number): SignaturePlaceholder {
  const { byteRange, contents } = createContentsPlaceholder(maxBytes)
  const references = signatureReferences(facts)
  const dict = new PdfDict({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(facts.subFilter),
    ByteRange: byteRange,
    Contents: contents,
    Name: textString(facts.name),
    ContactInfo: textString(facts.contactInfo),
    ...(facts.reason === undefined ? {} : { Reason: textString(facts.reason) }),
    ...(facts.location === undefined ? {} : { Location: textString(facts.location) }),
    M: dateString(facts.date),
    ...(references.length === 0 ? {} : { Reference: references }),
    ...facts.record,
  })
  return { dict, byteRange, contents }
}

/** Signature reference dictionaries (12.8.2) for the restrictions of the signature. */
function signatureReferences({ docMdp, lock }: SignatureFacts): PdfObject[] {
  const references: PdfObject[] = []
  if (docMdp !== undefined) references.push(reference('DocMDP', { P: docMdp }))
  if (lock !== undefined) {
    const fields = lock.action === 'All' ? {} : { Fields: lock.fields.map((field) => textString(field)) }
    references.push(reference('FieldMDP', { Action: PdfName.of(lock.action), ...fields }))
  }
  return references
}

function reference(method: string, params: Record<string, PdfObject>): PdfDict {
  return new PdfDict({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of(method),
    TransformParams: new PdfDict({ Type: PdfName.of('TransformParams'), ...params, V: PdfName.of('1.2') }),
  })
}

/** The ByteRange of a signature: start and length of the bytes before and after its /Contents, in file offsets. */
type ByteRange = readonly [number, number, number, number]

/** Writes the ByteRange into its place in the file. `offset` is the start of the increment. */
export function fillByteRange(file: Uint8Array, offset: number, placeholder: SignaturePlaceholder): ByteRange {
  const start = offset + placeholder.contents.offset
  const end = start + placeholder.contents.bytes.length
  const byteRange: ByteRange = [0, start, end, file.length - end]
  const text = `[${byteRange.join(' ')}]`.padEnd(placeholder.byteRange.bytes.length, ' ')
  file.set(latin1Bytes(text), offset + placeholder.byteRange.offset)
  return byteRange
}

/** Writes the CMS into its place. Unused space stays filled with zeros. */
export function fillContents(
  file: Uint8Array,
  offset: number,
  placeholder: SignaturePlaceholder,
  cms: Uint8Array,
): void {
  writeContents(file, offset + placeholder.contents.offset, cms)
}

/** Writes the CMS into a file of which only the place of the /Contents string is known. */
export function writeContents(file: Uint8Array, at: number, cms: Uint8Array): void {
  viewOf(file).write(viewOf(cms).toString('hex'), at + 1, 'latin1')
}
