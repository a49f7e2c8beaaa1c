/**
 * Everything in a document that helps to validate its signatures: certificates and revocation data in /DSS, inside the
 * signatures and inside their time stamps.
 *
 * @module
 */

import { contextTag, DerReader, encodingOf, readDer, TAG } from '../cms/der.js'
import { readOid } from '../cms/der-values.js'
import { parseSignedData, type SignedData } from '../cms/signed-data.js'
import type { Certificate } from '../cms/x509.js'
import type { IntegrityResult } from './integrity/integrity-draft.js'
import { type RevocationData, readRevocationData } from './revocation.js'
import { readCertificates } from './trust-anchors.js'

/** What a document keeps to validate its signatures with, as encodings. */
export interface StoredMaterial {
  readonly certificates: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  /** Whether something of it could not be read, or is past the limits. */
  readonly isMalformed: boolean
}

export interface ValidationData {
  readonly certificates: readonly Certificate[]
  readonly revocation: RevocationData
}

/**
 * Gathers what is in a document, to be used for all of its signatures. Nothing of it is trusted for being there: each
 * item must prove itself by a signature that leads to an anchor.
 */
export function gatherValidationData(dss: StoredMaterial, signatures: readonly IntegrityResult[]): ValidationData {
  const certificates: Certificate[] = []
  const crls = [...dss.crls]
  const ocsps = [...dss.ocsps]
  const addSignedData = (signedData: SignedData) => {
    crls.push(...signedData.crls)
    ocsps.push(...signedData.otherRevocationInfos.flatMap(readOtherRevocationInfo))
  }
  for (const signature of signatures) {
    certificates.push(...signature.certificates)
    crls.push(...(signature.revocationArchival?.crls ?? []))
    ocsps.push(...(signature.revocationArchival?.ocsps ?? []))
    if (signature.signedData !== undefined) addSignedData(signature.signedData)
    const token = readToken(signature.timestampToken)
    if (token !== undefined) {
      addSignedData(token)
      certificates.push(...readCertificates(token.certificates))
    }
  }
  certificates.push(...readCertificates(dss.certificates))
  return { certificates, revocation: readRevocationData(crls, ocsps) }
}

function readToken(token: Uint8Array | undefined): SignedData | undefined {
  try {
    return token === undefined ? undefined : parseSignedData(token)
  } catch {
    return undefined
  }
}

const ID_RI_OCSP_RESPONSE = '1.3.6.1.5.5.7.16.2'

/** RFC 5940, 2.1: an OCSPResponse among the CRLs of SignedData. */
function readOtherRevocationInfo(encoding: Uint8Array): Uint8Array[] {
  try {
    const reader = new DerReader(readDer(encoding), contextTag(1))
    if (readOid(reader.read(TAG.oid, 'a format of revocation data')) !== ID_RI_OCSP_RESPONSE) return []
    return [encodingOf(reader.readAny('an OCSP response'))]
  } catch {
    return []
  }
}
