/**
 * The document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.2.2): validation data kept in the file.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import type { PdfDocument } from '../document.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../objects.js'

/** Validation data that a file keeps for its signatures. */
export interface DocumentSecurityStore {
  /** False when the catalog has no /DSS. */
  readonly isPresent: boolean
  /** Certificates, CRLs and OCSP responses in DER, including those of /VRI. */
  readonly certificates: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  /** For each of these, the index of the first revision whose store holds it. */
  readonly since: ReadonlyMap<Uint8Array, number>
  /** True when a part of it could not be read, or exceeds the limits. */
  readonly isMalformed: boolean
  /** True when it exceeds the limits, so that it was read from both ends. */
  readonly isCut: boolean
}

/** One state of a file, with the numbers of the objects that its revision defines. */
interface StoredRevision {
  /** Index of the revision; 0 for the original file. */
  readonly index: number
  readonly document: PdfDocument
  readonly defined: ReadonlySet<number>
}

/** Reads /DSS of the catalog. Malformed data, and data beyond the limits, is left out and reported. */
export function readDss(document: PdfDocument): DocumentSecurityStore {
  return readDssOfRevisions([{ index: 0, document, defined: new Set() }])
}

/**
 * Reads the /DSS of all revisions together. Programs that extend an archive may rewrite it without data that they no longer
 * need, although the file still holds that. Nothing is trusted just because it is there, and older data is read first, so no
 * revision can crowd out those before it, whatever and however much it adds. Where that exceeds the limits, as much is read
 * from the end on, so that it cannot crowd out those after it either.
 *
 * @param revisions All states of the file, oldest first.
 */
export function readDssOfRevisions(revisions: readonly StoredRevision[]): DocumentSecurityStore {
  const reader = new DssReader()
  for (const revision of revisions) {
    // A revision that changes no object of the last store has the same store.
    if (reader.isTouchedBy(revision)) reader.read(revision)
  }
  if (reader.turn()) for (const revision of revisions.toReversed()) reader.read(revision)
  return reader.result()
}

class DssReader {
  readonly #certificates: Uint8Array[] = []
  readonly #crls: Uint8Array[] = []
  readonly #ocsps: Uint8Array[] = []
  /**
   * Streams that were read, by their place, with the lists that contain them, since /VRI and later revisions refer to them
   * again.
   */
  readonly #seen = new Map<string, { readonly bytes: Uint8Array | undefined; readonly lists: Set<Uint8Array[]> }>()
  readonly #since = new Map<Uint8Array, number>()
  /** Index of the current revision. */
  #index = 0
  /** Numbers of the objects that lead to the contents of the last store. */
  #used: Set<number> | undefined
  #bytesLeft: number = CRYPTO_LIMITS.maxDssBytes
  /** List entries that may still be read, including repeated ones. */
  #itemsLeft: number = CRYPTO_LIMITS.maxListedItems
  /** Most items of one kind. */
  #most: number = CRYPTO_LIMITS.maxRevocationItems
  #isMalformed = false
  /** True when something was left out because of the limits. */
  #isCut = false
  /** True while lists are read from their ends on. */
  #isTurned = false
  #isPresent = false

  /** Adds the store of one state of the file; states must come from the oldest to the newest. */
  read({ index, document }: StoredRevision): void {
    this.#index = index
    this.#used = new Set()
    try {
      this.#readStore(document)
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      this.#isMalformed = true
    }
  }

