/**
 * Reads the structure of a signature: its place in the file and what it covers (ISO 32000-2, 12.8.1), by the bytes and
 * without repair.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import type { FormField } from '../../pdf/forms.js'
import { nameOf, PdfDict, type PdfObject, PdfString } from '../../pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../pdf/reading.js'
import { quoteText } from '../foreign-text.js'
import { type Extent, MAX_END_BYTES } from '../increment/increment-layout.js'
import type { CoverageReport, Finding } from '../report.js'
import type { StructuredView } from '../revision-view.js'
import type { RevisionChain } from '../revision-views.js'
import { findSignaturePlace, locateContents, type SignaturePlace } from './signature-place.js'

/** Facts about one signature from the bytes of the file. */
export interface SignatureStructure {
  readonly coverage: CoverageReport
  /** Decoded /Contents with its padding; empty when there is none. */
  readonly contents: Uint8Array
  /** The two covered ranges as `[start, end)`; `undefined` when the ByteRange cannot be used. */
  readonly ranges: readonly [readonly [number, number], readonly [number, number]] | undefined
  /** The view of the revision that the signature ends. */
  readonly view: StructuredView | undefined
}

/** A field with a signature dictionary as its value. */
export interface SignatureField extends FormField {
  readonly signature: PdfDict
  /** Place of the dictionary; `undefined` when it is unknown. */
  readonly place: SignaturePlace | undefined
}

/** Reads and checks the structure of one signature. */
export function readSignatureStructure(
  document: PdfDocument,
  chain: RevisionChain,
  field: SignatureField,
): SignatureStructure {
  const findings: Finding[] = []
  const contents = document.resolve(field.signature.get('Contents'))
  const contentBytes = contents instanceof PdfString ? contents.bytes : new Uint8Array(0)
  if (!(contents instanceof PdfString)) {
    findings.push({ code: 'contents_missing', message: 'The signature dictionary has no /Contents string.' })
  }
  if (contentBytes.length > 0 && contentBytes.every((byte) => byte === 0)) {
    const message = 'The field holds a placeholder that was never signed: /Contents is nothing but zeros.'
    findings.push({ code: 'contents_missing', message })
  }
  checkKind(document, field.signature, findings)
  const place = field.place && locateContents(document, field.place)
  const byteRange = readByteRange(document, field.signature, place, findings)
  if (byteRange === undefined) return { ...failed(field, findings), contents: contentBytes }

  const [, gapStart, gapEnd, tailLength] = byteRange
  checkGap(document, place, [gapStart, gapEnd], findings)
  const signedEnd = gapEnd + tailLength
  const view = chain.views.find((candidate) => endsAt(document, candidate, signedEnd))
  if (view === undefined) {
    findings.push({
      code: 'not_end_of_revision',
      message: 'The signed bytes do not end where a revision of the file ends.',
    })
  } else {
    checkSignedRevision(document, view, field, findings)
  }
  const doubts = findUnknownReference(document, field)
  const coversWholeFile = view !== undefined && view === chain.views.at(-1) && isLineEnds(document.bytes, signedEnd)
  return {
    coverage: {
      status: findings.length > 0 ? 'invalid' : doubts.length > 0 ? 'indeterminate' : 'valid',
      findings: [...findings, ...doubts],
      byteRange,
      revision: view === undefined ? null : view.index + 1,
      coversWholeFile,
    },
    contents: contentBytes,
    ranges: [
      [0, gapStart],
      [gapEnd, signedEnd],
    ],
    view,
  }
}

const TYPES = new Set(['Sig', 'DocTimeStamp'])

/**
 * Checks /Filter, which is required, and /Type, which must be that of a signature if present (Table 255). Otherwise readers
 * see no signature, or another kind of object.
 */
