/**
 * The document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.2.2): validation data kept in the file.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import type { Finding } from '../report.js'

/** What a file keeps to validate its signatures with. */
export interface DocumentSecurityStore {
  /** False when the catalog has no /DSS. */
  readonly isPresent: boolean
  /** DER of certificates, CRLs and OCSP responses; those of /VRI are among them. */
  readonly certificates: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  /** Keys of /VRI: SHA-1 of a signature's /Contents in upper-case hexadecimal. */
  readonly signatureKeys: ReadonlySet<string>
  /** What could not be read. */
  readonly findings: readonly Finding[]
}

/** Reads /DSS of the catalog. What is malformed or past the limits is left out and reported. */
export function readDss(document: PdfDocument): DocumentSecurityStore {
  const reader = new DssReader(document)
  try {
    return reader.read()
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return reader.result(true)
  }
}

const MALFORMED: Finding = { code: 'dss_malformed', message: 'Validation data in the document cannot be read.' }

class DssReader {
  readonly #document: PdfDocument
  readonly #seen = new Set<number>()
  readonly #certificates: Uint8Array[] = []
  readonly #crls: Uint8Array[] = []
  readonly #ocsps: Uint8Array[] = []
  readonly #signatureKeys = new Set<string>()
  #bytesLeft: number = CRYPTO_LIMITS.maxDssBytes
  #itemsLeft: number = 8 * CRYPTO_LIMITS.maxRevocationItems
  #isMalformed = false
  #isPresent = true

  constructor(document: PdfDocument) {
    this.#document = document
  }

  read(): DocumentSecurityStore {
    const document = this.#document
    const dss = document.lookup(document.catalog, 'DSS')
    if (!(dss instanceof PdfDict)) {
      this.#isPresent = dss !== null
      return this.result(this.#isPresent)
    }
    this.#collect(dss, 'Certs', this.#certificates)
    this.#collect(dss, 'CRLs', this.#crls)
    this.#collect(dss, 'OCSPs', this.#ocsps)
    for (const [key, value] of document.lookupDict(dss, 'VRI')?.entries ?? []) {
      const vri = document.resolve(value)
      if (key === 'Type' || !(vri instanceof PdfDict)) continue
      if (this.#signatureKeys.size >= CRYPTO_LIMITS.maxRevocationItems) break
      this.#signatureKeys.add(key.toUpperCase())
      this.#collect(vri, 'Cert', this.#certificates)
      this.#collect(vri, 'CRL', this.#crls)
      this.#collect(vri, 'OCSP', this.#ocsps)
    }
    return this.result(false)
  }

  result(isMalformed: boolean): DocumentSecurityStore {
    return {
      isPresent: this.#isPresent,
      certificates: this.#certificates,
      crls: this.#crls,
      ocsps: this.#ocsps,
      signatureKeys: this.#signatureKeys,
      findings: isMalformed || this.#isMalformed ? [MALFORMED] : [],
    }
  }

  #collect(dict: PdfDict, key: string, into: Uint8Array[]) {
    const items = this.#document.lookup(dict, key)
    if (items === null) return
    if (!Array.isArray(items)) this.#isMalformed = true
    for (const item of Array.isArray(items) ? items : []) {
      if (--this.#itemsLeft < 0 || into.length >= CRYPTO_LIMITS.maxRevocationItems) {
        this.#isMalformed = true
        return
      }
      const bytes = this.#decode(item)
      if (bytes !== undefined) into.push(bytes)
    }
  }

  #decode(item: PdfObject): Uint8Array | undefined {
    if (item instanceof PdfRef) {
      // /VRI names the same streams again.
      if (this.#seen.has(item.num)) return undefined
      this.#seen.add(item.num)
    }
    try {
      const stream = this.#document.resolve(item)
      if (stream instanceof PdfStream) {
        const bytes = this.#document.decode(stream, { maxBytes: Math.max(this.#bytesLeft, 1) })
        this.#bytesLeft -= bytes.length
        if (this.#bytesLeft >= 0) return bytes
      }
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
    }
    this.#isMalformed = true
    return undefined
  }
}
