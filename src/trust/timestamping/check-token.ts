/**
 * Checks that a time-stamp token is what was requested (RFC 3161, 2.4.2 and 2.3; RFC 5816).
 *
 * @module
 */

import { checkSignature, digestOf, readDigestAlgorithm, readSignerAlgorithms } from '../../cms/algorithms.js'
import {
  childrenOf,
  contextTag,
  type DerValue,
  derInteger,
  encodingOf,
  equalBytes,
  OID,
  onlyChildOf,
  readDer,
  readWholeDer,
  toDer,
} from '../../cms/asn1.js'
import {
  type Certificate,
  isForTimeStampingAlone,
  parseCertificate,
  subjectKeyIdentifierOf,
} from '../../cms/certificates.js'
import {
  isEssMatch,
  isSignerCertificate,
  messageDigestOf,
  parseSignedData,
  readSigningCertificate,
  type SignedData,
  type SignerInfo,
  singleAttributeValue,
} from '../../cms/messages.js'
import { isName } from '../../cms/names.js'
import { parseTstInfo, type TimestampHash, type TstInfo } from '../../cms/timestamps.js'
import { type ErrorCode, SealwrightError } from '../../errors.js'
import { TIMESTAMP_LIMITS } from './timestamp-limits.js'

/** What a token must match. */
interface TimestampExpectation {
  readonly hash: TimestampHash
  readonly digest: Uint8Array
  /** Unsigned nonce that was sent. When left out, the token need not have one. */
  readonly nonce?: Uint8Array | undefined
  readonly policy?: string | undefined
  /** Our own time. */
  readonly now: Date
  /** Largest difference between the authority's time and ours, in milliseconds. Default 5 minutes. */
  readonly clockToleranceMs?: number | undefined
}

/** A token that passed every check. */
export interface CheckedTimestamp {
  readonly token: Uint8Array
  readonly info: TstInfo
  /** The authority's certificate. */
  readonly certificate: Certificate
  /** All readable certificates in the token, including the authority's. */
  readonly certificates: readonly Certificate[]
}

/**
 * Checks a token; each fault has a code of its own.
 *
 * @throws SealwrightError `timestamp_malformed`, `timestamp_signer_count`, `timestamp_version_unknown`,
 * `timestamp_imprint_mismatch`, `timestamp_nonce_mismatch`, `timestamp_policy_mismatch`, `timestamp_certificate_missing`,
 * `timestamp_certificate_unbound`, `timestamp_purpose_wrong`, `timestamp_outside_validity`, `timestamp_time_wrong`,
 * `timestamp_signature_invalid`.
 */
export function checkTimestampToken(token: Uint8Array, expected: TimestampExpectation): CheckedTimestamp {
  try {
    return check(token, expected)
  } catch (error) {
    if (!(error instanceof SealwrightError) || error.code !== 'invalid_asn1') throw error
    throw new SealwrightError('timestamp_malformed', 'The time-stamp token is malformed.', { cause: error })
  }
}

function check(token: Uint8Array, expected: TimestampExpectation): CheckedTimestamp {
  const { end } = readWholeDer(token)
  const signedData = parseSignedData(token)
  const { content } = signedData
  if (end !== token.length || signedData.contentType !== OID.tstInfo || content === undefined) {
    throw fault('timestamp_malformed', 'The token does not hold a TSTInfo.')
  }
  const [signer, another] = signedData.signerInfos
  if (signer === undefined || another !== undefined) {
    throw fault('timestamp_signer_count', 'A time stamp has exactly one signer (RFC 3161, 2.4.2).')
  }
  assertDer(readWholeDer(content))
  const info = parseTstInfo(content)
  checkInfo(info, expected)
  const certificates = readCertificates(signedData)
  const certificate = findCertificate(certificates, signer)
  checkBinding(signer, certificate)
  checkStatedName(info, certificate)
  checkPurpose(certificate)
  checkTime(info, certificate, expected)
  checkTokenSignature(signer, certificate, content)
  return { token, info, certificate, certificates }
}

/** Checks that eContent is the DER encoding of TSTInfo, even if the CMS around it is BER (RFC 3161, 2.4.2). */
function assertDer(value: DerValue): void {
  if (!equalBytes(toDer(value), encodingOf(value))) throw fault('timestamp_malformed', 'The TSTInfo is not DER.')
}

function checkInfo(info: TstInfo, { hash, digest, nonce, policy }: TimestampExpectation): void {
  if (info.version !== 1) throw fault('timestamp_version_unknown', `The time stamp has version ${info.version}.`)
  if (info.imprintAlgorithm.oid !== OID[hash] || !equalBytes(info.imprint, digest)) {
    throw fault('timestamp_imprint_mismatch', 'The time stamp is not over the digest that was sent.')
  }
  if (nonce !== undefined && (info.nonce === undefined || !equalBytes(derInteger(nonce).subarray(2), info.nonce))) {
    throw fault('timestamp_nonce_mismatch', 'The time stamp does not repeat the nonce that was sent.')
  }
  if (info.extensions.some(({ critical }) => critical)) {
    throw fault('timestamp_malformed', 'The time stamp has a critical extension that is not known.')
  }
  if (policy !== undefined && info.policy !== policy) {
    throw fault('timestamp_policy_mismatch', `The time stamp follows policy ${info.policy}, not ${policy}.`)
  }
}

