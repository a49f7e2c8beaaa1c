/**
 * Reads DER and BER (X.690). A value is a view on its source; nothing is copied or decoded before it is asked for.
 *
 * BER is read as well (indefinite lengths, constructed strings, long forms of lengths), because PKCS#12 files and other
 * programs' CMS use it. {@link toDer} returns the distinguished encoding of such a value.
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

/** One value, by the positions of its identifier, its contents and its end in `source`. */
export interface DerValue {
  /** The identifier octet; for tag numbers above 30, the number times 256 plus that octet. */
  readonly tag: number
  readonly source: Uint8Array
  readonly start: number
  readonly contentStart: number
  readonly contentEnd: number
  /** Position after the value, including end-of-contents octets. */
  readonly end: number
  /** Nesting below the outermost value. */
  readonly depth: number
  /** Ends of indefinite-length values found so far (start to end of contents), so that each is only searched for once. */
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

/** The error for malformed bytes. */
export function asn1Error(message: string, cause?: unknown): SealwrightError {
  return new SealwrightError('invalid_asn1', message, cause === undefined ? {} : { cause })
}

/**
 * Reads the value that begins at `start`. Bytes after it are ignored.
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

/**
 * Reads an identifier. An end of contents only ends a value of indefinite length, and is not a value itself (X.690, 8.1.5).
 */
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

/** Finds the two zero octets that end the contents of a value of indefinite length (X.690, 8.1.3.6). */
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

/** The whole encoding in the source, as a view. */
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

/** Reads the fields of a SEQUENCE or SET in order. */
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

  /** Reads the next field of any type; `what` names it in the error. */
  readAny(what: string): DerValue {
    const value = this.#next
    if (value === undefined) throw asn1Error(`An ASN.1 structure ends where ${what} should follow.`)
    this.#advance(value.end)
    return value
  }

  /** Reads the next field, which must have `tag`. */
  read(tag: number, what: string): DerValue {
    if (this.#next !== undefined && this.#next.tag !== tag) {
      throw asn1Error(`An ASN.1 structure holds something else where ${what} should stand.`)
    }
    return this.readAny(what)
  }

  /** Reads the next field if it has `tag`. */
  readOptional(tag: number): DerValue | undefined {
    return this.#next?.tag === tag ? this.readAny('a value') : undefined
  }

  /** Throws unless every field was read. */
  assertDone(): void {
    if (this.#next !== undefined) throw asn1Error('An ASN.1 structure holds more than it should.')
  }

  #advance(at: number): void {
    const { source, contentEnd, depth, ends } = this.#parent
    this.#next = at < contentEnd ? readValue(source, at, contentEnd, depth + 1, ends) : undefined
  }
}

/**
 * The distinguished encoding of a value: definite minimal lengths and primitive strings. The order of SET members is kept,
 * because a signature is over the order that the signer encoded. A value that already is DER is returned as a view on its
 * source.
 */
export function toDer(value: DerValue): Uint8Array {
  return isDistinguished(value) ? encodingOf(value) : reencode(value)
}

/** True when lengths and strings are in DER form. The order of SET members is not checked. */
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

/** True for a universal string type in constructed form, which only BER has. */
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
 * The octets of a string type, even when it is constructed of segments (X.690, 8.7.3). A view when it is primitive. The
 * caller has checked the tag. With an implicit tag the segments are still OCTET STRINGs.
 */
export function octetsOf(value: DerValue): Uint8Array {
  if ((value.tag & CONSTRUCTED) === 0) return contentOf(value)
  const parts: Uint8Array[] = []
  for (const child of childrenOf(value)) parts.push(octetsOf(child))
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : concatBytes(parts)
}

/** True when `tag` is `primitive` or its constructed form. */
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

/** True when two byte strings are equal. Not for secrets, since it stops at the first difference. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
