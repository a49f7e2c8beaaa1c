/**
 * Encodes requests to time-stamping authorities (RFC 3161, 2.4.1).
 *
 * @module
 */

import { encodeAlgorithm } from '../asn1/algorithm-identifier.js'
import { derInteger, derNull, derOctetString, derOid, derSequence, derTrue } from '../asn1/der-writer.js'
import { OID } from '../asn1/oids.js'

/** Hashes of time-stamped data, as node:crypto names them. */
export type TimestampHash = 'sha256' | 'sha384' | 'sha512'

/** A request to an authority. */
interface TimestampRequest {
  readonly hash: TimestampHash
  /** Digest by `hash` of the data to be stamped. */
  readonly digest: Uint8Array
  /** Object identifier of the policy to be used; without it, the authority chooses. */
  readonly policy?: string | undefined
  /** Unsigned big-endian number that the answer must repeat. */
  readonly nonce?: Uint8Array | undefined
}

/** Encodes a TimeStampReq that asks for the authority's certificate too. */
export function encodeTimestampRequest({ hash, digest, policy, nonce }: TimestampRequest): Uint8Array {
  return derSequence(
    derInteger(1),
    // NULL is present, as in nearly all clients: some authorities compare encodings.
    derSequence(encodeAlgorithm(OID[hash], derNull()), derOctetString(digest)),
    ...(policy === undefined ? [] : [derOid(policy)]),
    ...(nonce === undefined ? [] : [derInteger(nonce)]),
    derTrue(),
  )
}
