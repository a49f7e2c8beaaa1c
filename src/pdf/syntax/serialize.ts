/**
 * Writes objects as bytes (ISO 32000-2, 7.3).
 *
 * @module
 */
import { toHex } from '../../bytes.js'
import {
  PdfDict,
  PdfName,
  type PdfObject,
  PdfReal,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfVerbatim,
} from '../objects.js'
import type { ByteWriter } from './byte-writer.js'
import { CHAR_CLASS, REGULAR } from './syntax.js'

/** Writes `num gen obj ... endobj` and a line end. */
export function writeIndirectObject(out: ByteWriter, ref: PdfRef, object: PdfObject): void {
  out.text(`${ref.num} ${ref.gen} obj\n`)
  writeObject(out, object)
  out.text('\nendobj\n')
}

/** Writes one object. A stream gets its actual /Length. */
export function writeObject(out: ByteWriter, object: PdfObject): void {
  if (object === null) out.text('null')
  else if (typeof object === 'boolean') out.text(object ? 'true' : 'false')
  else if (typeof object === 'number') out.text(formatNumber(object))
  else if (object instanceof PdfName) out.text(formatName(object.value))
  else if (object instanceof PdfRef) out.text(`${object.num} ${object.gen} R`)
  else if (object instanceof PdfReal) out.text(object.spelling)
  else if (object instanceof PdfString) writeString(out, object)
  else if (Array.isArray(object)) writeArray(out, object)
  else if (object instanceof PdfDict) writeDict(out, object)
  else if (object instanceof PdfStream) writeStream(out, object)
  else writeVerbatim(out, object)
}

function writeArray(out: ByteWriter, items: readonly PdfObject[]): void {
  out.text('[')
  for (let i = 0; i < items.length; i++) {
    if (i > 0) out.byte(0x20)
    writeObject(out, items[i] as PdfObject)
  }
  out.text(']')
}

function writeDict(out: ByteWriter, dict: PdfDict): void {
  out.text('<<')
  for (const [key, value] of dict.entries) {
    out.text(`${formatName(key)} `)
    writeObject(out, value)
    out.byte(0x0a)
  }
  out.text('>>')
}

function writeStream(out: ByteWriter, stream: PdfStream): void {
  writeDict(out, stream.dict.with({ Length: stream.data.length }))
  out.text('\nstream\n')
  out.bytes(stream.data)
  out.text('\nendstream')
}

function writeVerbatim(out: ByteWriter, object: PdfVerbatim): void {
  object.offset = out.length
  out.bytes(object.bytes)
}

function writeString(out: ByteWriter, { bytes, hex }: PdfString): void {
  if (hex) {
    out.text(`<${toHex(bytes).toUpperCase()}>`)
    return
  }
  out.byte(0x28)
  for (const code of bytes) {
    if (code === 0x28 || code === 0x29 || code === 0x5c) out.byte(0x5c)
    // A bare CR would be read back as LF (7.3.4.2).
    if (code === 0x0d) out.text('\\r')
    else out.byte(code)
  }
  out.byte(0x29)
}

const nameSpellings = new Map<string, string>()

function formatName(value: string): string {
  const known = nameSpellings.get(value)
  if (known !== undefined) return known
  let spelling = '/'
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    const plain = code > 0x20 && code < 0x7f && code !== 0x23 && CHAR_CLASS[code] === REGULAR
    spelling += plain ? value.charAt(i) : `#${code.toString(16).padStart(2, '0').toUpperCase()}`
  }
  if (nameSpellings.size < 1024) nameSpellings.set(value, spelling)
  return spelling
}

/** An integer, or a real with up to five decimals and never an exponent (7.3.3). */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value)
  if (!Number.isFinite(value)) throw new RangeError(`a PDF number must be finite, got ${value}`)
  const fixed = value.toFixed(5).replace(/\.?0+$/, '')
  return fixed === '-0' ? '0' : fixed
}
