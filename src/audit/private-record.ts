/**
 * The audit record among the private data of this program (page-piece dictionaries, ISO 32000-2, 14.5), for documents
 * that may not hold attached files.
 *
 * The signature dictionary always names the record, so that each record stands with the signature that covers it. Like
 * an attached one that the catalog does not list, it belongs to the form XObject that draws the signature as well, where
 * page-piece dictionaries have their place (8.10.2, table 93), and to the certificate pages (7.7.3.3, table 31).
 *
 * @module
 */
import { deflateSync } from 'node:zlib'
import type { PdfDocument } from '../pdf/document.js'
import { type ObjectSink, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../pdf/objects.js'
import { dateString } from '../pdf/text-string.js'

/** The key of this program's data in page-piece dictionaries. */
const PROGRAM = 'Sealwright'

/** Adds the record as a stream that viewers ignore. */
export function addPrivateRecord(sink: ObjectSink, record: Uint8Array): PdfRef {
  return sink.add(new PdfStream(new PdfDict({ Filter: PdfName.of('FlateDecode') }), deflateSync(record)))
}

/** Entries of a dictionary that holds the record among its private data. */
export function privateRecordEntries(record: PdfRef, date: Date): Record<string, PdfObject> {
  const modified = dateString(date)
  const data = new PdfDict({ LastModified: modified, Private: record })
  return { PieceInfo: new PdfDict({ [PROGRAM]: data }), LastModified: modified }
}

/** The reference to the record that a dictionary holds among its private data. */
export function findPrivateRecord(document: PdfDocument, dict: PdfDict): PdfRef | undefined {
  const pieces = document.lookupDict(dict, 'PieceInfo')
  const data = pieces === undefined ? undefined : document.lookupDict(pieces, PROGRAM)
  const record = data?.get('Private')
  return record instanceof PdfRef ? record : undefined
}
