/**
 * Where a signature stands in the file and what it covers (ISO 32000-2, 12.8.1), on the bytes and without repair.
 *
 * @module
 */
import type { FormField } from '../pdf/acro-form.js'
import type { PdfDocument } from '../pdf/document.js'
import { ObjectParser } from '../pdf/object-parser.js'
import { PdfDict, type PdfObject, PdfRef, PdfString } from '../pdf/objects.js'
import { latin1Text } from '../pdf/syntax.js'
import type { CoverageReport, Finding } from './report.js'
import type { StructuredView } from './revision-view.js'
import type { RevisionChain } from './revision-views.js'

/** What the bytes say about one signature. */
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
  /** Reference to the signature dictionary; `undefined` when the field holds it directly. */
  readonly signatureRef: PdfRef | undefined
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
  const byteRange = readByteRange(document, field.signature, findings)
  if (byteRange === undefined) return { ...failed(field, findings), contents: contentBytes }

  const [, gapStart, gapEnd, tailLength] = byteRange
  checkGap(document, field, [gapStart, gapEnd], findings)
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
  const coversWholeFile = view !== undefined && view === chain.views.at(-1) && isLineEnds(document.bytes, signedEnd)
  return {
    coverage: {
      status: findings.length === 0 ? 'valid' : 'invalid',
      findings,
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

/** True when nothing but line ends follows. */
export function isLineEnds(bytes: Uint8Array, from: number): boolean {
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

/** The ByteRange as four integers that make sense, or `undefined` with a finding. */
function readByteRange(
  document: PdfDocument,
  signature: PdfDict,
  findings: Finding[],
): readonly [number, number, number, number] | undefined {
  const value = signature.get('ByteRange')
  if (value === undefined) {
    findings.push({ code: 'byte_range_missing', message: 'The signature dictionary has no /ByteRange.' })
    return undefined
  }
  const isCount = (item: PdfObject): item is number =>
    typeof item === 'number' && Number.isSafeInteger(item) && item >= 0
  if (!Array.isArray(value) || value.length !== 4 || !value.every(isCount)) {
    findings.push({ code: 'byte_range_malformed', message: '/ByteRange is not an array of four direct integers.' })
    return undefined
  }
  const [start, gapStart, gapEnd, tailLength] = value as [number, number, number, number]
  const inFile = gapEnd + tailLength <= document.bytes.length
  if (start !== 0 || gapStart === 0 || gapEnd <= gapStart || !inFile) {
    findings.push({
      code: 'byte_range_wrong',
      message: '/ByteRange does not describe the file from its first byte around one gap.',
    })
    return undefined
  }
  return [start, gapStart, gapEnd, tailLength]
}

/** The bytes left out must be the hexadecimal string that is this dictionary's /Contents, and nothing else. */
function checkGap(
  document: PdfDocument,
  field: SignatureField,
  [gapStart, gapEnd]: readonly [number, number],
  findings: Finding[],
): void {
  const place = locateEntries(document, field)
  if (place === undefined) {
    findings.push({
      code: 'signature_dictionary_unreadable',
      message: 'The signature dictionary is not an object of its own with one value for each of its keys.',
    })
    return
  }
  const isInGap = place.start === gapStart && place.end === gapEnd
  if (!isInGap || !isHexadecimal(document.bytes.subarray(gapStart + 1, gapEnd - 1))) {
    findings.push({
      code: 'gap_not_contents',
      message: 'The bytes that the signature leaves out are not just the hexadecimal string that is its /Contents.',
    })
  }
}

/** True for pairs of digits without anything else: the native decoder stops at what is none. */
function isHexadecimal(bytes: Uint8Array): boolean {
  return Buffer.from(latin1Text(bytes), 'hex').length * 2 === bytes.length
}

/** Where the string of /Contents stands in the file, in the dictionary that the cross-reference points to. */
function locateEntries(
  document: PdfDocument,
  { signatureRef }: SignatureField,
): { start: number; end: number } | undefined {
  if (signatureRef === undefined) return undefined
  const entry = document.xref.get(signatureRef.num)
  if (entry?.type !== 'in-use') return undefined
  const parser = new ObjectParser(document.bytes, document.origin + entry.offset)
  if (parser.takeUnsigned() !== signatureRef.num || parser.takeUnsigned() === undefined) return undefined
  if (!parser.takeKeyword('obj')) return undefined
  parser.skipWhiteSpace()
  if (parser.peek() !== 0x3c) return undefined
  parser.pos += 2
  const found = new Set<string>()
  let place: { start: number; end: number } | undefined
  for (;;) {
    parser.skipWhiteSpace()
    if (parser.peek() !== 0x2f) break
    const key = parser.parseName().value
    parser.skipWhiteSpace()
    // Of two values for a key one reader takes the first and another the last.
    if (found.has(key)) return undefined
    found.add(key)
    const start = parser.pos
    if (key === 'Contents' && parser.peek() === 0x3c) {
      const close = document.bytes.indexOf(0x3e, start)
      if (close < 0) return undefined
      parser.pos = close + 1
      place = { start, end: parser.pos }
      continue
    }
    try {
      parser.parseObject(1)
    } catch {
      return undefined
    }
  }
  return found.has('ByteRange') ? place : undefined
}

/** A signature may end at the marker, behind the white space after it, or anywhere in between. */
function endsAt(document: PdfDocument, view: StructuredView, signedEnd: number): boolean {
  if (!view.isClosed) return false
  if (signedEnd === view.markerEnd || signedEnd === view.end) return true
  if (signedEnd < view.markerEnd || signedEnd > document.bytes.length) return false
  return signedEnd < view.end
}

/** The signature must have been in its field when the signed revision was the newest, and be the same now. */
function checkSignedRevision(
  document: PdfDocument,
  view: StructuredView,
  { signatureRef, ref, name }: SignatureField,
  findings: Finding[],
): void {
  if (signatureRef === undefined) return
  const then = view.document.xref.get(signatureRef.num)
  const now = document.xref.get(signatureRef.num)
  const isSame = then?.type === 'in-use' && now?.type === 'in-use' && then.offset === now.offset
  if (!isSame) {
    findings.push({
      code: 'signature_dictionary_replaced',
      message: 'The signature dictionary is not the one that the signed revision holds.',
    })
    return
  }
  const field = ref === undefined ? null : view.document.resolve(ref)
  const value = field instanceof PdfDict ? field.get('V') : undefined
  if (!(value instanceof PdfRef) || value.num !== signatureRef.num) {
    findings.push({
      code: 'signature_not_in_field',
      message: `In the signed revision the field "${name}" did not hold this signature.`,
    })
  }
}
