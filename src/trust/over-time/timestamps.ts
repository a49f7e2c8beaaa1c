/**
 * Time stamps (RFC 3161): tokens over a signature value, and document time stamps (EN 319 102-1, 5.4).
 *
 * A token only proves its time while its authority's certificate is good, because the owner of an old key can state any time.
 * Afterwards, a proof is needed that the token itself is older.
 *
 * @module
 */

import { toHex } from '../../bytes.js'
import { type Certificate, isForTimeStampingAlone } from '../../cms/certificates.js'
import { formatName } from '../../cms/names.js'
import { append } from '../../lists.js'
import { checkCmsIntegrity } from '../integrity/cms-integrity.js'
import { IntegrityDraft, type IntegrityResult, runIntegrityCheck } from '../integrity/integrity-draft.js'
import { CLOCK_TOLERANCE_MS } from '../revocation/freshness.js'
import { type CertificatePool, createPool, isInPool } from '../trust-anchors.js'
import type { Finding, Indication, SignatureStatus, TimestampQualification, TimestampReport } from '../trust-report.js'
import { toIndication } from './indication.js'
import { isConfirmed, type Proof, reportProof } from './proofs.js'
import type { TimeContext } from './time-context.js'
import { evaluateTrust, type TrustOptions, type TrustResult, UNTRIED_TRUST } from './trust.js'

/** Result of checking a time stamp. */
export interface TimestampResult {
  readonly report: TimestampReport
  /** Time to judge by: the authority's time if the stamp proves it, or if there are no anchors to decide that. */
  readonly time: Date | undefined
  /** True when the authority's revocation status is unknown. Then the time does not count for indications. */
  readonly isUnconfirmed: boolean
  /** The authority's path, leaf first. */
  readonly path: readonly Certificate[]
  /** Largest error of the time according to the authority, in milliseconds. */
  readonly accuracyMs: number | undefined
}

/** Qualifies a time stamp by the path of its authority and the time that it states. */
export type StampQualifier = (
  path: readonly Certificate[],
  time: Date,
  indication: Indication,
) => TimestampQualification

/** Settings for judging an authority's certificate; the time comes from the token. */
export interface TimestampTrustOptions
  extends Pick<TrustOptions, 'anchors' | 'budget' | 'fetchRevocation' | 'context' | 'listed'> {
  /** Tells whether a time stamp is qualified, if the host gave trusted lists. */
  readonly qualifyStamp?: StampQualifier | undefined
  /** Proofs that the token itself existed, of which the earliest counts. */
  readonly proofs?: readonly Proof[]
}

/**
 * Checks a signature time stamp.
 *
 * @param token encoding of the TimeStampToken
 * @param signatureValue the bytes it must be over: the signature of the SignerInfo (RFC 3161, appendix A)
 * @param pool certificates of the document, beside those in the token
 * @example
 * ```ts
 * const { report, time } = await checkSignatureTimestamp(token, signer.signature, createPool([]), options)
 * ```
 */
export async function checkSignatureTimestamp(
  token: Uint8Array,
  signatureValue: Uint8Array,
  pool: CertificatePool,
  options: TimestampTrustOptions,
): Promise<TimestampResult> {
  return judgeTimestamp('signature', checkTokenIntegrity(token, signatureValue, pool), pool, options)
}

/** Judges a document time stamp whose signature dictionary has been checked for integrity. */
export async function checkDocumentTimestamp(
  integrity: IntegrityResult,
  pool: CertificatePool,
  options: TimestampTrustOptions,
): Promise<TimestampResult> {
  return judgeTimestamp('document', integrity, pool, options)
}

/** Judges a content time stamp whose integrity was checked together with its signature. */
export async function checkContentTimestamp(
  integrity: IntegrityResult,
  pool: CertificatePool,
  options: TimestampTrustOptions,
): Promise<TimestampResult> {
  return judgeTimestamp('content', integrity, pool, options)
}

async function judgeTimestamp(
  kind: TimestampReport['kind'],
  integrity: IntegrityResult,
  pool: CertificatePool,
  options: TimestampTrustOptions,
): Promise<TimestampResult> {
  const { certificate, tstInfo } = integrity
  const stated = tstInfo?.time
  const proofs = (options.proofs ?? []).toSorted((a, b) => a.time.getTime() - b.time.getTime())
  const accuracyMs = tstInfo?.accuracyMs
  if (certificate === undefined || stated === undefined || integrity.status !== 'valid') {
    const report = reportOf(kind, integrity, { status: integrity.status, findings: integrity.findings, proofs })
    return { report, time: undefined, isUnconfirmed: false, path: [], accuracyMs }
  }
  const faults = findFaults(certificate, stated, accuracyMs, proofs[0], options.context)
  append(faults, findTokenFaults(integrity))
  const trust = await evaluateTrust(certificate, poolOf(pool, integrity, options), {
    ...options,
    purpose: 'time-stamping',
    at: stated,
    isTimeProven: true,
    signature: { proof: proofs[0], confirmedProof: proofs.find(isConfirmed), stated, weakSince: weakSince(integrity) },
  })
  const status: SignatureStatus = faults.length > 0 ? 'invalid' : integrity.status
  const judged = reportOf(kind, integrity, { status, findings: [...integrity.findings, ...faults], trust, proofs })
  // A time stamp is not called qualified when its authority's revocation status is unknown, even if the host does not ask.
  const isKnown = trust.report.revocation.status !== 'unknown'
  const qualification = options.qualifyStamp?.(trust.path, stated, isKnown ? judged.indication : 'INDETERMINATE')
  const report = qualification === undefined ? judged : { ...judged, qualification }
  const isUsable = status === 'valid' && (trust.report.status === 'trusted' || trust.report.status === 'not_evaluated')
  const isUnconfirmed = trust.report.status === 'trusted' && trust.verdict?.finding !== undefined
  return { report, time: isUsable ? stated : undefined, isUnconfirmed, path: trust.path, accuracyMs }
}

