/**
 * Entries of the document security store for single signatures (/VRI; ISO 32000-2, Table 262), for reports. Verification reads the
 * store as a whole, since it does not matter which signature an item belongs to.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import type { PdfDocument } from '../document.js'
import { PdfDict, PdfStream } from '../objects.js'

/**
 * The certificates, CRLs and OCSP responses of one entry, without what cannot be read or exceeds the limits of the store.
 *
 * @param keys the keys that the entry may have, in capitals
 * @returns undefined when the store has no such entry
 */
export function readStoreEntry(document: PdfDocument, keys: readonly string[]): readonly Uint8Array[] | undefined {
  try {
    const store = document.lookupDict(document.catalog, 'DSS')
    const entries = store && document.lookupDict(store, 'VRI')
    const name = entries && [...entries.entries.keys()].find((key) => keys.includes(key.toUpperCase()))
    const entry = name === undefined ? undefined : document.lookupDict(entries as PdfDict, name)
    if (!(entry instanceof PdfDict)) return undefined
    return readItems(document, entry)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

function readItems(document: PdfDocument, entry: PdfDict): Uint8Array[] {
  const listed = ['Cert', 'CRL', 'OCSP'].flatMap((key) => {
    const list = document.lookup(entry, key)
    return Array.isArray(list) ? list : []
  })
  const items: Uint8Array[] = []
  let bytesLeft: number = CRYPTO_LIMITS.maxDssBytes
  for (const item of listed.slice(0, CRYPTO_LIMITS.maxRevocationItems)) {
    const stream = document.resolve(item)
    if (!(stream instanceof PdfStream)) continue
    const bytes = document.decode(stream, { maxBytes: Math.max(bytesLeft, 1) })
    bytesLeft -= bytes.length
    if (bytesLeft < 0) break
    items.push(bytes)
  }
  return items
}
