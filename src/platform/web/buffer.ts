/**
 * The `Buffer` of builds without Node.js: the package of that name, with native searches instead of its loops. The build
 * imports this module wherever a module uses the global.
 *
 * @module
 */

import { Buffer as PortableBuffer } from 'buffer/'

/** Most characters that one call of `String.fromCharCode` accepts in all engines. */
const AT_ONCE = 8192

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })
const slowly = { toString: PortableBuffer.prototype.toString, from: PortableBuffer.from }
const plainIndexOf = Uint8Array.prototype.indexOf
const plainLastIndexOf = Uint8Array.prototype.lastIndexOf

function bytesOf(needle: string | Uint8Array, encoding?: BufferEncoding): Uint8Array {
  return typeof needle === 'string' ? PortableBuffer.from(needle, encoding) : needle
}

function matchesAt(bytes: Uint8Array, needle: Uint8Array, at: number): boolean {
  for (let i = 1; i < needle.length; i++) if (bytes[at + i] !== needle[i]) return false
  return true
}

/** Finds bytes. The native search finds each place of the first byte, and only there the others are compared. */
function indexOf(
  this: Buffer,
  value: string | Uint8Array | number,
  from?: number | BufferEncoding,
  encoding?: BufferEncoding,
): number {
  if (typeof from === 'string') return indexOf.call(this, value, 0, from)
  const start = from === undefined ? 0 : from < 0 ? Math.max(0, this.length + from) : from
  if (typeof value === 'number') return plainIndexOf.call(this, value & 0xff, start)
  const needle = bytesOf(value, encoding)
  const [first] = needle
  const last = this.length - needle.length
  if (first === undefined) return Math.min(start, this.length)
  for (let at = start; at <= last; at++) {
    at = plainIndexOf.call(this, first, at)
    if (at < 0 || at > last) return -1
    if (matchesAt(this, needle, at)) return at
  }
  return -1
}

function lastIndexOf(
  this: Buffer,
  value: string | Uint8Array | number,
  from?: number,
  encoding?: BufferEncoding,
): number {
  const end = from === undefined ? this.length : from < 0 ? this.length + from : from
  if (end < 0) return -1
  if (typeof value === 'number') return plainLastIndexOf.call(this, value & 0xff, end)
  const needle = bytesOf(value, encoding)
  const [first] = needle
  let at = Math.min(end, this.length - needle.length)
  if (first === undefined) return at
  while (at >= 0) {
    at = plainLastIndexOf.call(this, first, at)
    if (at < 0 || matchesAt(this, needle, at)) return at
    at--
  }
  return -1
}

function decode(this: Buffer, encoding?: BufferEncoding, start = 0, end = this.length): string {
  if (encoding === undefined || encoding === 'utf8' || encoding === 'utf-8') {
    return DECODER.decode(new Uint8Array(this.buffer, this.byteOffset, this.length).subarray(start, end))
  }
  if (encoding !== 'latin1' && encoding !== 'binary') return slowly.toString.call(this, encoding, start, end)
  let text = ''
  for (let at = start; at < end; at += AT_ONCE) {
    text += String.fromCharCode.apply(undefined, this.subarray(at, Math.min(end, at + AT_ONCE)) as unknown as number[])
  }
  return text
}

/** Decodes hexadecimal digits up to the first pair that is not two digits. The package behaves differently there. */
function decodeHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1)
  for (let i = 0; i < bytes.length; i++) {
    const [high, low] = [hexDigit(text.charCodeAt(2 * i)), hexDigit(text.charCodeAt(2 * i + 1))]
    if (high < 0 || low < 0) return bytes.subarray(0, i)
    bytes[i] = (high << 4) | low
  }
  return bytes
}

/** The value of a digit from its character code; -1 for other characters. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function from(value: unknown, second?: unknown, third?: unknown): unknown {
  if (typeof value !== 'string' || second !== 'hex')
    return Reflect.apply(slowly.from, PortableBuffer, [value, second, third])
  const { buffer, byteOffset, length } = decodeHex(value)
  return Reflect.apply(slowly.from, PortableBuffer, [buffer, byteOffset, length])
}

/** Compares bytes. The package only accepts Buffers. */
function equals(this: Buffer, other: Uint8Array): boolean {
  if (this.length !== other.length) return false
  for (let i = 0; i < this.length; i++) if (this[i] !== other[i]) return false
  return true
}

Object.assign(PortableBuffer.prototype, { equals, indexOf, lastIndexOf, toString: decode })

Object.assign(PortableBuffer, { from })

export { PortableBuffer as Buffer }
