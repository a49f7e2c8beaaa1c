/**
 * The building blocks of ETSI EN 319 102-1, 5.2, derived from a report: the result of each block, with its reasons.
 *
 * @module
 */

import { SUB_INDICATIONS, toIndication } from '../../trust/verdicts.js'
import type {
  CheckResult,
  Finding,
  Indication,
  SignaturePolicyReport,
  SignerReport,
  TimestampReport,
  TrustReport,
} from '../../verify/report.js'

/** The building blocks in the order in which the standard runs them. */
export const BUILDING_BLOCKS = [
  'format-checking',
  'identification-of-signing-certificate',
  'validation-context-initialization',
  'x509-certificate-validation',
  'cryptographic-verification',
  'signature-acceptance-validation',
  'past-signature-validation',
] as const

/** One of {@link BUILDING_BLOCKS}. */
export type BuildingBlockName = (typeof BUILDING_BLOCKS)[number]

/** The result of a building block. */
export interface BuildingBlock {
  readonly name: BuildingBlockName
  /** `NOT_RUN` is the result of a block that was not needed or whose input was missing. */
  readonly indication: 'PASSED' | 'FAILED' | 'INDETERMINATE' | 'NOT_RUN'
  /** The reason in terms of the standard, for example `HASH_FAILURE`; null for a block that passed or did not run. */
  readonly subIndication: string | null
  /** The findings of the report that led to this result. */
  readonly findings: readonly Finding[]
}

/** A signature or time stamp, reduced to what the blocks need. */
interface Subject {
  readonly indication: Indication
  readonly subIndication: string | null
  readonly findings: readonly Finding[]
  /** The checks from which the findings come, if they are known. */
  readonly checks: readonly CheckResult[]
  readonly isInvalid: boolean
  /** True when the signed data could be read up to the signer's certificate. */
  readonly isRead: boolean
  readonly trust: TrustReport
  readonly signaturePolicy: SignaturePolicyReport | null
  /** Weaknesses of the algorithms. They matter when nothing proves that the signature is older than the weakness. */
  readonly weaknesses: readonly Finding[]
  /** Warnings. Some of them are the reason why an intact signature is open. */
  readonly warnings: readonly Finding[]
}

/** The building blocks of a signature. */
export function blocksOfSignature(signer: SignerReport): readonly BuildingBlock[] {
  const { integrity, coverage, changes, audit, party, policy } = signer
  const own = [audit, party].filter((check) => check !== null)
  return concludeBlocks({
    indication: signer.indication,
    subIndication: signer.subIndication,
    findings: signer.reasons,
    checks: [integrity, coverage, changes, policy, ...own],
    isInvalid: signer.status === 'invalid',
    isRead: signer.certificate !== null,
    trust: signer.trust,
    signaturePolicy: signer.signaturePolicy,
    weaknesses: signer.algorithm?.dated ?? [],
    warnings: signer.warnings,
  })
}

/** The building blocks of a time stamp. */
export function blocksOfTimestamp(timestamp: TimestampReport): readonly BuildingBlock[] {
  return concludeBlocks({
    indication: timestamp.indication,
    subIndication: timestamp.subIndication,
    findings: timestamp.findings,
    checks: [timestamp],
    isInvalid: timestamp.status === 'invalid',
    isRead: timestamp.time !== null,
    trust: timestamp.trust,
    signaturePolicy: null,
    weaknesses: [],
    warnings: [],
  })
}

/** The findings that keep a signature or time stamp from `TOTAL-PASSED`: those of all blocks that did not pass, each once. */
export function openFindings(blocks: readonly BuildingBlock[]): readonly Finding[] {
  const open = blocks.filter(({ indication }) => indication === 'FAILED' || indication === 'INDETERMINATE')
  const findings = open.flatMap((block) => block.findings)
  return [...new Map(findings.map((finding) => [`${finding.code}\n${finding.message}`, finding])).values()]
}

function concludeBlocks(subject: Subject): readonly BuildingBlock[] {
  const grouped = new Map<BuildingBlockName, Finding[]>()
  for (const finding of subject.findings) {
    const name = blockOfFinding(finding, subject.trust)
    grouped.set(name, [...(grouped.get(name) ?? []), finding])
  }
  const blocks = BUILDING_BLOCKS.map((name) => concludeBlock(name, subject, grouped.get(name) ?? []))
  return withDecision(blocks, subject)
}

