/**
 * Writes DER (X.690). Every function returns the whole encoding of one value as new bytes.
 *
 * @module
 */
import { append } from '../../lists.js'

/** A value with the given identifier octet, whose contents are the concatenated `parts`. */
export function encodeDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return encodeParts(tag, parts)
}

/** As {@link encodeDer}, for any number of parts. */
export function encodeParts(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const out = new Uint8Array(headerLength(length) + length)
  let at = writeHeader(out, 0, tag, length)
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** Number of octets of identifier and length, for contents of `length` bytes. */
export function headerLength(length: number): number {
  return length < 0x80 ? 2 : length < 0x100 ? 3 : length < 0x10000 ? 4 : length < 0x1000000 ? 5 : 6
}

/** Writes identifier and length at `at`, and returns the position of the contents. */
export function writeHeader(out: Uint8Array, at: number, tag: number, length: number): number {
  out[at++] = tag
  if (length < 0x80) {
    out[at++] = length
    return at
  }
  const octets = headerLength(length) - 2
  out[at++] = 0x80 | octets
  for (let shift = (octets - 1) * 8; shift >= 0; shift -= 8) out[at++] = (length >>> shift) & 0xff
  return at
}

/** SEQUENCE of encoded values. */
export function derSequence(...values: readonly Uint8Array[]): Uint8Array {
  return encodeParts(0x30, values)
}

/** SET OF encoded values, sorted as DER requires (X.690, 11.6). `tag` is for an implicit tag. */
export function derSetOf(values: readonly Uint8Array[], tag = 0x31): Uint8Array {
  return encodeParts(tag, [...values].sort(compareBytes))
}

/** Explicit `[number]` around an encoded value. */
export function derExplicit(number: number, value: Uint8Array): Uint8Array {
  return encodeDer(0xa0 | number, value)
}

/** INTEGER from a small non-negative number, or from an unsigned big-endian magnitude. */
export function derInteger(value: number | Uint8Array): Uint8Array {
  const magnitude = typeof value === 'number' ? numberToBytes(value) : value
  let start = 0
  while (start < magnitude.length - 1 && magnitude[start] === 0) start++
  const digits = magnitude.subarray(start)
  const first = digits[0]
  if (first === undefined) return Uint8Array.of(0x02, 1, 0)
  return first & 0x80 ? encodeDer(0x02, Uint8Array.of(0), digits) : encodeDer(0x02, digits)
}

function numberToBytes(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from(bytes.length === 0 ? [0] : bytes)
}

/** OBJECT IDENTIFIER from its dotted form. */
export function derOid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const octets: number[] = []
  for (const arc of [first * 40 + second, ...rest]) {
    const groups = [arc % 128]
    for (let high = Math.floor(arc / 128); high > 0; high = Math.floor(high / 128)) groups.unshift((high % 128) | 0x80)
    append(octets, groups)
  }
  return encodeDer(0x06, Uint8Array.from(octets))
}

/** OCTET STRING. */
export function derOctetString(bytes: Uint8Array): Uint8Array {
  return encodeDer(0x04, bytes)
}

/** BIT STRING with `unusedBits` unused bits at the end. */
export function derBitString(bytes: Uint8Array, unusedBits = 0): Uint8Array {
  return encodeDer(0x03, Uint8Array.of(unusedBits), bytes)
}

/** BOOLEAN TRUE. FALSE is never written: it is the default everywhere, which DER omits. */
export function derTrue(): Uint8Array {
  return Uint8Array.of(0x01, 1, 0xff)
}

/** NULL. */
export function derNull(): Uint8Array {
  return Uint8Array.of(0x05, 0)
}

/** UTF8String. */
export function derUtf8String(text: string): Uint8Array {
  return encodeDer(0x0c, new TextEncoder().encode(text))
}

/** Time in whole seconds: UTCTime through 2049, then GeneralizedTime (RFC 5280, 4.1.2.5). */
export function derTime(date: Date): Uint8Array {
  const digits = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '')
  const year = date.getUTCFullYear()
  const short = year >= 1950 && year < 2050
  return encodeDer(short ? 0x17 : 0x18, new TextEncoder().encode(short ? digits.slice(2) : digits))
}

/** Order of SET OF members: byte by byte, with a prefix first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const common = Math.min(a.length, b.length)
  for (let i = 0; i < common; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
