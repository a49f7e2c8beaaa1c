/**
 * Reading DER and BER (X.690): a value is a view on its source, and nothing is copied or decoded before it is asked for.
 *
 * BER is read as well (indefinite lengths, constructed strings, long forms of lengths) because PKCS#12 files and
 * CMS made by others use it. {@link toDer} gives the distinguished encoding of such a value.
 *
 * @module
 */

import { concatBytes } from '../../bytes.js'
import { SealwrightError } from '../../errors.js'
import { IDENTITY_LIMITS } from '../identity-limits.js'
import { encodeDer, encodeParts } from './der-writer.js'

/** Identifier octets of the universal types in use, with the constructed bit where DER sets it. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
} as const

const CONSTRUCTED = 0x20

/** One value: where its identifier, its contents and its end lie in `source`. */
export interface DerValue {
  /** The identifier octet; for tag numbers above 30, the number times 256 plus that octet. */
  readonly tag: number
  readonly source: Uint8Array
  readonly start: number
  readonly contentStart: number
  readonly contentEnd: number
  /** After the value, end-of-contents octets included. */
  readonly end: number
  /** Nesting below the value that was read first. */
  readonly depth: number
  /** Ends of indefinite-length values found so far (start to end of contents), so that each is searched for once. */
  readonly ends: Map<number, number>
}

/** The identifier octet of a constructed context-specific tag, `[n]`. */
export function contextTag(number: number): number {
  return 0xa0 | number
}

/** The identifier octet of a primitive context-specific tag, `[n] IMPLICIT` of a primitive type. */
export function primitiveContextTag(number: number): number {
  return 0x80 | number
}

/** The error for bytes that are not what they should be. */
export function asn1Error(message: string, cause?: unknown): SealwrightError {
  return new SealwrightError('invalid_asn1', message, cause === undefined ? {} : { cause })
}

/**
 * Reads the value that begins at `start`; bytes after it are left alone.
 *
 * @throws SealwrightError `invalid_asn1` when there is no complete value.
 */
export function readDer(source: Uint8Array, start = 0, end = source.length): DerValue {
  return readValue(source, start, end, 0, new Map())
}

/** Reads a value that must fill `source` exactly. */
export function readWholeDer(source: Uint8Array): DerValue {
  const value = readDer(source)
  if (value.end !== source.length) throw asn1Error('There are bytes after the end of an ASN.1 value.')
  return value
}

function readValue(
  source: Uint8Array,
  start: number,
  limit: number,
  depth: number,
  ends: Map<number, number>,
): DerValue {
  if (depth > IDENTITY_LIMITS.maxDerNesting) throw asn1Error('ASN.1 values are nested too deeply.')
  let at = start
  const identifier = identifierAt(source, at++, limit)
  let tag = identifier
  if ((identifier & 0x1f) === 0x1f) {
    let number = 0
    for (let octet = 0x80; octet & 0x80; ) {
      octet = byteAt(source, at++, limit)
      number = number * 128 + (octet & 0x7f)
      if (number > 0xffff) throw asn1Error('An ASN.1 tag number is too large.')
    }
    tag = number * 256 + identifier
  }
  let length = byteAt(source, at++, limit)
  if (length === 0x80) {
    if ((identifier & CONSTRUCTED) === 0) throw asn1Error('A primitive ASN.1 value has no length.')
    const contentEnd = ends.get(start) ?? findEndOfContents(source, at, limit, depth, ends)
    ends.set(start, contentEnd)
    if (ends.size > IDENTITY_LIMITS.maxIndefiniteValues) throw asn1Error('Too many values of indefinite length.')
    return { tag, source, start, contentStart: at, contentEnd, end: contentEnd + 2, depth, ends }
  }
  if (length > 0x80) {
    let octets = length & 0x7f
    length = 0
    while (octets-- > 0) {
      length = length * 256 + byteAt(source, at++, limit)
      if (length > limit) throw asn1Error('An ASN.1 value is longer than what holds it.')
    }
  }
  const contentEnd = at + length
  if (contentEnd > limit) throw asn1Error('An ASN.1 value is longer than what holds it.')
  return { tag, source, start, contentStart: at, contentEnd, end: contentEnd, depth, ends }
}

