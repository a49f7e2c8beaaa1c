/**
 * Explains the verdict in whole sentences.
 *
 * @module
 */
import { isUnreadable, openQuestion } from '../verify/document-verdict.js'
import type { Finding, SignerReport, VerificationReport } from '../verify/report.js'
import { isIntact } from './change-items.js'
import { changeSentence, listChanges } from './change-words.js'
import { signerInSentence } from './people.js'
import type { VerdictKind } from './report-view.js'
import { isSignerOpen } from './summary.js'
import type { Wording } from './wording.js'

/** The kind of verdict of a report. Reports with `valid: true` are `valid` or `unchecked`. */
export function verdictKind({ valid, signers, document }: VerificationReport): VerdictKind {
  if (signers.length === 0) return isUnreadable(document.damage) ? 'indeterminate' : 'unsigned'
  if (!valid) {
    if (signers.some(({ status }) => status === 'invalid')) return 'invalid'
    // Damaged data that looks like a signature may be a signature that was broken.
    return document.damage.length === 0 && signers.every(isIntact) ? 'unproved' : 'indeterminate'
  }
  const judged = signers.filter(({ kind }) => kind === 'signature')
  return (judged.length === 0 ? signers : judged).every(isKnown) ? 'valid' : 'unchecked'
}

function isKnown({ trust, sealedByThisService }: SignerReport): boolean {
  return trust.status === 'trusted' || sealedByThisService
}

/** The verdict in a few words, for a heading. */
export function nameVerdict(kind: VerdictKind, { signers }: VerificationReport, wording: Wording): string {
  if (kind === 'unproved') {
    if (signers.some(({ policy }) => policy.findings.length > 0)) return wording.say('verdictRefused')
    return wording.say(isSignerOpen(signers) ? 'verdictUnchecked' : 'verdictPartlyProved')
  }
  const keys = {
    valid: 'verdictValid',
    unchecked: 'verdictUnchecked',
    invalid: 'verdictInvalid',
    indeterminate: 'verdictIndeterminate',
    unsigned: 'verdictUnsigned',
  } as const
  return wording.say(keys[kind])
}

/** The reasons for the verdict. The first fault is the one that the verifier names first. */
export function explainVerdict(report: VerificationReport, wording: Wording): string[] {
  const { signers, valid } = report
  if (signers.length === 0) return explainUnsigned(report.document.damage, wording)
  if (!valid) return explainFault(report, wording)
  const signatures = signers.filter(({ kind }) => kind === 'signature')
  if (signatures.length === 0) return [wording.say('saysStampOnly'), ...explainTrust(signers, wording)]
  const count = signatures.length
  const ownSeals = signatures.filter(({ sealedByThisService }) => sealedByThisService).length
  return [
    saysIntact(count, wording),
    ...(ownSeals === 0
      ? []
      : [ownSeals === count ? wording.say('saysOwnAll') : wording.say('saysOwnSome', { own: ownSeals, count })]),
    ...saysUnchanged(signers, wording),
    ...explainTrust(signatures, wording),
    ...explainTime(signatures, wording),
  ]
}

function saysIntact(count: number, wording: Wording): string {
  return count === 1 ? wording.say('saysIntactOne') : wording.say('saysIntactMany', { count })
}

function saysUnchanged(signers: readonly SignerReport[], wording: Wording): string[] {
  if (signers.every(({ changes }) => changes.level === 'none')) return [wording.say('saysUnchanged')]
  const arePermitted = signers.every(({ changes }) => changes.changes.every(({ permitted }) => permitted))
  return arePermitted ? [wording.say('saysPermitted')] : []
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
    ...(open.has('status') ? [wording.say('saysStatusOpen')] : []),
  ]
}

function explainFault({ signers, reason, document }: VerificationReport, wording: Wording): string[] {
  // The verifier's sentence names the field of the first fault.
  const faulty =
    signers.find(({ status }) => status === 'invalid') ??
    signers.find(({ kind, status }) => kind === 'signature' && status !== 'valid') ??
    signers.find(({ status }) => status !== 'valid')
  const [fault] = faulty?.reasons ?? []
  const others = document.damage.filter(({ code }) => code === 'signature_unconfirmed')
  if (faulty === undefined || fault === undefined) return [reason]
  const words = ({ code, message }: Finding) => wording.meaning(code) ?? message
  return [...explainFirst(faulty, fault, signers, wording), ...others.map(words)]
}

/**
 * Explains the first fault. When every signature is intact, this is said first: a reader of only "not proved" would suspect a
 * forgery.
 */
function explainFirst(
  faulty: SignerReport,
  fault: Finding,
  signers: readonly SignerReport[],
  wording: Wording,
): string[] {
  const name = signerInSentence(faulty, wording)
  const words = wording.meaning(fault.code) ?? fault.message
  if (signers.every(isIntact)) {
    const isRefused = faulty.policy.findings.some(({ code }) => code === fault.code)
    return [
      saysIntact(signers.length, wording),
      ...saysUnchanged(signers, wording),
      `${wording.say(isRefused ? 'saysFaultRefused' : 'saysFaultIndeterminate', { name })} ${words}`,
    ]
  }
  if (fault.code === 'digest_mismatch') return [wording.tell('tampered', { name })]
  const refused = listChanges(signers).filter(({ deniedBy }) => deniedBy !== undefined)
  const [first, ...more] = new Set(refused.map((change) => changeSentence(change, signers, wording)))
  if (first !== undefined && faulty.changes.status === 'invalid') {
    const count = more.length
    return [first, count === 0 ? wording.tell('refusedChange') : wording.tell('refusedChanges', { count })]
  }
  return [
    `${wording.say(faulty.status === 'invalid' ? 'saysFaultInvalid' : 'saysFaultIndeterminate', { name })} ${words}`,
  ]
}
