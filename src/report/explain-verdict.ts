/**
 * The verdict in whole sentences.
 *
 * @module
 */
import { isUnreadable, openQuestion } from '../verify/document-verdict.js'
import { quoteText } from '../verify/foreign-text.js'
import type { Finding, SignerReport, VerificationReport } from '../verify/report.js'
import type { VerdictKind } from './report-view.js'
import type { Wording } from './wording.js'

/** Which of the verdicts a report amounts to. `valid` and `unchecked` are those with `valid: true`. */
export function verdictKind({ valid, signers, document }: VerificationReport): VerdictKind {
  if (signers.length === 0) return isUnreadable(document.damage) ? 'indeterminate' : 'unsigned'
  if (!valid) return signers.some(({ status }) => status === 'invalid') ? 'invalid' : 'indeterminate'
  const judged = signers.filter(({ kind }) => kind === 'signature')
  return (judged.length === 0 ? signers : judged).every(isKnown) ? 'valid' : 'unchecked'
}

function isKnown({ trust, sealedByThisService }: SignerReport): boolean {
  return trust.status === 'trusted' || sealedByThisService
}

/** The short form, for a heading. */
export function nameVerdict(kind: VerdictKind, wording: Wording): string {
  const keys = {
    valid: 'verdictValid',
    unchecked: 'verdictUnchecked',
    invalid: 'verdictInvalid',
    indeterminate: 'verdictIndeterminate',
    unsigned: 'verdictUnsigned',
  } as const
  return wording.say(keys[kind])
}

/** Why. The order of the faults is that of the verifier. */
export function explainVerdict(report: VerificationReport, wording: Wording): string[] {
  const { signers, valid } = report
  if (signers.length === 0) return explainUnsigned(report.document.damage, wording)
  if (!valid) return explainFault(report, wording)
  const signatures = signers.filter(({ kind }) => kind === 'signature')
  if (signatures.length === 0) return [wording.say('saysStampOnly'), ...explainTrust(signers, wording)]
  const count = signatures.length
  const ownSeals = signatures.filter(({ sealedByThisService }) => sealedByThisService).length
  const isUnchanged = signers.every(({ changes }) => changes.level === 'none')
  return [
    count === 1 ? wording.say('saysIntactOne') : wording.say('saysIntactMany', { count }),
    ...(ownSeals === 0
      ? []
      : [ownSeals === count ? wording.say('saysOwnAll') : wording.say('saysOwnSome', { own: ownSeals, count })]),
    wording.say(isUnchanged ? 'saysUnchanged' : 'saysPermitted'),
    ...explainTrust(signatures, wording),
    ...explainTime(signatures, wording),
  ]
}

function explainUnsigned(damage: readonly Finding[], wording: Wording): string[] {
  const faults = damage.map(({ code, message }) => wording.meaning(code) ?? message)
  return isUnreadable(damage) ? faults : [wording.say('saysUnsigned'), ...faults]
}

function explainTrust(signatures: readonly SignerReport[], wording: Wording): string[] {
  if (signatures.every(({ trust }) => trust.status === 'trusted')) return [wording.say('saysTrusted')]
  return signatures.some((signer) => signer.trust.status === 'not_evaluated' && !signer.sealedByThisService)
    ? [wording.say('saysUnchecked')]
    : []
}

function explainTime(signatures: readonly SignerReport[], wording: Wording): string[] {
  const open = new Set(signatures.map(openQuestion))
  return [
    ...(open.has('time') ? [wording.say('saysTimeOpen')] : []),
    ...(open.has('revocation') ? [wording.say('saysRevocationOpen')] : []),
  ]
}

function explainFault({ signers, reason, document }: VerificationReport, wording: Wording): string[] {
  // The verifier's sentence names the first field at fault.
  const faulty =
    signers.find(({ status }) => status === 'invalid') ??
    signers.find(({ kind, status }) => kind === 'signature' && status !== 'valid') ??
    signers.find(({ status }) => status !== 'valid')
  const [fault] = faulty?.reasons ?? []
  const others = document.damage.filter(({ code }) => code === 'signature_unconfirmed')
  if (faulty === undefined || fault === undefined) return [reason]
  const isRefused = faulty.policy.findings.some(({ code }) => code === fault.code)
  const key = isRefused
    ? 'saysFaultRefused'
    : faulty.status === 'invalid'
      ? 'saysFaultInvalid'
      : 'saysFaultIndeterminate'
  const words = ({ code, message }: Finding) => wording.meaning(code) ?? message
  return [`${wording.say(key, { field: quoteText(faulty.fieldName) })} ${words(fault)}`, ...others.map(words)]
}
