/**
 * Time stamps (RFC 3161): the token over a signature value, and document time stamps.
 *
 * @module
 */

import { formatName } from '../cms/name-text.js'
import type { Certificate } from '../cms/x509.js'
import type { IntegrityResult } from './integrity/integrity-draft.js'
import { checkTokenIntegrity } from './token-integrity.js'
import { evaluateTrust, type TrustOptions } from './trust.js'
import { type CertificatePool, createPool, isInPool } from './trust-anchors.js'
import type { Finding, SignatureStatus, TimestampReport, TrustReport } from './trust-report.js'

/** A time stamp that was checked. */
export interface TimestampResult {
  readonly report: TimestampReport
  /** The authority's time where the stamp is intact and its authority not distrusted: the time to judge a signature by. */
  readonly time: Date | undefined
  /** The authority's path, leaf first. */
  readonly path: readonly Certificate[]
}

/** What an authority's certificate is judged by; the time comes from the token. */
export type TimestampTrustOptions = Omit<TrustOptions, 'purpose' | 'at' | 'isTimeProven'>

const UNTRIED: TrustReport = {
  status: 'not_evaluated',
  findings: [],
  chain: [],
  revocation: { status: 'not_evaluated', findings: [] },
}

/**
 * Checks a signature time stamp.
 *
 * @param token encoding of the TimeStampToken
 * @param signatureValue the bytes it must be over: the signature of the SignerInfo (RFC 3161, appendix A)
 * @param pool certificates of the document, beside those in the token
 */
export async function checkSignatureTimestamp(
  token: Uint8Array,
  signatureValue: Uint8Array,
  pool: CertificatePool,
  options: TimestampTrustOptions,
): Promise<TimestampResult> {
  const integrity = checkTokenIntegrity(token, signatureValue)
  return judgeTimestamp('signature', integrity, pool, options)
}

/** Judges a document time stamp whose signature dictionary has been checked for integrity. */
export async function checkDocumentTimestamp(
  integrity: IntegrityResult,
  pool: CertificatePool,
  options: TimestampTrustOptions,
): Promise<TimestampResult> {
  return judgeTimestamp('document', integrity, pool, options)
}

async function judgeTimestamp(
  kind: TimestampReport['kind'],
  integrity: IntegrityResult,
  pool: CertificatePool,
  options: TimestampTrustOptions,
): Promise<TimestampResult> {
  const { certificate, tstInfo, status } = integrity
  const stated = tstInfo?.time
  const findings: Finding[] = [...integrity.findings]
  const authority = certificate === undefined ? null : formatName(certificate.subject)
  if (certificate === undefined || stated === undefined || status !== 'valid') {
    const time = stated?.toISOString() ?? null
    return { report: { kind, status, findings, time, authority, trust: UNTRIED }, time: undefined, path: [] }
  }
  let outcome: SignatureStatus = status
  if (stated > options.now) {
    outcome = 'invalid'
    findings.push({ code: 'timestamp_in_future', message: 'The time stamp states a time that has not come yet.' })
  }
  if (!isStampingCertificate(certificate)) {
    outcome = 'invalid'
    findings.push({
      code: 'timestamp_authority_purpose',
      message: 'The certificate of the time stamp is not one for time stamping alone (RFC 3161, 2.3).',
    })
  }
  if (certificate.notBefore > stated || certificate.notAfter < stated) {
    outcome = 'invalid'
    findings.push({
      code: 'timestamp_outside_validity',
      message: 'The time stamp states a time at which its certificate was not valid.',
    })
  }
  const { report: trust, path } = await evaluateTrust(certificate, poolOf(pool, integrity, options), {
    ...options,
    purpose: 'time-stamping',
    at: stated,
    isTimeProven: true,
  })
  const isUsable = outcome === 'valid' && (trust.status === 'trusted' || trust.status === 'not_evaluated')
  return {
    report: { kind, status: outcome, findings, time: stated.toISOString(), authority, trust },
    time: isUsable ? stated : undefined,
    path,
  }
}

/** The pool with the certificates in the token, which those of a document mostly are in already. */
function poolOf(pool: CertificatePool, { certificates }: IntegrityResult, { anchors }: TimestampTrustOptions) {
  if (anchors === undefined || certificates.every((certificate) => isInPool(pool, certificate))) return pool
  return createPool([...certificates, ...pool.byDer.values()])
}

const EXTENDED_KEY_USAGE = '2.5.29.37'
/** SEQUENCE of the one identifier id-kp-timeStamping. */
const ONLY_TIME_STAMPING = '300a06082b06010505070308'

function isStampingCertificate({ extensions }: Certificate): boolean {
  const usage = extensions.find(({ oid }) => oid === EXTENDED_KEY_USAGE)
  return usage?.critical === true && Buffer.from(usage.value).toString('hex') === ONLY_TIME_STAMPING
}