/** X.690, 8.1.5: an end of contents ends a value of indefinite length, and is none itself. */
function identifierAt(source: Uint8Array, at: number, limit: number): number {
  const identifier = byteAt(source, at, limit)
  if (identifier === 0) throw asn1Error('End-of-contents octets stand where an ASN.1 value belongs.')
  return identifier
}

function byteAt(source: Uint8Array, at: number, limit: number): number {
  const octet = at < limit ? source[at] : undefined
  if (octet === undefined) throw asn1Error('An ASN.1 value ends too early.')
  return octet
}

/** X.690, 8.1.3.6: the contents of a value of indefinite length end before two zero octets. */
function findEndOfContents(
  source: Uint8Array,
  start: number,
  limit: number,
  depth: number,
  ends: Map<number, number>,
): number {
  let at = start
  while (byteAt(source, at, limit) !== 0 || byteAt(source, at + 1, limit) !== 0) {
    at = readValue(source, at, limit, depth + 1, ends).end
  }
  return at
}

/** The contents octets, as a view. */
export function contentOf(value: DerValue): Uint8Array {
  return value.source.subarray(value.contentStart, value.contentEnd)
}

/** The whole encoding as it stands in the source, as a view. */
export function encodingOf(value: DerValue): Uint8Array {
  return value.source.subarray(value.start, value.end)
}

/** The values inside a constructed value, one after another. */
export function* childrenOf(value: DerValue): Generator<DerValue, void, undefined> {
  assertConstructed(value)
  for (let at = value.contentStart; at < value.contentEnd; ) {
    const child = readValue(value.source, at, value.contentEnd, value.depth + 1, value.ends)
    at = child.end
    yield child
  }
}

/**
 * The values inside a constructed value as an array.
 *
 * @throws SealwrightError `invalid_asn1` when there are more than `max`: a small value may hold millions of tiny ones.
 */
export function listOf(value: DerValue, max: number): DerValue[] {
  const list: DerValue[] = []
  for (const child of childrenOf(value)) {
    if (list.length >= max) throw asn1Error('An ASN.1 list holds too many values.')
    list.push(child)
  }
  return list
}

/** The only value inside an explicit tag. */
export function onlyChildOf(value: DerValue): DerValue {
  const reader = new DerReader(value)
  const child = reader.readAny('a value')
  reader.assertDone()
  return child
}

function assertConstructed(value: DerValue): void {
  if ((value.tag & CONSTRUCTED) === 0) throw asn1Error('An ASN.1 value should hold other values, but is primitive.')
}

/** Walks through the fields of a SEQUENCE or SET in order. */
export class DerReader {
  readonly #parent: DerValue
  #next: DerValue | undefined

  constructor(parent: DerValue, tag?: number) {
    if (tag !== undefined && parent.tag !== tag) throw asn1Error('An ASN.1 value is not of the expected type.')
    assertConstructed(parent)
    this.#parent = parent
    this.#advance(parent.contentStart)
  }

  /** The tag of the next field, or undefined at the end. */
  get nextTag(): number | undefined {
    return this.#next?.tag
  }

  /** Takes the next field, whatever it is; `what` names it in the error. */
  readAny(what: string): DerValue {
    const value = this.#next
    if (value === undefined) throw asn1Error(`An ASN.1 structure ends where ${what} should follow.`)
    this.#advance(value.end)
    return value
  }

  /** Takes the next field, which must have `tag`. */
  read(tag: number, what: string): DerValue {
    if (this.#next !== undefined && this.#next.tag !== tag) {
      throw asn1Error(`An ASN.1 structure holds something else where ${what} should stand.`)
    }
    return this.readAny(what)
  }

  /** Takes the next field if it has `tag`. */
  readOptional(tag: number): DerValue | undefined {
    return this.#next?.tag === tag ? this.readAny('a value') : undefined
  }

  /** Throws unless every field has been taken. */
  assertDone(): void {
    if (this.#next !== undefined) throw asn1Error('An ASN.1 structure holds more than it should.')
  }

  #advance(at: number): void {
    const { source, contentEnd, depth, ends } = this.#parent
    this.#next = at < contentEnd ? readValue(source, at, contentEnd, depth + 1, ends) : undefined
  }
}

/**
 * The distinguished encoding of a value: definite minimal lengths and primitive strings. The order of SET members is
 * kept as it is: for what others signed it must be (the check is over what they encoded).
 * A value that already is DER comes back as a view on its source.
 */
