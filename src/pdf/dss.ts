/**
 * The document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.2.2): validation data kept in the file.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { CRYPTO_LIMITS } from '../limits.js'
import type { PdfDocument } from './document.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from './objects.js'

/** What a file keeps to validate its signatures with. */
export interface DocumentSecurityStore {
  /** False when the catalog has no /DSS. */
  readonly isPresent: boolean
  /** DER of certificates, CRLs and OCSP responses; those of /VRI are among them. */
  readonly certificates: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  /** For each of these the index of the first revision whose store holds it. */
  readonly since: ReadonlyMap<Uint8Array, number>
  /** Keys of /VRI: SHA-1 of a signature's /Contents in upper-case hexadecimal. */
  readonly signatureKeys: ReadonlySet<string>
  /** Whether something of it could not be read, or is past the limits. */
  readonly isMalformed: boolean
}

/** One state of a file, and the numbers of the objects that it defines anew. */
export interface StoredRevision {
  /** 0 for the original file. */
  readonly index: number
  readonly document: PdfDocument
  readonly defined: ReadonlySet<number>
}

/** Reads /DSS of the catalog. What is malformed or past the limits is left out and reported. */
export function readDss(document: PdfDocument): DocumentSecurityStore {
  return readDssOfRevisions([{ index: 0, document, defined: new Set() }])
}

/**
 * Reads what the /DSS of all revisions hold together: programs that prolong an archive may write it anew without what
 * they see no more use for, while the file still holds it. Nothing of it needs to be trusted for being there, so that
 * no revision can do harm with what it adds.
 *
 * @param revisions All states of the file, oldest first.
 */
export function readDssOfRevisions(revisions: readonly StoredRevision[]): DocumentSecurityStore {
  const reader = new DssReader()
  let newer: StoredRevision | undefined
  for (const revision of revisions.slice(-CRYPTO_LIMITS.maxDssRevisions).toReversed()) {
    // Where the newer revision touches no object of its store, it has that of this one.
    if (newer === undefined || reader.isTouchedBy(newer.defined)) reader.read(revision)
    else reader.noteUnchanged(revision.index)
    newer = revision
  }
  return reader.result()
}

class DssReader {
  readonly #certificates: Uint8Array[] = []
  readonly #crls: Uint8Array[] = []
  readonly #ocsps: Uint8Array[] = []
  readonly #signatureKeys = new Set<string>()
  /** Streams that were read, by where they stand: revisions and /VRI name the same ones again. */
  readonly #seen = new Map<string, Uint8Array | undefined>()
  readonly #since = new Map<Uint8Array, number>()
  /** What the store of the revision read last holds. */
  #current: Uint8Array[] = []
  /** The oldest revision that is known to have the same store. */
  #index = 0
  /** Numbers of the objects on the way to everything in the store of the revision read last. */
  #used = new Set<number>()
  #bytesLeft: number = CRYPTO_LIMITS.maxDssBytes
  /** Entries of lists that may be looked at, those that were seen before included. */
  #itemsLeft: number = 64 * CRYPTO_LIMITS.maxRevocationItems
  #isMalformed = false
  #isPresent = false

  /** Adds what one state of the file holds; states come from the newest to the oldest. */
  read({ index, document }: StoredRevision): void {
    this.#settle()
    this.#index = index
    this.#used = new Set()
    try {
      this.#readStore(document)
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      this.#isMalformed = true
    }
  }

  /** Takes note that an older state has the store that was read last. */
  noteUnchanged(index: number): void {
    this.#index = index
  }

  /** The items of the store read last go back to the oldest state that has it. */
  #settle(): void {
    for (const bytes of this.#current) this.#since.set(bytes, this.#index)
    this.#current = []
  }

  /** Whether one of these objects is part of the store that was read last. */
  isTouchedBy(numbers: ReadonlySet<number>): boolean {
    for (const num of this.#used) if (numbers.has(num)) return true
    return false
  }

  result(): DocumentSecurityStore {
    this.#settle()
    return {
      since: this.#since,
      isPresent: this.#isPresent,
      certificates: this.#certificates,
      crls: this.#crls,
      ocsps: this.#ocsps,
      signatureKeys: this.#signatureKeys,
      isMalformed: this.#isMalformed,
    }
  }

  #readStore(document: PdfDocument): void {
    this.#used.add(document.catalogRef.num)
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
    for (const key of entries instanceof PdfDict ? entries.entries.keys() : []) {
      const entry = this.#lookup(document, entries as PdfDict, key)
      if (key === 'Type' || !(entry instanceof PdfDict)) continue
      if (this.#signatureKeys.size >= CRYPTO_LIMITS.maxRevocationItems) break
      this.#signatureKeys.add(key.toUpperCase())
      this.#collect(document, entry, 'Cert', this.#certificates)
      this.#collect(document, entry, 'CRL', this.#crls)
      this.#collect(document, entry, 'OCSP', this.#ocsps)
    }
  }

  #lookup(document: PdfDocument, dict: PdfDict, key: string): PdfObject {
    const value = dict.get(key)
    if (value instanceof PdfRef) this.#used.add(value.num)
    return document.resolve(value)
  }

  #collect(document: PdfDocument, dict: PdfDict, key: string, into: Uint8Array[]): void {
    const items = this.#lookup(document, dict, key)
    if (items === null) return
    if (!Array.isArray(items)) this.#isMalformed = true
    for (const item of Array.isArray(items) ? items : []) {
      if (--this.#itemsLeft < 0 || into.length >= CRYPTO_LIMITS.maxRevocationItems) {
        this.#isMalformed = true
        return
      }
      const bytes = this.#decode(document, item)
      if (bytes !== undefined) into.push(bytes)
    }
  }

  #decode(document: PdfDocument, item: PdfObject): Uint8Array | undefined {
    if (item instanceof PdfRef) {
      this.#used.add(item.num)
      const place = placeOf(document, item)
      if (this.#seen.has(place)) {
        const known = this.#seen.get(place)
        if (known !== undefined) this.#current.push(known)
        return undefined
      }
      const bytes = this.#decodeStream(document, item)
      this.#seen.set(place, bytes)
      return bytes
    }
    return this.#decodeStream(document, item)
  }

  #decodeStream(document: PdfDocument, item: PdfObject): Uint8Array | undefined {
    try {
      const stream = document.resolve(item)
      if (stream instanceof PdfStream) {
        const bytes = document.decode(stream, { maxBytes: Math.max(this.#bytesLeft, 1) })
        this.#bytesLeft -= bytes.length
        if (this.#bytesLeft >= 0) {
          this.#current.push(bytes)
          return bytes
        }
      }
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
    }
    this.#isMalformed = true
    return undefined
  }
}

/** Where the cross-reference of this state says that an object stands; streams are always objects of their own (7.5.7). */
function placeOf(document: PdfDocument, { num }: PdfRef): string {
  const entry = document.xref.get(num)
  return entry?.type === 'in-use' ? `${num} at ${entry.offset}` : `${num}`
}
