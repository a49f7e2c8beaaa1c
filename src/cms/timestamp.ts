/**
 * The contents of time-stamp tokens (RFC 3161, 2.4.2).
 *
 * @module
 */

import { type AlgorithmIdentifier, readAlgorithm } from './algorithm-identifier.js'
import { contextTag, DerReader, readDer, readOctetString, TAG } from './der.js'
import { readInteger, readOid, readSmallInteger, readTime } from './der-values.js'

/** What a time-stamping authority states: this digest existed at this time. */
export interface TstInfo {
  /** 1 is the only one that there is. */
  readonly version: number
  readonly policy: string
  readonly imprintAlgorithm: AlgorithmIdentifier
  readonly imprint: Uint8Array
  /** Contents octets of the INTEGER. */
  readonly serialNumber: Uint8Array
  readonly time: Date
  /** Contents octets of the INTEGER; undefined without one. */
  readonly nonce: Uint8Array | undefined
}

/**
 * Parses a TSTInfo, which must fill `bytes` exactly.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function parseTstInfo(bytes: Uint8Array): TstInfo {
  const reader = new DerReader(readDer(bytes), TAG.sequence)
  const version = readSmallInteger(reader.read(TAG.integer, 'the version of a time stamp'))
  const policy = readOid(reader.read(TAG.oid, 'the policy of a time stamp'))
  const imprint = new DerReader(reader.read(TAG.sequence, 'an imprint'), TAG.sequence)
  const imprintAlgorithm = readAlgorithm(imprint.read(TAG.sequence, 'the digest algorithm of an imprint'))
  const digest = readOctetString(imprint.readAny('an imprint'))
  imprint.assertDone()
  const serialNumber = readInteger(reader.read(TAG.integer, 'the serial number of a time stamp'))
  const time = readTime(reader.read(TAG.generalizedTime, 'the time of a time stamp'))
  // accuracy, ordering, tsa and extensions follow; none changes what is attested.
  reader.readOptional(TAG.sequence)
  reader.readOptional(TAG.boolean)
  const nonce = reader.readOptional(TAG.integer)
  reader.readOptional(contextTag(0))
  reader.readOptional(contextTag(1))
  reader.assertDone()
  return {
    version,
    policy,
    imprintAlgorithm,
    imprint: digest,
    serialNumber,
    time,
    nonce: nonce === undefined ? undefined : readInteger(nonce),
  }
}