const SUB_INDICATION_BLOCKS: ReadonlyMap<string, BuildingBlockName> = new Map<string, BuildingBlockName>([
  ['NO_SIGNING_CERTIFICATE_FOUND', 'identification-of-signing-certificate'],
  ['POLICY_PROCESSING_ERROR', 'validation-context-initialization'],
  ['SIGNATURE_POLICY_NOT_AVAILABLE', 'validation-context-initialization'],
  ['HASH_FAILURE', 'cryptographic-verification'],
  ['SIG_CRYPTO_FAILURE', 'cryptographic-verification'],
  ['SIG_CONSTRAINTS_FAILURE', 'signature-acceptance-validation'],
  ['CRYPTO_CONSTRAINTS_FAILURE', 'signature-acceptance-validation'],
  ['CRYPTO_CONSTRAINTS_FAILURE_NO_POE', 'signature-acceptance-validation'],
  ['TIMESTAMP_ORDER_FAILURE', 'signature-acceptance-validation'],
  ['FORMAT_FAILURE', 'format-checking'],
  ['GENERIC', 'format-checking'],
])

/** Codes of findings about the choice of the signer's certificate (5.2.3). Other blocks share their sub-indication. */
const IDENTIFICATION = /^(?:signing_certificate_|signer_certificate_|certificate_altered$)/

function blockOfFinding(finding: Finding, { findings, revocation }: TrustReport): BuildingBlockName {
  const { code, message } = finding
  const isOfTrust = [...findings, ...revocation.findings].some(
    (other) => other.code === code && other.message === message,
  )
  if (isOfTrust) return 'x509-certificate-validation'
  if (IDENTIFICATION.test(code)) return 'identification-of-signing-certificate'
  return blockOfSubIndication(toIndication('indeterminate', [finding]).subIndication)
}

/** The block of a sub-indication. Those that the table does not have concern certificates and time. */
function blockOfSubIndication(subIndication: string | null): BuildingBlockName {
  return SUB_INDICATION_BLOCKS.get(subIndication ?? 'GENERIC') ?? 'x509-certificate-validation'
}

function concludeBlock(name: BuildingBlockName, subject: Subject, findings: readonly Finding[]): BuildingBlock {
  switch (name) {
    case 'validation-context-initialization':
      return contextBlock(subject, findings)
    case 'x509-certificate-validation':
      return certificateBlock(subject, findings)
    case 'past-signature-validation':
      return pastBlock(subject)
    default:
      if (findings.length > 0) return concluded(name, findings, isFailure(findings, subject))
      return { name, ...(name === 'format-checking' || subject.isRead ? PASSED : NOT_RUN), findings }
  }
}

const PASSED = { indication: 'PASSED', subIndication: null } as const
const NOT_RUN = { indication: 'NOT_RUN', subIndication: null } as const

/**
 * True for findings that mean a failure: one of their checks says `invalid`, or, without a known check, the whole signature
 * is invalid.
 */
function isFailure(findings: readonly Finding[], { checks, isInvalid }: Subject): boolean {
  const sources = checks.filter((check) => check.findings.some(({ code }) => findings.some((one) => one.code === code)))
  return sources.length === 0 ? isInvalid : sources.some(({ status }) => status === 'invalid')
}

function concluded(name: BuildingBlockName, findings: readonly Finding[], isInvalid: boolean): BuildingBlock {
  const { indication, subIndication } = toIndication(isInvalid ? 'invalid' : 'indeterminate', findings)
  return { name, indication: ofBlock(indication), subIndication, findings }
}

function ofBlock(indication: Indication): 'PASSED' | 'FAILED' | 'INDETERMINATE' {
  if (indication === 'TOTAL-PASSED') return 'PASSED'
  return indication === 'TOTAL-FAILED' ? 'FAILED' : 'INDETERMINATE'
}

const POLICY_UNKNOWN = {
  subIndication: 'SIGNATURE_POLICY_NOT_AVAILABLE',
  finding: { code: 'signature_policy_unknown', message: 'The policy that the signer names is not known here.' },
}
const POLICY_ERROR = {
  subIndication: 'POLICY_PROCESSING_ERROR',
  finding: { code: 'signature_policy_error', message: 'The policy that the signer names cannot be processed.' },
}

function policyFault(policy: SignaturePolicyReport | null) {
  if (policy?.status === 'not-available') return POLICY_UNKNOWN
  return policy?.status === 'error' ? POLICY_ERROR : undefined
}