export function toDer(value: DerValue): Uint8Array {
  return isDistinguished(value) ? encodingOf(value) : reencode(value)
}

/** Whether lengths and strings are written as DER has them; the order of SET members is not looked at. */
export function isDistinguished(value: DerValue): boolean {
  const header = value.contentStart - value.start
  const length = value.contentEnd - value.contentStart
  if (value.end !== value.contentEnd || header !== identifierLength(value) + lengthOctets(length)) return false
  if ((value.tag & CONSTRUCTED) === 0) return true
  if (isConstructedString(value)) return false
  for (const child of childrenOf(value)) if (!isDistinguished(child)) return false
  return true
}

function reencode(value: DerValue): Uint8Array {
  const { source, start, tag } = value
  let body: Uint8Array
  if ((tag & CONSTRUCTED) === 0) body = contentOf(value)
  else if (tag === (TAG.bitString | CONSTRUCTED)) body = contentOf(readWholeDer(joinBitString(value)))
  else if (isConstructedString(value)) body = octetsOf(value)
  else {
    const parts: Uint8Array[] = []
    for (const child of childrenOf(value)) parts.push(toDer(child))
    body = concatBytes(parts)
  }
  const identifier = isConstructedString(value)
    ? Uint8Array.of(tag & ~CONSTRUCTED)
    : source.subarray(start, start + identifierLength(value))
  const encoded = encodeDer(0, body)
  return concatBytes([identifier, encoded.subarray(1)])
}

/** Universal types that are strings, in the constructed form that only BER has. */
function isConstructedString(value: DerValue): boolean {
  const type = value.tag & ~CONSTRUCTED
  return (
    (value.tag & CONSTRUCTED) !== 0 &&
    (type === TAG.bitString || type === TAG.octetString || type === TAG.utf8String || (type >= 0x12 && type <= 0x1e))
  )
}

function identifierLength(value: DerValue): number {
  if (value.tag <= 0xff) return 1
  const number = value.tag >>> 8
  return number < 0x80 ? 2 : number < 0x4000 ? 3 : 4
}

function lengthOctets(length: number): number {
  return length < 0x80 ? 1 : length < 0x100 ? 2 : length < 0x10000 ? 3 : length < 0x1000000 ? 4 : 5
}

/**
 * The octets of a string type, also when it is constructed of segments (X.690, 8.7.3). A view when it is primitive.
 * The caller has checked the tag; with an implicit tag the segments are OCTET STRINGs all the same.
 */
export function octetsOf(value: DerValue): Uint8Array {
  if ((value.tag & CONSTRUCTED) === 0) return contentOf(value)
  const parts: Uint8Array[] = []
  for (const child of childrenOf(value)) parts.push(octetsOf(child))
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : concatBytes(parts)
}

/** Whether `tag` is `primitive` or its constructed form. */
export function isStringTag(tag: number | undefined, primitive: number): boolean {
  return tag === primitive || tag === (primitive | CONSTRUCTED)
}

/** The octets of an OCTET STRING. */
export function readOctetString(value: DerValue): Uint8Array {
  if (!isStringTag(value.tag, TAG.octetString)) throw asn1Error('An ASN.1 value should be an OCTET STRING.')
  return octetsOf(value)
}

/** The bits of a BIT STRING (or of an implicitly tagged one), most significant first. */
export function readBitString(value: DerValue): { readonly bytes: Uint8Array; readonly unusedBits: number } {
  const content = (value.tag & CONSTRUCTED) === 0 ? contentOf(value) : contentOf(readWholeDer(joinBitString(value)))
  const unusedBits = content[0]
  if (unusedBits === undefined || unusedBits > 7 || (unusedBits > 0 && content.length === 1)) {
    throw asn1Error('A BIT STRING is malformed.')
  }
  return { bytes: content.subarray(1), unusedBits }
}

function joinBitString(value: DerValue): Uint8Array {
  const parts: Uint8Array[] = []
  let unusedBits = 0
  for (const child of childrenOf(value)) {
    if (unusedBits !== 0) throw asn1Error('A BIT STRING is malformed.')
    const segment = readBitString(child)
    unusedBits = segment.unusedBits
    parts.push(segment.bytes)
  }
  return encodeParts(TAG.bitString, [Uint8Array.of(unusedBits), ...parts])
}

/** Whether two byte strings are equal. Not for secrets: it stops at the first difference. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
