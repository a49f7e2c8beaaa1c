/**
 * Combines the verdict on a signature with the qualification of its certificate by trusted lists (Regulation (EU) No
 * 910/2014, art. 32 and 40).
 *
 * @module
 */

import type { Finding, Indication } from '../trust-report.js'
import type { CertificateQualification, QualificationReport, QualificationResult } from './qualification-report.js'
import type { CertificateResult } from './qualify-certificate.js'

/** Qualification of a signer by the lists, without the verdict on the signature. */
export interface SignerQualification {
  readonly atIssuance: CertificateResult
  readonly atSigning: CertificateResult
}

/**
 * Puts the verdict on a signature and the qualification of its certificate together.
 *
 * @param isRevocationUnknown whether nobody knows if a certificate of the path was revoked: then the effect is not
 *   certain, even where the host does not ask and the signature is `TOTAL-PASSED`. Only a certificate that was valid
 *   makes it qualified (art. 32 (1) b).
 */
export function concludeQualification(
  { atIssuance, atSigning }: SignerQualification,
  indication: Indication,
  isRevocationUnknown: boolean,
): QualificationReport {
  const [before, now] = [atIssuance.report, atSigning.report]
  const service = atSigning.service ?? atIssuance.service
  const { result: ofCertificate, reasons } = judgeBoth(before, now)
  const verdict = judgeVerdict(indication, isRevocationUnknown)
  const stale = service?.list.isStale === true ? [STALE] : []
  return {
    result: verdict?.result ?? ofCertificate,
    ofCertificate,
    atIssuance: before,
    atSigning: now,
    provider: service?.provider ?? null,
    service: now.service ?? before.service,
    country: service?.list.territory ?? null,
    reasons: [...(verdict === undefined ? [] : [verdict.reason]), ...reasons, ...stale],
  }
}

const STALE: Finding = {
  code: 'trust_list_stale',
  message: 'The trusted list should have been replaced by a newer one, which could not be had.',
}

const REVOCATION_UNKNOWN: Finding = {
  code: 'qualification_revocation_unknown',
  message: 'Whether the certificate had been revoked is not known, so that the effect of the signature cannot be told.',
}

interface Judged {
  readonly result: QualificationResult
  readonly reasons: readonly Finding[]
}

function judgeVerdict(
  indication: Indication,
  isRevocationUnknown: boolean,
): { readonly result: QualificationResult; readonly reason: Finding } | undefined {
  if (indication === 'TOTAL-PASSED' && !isRevocationUnknown) return undefined
  if (indication === 'TOTAL-FAILED') {
    const message = 'The signature is not valid, so that it is not even an advanced one.'
    return { result: 'not AdES', reason: { code: 'signature_not_valid', message } }
  }
  if (isRevocationUnknown) return { result: 'indeterminate', reason: REVOCATION_UNKNOWN }
  const message = 'Whether the signature is valid cannot be told for sure, so that its effect cannot be told either.'
  return { result: 'indeterminate', reason: { code: 'signature_indeterminate', message } }
}

/**
 * True for a certificate that is qualified at both times, for the same purpose. The device counts at the time of the
 * signature (art. 32 (1) f). Open answers of the lists stay open.
 */
function judgeBoth(before: CertificateQualification, now: CertificateQualification): Judged {
  const reasons = uniqueReasons(before, now)
  const answers = [before.qualified, now.qualified]
  // When one answer is a definite no, the other does not matter.
  if (!answers.includes('no') && answers.includes('unknown')) return { result: 'indeterminate', reasons }
  if (before.type !== now.type && before.type !== 'unknown' && now.type !== 'unknown') {
    const message = 'What the certificate is for was not the same when it was issued and when it was used.'
    return { result: 'indeterminate', reasons: [...reasons, { code: 'type_changed', message }] }
  }
  const type = before.type === 'unknown' || now.type === 'unknown' ? 'unknown' : now.type
  if (type === 'web') return { result: 'not AdES', reasons: [FOR_WEBSITES, ...reasons] }
  if (type === 'unknown') return { result: 'indeterminate', reasons: withType(reasons) }
  const results = RESULTS[type]
  if (answers.includes('no')) return { result: results.plain, reasons }
  if (now.qscd === 'unknown') return { result: 'indeterminate', reasons }
  return now.qscd === 'yes' ? { result: results.full, reasons: [] } : { result: results.certified, reasons }
}

const RESULTS = {
  esig: { full: 'QESig', certified: 'AdESig-QC', plain: 'AdESig' },
  eseal: { full: 'QESeal', certified: 'AdESeal-QC', plain: 'AdESeal' },
} as const

const FOR_WEBSITES: Finding = {
  code: 'certificate_for_websites',
  message: 'The certificate is one for websites, and makes neither signatures nor seals.',
}

function withType(reasons: readonly Finding[]): readonly Finding[] {
  if (reasons.some(({ code }) => code === 'certificate_type_unknown')) return reasons
  const message = 'The certificate does not say whether it is for signatures or seals.'
  return [...reasons, { code: 'certificate_type_unknown', message }]
}

/** Reasons for both times, each with its time if the times differ. */
function uniqueReasons(before: CertificateQualification, now: CertificateQualification): Finding[] {
  const shared = (reason: Finding, others: readonly Finding[]) =>
    others.some(({ code, message }) => code === reason.code && message === reason.message)
  const only = now.reasons.filter((reason) => !shared(reason, before.reasons))
  return [
    ...now.reasons.filter((reason) => shared(reason, before.reasons)),
    ...only.map((reason) => at(reason, now.time)),
    // The device only matters at the time of the signature.
    ...before.reasons
      .filter((reason) => !shared(reason, now.reasons) && reason.code !== 'device_not_qualified')
      .map((reason) => at(reason, before.time)),
  ]
}

function at({ code, message }: Finding, time: string): Finding {
  return { code, message: `On ${time.slice(0, 10)}: ${message}` }
}
