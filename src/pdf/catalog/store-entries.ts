/**
 * Entries of the document security store for single signatures (/VRI; ISO 32000-2, Table 262), for reports.
 * Verification reads the store as a whole, since it does not matter which signature an item belongs to.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import type { PdfDocument } from '../document.js'
import { type PdfDict, PdfRef, PdfStream } from '../objects.js'

/**
 * The entries of one document. Each item is decoded once, however many entries name it. All items together stay within
 * the limits of a store.
 */
export class StoreEntries {
  readonly #document: PdfDocument
  readonly #entries: PdfDict | undefined
  /** Names of the entries, by their keys in capitals. */
  readonly #names = new Map<string, string>()
  /** Decoded items by the numbers of their objects; undefined for what cannot be read. */
  readonly #items = new Map<number, Uint8Array | undefined>()
  #bytesLeft: number = CRYPTO_LIMITS.maxDssBytes
  #listedLeft: number = CRYPTO_LIMITS.maxListedItems

  constructor(document: PdfDocument) {
    this.#document = document
    this.#entries = unlessDamaged(() => {
      const store = document.lookupDict(document.catalog, 'DSS')
      return store && document.lookupDict(store, 'VRI')
    })
    for (const name of this.#entries?.entries.keys() ?? []) this.#names.set(name.toUpperCase(), name)
  }

  /**
   * The certificates, CRLs and OCSP responses of one entry, without what cannot be read or exceeds the limits.
   *
   * @param keys the keys that the entry may have, in capitals
   * @returns undefined when the store has no such entry
   */
  read(keys: readonly string[]): readonly Uint8Array[] | undefined {
    const name = keys.map((key) => this.#names.get(key)).find((found) => found !== undefined)
    const entries = this.#entries
    if (name === undefined || entries === undefined) return undefined
    const entry = unlessDamaged(() => this.#document.lookupDict(entries, name))
    return entry && ['Cert', 'CRL', 'OCSP'].flatMap((key) => this.#readList(entry, key))
  }

  #readList(entry: PdfDict, key: string): Uint8Array[] {
    const list = unlessDamaged(() => this.#document.lookupArray(entry, key)) ?? []
    const items: Uint8Array[] = []
    for (const item of list) {
      if (--this.#listedLeft < 0) break
      // Streams must be indirect objects.
      if (!(item instanceof PdfRef)) continue
      if (!this.#items.has(item.num))
        this.#items.set(
          item.num,
          unlessDamaged(() => this.#decode(item)),
        )
      const bytes = this.#items.get(item.num)
      if (bytes !== undefined) items.push(bytes)
    }
    return items
  }

  #decode(item: PdfRef): Uint8Array | undefined {
    const stream = this.#document.resolve(item)
    if (!(stream instanceof PdfStream) || this.#bytesLeft <= 0) return undefined
    try {
      const bytes = this.#document.decode(stream, { maxBytes: this.#bytesLeft })
      this.#bytesLeft -= bytes.length
      return bytes
    } catch (error) {
      // It has cost as much as all that was left.
      if (error instanceof SealwrightError && error.code === 'document_too_complex') this.#bytesLeft = 0
      throw error
    }
  }
}

/** What a reader returns; undefined where the file is damaged. */
function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}
