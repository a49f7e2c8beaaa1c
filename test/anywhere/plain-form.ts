/**
 * Files as texts that are equal where what was compressed is: implementations of zlib compress to different bytes.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { ZipReader } from '../../src/ooxml/package/zip-reader.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { nameOf, type PdfObject, PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { ByteWriter } from '../../src/pdf/syntax/byte-writer.js'
import { writeObject } from '../../src/pdf/syntax/serialize.js'

/** A line for each object of a PDF, or for each part of a DOCX: its name and content. */
export function plainForm(bytes: Uint8Array): string[] {
  return Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-' ? objectsOf(bytes) : partsOf(bytes)
}

function objectsOf(bytes: Uint8Array): string[] {
  const document = PdfDocument.open(bytes)
  return [...document.xref.numbers()]
    .sort((a, b) => a - b)
    .flatMap((num) => {
      const object = document.get(new PdfRef(num))
      // What is in it are places of compressed data.
      if (object instanceof PdfStream && nameOf(object.dict.get('Type')) === 'XRef') return []
      return [`${num}: ${describe(document, object)}`]
    })
}

function describe(document: PdfDocument, object: PdfObject): string {
  if (!(object instanceof PdfStream)) return spell(object)
  const { dict, data } = object
  const isDeflated = nameOf(dict.get('Filter')) === 'FlateDecode'
  const content = isDeflated ? document.decode(object) : data
  return `${spell(dict.with({ Length: undefined }))} ${content.length} ${digest(content)}`
}

function spell(object: PdfObject): string {
  const writer = new ByteWriter()
  writeObject(writer, object)
  return Buffer.from(writer.view()).toString('latin1')
}

function partsOf(bytes: Uint8Array): string[] {
  const archive = new ZipReader(bytes)
  return Array.from(archive.names, (name) => `${name}: ${digest(archive.read(name) ?? new Uint8Array())}`)
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
