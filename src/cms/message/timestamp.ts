/**
 * Parses the contents of time-stamp tokens (RFC 3161, 2.4.2).
 *
 * @module
 */

import { type AlgorithmIdentifier, readAlgorithm } from '../asn1/algorithm-identifier.js'
import {
  asn1Error,
  contextTag,
  DerReader,
  type DerValue,
  encodingOf,
  isStringTag,
  octetsOf,
  onlyChildOf,
  primitiveContextTag,
  readDer,
  readOctetString,
  TAG,
} from '../asn1/der.js'
import { readBoolean, readInteger, readOid, readSmallInteger, readTime } from '../asn1/der-values.js'
import { type CertificateExtension, readExtensions } from '../certificate/x509.js'

/** The statement of a time-stamping authority that a digest existed at a time. */
export interface TstInfo {
  /** Version, which must be 1. */
  readonly version: number
  readonly policy: string
  readonly imprintAlgorithm: AlgorithmIdentifier
  readonly imprint: Uint8Array
  /** Contents octets of the serial number INTEGER. */
  readonly serialNumber: Uint8Array
  readonly time: Date
  /** Largest error of `time`, in milliseconds; `undefined` when the authority states none. */
  readonly accuracyMs: number | undefined
  /** True when tokens of this authority can be ordered by their times alone. */
  readonly isOrdered: boolean
  /** Contents octets of the nonce INTEGER in the request. */
  readonly nonce: Uint8Array | undefined
  /** Encoding of the GeneralName with which the authority identifies itself. */
  readonly authority: Uint8Array | undefined
  readonly extensions: readonly CertificateExtension[]
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
  const accuracy = reader.readOptional(TAG.sequence)
  const ordering = reader.readOptional(TAG.boolean)
  const nonce = reader.readOptional(TAG.integer)
  const authority = reader.readOptional(contextTag(0))
  const extensions = reader.readOptional(contextTag(1))
  reader.assertDone()
  return {
    version,
    policy,
    imprintAlgorithm,
    imprint: digest,
    serialNumber,
    time,
    accuracyMs: accuracy === undefined ? undefined : readAccuracy(accuracy),
    isOrdered: ordering !== undefined && readBoolean(ordering),
    nonce: nonce === undefined ? undefined : readInteger(nonce),
    authority: authority === undefined ? undefined : encodingOf(onlyChildOf(authority)),
    extensions: extensions === undefined ? [] : readImplicitExtensions(extensions),
  }
}

/** Accuracy: seconds, [0] milliseconds and [1] microseconds, each optional. */
function readAccuracy(value: DerValue): number {
  const reader = new DerReader(value)
  const seconds = reader.readOptional(TAG.integer)
  let total = seconds === undefined ? 0 : 1000 * readSmallInteger(seconds)
  for (const [number, unit] of [
    [0, 1],
    [1, 0.001],
  ] as const) {
    if (!isStringTag(reader.nextTag, primitiveContextTag(number))) continue
    const octets = octetsOf(reader.readAny('an accuracy'))
    const part = octets.reduce((sum, octet) => sum * 256 + octet, 0)
    if (octets.length === 0 || part < 1 || part > 999) throw asn1Error('The accuracy of a time stamp is malformed.')
    total += part * unit
  }
  reader.assertDone()
  return total
}

/** Extensions under the implicit tag [1]. */
function readImplicitExtensions(field: DerValue): CertificateExtension[] {
  const encoding = encodingOf(field).slice()
  encoding[0] = TAG.sequence
  return readExtensions(readDer(encoding))
}
