/**
 * Signatures for the cases: by this package, and by hand with every freedom to do it wrong.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { developmentIdentity, type SignOptions, signDocument } from '../../../src/index.js'
import { PdfDict, type PdfObject, type PdfRef, PdfVerbatim } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { signerOfIdentity } from '../../../src/sign/identity/signer-of-identity.js'
import { bytesOf, dict, notation, pdf } from './notation.js'
import { addAnnotation, beginRevision, itemsOf, pageAt, type Revision } from './revise.js'

let identity: ReturnType<typeof developmentIdentity> | undefined

/** The signer of all cases, made once. */
export function testIdentity(): ReturnType<typeof developmentIdentity> {
  identity ??= developmentIdentity({ name: 'Ada' })
  return identity
}

/** Signs with signDocument, without a certificate page. */
export async function sign(bytes: Uint8Array, options: Omit<SignOptions, 'identity'> = {}): Promise<Uint8Array> {
  const request = {
    signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    auditTrail: [{ timestamp: '2026-11-20T09:00:00Z', type: 'submit', data: {} }],
    certificate: { enabled: false },
  }
  return (await signDocument(bytes, request, { identity: await testIdentity(), ...options })).bytes
}

/** Four numbers of an honest /ByteRange. */
export type HonestRange = readonly [0, number, number, number]

/** How to sign by hand. Whatever is left out is done as it should be. */
export interface HandSigning {
  /** An existing field to sign; otherwise a new, invisible one. */
  readonly field?: PdfRef
  readonly fieldName?: string
  /** Entries that replace or add to those of the field and its widget. */
  readonly widget?: (revision: Revision) => Record<string, PdfObject>
  /** Other changes in the same revision; `signature` and `widget` are the new objects. */
  readonly change?: (revision: Revision, signature: PdfRef, widget: PdfRef) => void
  /** Rewrites the notation of the dictionary, in which /ByteRange and /Contents have their final length. */
  readonly dictionary?: (text: string, revision: Revision) => string
  /** The ranges to sign. */
  readonly ranges?: (honest: HonestRange) => readonly number[]
  /** How the ranges are written (70 bytes at most). */
  readonly spell?: (ranges: readonly number[]) => string
  readonly subFilter?: string
  readonly type?: 'Sig' | 'DocTimeStamp'
  /** The CMS over the signed bytes; by default a PAdES signature. */
  readonly cms?: (content: Uint8Array) => Promise<Uint8Array>
  /** Digits of /Contents (`room` of them) from those of the CMS. */
  readonly fill?: (digits: string, room: number) => string
}

const RANGE_ROOM = 70
const CONTENT_ROOM = 16_000

/** Appends a signature. Its digest is always right for the ranges, however odd they are. */
export async function signByHand(bytes: Uint8Array, how: HandSigning = {}): Promise<Uint8Array> {
  const { revision, finish } = beginRevision(bytes)
  const rangeMark = `[${'@'.repeat(RANGE_ROOM - 2)}]`
  const contentsMark = `<${'@'.repeat(CONTENT_ROOM)}>`
  const text = `<</Type /${how.type ?? 'Sig'} /Filter /Adobe.PPKLite /SubFilter /${how.subFilter ?? 'ETSI.CAdES.detached'}
/ByteRange ${rangeMark} /Contents ${contentsMark} /M (D:20261120090000Z)>>`
  const signature = revision.add(new PdfVerbatim(latin1Bytes(how.dictionary?.(text, revision) ?? text)))
  const widget = how.field ?? addField(revision, how.fieldName ?? 'ByHand', signature)
  revision.set(widget, { V: signature, ...how.widget?.(revision) })
  how.change?.(revision, signature, widget)

  const file = bytesOf(bytes, finish())
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const rangeAt = view.indexOf(rangeMark, bytes.length, 'latin1')
  const start = view.indexOf(contentsMark, bytes.length, 'latin1')
  const end = start + contentsMark.length
  const honest: HonestRange = [0, start, end, file.length - end]
  const ranges = how.ranges?.(honest) ?? honest
  const spelling = how.spell?.(ranges) ?? `[${ranges.join(' ')}]`
  if (spelling.length > RANGE_ROOM) throw new Error('The spelling of /ByteRange is too long.')
  if (rangeAt >= 0) file.set(latin1Bytes(spelling.padEnd(RANGE_ROOM)), rangeAt)
  const content = coveredBytes(file, ranges)
  const digits = Buffer.from(await (how.cms ?? createCms)(content)).toString('hex')
  const filled = how.fill?.(digits, CONTENT_ROOM) ?? digits.padEnd(CONTENT_ROOM, '0')
  file.set(latin1Bytes(filled), start + 1)
  return file
}

/** The bytes that ranges cover, pair by pair. What lies outside the file counts as nothing. */
function coveredBytes(file: Uint8Array, ranges: readonly number[]): Uint8Array {
  const parts: Uint8Array[] = []
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const [at = 0, length = 0] = [ranges[i], ranges[i + 1]]
    parts.push(file.subarray(Math.max(0, at), Math.max(0, at + length)))
  }
  return bytesOf(...parts)
}

async function createCms(content: Uint8Array): Promise<Uint8Array> {
  const digest = createHash('sha256').update(content).digest()
  return signerOfIdentity(await testIdentity()).createCms(digest, () => content, { now: new Date() })
}

function addField(revision: Revision, name: string, signature: PdfRef): PdfRef {
  const page = pageAt(revision.document, 0).ref
  const widget = addAnnotation(
    revision,
    page,
    dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /F 132 /Rect [0 0 0 0] /P ${page} /V ${signature}>>`,
  )
  addToForm(revision, widget)
  return widget
}

/** Lists a field in the form, which may be a direct or an indirect dictionary, or absent. */
export function addToForm(revision: Revision, field: PdfRef): void {
  const { document, increment } = revision
  const object = document.catalog.get('AcroForm')
  const form = increment.resolve(object)
  const old = form instanceof PdfDict ? form : new PdfDict()
  const changed = old.with({ Fields: [...itemsOf(revision, old.get('Fields')), field], SigFlags: 3 })
  if (form instanceof PdfDict && object !== undefined && !(object instanceof PdfDict)) {
    increment.put(object as PdfRef, changed)
  } else {
    revision.set(document.catalogRef, { AcroForm: changed })
  }
}

/** The signature dictionary that a field holds, with its reference. */
export function signatureOf(revision: Revision, field: PdfRef): { readonly ref: PdfRef; readonly dict: PdfDict } {
  const ref = revision.get(field).get('V') as PdfRef
  return { ref, dict: revision.get(ref) }
}

/** Notation of a name array, to keep calls short. */
export function fieldLock(action: 'All' | 'Include' | 'Exclude', ...names: readonly string[]): PdfObject {
  const list = names.map((name) => `(${name})`).join(' ')
  return action === 'All'
    ? pdf`<</Type /SigFieldLock /Action /All>>`
    : pdf`<</Type /SigFieldLock /Action /${action} /Fields [${notation(list)}]>>`
}
