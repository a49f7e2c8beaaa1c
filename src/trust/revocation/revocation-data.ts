/**
 * Indexes CRLs and OCSP responses by what they are about.
 *
 * @module
 */

import { latin1 } from '../../cms/asn1.js'
import type { Certificate } from '../../cms/certificates.js'
import { type DistinguishedName, nameKey } from '../../cms/names.js'
import {
  type CertificateList,
  type OcspResponse,
  type OcspSingleResponse,
  parseCrl,
  parseOcspResponse,
} from '../../cms/revocation.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import type { Place } from '../over-time/proofs.js'
import { readCertificates } from '../trust-anchors.js'

/** An encoding with its place in the file, if it has one. */
export interface StoredItem {
  readonly der: Uint8Array
  /** The first place that holds it; `undefined` for data from outside of the file. */
  readonly place: Place
}

/** A CRL that was read. */
export interface StoredCrl {
  readonly crl: CertificateList
  readonly item: StoredItem
}

/** An OCSP response that was read. */
export interface StoredOcsp {
  readonly response: OcspResponse
  readonly certificates: readonly Certificate[]
  readonly item: StoredItem
}

/** One answer of a response. */
export interface StoredAnswer {
  readonly ocsp: StoredOcsp
  readonly answer: OcspSingleResponse
}

/** Items by encoding, one character per byte, with their earliest place. */
type SeenItems = Map<string, { place: Place }>

/** Revocation data that was read, each item once. Malformed items are counted, and those beyond the limit are left out. */
export class RevocationData {
  /** CRLs by the {@link nameKey} of their issuer. */
  readonly #crls = new Map<string, StoredCrl[]>()
  /** Answers by serial number. */
  readonly #answers = new Map<string, StoredAnswer[]>()
  /** CRLs that were seen. One table for both kinds would let the list of one hide items from that of the other. */
  readonly #seenCrls: SeenItems = new Map()
  /** OCSP responses that were seen. */
  readonly #seenOcsps: SeenItems = new Map()
  /** CRLs and OCSP answers that may still be read. */
  itemsLeft = 2 * CRYPTO_LIMITS.maxRevocationItems
  #unreadable = 0
  /** True once something was left out because of its cost. */
  isCut = false

  /** Number of items that could not be read. */
  get unreadable(): number {
    return this.#unreadable
  }

  addCrls(items: readonly StoredItem[]): void {
    for (const item of items) {
      this.#read(this.#seenCrls, item, (own) => {
        const crl = parseCrl(own.der)
        append(this.#crls, nameKey(crl.issuer), { crl, item: own })
      })
    }
  }

  addOcsps(items: readonly StoredItem[]): void {
    for (const item of items) {
      this.#read(this.#seenOcsps, item, (own) => {
        const response = parseOcspResponse(own.der)
        const ocsp = { response, certificates: readCertificates(response.certificates), item: own }
        // Each answer is judged by itself, so each counts.
        this.itemsLeft -= response.responses.length - 1
        for (const answer of response.responses) {
          append(this.#answers, latin1(answer.certificateId.serialNumber), { ocsp, answer })
        }
      })
    }
  }

  /** CRLs of issuers with these names. */
  crlsOf(issuers: readonly DistinguishedName[]): readonly StoredCrl[] {
    return [...new Set(issuers.map(nameKey))].flatMap((key) => this.#crls.get(key) ?? [])
  }

  /** Answers about certificates with this serial number. */
  answersAbout(certificate: Certificate): readonly StoredAnswer[] {
    return this.#answers.get(latin1(certificate.serialNumber)) ?? []
  }

  #read(seen: SeenItems, item: StoredItem, read: (item: StoredItem) => void): void {
    const key = latin1(item.der)
    const known = seen.get(key)
    if (known !== undefined) {
      if (item.place !== undefined) known.place = Math.min(known.place ?? item.place, item.place)
      return
    }
    if (--this.itemsLeft < 0) this.isCut = true
    if (this.isCut) return
    const own = { der: item.der, place: item.place }
    seen.set(key, own)
    try {
      read(own)
    } catch {
      this.#unreadable++
    }
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const others = lists.get(key)
  if (others === undefined) lists.set(key, [item])
  else others.push(item)
}

/** Revocation data from encodings outside of all revisions, for example fetched ones. */
export function readRevocationData(crls: readonly Uint8Array[], ocsps: readonly Uint8Array[]): RevocationData {
  const data = new RevocationData()
  const outside = (der: Uint8Array): StoredItem => ({ der, place: undefined })
  data.addCrls(crls.map(outside))
  data.addOcsps(ocsps.map(outside))
  return data
}