interface Judged {
  readonly status: SignatureStatus
  readonly findings: readonly Finding[]
  readonly trust?: TrustResult
  readonly proofs: readonly Proof[]
}

function reportOf(
  kind: TimestampReport['kind'],
  { certificate, tstInfo }: IntegrityResult,
  { status, findings, trust, proofs }: Judged,
): TimestampReport {
  const report = trust?.report ?? UNTRIED_TRUST
  const isTrusted = report.status === 'trusted' || report.status === 'not_evaluated'
  const overall = status === 'valid' && !isTrusted ? 'indeterminate' : status
  return {
    kind,
    status,
    findings,
    time: tstInfo?.time.toISOString() ?? null,
    authority: certificate === undefined ? null : formatName(certificate.subject),
    accuracySeconds: tstInfo?.accuracyMs === undefined ? null : tstInfo.accuracyMs / 1000,
    policy: tstInfo?.policy ?? null,
    serialNumber: tstInfo === undefined ? null : toHex(tstInfo.serialNumber),
    trust: report,
    ...toIndication(overall, [...findings, ...(isTrusted ? [] : report.findings)], {
      isChainUnknown: report.status === 'not_evaluated',
      time: trust?.verdict,
      isAlgorithmWeak: false,
    }),
    proofs: proofs.map(reportProof),
  }
}

/** Faults of the token itself, because of which RFC 3161 does not permit relying on it. */
function findTokenFaults({ tstInfo, bindsCertificate }: IntegrityResult): Finding[] {
  const findings: Finding[] = []
  if (tstInfo?.version !== 1) {
    const message = `The time stamp is of version ${tstInfo?.version}, which is not known (RFC 3161, 2.4.2).`
    findings.push({ code: 'timestamp_version_unknown', message })
  }
  if (tstInfo?.extensions.some(({ critical }) => critical)) {
    const message = 'The time stamp has a critical extension that is not known.'
    findings.push({ code: 'critical_extension_unknown', message })
  }
  if (!bindsCertificate) {
    const message = "The time stamp does not name its authority's certificate, as it must (RFC 3161, 2.4.2)."
    findings.push({ code: 'timestamp_certificate_unbound', message })
  }
  return findings
}

function findFaults(
  certificate: Certificate,
  stated: Date,
  accuracyMs: number | undefined,
  proof: Proof | undefined,
  { asOf }: TimeContext,
): Finding[] {
  const findings: Finding[] = []
  if (stated.getTime() > asOf.getTime() + CLOCK_TOLERANCE_MS) {
    findings.push({ code: 'timestamp_in_future', message: 'The time stamp states a time that has not come yet.' })
  }
  if (proof !== undefined && stated.getTime() - toleranceOf(accuracyMs) > proof.time.getTime()) {
    const message = 'The time stamp states a time later than that at which it is proved to have existed.'
    findings.push({ code: 'timestamp_order', message })
  }
  if (!isForTimeStampingAlone(certificate)) {
    findings.push({
      code: 'timestamp_authority_purpose',
      message: 'The certificate of the time stamp is not one for time stamping alone (RFC 3161, 2.3).',
    })
  }
  if (certificate.notBefore > stated || certificate.notAfter < stated) {
    findings.push({
      code: 'timestamp_outside_validity',
      message: 'The time stamp states a time at which its certificate was not valid.',
    })
  }
  return findings
}

/**
 * Tolerance for the order of time stamps (RFC 3161, 2.4.2), in milliseconds: the stated accuracy and two seconds, since times
 * may be whole seconds; a minute when the authority states no accuracy.
 */
export function toleranceOf(accuracyMs: number | undefined): number {
  return accuracyMs === undefined ? 60_000 : accuracyMs + 2000
}

/** Time since which an algorithm of the signature has no longer counted as proof; `undefined` while all do. */
export function weakSince({ algorithm }: Pick<IntegrityResult, 'algorithm'>): Date | undefined {
  const [first] = (algorithm?.dated ?? []).map(({ since }) => since).sort()
  return first === undefined ? undefined : new Date(`${first}T00:00:00Z`)
}

/** The pool with the certificates of the token, most of which the document has already. */
function poolOf(pool: CertificatePool, { certificates }: IntegrityResult, { anchors }: TimestampTrustOptions) {
  if (anchors === undefined || certificates.every((certificate) => isInPool(pool, certificate))) return pool
  return createPool([...certificates, ...pool.byDer.values()])
}

/**
 * Checks structure, imprint and signature of a token. Never throws for anything that stands in it.
 *
 * @param token encoding of the TimeStampToken; zero bytes may follow
 * @param stamped the bytes that its imprint must be the digest of
 */
function checkTokenIntegrity(token: Uint8Array, stamped: Uint8Array, { byDer }: CertificatePool): IntegrityResult {
  const draft = new IntegrityDraft({
    contents: token,
    subFilter: 'ETSI.RFC3161',
    signedRanges: [stamped],
    isTimestamp: true,
    // A token that was requested without certificates has none (RFC 3161, 2.4.1): the document holds it elsewhere.
    otherCertificates: () => Array.from(byDer.values(), ({ der }) => der),
  })
  return runIntegrityCheck(draft, checkCmsIntegrity)
}
