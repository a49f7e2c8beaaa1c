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

import type { PdfDocument } from '../pdf/document.js'
import { type PdfDict, PdfRef } from '../pdf/objects.js'

/** The key of this program's data in page-piece dictionaries. */
export const PRIVATE_DATA_KEY = 'Sealwright'

/** The reference to the record that a dictionary holds among its private data. */
export function findPrivateRecord(document: PdfDocument, dict: PdfDict): PdfRef | undefined {
  const pieces = document.lookupDict(dict, 'PieceInfo')
  const data = pieces === undefined ? undefined : document.lookupDict(pieces, PRIVATE_DATA_KEY)
  const record = data?.get('Private')
  return record instanceof PdfRef ? record : undefined
}
