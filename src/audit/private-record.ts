/**
 * The audit record in the private data of this program (page-piece dictionaries, ISO 32000-2, 14.5), for documents that may
 * not have attached files.
 *
 * The signature dictionary always names the record, so each record belongs to the signature that covers it. Like an attached
 * record that the catalog does not list, it is also named in the form XObject that draws the signature, which may have
 * page-piece dictionaries (8.10.2, table 93), and in the certificate pages (7.7.3.3, table 31).
 *
 * @module
 */

import type { PdfDocument } from '../pdf/document.js'
import { type PdfDict, PdfRef } from '../pdf/objects.js'

/** The key of this program's data in page-piece dictionaries. */
export const PRIVATE_DATA_KEY = 'Sealwright'

/** The reference to the record in the private data of a dictionary. */
export function findPrivateRecord(document: PdfDocument, dict: PdfDict): PdfRef | undefined {
  const pieces = document.lookupDict(dict, 'PieceInfo')
  const data = pieces === undefined ? undefined : document.lookupDict(pieces, PRIVATE_DATA_KEY)
  const record = data?.get('Private')
  return record instanceof PdfRef ? record : undefined
}