function readCertificates({ certificates }: SignedData): Certificate[] {
  return certificates.flatMap((encoding) => {
    try {
      return [parseCertificate(encoding)]
    } catch {
      return []
    }
  })
}

function findCertificate(certificates: readonly Certificate[], { sid }: SignerInfo): Certificate {
  const certificate = certificates.find((each) => isSignerCertificate(sid, each, keyIdentifierOf(each)))
  if (certificate === undefined) {
    throw fault('timestamp_certificate_missing', 'The time stamp does not hold the certificate of the authority.')
  }
  return certificate
}

function keyIdentifierOf(certificate: Certificate): Uint8Array | undefined {
  try {
    return subjectKeyIdentifierOf(certificate)
  } catch {
    return undefined
  }
}

/** Checks that one of the two attributes is present and names the certificate (RFC 3161, 2.4.1 and RFC 5816, 2.2.1). */
function checkBinding({ signedAttrs }: SignerInfo, certificate: Certificate): void {
  const bound = readSigningCertificate(signedAttrs)?.[0]
  if (bound === undefined || !isEssMatch(bound, certificate)) {
    throw fault('timestamp_certificate_unbound', 'The time stamp does not bind the certificate of the authority.')
  }
}

/**
 * Checks that the name that the authority gives itself is one of its certificate (RFC 3161, 2.4.2). It is a hint only, but
 * OpenSSL refuses tokens with another name.
 */
function checkStatedName({ authority }: TstInfo, { subject, extensions }: Certificate): void {
  if (authority === undefined) return
  const name = readDer(authority)
  if (name.tag === contextTag(4) && isName(onlyChildOf(name), subject)) return
  const alternatives = extensions.filter(({ oid }) => oid === OID.subjectAltName)
  const names = alternatives.flatMap(({ value }) => Array.from(childrenOf(readDer(value)), encodingOf))
  if (names.some((each) => equalBytes(each, authority))) return
  throw fault('timestamp_certificate_unbound', 'The time stamp names another authority than its certificate.')
}

function checkPurpose(certificate: Certificate): void {
  if (isForTimeStampingAlone(certificate)) return
  const message =
    'The certificate of the time stamp must be for time stamping alone, by a critical extension (RFC 3161, 2.3).'
  throw fault('timestamp_purpose_wrong', message)
}

function checkTime({ time }: TstInfo, { notBefore, notAfter }: Certificate, expected: TimestampExpectation): void {
  const { now, clockToleranceMs = TIMESTAMP_LIMITS.clockToleranceMs } = expected
  if (Math.abs(time.getTime() - now.getTime()) > clockToleranceMs) {
    throw fault(
      'timestamp_time_wrong',
      `The time stamp states ${time.toISOString()}, but our clock says ${now.toISOString()}.`,
    )
  }
  // The last second of the validity period belongs to it as a whole.
  if (time < notBefore || time.getTime() >= notAfter.getTime() + 1000) {
    throw fault('timestamp_outside_validity', 'The certificate of the time stamp is not valid at its time.')
  }
}

function checkTokenSignature(signer: SignerInfo, { publicKey }: Certificate, content: Uint8Array): void {
  const { signedAttrs, signedAttrsDer } = signer
  const { digest, scheme } = readSignerAlgorithms(signer)
  const named = readDigestAlgorithm(signer.digestAlgorithm) ?? digest
  const messageDigest = messageDigestOf(signer)
  const contentType = singleAttributeValue(signedAttrs, OID.contentType)
  const isWhole =
    signedAttrsDer !== undefined &&
    contentType !== undefined &&
    equalBytes(contentType, TST_INFO) &&
    named !== undefined &&
    messageDigest !== undefined &&
    equalBytes(messageDigest, digestOf(named, content))
  if (!isWhole) throw fault('timestamp_signature_invalid', 'The signed attributes of the time stamp do not fit it.')
  if (scheme === undefined || checkSignature(scheme, publicKey, [signedAttrsDer], signer.signature) !== 'match') {
    throw fault('timestamp_signature_invalid', 'The signature of the time stamp is wrong or cannot be checked.')
  }
}

/** Encoding of id-ct-TSTInfo. */
const TST_INFO = Buffer.from('060b2a864886f70d0109100104', 'hex')

function fault(code: ErrorCode, message: string): SealwrightError {
  return new SealwrightError(code, message)
}
