/**
 * PDF objects written down as they stand in a file, so that a test shows what it puts into a document.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfStream } from '../../../src/pdf/objects.js'
import { ByteWriter } from '../../../src/pdf/syntax/byte-writer.js'
import { ObjectParser } from '../../../src/pdf/syntax/object-parser.js'
import { writeObject } from '../../../src/pdf/syntax/serialize.js'
import { latin1Bytes, latin1Text } from '../../../src/pdf/syntax/syntax.js'

/**
 * An object from its notation. Objects and references can be put in; a string is put in as it stands.
 *
 * @example
 * ```ts
 * pdf`<</Type /Annot /Subtype /Stamp /P ${page} /Rect [0 0 100 100]>>`
 * ```
 */
export function pdf(parts: TemplateStringsArray, ...values: readonly (PdfObject | string)[]): PdfObject {
  const text = parts.map((part, i) => (i === 0 ? part : notation(values[i - 1] ?? null) + part)).join('')
  return new ObjectParser(latin1Bytes(text)).parseObject()
}

/**
 * A dictionary from its notation.
 *
 * @throws Error when the notation is that of another object
 */
export function dict(parts: TemplateStringsArray, ...values: readonly (PdfObject | string)[]): PdfDict {
  const object = pdf(parts, ...values)
  if (!(object instanceof PdfDict)) throw new Error('The notation is not that of a dictionary.')
  return object
}

/** A stream without filters. Its dictionary may be given by its notation or as a dictionary. */
export function stream(dictionary: PdfDict, data: string | Uint8Array): PdfStream {
  return new PdfStream(dictionary, typeof data === 'string' ? latin1Bytes(data) : data)
}

/** How an object is written in a file. */
export function notation(value: PdfObject | string): string {
  if (typeof value === 'string') return value
  const out = new ByteWriter(256)
  writeObject(out, value)
  return latin1Text(out.view())
}

/** Joins text (one byte per char) and bytes. */
export function bytesOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1Bytes(part) : part))))
}

/**
 * Replaces text by text of the same length at most; the rest is filled with spaces, so that no offset changes.
 *
 * @throws Error unless the text stands in the file; the last place counts.
 */
export function overwrite(bytes: Uint8Array, text: string, replacement: string): Uint8Array {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(text, undefined, 'latin1')
  if (at < 0 || replacement.length > text.length) throw new Error(`Cannot overwrite "${text}".`)
  const copy = bytes.slice()
  copy.set(latin1Bytes(replacement.padEnd(text.length)), at)
  return copy
}
