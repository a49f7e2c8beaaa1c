/**
 * Signed attributes of CAdES (ETSI EN 319 122-1): content time stamps (5.2.8) and the signature policy (5.2.9.1).
 *
 * @module
 */

import { CRYPTO_LIMITS } from '../../limits.js'
import { type AlgorithmIdentifier, readAlgorithm } from '../asn1/algorithm-identifier.js'
import { asn1Error, DerReader, encodingOf, listOf, octetsOf, readDer, readOctetString, TAG } from '../asn1/der.js'
import { latin1, readOid } from '../asn1/der-values.js'
import { OID } from '../asn1/oids.js'
import type { SignerInfo } from './signed-data.js'

/** Encodings of the tokens over the content, which were obtained before signing. */
export function contentTimestampsOf({ signedAttrs }: SignerInfo): Uint8Array[] {
  return signedAttrs.filter(({ oid }) => oid === OID.contentTimestamp).flatMap(({ values }) => values)
}

/** The policy that a signer declares the signature to follow. */
export interface SignaturePolicyId {
  /** Object identifier; null for a policy implied by the content. */
  readonly id: string | null
  /** Digest of the policy; undefined when the signer did not know it. */
  readonly digest: { readonly algorithm: AlgorithmIdentifier; readonly value: Uint8Array } | undefined
  /** Where it can be obtained, according to the signer. */
  readonly uri: string | null
}

/** Identifier of the qualifier id-spq-ets-uri. */
const POLICY_URI = '1.2.840.113549.1.9.16.5.1'

/**
 * The signature policy in the signed attributes; undefined when none is named.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed, or there are several
 */
export function signaturePolicyOf({ signedAttrs }: SignerInfo): SignaturePolicyId | undefined {
  const values = signedAttrs.filter(({ oid }) => oid === OID.signaturePolicyId).flatMap((attribute) => attribute.values)
  const [value, another] = values
  if (value === undefined) return undefined
  if (another !== undefined) throw asn1Error('A signature has several signature policies.')
  const choice = readDer(value)
  if (choice.tag === TAG.null) return { id: null, digest: undefined, uri: null }
  const reader = new DerReader(choice, TAG.sequence)
  const id = readOid(reader.read(TAG.oid, 'a signature policy'))
  const hash = reader.readOptional(TAG.sequence)
  const qualifiers = reader.readOptional(TAG.sequence)
  reader.assertDone()
  return {
    id,
    digest: hash === undefined ? undefined : readDigest(new DerReader(hash, TAG.sequence)),
    uri: qualifiers === undefined ? null : readUri(listOf(qualifiers, CRYPTO_LIMITS.maxPolicyQualifiers)),
  }
}

function readDigest(reader: DerReader): SignaturePolicyId['digest'] {
  const algorithm = readAlgorithm(reader.read(TAG.sequence, 'the digest algorithm of a policy'))
  const value = readOctetString(reader.readAny('the digest of a policy'))
  reader.assertDone()
  // Only zeros mean that the signer did not know the digest (EN 319 122-1, 5.2.9.1).
  return value.every((octet) => octet === 0) ? undefined : { algorithm, value }
}

function readUri(qualifiers: ReturnType<typeof listOf>): string | null {
  for (const qualifier of qualifiers) {
    const reader = new DerReader(readDer(encodingOf(qualifier)), TAG.sequence)
    if (readOid(reader.read(TAG.oid, 'a qualifier')) === POLICY_URI) {
      return latin1(octetsOf(reader.readAny('an address')))
    }
  }
  return null
}