function checkKind(document: PdfDocument, signature: PdfDict, findings: Finding[]): void {
  const type = document.resolve(signature.get('Type'))
  const isTyped = type === null || TYPES.has(nameOf(type) ?? '')
  if (isTyped && nameOf(document.resolve(signature.get('Filter'))) !== undefined) return
  const message = isTyped
    ? 'The signature dictionary has no /Filter, which names the program that signed.'
    : 'The dictionary is of another /Type than that of signatures.'
  findings.push({ code: 'signature_dictionary_malformed', message })
}

/** Known transform methods (ISO 32000-2, Table 256). Identity was in PDF 1.5, where UR was the name of UR3. */
const TRANSFORM_METHODS: ReadonlySet<string | undefined> = new Set(['DocMDP', 'FieldMDP', 'UR', 'UR3', 'Identity'])

/** Finds a signature reference with an unknown method, if /V is 1: then validation depends on the references (Table 255). */
function findUnknownReference(document: PdfDocument, { signature }: SignatureField): Finding[] {
  const version = document.resolve(signature.get('V'))
  const references = document.resolve(signature.get('Reference'))
  if (version !== 1 || references === null) return []
  const isKnown = (item: PdfObject) => {
    const reference = document.resolve(item)
    return (
      reference instanceof PdfDict && TRANSFORM_METHODS.has(nameOf(document.resolve(reference.get('TransformMethod'))))
    )
  }
  if (Array.isArray(references) && references.every(isKnown)) return []
  const message = 'The signature depends on references that are not known here (ISO 32000-2, Table 255, /V 1).'
  return [{ code: 'signature_reference_unknown', message }]
}

/** True when nothing but a few line ends follows. */
export function isLineEnds(bytes: Uint8Array, from: number): boolean {
  if (bytes.length - from > MAX_END_BYTES) return false
  for (let pos = from; pos < bytes.length; pos++) {
    if (bytes[pos] !== 0x0a && bytes[pos] !== 0x0d) return false
  }
  return true
}

function failed({ signature }: SignatureField, findings: readonly Finding[]): Omit<SignatureStructure, 'contents'> {
  const raw = signature.get('ByteRange')
  const numbers = Array.isArray(raw) ? raw.filter((item) => typeof item === 'number') : []
  const byteRange = numbers.length === 0 ? null : numbers
  return {
    coverage: { status: 'invalid', findings, byteRange, revision: null, coversWholeFile: false },
    ranges: undefined,
    view: undefined,
  }
}

/** The ByteRange as four plausible integers, or `undefined` with a finding. */
function readByteRange(
  document: PdfDocument,
  signature: PdfDict,
  place: Extent | undefined,
  findings: Finding[],
): readonly [number, number, number, number] | undefined {
  const value = signature.get('ByteRange')
  if (value === undefined) {
    findings.push({ code: 'byte_range_missing', message: 'The signature dictionary has no /ByteRange.' })
    return undefined
  }
  if (!Array.isArray(value) || value.length !== 4 || !value.every(isCount)) {
    findings.push({ code: 'byte_range_malformed', message: '/ByteRange is not an array of four direct integers.' })
    return undefined
  }
  const [start, gapStart, gapEnd, tailLength] = value as [number, number, number, number]
  if (gapEnd + tailLength > document.bytes.length) {
    const moved = place && describeMove(document, place, [gapStart, gapEnd])
    findings.push(moved ?? describeShortFile(place, gapEnd + tailLength, document.bytes.length))
    return undefined
  }
  if (start !== 0 || gapStart === 0 || gapEnd <= gapStart) {
    findings.push({
      code: 'byte_range_wrong',
      message: '/ByteRange does not describe the file from its first byte around one gap.',
    })
    return undefined
  }
  return [start, gapStart, gapEnd, tailLength]
}

function isCount(item: PdfObject): item is number {
  return typeof item === 'number' && Number.isSafeInteger(item) && item >= 0
}

