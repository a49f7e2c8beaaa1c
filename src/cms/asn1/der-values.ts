/**
 * Decoding the contents of single ASN.1 values: object identifiers, integers, times and text.
 *
 * @module
 */

import { asn1Error, contentOf, type DerValue, octetsOf, TAG } from './der.js'

/** Longest identifier in octets. Those in use have about twenty, and arithmetic on large numbers is slow. */
const MAX_OID_OCTETS = 128

/** The dotted form of an OBJECT IDENTIFIER. */
export function readOid(value: DerValue): string {
  if (value.tag !== TAG.oid) throw asn1Error('An ASN.1 value should be an OBJECT IDENTIFIER.')
  return decodeOid(contentOf(value))
}

function decodeOid(octets: Uint8Array): string {
  if (octets.length === 0 || octets.length > MAX_OID_OCTETS || (octets[octets.length - 1] ?? 0x80) & 0x80) {
    throw asn1Error('An OBJECT IDENTIFIER is malformed.')
  }
  let dotted = ''
  let arc = 0
  let wide: bigint | undefined
  for (const octet of octets) {
    if (wide !== undefined) wide = wide * 128n + BigInt(octet & 0x7f)
    else if (arc > 0x3fffffffffff) wide = BigInt(arc) * 128n + BigInt(octet & 0x7f)
    else arc = arc * 128 + (octet & 0x7f)
    if (octet & 0x80) continue
    if (dotted === '') {
      const root = wide === undefined && arc < 80 ? Math.floor(arc / 40) : 2
      dotted = `${root}.${wide === undefined ? arc - root * 40 : wide - 80n}`
    } else dotted += `.${wide ?? arc}`
    arc = 0
    wide = undefined
  }
  return dotted
}

/**
 * The contents octets of an INTEGER (two's complement, big-endian), as a view. Equal numbers give equal octets: X.690, 8.3.2
 * forbids further octets in front, but serial numbers have them in certificates and not in the CRLs about those.
 */
export function readInteger(value: DerValue): Uint8Array {
  if (value.tag !== TAG.integer || value.contentStart === value.contentEnd) {
    throw asn1Error('An ASN.1 value should be an INTEGER.')
  }
  const octets = contentOf(value)
  let start = 0
  for (; start < octets.length - 1; start++) {
    const firstNine = ((octets[start] ?? 0) << 1) | ((octets[start + 1] ?? 0) >> 7)
    if (firstNine !== 0 && firstNine !== 0x1ff) break
  }
  return octets.subarray(start)
}

/** A non-negative INTEGER below 2^31. */
export function readSmallInteger(value: DerValue): number {
  const octets = readInteger(value)
  let number = 0
  if (octets.length < value.contentEnd - value.contentStart) {
    throw asn1Error('An INTEGER has octets that it does not need.')
  }
  if ((octets[0] ?? 0) & 0x80) throw asn1Error('An INTEGER is negative where that makes no sense.')
  for (const octet of octets) {
    number = number * 256 + octet
    if (number > 0x7fffffff) throw asn1Error('An INTEGER is too large.')
  }
  return number
}

/** A BOOLEAN. In BER every non-zero octet is true. */
export function readBoolean(value: DerValue): boolean {
  const octets = contentOf(value)
  if (value.tag !== TAG.boolean || octets.length !== 1) throw asn1Error('An ASN.1 value should be a BOOLEAN.')
  return octets[0] !== 0
}

const UTC_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(Z|[+-]\d{4})$/
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(?:(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{4})?$/
/** Longest time in octets. A GeneralizedTime with nine decimals and an offset has 29. */
const MAX_TIME_OCTETS = 32

/**
 * UTCTime or GeneralizedTime (X.680, 46 and 47; the two-digit year as RFC 5280, 4.1.2.5.1). A time without a zone counts as
 * UTC.
 */
export function readTime(value: DerValue): Date {
  if (value.contentEnd - value.contentStart > MAX_TIME_OCTETS) throw asn1Error('A time is malformed.')
  const text = latin1(contentOf(value))
  if (value.tag === TAG.utcTime) {
    const match = UTC_TIME.exec(text)
    if (match !== null) {
      const [, year = '', month, day, hour, minute, second, zone] = match
      const century = Number(year) < 50 ? '20' : '19'
      return makeTime(century + year, month, day, hour, minute, second, undefined, zone)
    }
  } else if (value.tag === TAG.generalizedTime) {
    const match = GENERALIZED_TIME.exec(text)
    if (match !== null) {
      const [, year = '', month, day, hour, minute, second, fraction, zone] = match
      return makeTime(year, month, day, hour, minute, second, fraction, zone)
    }
  }
  throw asn1Error('A time is malformed.')
}

function makeTime(
  year: string,
  month = '',
  day = '',
  hour = '',
  minute = '00',
  second = '00',
  fraction = '',
  zone = 'Z',
): Date {
  const milliseconds = `${fraction}000`.slice(0, 3)
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`)
  // The Date parser turns 31 February into a day in March, so such a date has to be refused here.
  const isRealDay = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() || Number(year) < 100
  if (Number.isNaN(time.getTime()) || !isRealDay) throw asn1Error('A time is malformed.')
  return time
}

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of any ASN.1 string type; `undefined` for a value of another type. Invalid code units become U+FFFD. */
export function readText(value: DerValue): string | undefined {
  switch (value.tag & ~0x20) {
    case TAG.utf8String:
      return UTF_8.decode(octetsOf(value))
    case TAG.numericString:
    case TAG.printableString:
    case TAG.ia5String:
    case TAG.visibleString:
      return readAscii(octetsOf(value))
    case TAG.teletexString:
      return latin1(octetsOf(value))
    case TAG.bmpString:
      return utf16(octetsOf(value))
    case TAG.universalString:
      return utf32(octetsOf(value))
    default:
      return undefined
  }
}

const STRICT_UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

/** Text of a type that permits ASCII only. Some CAs put UTF-8 into it, others Latin-1. */
function readAscii(octets: Uint8Array): string {
  if (octets.every((octet) => octet < 0x80)) return latin1(octets)
  try {
    return STRICT_UTF_8.decode(octets)
  } catch {
    return latin1(octets)
  }
}

/** Each byte as the character of the same number. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function utf16(octets: Uint8Array): string {
  const swapped = Buffer.alloc(octets.length & ~1)
  swapped.set(octets.subarray(0, swapped.length))
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(swapped.swap16())
}

function utf32(octets: Uint8Array): string {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength)
  const characters: string[] = []
  for (let at = 0; at + 4 <= octets.length; at += 4) {
    const codePoint = view.getUint32(at)
    const isScalar = codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff)
    characters.push(isScalar ? String.fromCodePoint(codePoint) : '\ufffd')
  }
  return characters.join('')
}