/** Initializes the context (5.2.4). The only constraint from the signature itself is the policy that its signer names. */
function contextBlock({ signaturePolicy }: Subject, findings: readonly Finding[]): BuildingBlock {
  const name = 'validation-context-initialization'
  const fault = policyFault(signaturePolicy)
  if (fault === undefined && findings.length === 0) return { name, ...PASSED, findings }
  if (fault === undefined) return concluded(name, findings, false)
  const { subIndication, finding } = fault
  return { name, indication: 'INDETERMINATE', subIndication, findings: findings.length > 0 ? findings : [finding] }
}

const UNTRIED: Finding = {
  code: 'trust_not_evaluated',
  message: 'No trust anchors were given, so that nobody checked whose certificate it is.',
}

/** Validates the certificate (5.2.6). */
function certificateBlock({ trust, isRead }: Subject, given: readonly Finding[]): BuildingBlock {
  const name = 'x509-certificate-validation'
  const { status, revocation } = trust
  const own =
    status === 'trusted' ? [] : [...trust.findings, ...(revocation.status === 'revoked' ? revocation.findings : [])]
  const findings = [...given, ...own.filter(({ code }) => given.every((finding) => finding.code !== code))]
  if (findings.length > 0) return concluded(name, findings, revocation.status === 'revoked')
  if (!isRead) return { name, ...NOT_RUN, findings }
  if (status === 'trusted') return { name, ...PASSED, findings }
  const subIndication = 'NO_CERTIFICATE_CHAIN_FOUND'
  return { name, indication: 'INDETERMINATE', subIndication, findings: status === 'not_evaluated' ? [UNTRIED] : [] }
}

/** Validates in the past (5.6.2.4), when certificates have to be judged at an earlier time. */
function pastBlock({ trust: { evidence, status } }: Subject): BuildingBlock {
  const isPassed = evidence.length > 0 && status === 'trusted'
  return { name: 'past-signature-validation', ...(isPassed ? PASSED : NOT_RUN), findings: [] }
}

/** Gives the deciding block the result of the whole signature. Only the verifier knew the times that led to this result. */
function withDecision(blocks: readonly BuildingBlock[], subject: Subject): readonly BuildingBlock[] {
  const { indication, subIndication, findings } = subject
  if (indication === 'TOTAL-PASSED') return blocks
  const isIdentification = subIndication === 'SIG_CONSTRAINTS_FAILURE' && IDENTIFICATION.test(findings[0]?.code ?? '')
  const name = findDecisive(
    blocks,
    subIndication,
    isIdentification ? 'identification-of-signing-certificate' : blockOfSubIndication(subIndication),
  )
  return blocks.map((block) => {
    if (block.name !== name) return block
    const known = block.findings.length > 0 ? block.findings : remarksOn(name, subject)
    return { ...block, indication: ofBlock(indication), subIndication, findings: known }
  })
}

/**
 * Findings that are no faults but affect a decision. An intact signature may be open because of missing information or an
 * algorithm that has become weak.
 */
function remarksOn(name: BuildingBlockName, subject: Subject): readonly Finding[] {
  const { trust, weaknesses, warnings } = subject
  if (name === 'signature-acceptance-validation') return weaknesses
  const decisive = warnings.filter((warning) => isDecisive(warning, subject))
  if (name !== 'x509-certificate-validation') return decisive
  return [...trust.findings, ...trust.revocation.findings, ...decisive]
}

/** True when a warning, taken as a reason, leads to the indication of the whole signature. */
function isDecisive(warning: Finding, { indication, subIndication }: Subject): boolean {
  const known = SUB_INDICATIONS.find((each) => each === subIndication)
  if (known === undefined || known === 'GENERIC') return false
  const open = { isChainUnknown: false, isAlgorithmWeak: false, time: { indication, subIndication: known } }
  return toIndication('indeterminate', [warning], open).subIndication === known
}

/**
 * The block that decided: one with the sub-indication of the whole signature, else the block to which the sub-indication
 * belongs.
 */
function findDecisive(
  blocks: readonly BuildingBlock[],
  subIndication: string | null,
  expected: BuildingBlockName,
): BuildingBlockName {
  const same = blocks.filter((block) => subIndication !== null && block.subIndication === subIndication)
  return same.find(({ name }) => name === expected)?.name ?? same[0]?.name ?? expected
}