  /** True when a revision may have another store than the last one. */
  isTouchedBy({ document, defined }: StoredRevision): boolean {
    if (this.#used?.has(document.catalogRef.num) !== true) return true
    for (const num of defined) if (this.#used.has(num)) return true
    return false
  }

  /** Allows as much again, to be read from the end on. False when nothing was left out. */
  turn(): boolean {
    this.#isTurned = true
    this.#most *= 2
    this.#bytesLeft = CRYPTO_LIMITS.maxDssBytes
    this.#itemsLeft = CRYPTO_LIMITS.maxListedItems
    for (const [place, { bytes }] of this.#seen) if (bytes === undefined) this.#seen.delete(place)
    return this.#isCut
  }

  result(): DocumentSecurityStore {
    return {
      since: this.#since,
      isPresent: this.#isPresent,
      certificates: this.#certificates,
      crls: this.#crls,
      ocsps: this.#ocsps,
      isMalformed: this.#isMalformed || this.#isCut,
      isCut: this.#isCut,
    }
  }

  #readStore(document: PdfDocument): void {
    this.#use(document.catalogRef)
    const dss = this.#lookup(document, document.catalog, 'DSS')
    if (dss === null) return
    this.#isPresent = true
    if (!(dss instanceof PdfDict)) {
      this.#isMalformed = true
      return
    }
    this.#collect(document, dss, 'Certs', this.#certificates)
    this.#collect(document, dss, 'CRLs', this.#crls)
    this.#collect(document, dss, 'OCSPs', this.#ocsps)
    const entries = this.#lookup(document, dss, 'VRI')
    if (entries instanceof PdfDict) this.#readEntries(document, entries)
    else if (entries !== null) this.#isMalformed = true
  }

  /** Reads /VRI under any keys: it does not matter which signature an entry belongs to. */
  #readEntries(document: PdfDocument, entries: PdfDict): void {
    for (const key of entries.entries.keys()) {
      if (key === 'Type') continue
      const entry = this.#lookup(document, entries, key)
      if (this.#isFull([])) return
      if (!(entry instanceof PdfDict)) {
        this.#isMalformed = true
        continue
      }
      this.#collect(document, entry, 'Cert', this.#certificates)
      this.#collect(document, entry, 'CRL', this.#crls)
      this.#collect(document, entry, 'OCSP', this.#ocsps)
    }
  }

  /** Counts an entry of a list. True when the limits do not allow for it. */
  #isFull(into: readonly Uint8Array[]): boolean {
    const isFull = --this.#itemsLeft < 0 || into.length >= this.#most
    this.#isCut ||= isFull
    return isFull
  }

  #use({ num }: PdfRef): void {
    this.#used?.add(num)
  }

  #lookup(document: PdfDocument, dict: PdfDict, key: string): PdfObject {
    const value = dict.get(key)
    if (value instanceof PdfRef) this.#use(value)
    return document.resolve(value)
  }

  #collect(document: PdfDocument, dict: PdfDict, key: string, into: Uint8Array[]): void {
    const items = this.#lookup(document, dict, key)
    if (!Array.isArray(items)) {
      this.#isMalformed ||= items !== null
      return
    }
    for (const item of this.#isTurned ? items.toReversed() : items) {
      if (this.#isFull(into)) return
      this.#take(document, item, into)
    }
  }

  #take(document: PdfDocument, item: PdfObject, into: Uint8Array[]): void {
    if (!(item instanceof PdfRef)) {
      // Streams must be indirect objects.
      this.#isMalformed = true
      return
    }
    this.#use(item)
    const place = placeOf(document, item)
    let known = this.#seen.get(place)
    if (known === undefined) {
      known = { bytes: this.#decodeStream(document, item), lists: new Set() }
      this.#seen.set(place, known)
      if (known.bytes !== undefined) this.#since.set(known.bytes, this.#index)
    }
    if (known.bytes === undefined || known.lists.has(into)) return
    known.lists.add(into)
    into.push(known.bytes)
  }

  #decodeStream(document: PdfDocument, item: PdfRef): Uint8Array | undefined {
    try {
      const stream = document.resolve(item)
      if (stream instanceof PdfStream) {
        const bytes = document.decode(stream, { maxBytes: Math.max(this.#bytesLeft, 1) })
        this.#bytesLeft -= bytes.length
        if (this.#bytesLeft >= 0) return bytes
        this.#isCut = true
      }
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      this.#isCut ||= error.code === 'document_too_complex'
    }
    this.#isMalformed = true
    return undefined
  }
}

/** The place of an object according to the cross-reference of this state. Streams are never in object streams (7.5.7). */
function placeOf(document: PdfDocument, { num }: PdfRef): string {
  const entry = document.xref.get(num)
  return entry?.type === 'in-use' ? `${num} at ${entry.offset}` : `${num}`
}