/** Says why a file is shorter than what its signature covers. */
function describeShortFile(place: Extent | undefined, end: number, length: number): Finding {
  const message = `The end of the file is missing, or it was rewritten: the signature covers bytes up to ${end}, and the file has ${length}.`
  // A program that packs objects takes the dictionary away from its place.
  return { code: place === undefined ? 'byte_range_wrong' : 'end_missing', message }
}

/** Checks that the omitted bytes are exactly the hexadecimal string of this dictionary's /Contents. */
function checkGap(document: PdfDocument, place: Extent | undefined, gap: Extent, findings: Finding[]): void {
  if (place === undefined) {
    findings.push({
      code: 'signature_dictionary_unreadable',
      message: 'The signature dictionary does not stand in the file with one value for each of its keys.',
    })
    return
  }
  const isInGap = place[0] === gap[0] && place[1] === gap[1]
  if (isInGap && isHexadecimalString(document.bytes.subarray(...gap))) return
  findings.push(
    describeMove(document, place, gap) ?? {
      code: 'gap_not_contents',
      message: 'The bytes that the signature leaves out are not just the hexadecimal string that is its /Contents.',
    },
  )
}

const HEADER = latin1Bytes('%PDF-')

/**
 * Says why a signature does not stand where it was made: bytes were put before the file, or a program wrote the whole file
 * again. `undefined` when it lies in the gap that it left for itself, or when another string stands there.
 */
function describeMove({ bytes }: PdfDocument, place: Extent, gap: Extent): Finding | undefined {
  if (isWithin(place, gap) || isWithin(gap, place) || isHexadecimalString(bytes.subarray(...gap))) return undefined
  const shift = place[0] - gap[0]
  if (shift > 0 && place[1] - gap[1] === shift && HEADER.every((byte, i) => bytes[shift + i] === byte)) {
    const message = `The PDF begins at byte ${shift} of the file. Remove what is before it, and verify again.`
    return { code: 'bytes_before_document', message }
  }
  const message = `The file was rewritten after it was signed: the signature stands at byte ${place[0]}, not ${gap[0]}.`
  return { code: 'file_rewritten', message }
}

function isWithin(inner: Extent, outer: Extent): boolean {
  return inner[0] >= outer[0] && inner[1] <= outer[1]
}

/** True for pairs of hexadecimal digits only, in angle brackets. The native decoder would stop at anything else. */
function isHexadecimalString(bytes: Uint8Array): boolean {
  if (bytes[0] !== LESS_THAN || bytes.at(-1) !== GREATER_THAN) return false
  return Buffer.from(latin1Text(bytes.subarray(1, -1)), 'hex').length * 2 === bytes.length - 2
}

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e

/** True when a signature ends at the marker of a revision, after the white space behind it, or in between. */
function endsAt(document: PdfDocument, view: StructuredView, signedEnd: number): boolean {
  if (!view.isClosed) return false
  if (signedEnd === view.markerEnd || signedEnd === view.end) return true
  if (signedEnd < view.markerEnd || signedEnd > document.bytes.length) return false
  return signedEnd < view.end
}

/** Checks that the signature was in its field in the signed revision, and is the same now. */
function checkSignedRevision(
  document: PdfDocument,
  view: StructuredView,
  { place, ref, name }: SignatureField,
  findings: Finding[],
): void {
  if (place === undefined) return
  const then = view.document.xref.get(place.object.num)
  const now = document.xref.get(place.object.num)
  const isSame = then?.type === 'in-use' && now?.type === 'in-use' && then.offset === now.offset
  if (!isSame) {
    findings.push({
      code: 'signature_dictionary_replaced',
      message: 'The signature dictionary is not the one that the signed revision holds.',
    })
    return
  }
  const held = findSignaturePlace(view.document, ref)
  if (held?.object.num !== place.object.num || held.isDirect !== place.isDirect) {
    findings.push({
      code: 'signature_not_in_field',
      message: `In the signed revision the field ${quoteText(name)} did not hold this signature.`,
    })
  }
}
