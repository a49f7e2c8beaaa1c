/**
 * Everything in a document that helps to validate its signatures: certificates and revocation data in /DSS, in the signatures
 * and in their time stamps, each with its place in the file.
 *
 * @module
 */

import {
  childrenOf,
  contextTag,
  DerReader,
  encodingOf,
  latin1,
  listOf,
  onlyChildOf,
  readDer,
  readOid,
  TAG,
} from '../../cms/asn1.js'
import { type Certificate, parseCertificate } from '../../cms/certificates.js'
import { type CmsAttribute, parseSignedData, type SignedData } from '../../cms/messages.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import type { IntegrityResult } from '../integrity/integrity-draft.js'
import { RevocationData, type StoredItem } from '../revocation/revocation-data.js'
import { type Place, placeOfContents, placeOfSignature } from './proofs.js'

/** Validation data of a document's signatures, as encodings. */
export interface StoredMaterial {
  readonly certificates: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  /** For each of these, the index of the first revision that holds it. */
  readonly since: ReadonlyMap<Uint8Array, number>
  /** True when a part could not be read, or exceeds the limits. */
  readonly isMalformed: boolean
  /** True when the limits allow for as much again, read from the other end. */
  readonly isCut: boolean
}

/** A signature with the revision that it ends and covers; `undefined` when it does not reliably do so. */
interface PlacedSignature {
  readonly integrity: IntegrityResult
  readonly revision: number | undefined
}

/** Validation data for all signatures of the document. */
export interface ValidationData {
  readonly certificates: readonly Certificate[]
  readonly revocation: RevocationData
  /** The first place of a certificate. */
  placeOf(certificate: Certificate): Place
}

/**
 * Gathers the validation data in a document. Nothing is trusted just because it is there: each item must prove itself by a
 * signature that leads to an anchor.
 */
export function gatherValidationData(dss: StoredMaterial, signatures: readonly PlacedSignature[]): ValidationData {
  const gatherer = new Gatherer()
  for (const { integrity, revision } of signatures) {
    gatherer.addSignature(integrity, revision === undefined ? undefined : placeOfSignature(revision))
  }
  const placeIn = (der: Uint8Array): StoredItem => {
    const revision = dss.since.get(der)
    return { der, place: revision === undefined ? undefined : placeOfContents(revision) }
  }
  gatherer.addCertificates(dss.certificates.map(placeIn))
  if (dss.isCut) gatherer.revocation.itemsLeft *= 2
  gatherer.revocation.addCrls(dss.crls.map(placeIn))
  gatherer.revocation.addOcsps(dss.ocsps.map(placeIn))
  return gatherer
}

class Gatherer implements ValidationData {
  readonly certificates: Certificate[] = []
  readonly revocation = new RevocationData()
  /** Places by encoding, one character per byte. */
  readonly #places = new Map<string, Place>()

  placeOf(certificate: Certificate): Place {
    return this.#places.get(latin1(certificate.der))
  }

  addCertificates(items: readonly StoredItem[]): void {
    for (const { der, place } of items) {
      const key = latin1(der)
      const isKnown = this.#places.has(key)
      const known = this.#places.get(key)
      if (!isKnown || (place !== undefined && (known === undefined || place < known))) this.#places.set(key, place)
      if (isKnown || this.certificates.length >= CRYPTO_LIMITS.maxPoolCertificates) continue
      try {
        this.certificates.push(parseCertificate(der))
      } catch {
        // An unreadable certificate is ignored.
      }
    }
  }

  addSignature(signature: IntegrityResult, place: Place): void {
    const placed = (items: readonly Uint8Array[]) => items.map((der): StoredItem => ({ der, place }))
    this.addCertificates(placed(signature.certificates.map(({ der }) => der)))
    this.revocation.addCrls(placed(signature.revocationArchival?.crls ?? []))
    this.revocation.addOcsps(placed(signature.revocationArchival?.ocsps ?? []))
    if (signature.signedData !== undefined) this.#addSignedData(signature.signedData, placed)
    for (const stamp of signature.contentStamps) this.addSignature(stamp, place)
    for (const token of signature.timestampTokens.slice(0, CRYPTO_LIMITS.maxSignatureTimestamps)) {
      const signedData = readToken(token)
      if (signedData === undefined) continue
      this.#addSignedData(signedData, placed)
      this.addCertificates(placed(signedData.certificates))
    }
  }

  #addSignedData(signedData: SignedData, placed: (items: readonly Uint8Array[]) => StoredItem[]): void {
    this.revocation.addCrls(placed(signedData.crls))
    this.revocation.addOcsps(placed(signedData.otherRevocationInfos.flatMap(readOtherRevocationInfo)))
    for (const { unsignedAttrs } of signedData.signerInfos) {
      this.addCertificates(placed(readValues(unsignedAttrs, CERTIFICATE_VALUES, readListed)))
      this.revocation.addCrls(placed(readValues(unsignedAttrs, REVOCATION_VALUES, (value) => readField(value, 0))))
      this.revocation.addOcsps(placed(readValues(unsignedAttrs, REVOCATION_VALUES, (value) => readField(value, 1))))
    }
  }
}

function readToken(token: Uint8Array): SignedData | undefined {
  try {
    return parseSignedData(token)
  } catch {
    return undefined
  }
}

/**
 * Attribute of CAdES (EN 319 122-1, A.1.1) with certificates, in long-term signatures of other formats and some time stamps.
 */
const CERTIFICATE_VALUES = '1.2.840.113549.1.9.16.2.23'
const REVOCATION_VALUES = '1.2.840.113549.1.9.16.2.24'

function readValues(
  attributes: readonly CmsAttribute[],
  oid: string,
  read: (value: Uint8Array) => Uint8Array[],
): Uint8Array[] {
  return attributes
    .flatMap((attribute) => (attribute.oid === oid ? attribute.values : []))
    .flatMap((value) => {
      try {
        return read(value)
      } catch {
        return []
      }
    })
}

function readListed(value: Uint8Array): Uint8Array[] {
  return listOf(readDer(value), CRYPTO_LIMITS.maxRevocationItems).map(encodingOf)
}

function readField(value: Uint8Array, number: number): Uint8Array[] {
  for (const field of childrenOf(readDer(value))) {
    if (field.tag === contextTag(number)) return readListed(encodingOf(onlyChildOf(field)))
  }
  return []
}

const ID_RI_OCSP_RESPONSE = '1.3.6.1.5.5.7.16.2'

/** Reads an OCSPResponse among the CRLs of SignedData (RFC 5940, 2.1). */
function readOtherRevocationInfo(encoding: Uint8Array): Uint8Array[] {
  try {
    const reader = new DerReader(readDer(encoding), contextTag(1))
    if (readOid(reader.read(TAG.oid, 'a format of revocation data')) !== ID_RI_OCSP_RESPONSE) return []
    return [encodingOf(reader.readAny('an OCSP response'))]
  } catch {
    return []
  }
}
