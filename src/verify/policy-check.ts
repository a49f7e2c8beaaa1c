/**
 * Checking the signatures of a document against the host's policy.
 *
 * @module
 */

import { toIndication } from '../trust/verdicts.js'
import { exceeds } from './changes/change-log.js'
import type { Finding, QualificationResult, SignerReport } from './report.js'
import { limitChanges } from './settle-changes.js'
import { worstStatus } from './status.js'
import type { VerificationPolicy } from './verification-policy.js'

/** A signature and its place among those of the document. */
interface PolicyCase {
  readonly signer: SignerReport
  /** True for signatures, and for time stamps in a document that has nothing else. */
  readonly isCounted: boolean
  /** True for the last signature or time stamp of the file. */
  readonly isLast: boolean
  /** True for the last one that is counted. */
  readonly isLastCounted: boolean
  readonly hasOwnSeal: boolean
}

type PolicyRule = (signatureCase: PolicyCase, policy: VerificationPolicy) => string | undefined

/** Rules by the code of their finding. Each returns a sentence for what it refuses. */
const RULES: Readonly<Record<string, PolicyRule>> = {
  policy_later_changes: ({ signer }, { laterChanges = 'annotations' }) =>
    exceeds(signer.changes.level, laterChanges)
      ? `The policy permits later changes up to the level "${laterChanges}", and there are some of the level "${signer.changes.level}".`
      : undefined,
  policy_weak_algorithm: ({ signer }, { weakAlgorithms }) =>
    weakAlgorithms === 'refuse' ? describeWeakness(weaknessWhenSigned(signer)) : undefined,
  policy_trust: ({ signer, isCounted }, { requireTrust }) =>
    requireTrust === true && isCounted && signer.trust.status !== 'trusted'
      ? 'The policy requires a chain from the certificate to a trust anchor.'
      : undefined,
  policy_timestamp: ({ signer, isCounted }, { requireTimestamp }) =>
    requireTimestamp === true && isCounted && signer.signedAtSource !== 'timestamp'
      ? 'The policy requires a time stamp of a trusted authority that proves when the signature was made.'
      : undefined,
  policy_signing_certificate: ({ signer }, { requireSigningCertificate }) =>
    requireSigningCertificate === true && signer.warnings.some(({ code }) => code === 'signing_certificate_missing')
      ? 'The policy requires that a signature names its certificate.'
      : undefined,
  policy_total_passed: ({ signer, isCounted }, { requireTotalPassed }) =>
    requireTotalPassed === true && isCounted && signer.indication !== 'TOTAL-PASSED'
      ? `The policy requires TOTAL-PASSED, and the indication is ${signer.indication}, ${signer.subIndication ?? 'without a reason'}.`
      : undefined,
  policy_qualified: ({ signer, isCounted }, { requireQualified }) =>
    requireQualified !== undefined && isCounted ? describeQualification(signer, requireQualified) : undefined,
  policy_whole_file: ({ signer, isLast }, { requireWholeFile }) =>
    requireWholeFile === true && isLast && !signer.coverage.coversWholeFile
      ? 'The policy requires that the last signature covers the whole file.'
      : undefined,
  policy_own_seal: ({ hasOwnSeal, isLastCounted }, { requireOwnSeal }) =>
    requireOwnSeal === true && isLastCounted && !hasOwnSeal
      ? 'The policy requires a signature of this service, and the document has none.'
      : undefined,
}

/**
 * Adds to each signature what the policy does not accept about it.
 *
 * @param signers Signatures in signing order.
 */
export function applyPolicy(policy: VerificationPolicy, signers: readonly SignerReport[]): readonly SignerReport[] {
  if (Object.keys(policy).length === 0) return signers
  const signatures = signers.filter(({ kind }) => kind === 'signature')
  const counted = signatures.length > 0 ? signatures : signers
  const hasOwnSeal = signers.some(({ sealedByThisService }) => sealedByThisService)
  return signers.map((signer) => {
    const signatureCase: PolicyCase = {
      signer,
      isCounted: counted.includes(signer),
      isLast: signer === signers.at(-1),
      isLastCounted: signer === counted.at(-1),
      hasOwnSeal,
    }
    const { laterChanges } = policy
    const changes = laterChanges === undefined ? signer.changes : limitChanges(signer.changes, laterChanges)
    return refuse({ ...signer, changes }, findRefusals(policy, signatureCase))
  })
}

function findRefusals(policy: VerificationPolicy, signatureCase: PolicyCase): Finding[] {
  return Object.entries(RULES).flatMap(([code, rule]) => {
    const message = rule(signatureCase, policy)
    return message === undefined ? [] : [{ code, message }]
  })
}

/** Required qualification, with the results that satisfy it. */
const QUALIFIED = {
  signature: { demand: 'a qualified electronic signature', results: ['QESig'] },
  seal: { demand: 'a qualified electronic seal', results: ['QESeal'] },
  any: { demand: 'a qualified electronic signature or seal', results: ['QESig', 'QESeal'] },
} as const satisfies Record<string, { readonly demand: string; readonly results: readonly QualificationResult[] }>

function describeQualification({ qualification }: SignerReport, required: keyof typeof QUALIFIED): string | undefined {
  const { demand, results } = QUALIFIED[required]
  if (qualification === undefined) {
    return `The policy requires ${demand}, and no trusted lists were given to tell by.`
  }
  if ((results as readonly QualificationResult[]).includes(qualification.result)) return undefined
  const reason = qualification.reasons[0]?.message
  return `The policy requires ${demand}, and this one is ${qualification.result}.${reason === undefined ? '' : ` ${reason}`}`
}

function describeWeakness(weakness: Finding | undefined): string | undefined {
  return weakness === undefined ? undefined : `The policy refuses weak algorithms. ${weakness.message}`
}

function refuse(signer: SignerReport, findings: readonly Finding[]): SignerReport {
  if (findings.length === 0) return signer
  const status = worstStatus([signer.status, 'indeterminate'])
  const reasons = [...signer.reasons, ...findings]
  const others = findings.filter(({ code }) => code !== 'policy_total_passed')
  // A signature that is not TOTAL-PASSED already has its indication.
  const concluded = others.length === 0 ? {} : toIndication(status, [...signer.reasons, ...others])
  return { ...signer, status, reasons, ...concluded, policy: { status: 'indeterminate', findings } }
}

/**
 * The first weakness of an algorithm that was known when the signature was made. An earlier time counts only if a trusted
 * authority's time stamp or the host proves it, since a signer can claim any time.
 */
export function weaknessWhenSigned({
  algorithm,
  signedAt,
  signedAtSource,
}: Pick<SignerReport, 'algorithm' | 'signedAt' | 'signedAtSource'>): Finding | undefined {
  const proven = signedAtSource === 'timestamp' || signedAtSource === 'host' ? signedAt : null
  return algorithm?.dated.find(({ since }) => proven === null || since <= proven)
}
