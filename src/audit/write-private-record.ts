/**
 * Writes the audit record into the private data of this program, where `private-record.ts` finds it.
 *
 * @module
 */

import { type ObjectSink, PdfDict, PdfName, type PdfObject, type PdfRef, PdfStream } from '../pdf/objects.js'
import { dateString } from '../pdf/text.js'
import { deflateSync } from '../platform/deflation.js'
import { PRIVATE_DATA_KEY } from './private-record.js'

/** Adds the record as a stream, which viewers ignore. */
export function addPrivateRecord(sink: ObjectSink, record: Uint8Array): PdfRef {
  return sink.add(new PdfStream(new PdfDict({ Filter: PdfName.of('FlateDecode') }), deflateSync(record)))
}

/** Entries that put the record into the private data of a dictionary. */
export function privateRecordEntries(record: PdfRef, date: Date): Record<string, PdfObject> {
  const modified = dateString(date)
  const data = new PdfDict({ LastModified: modified, Private: record })
  return { PieceInfo: new PdfDict({ [PRIVATE_DATA_KEY]: data }), LastModified: modified }
}
