/**
 * Evaluates one signature, from its reading to its entry in the report.
 *
 * @module
 */

import { append } from '../../lists.js'
import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { DocumentSecurityStore } from '../../pdf/catalog.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { RangeHasher } from '../../trust/integrity.js'
import { concludeQualification } from '../../trust/qualified.js'
import { type CertificatePool, isInPool } from '../../trust/trust-anchors.js'
import {
  type IndicationResult,
  reportMissing,
  reportProof,
  type TrustSubject,
  type TrustVerdict,
  toIndication,
} from '../../trust/verdicts.js'
import { checkAuditRecord } from '../audit-check.js'
import { certifiedSubject, describeCertificate } from '../certificate-report.js'
import type { SignedFields } from '../changes/signed-fields.js'
import type { PartyRows } from '../parties/party-rows.js'
import { weaknessWhenSigned } from '../policy-check.js'
import type { ChangesReport, CheckResult, CoverageReport, Finding, SignerReport } from '../report.js'
import type { RevisionChain } from '../revision-views.js'
import { denyChanges } from '../settle-changes.js'
import { sharedDoubts } from '../signed-file.js'
import { certificateCheck, concludeChecks, tlsWarnings, trustCheck, unknownRevocations } from './conclude-checks.js'
import { isEncryptedPadding } from './encrypted-padding.js'
import { checkSignatureIntegrity, type IntegrityResult } from './signature-integrity.js'
import { remarksOn } from './signature-place.js'
import { judgeSignaturePolicy, type SignaturePolicies, type SignaturePolicyVerdict } from './signature-policy.js'
import type { SignatureReading } from './signature-reading.js'
import { chooseNames } from './signer-names.js'

/** Facts that the signatures of one file share. */
export interface EvaluationContext {
  readonly document: PdfDocument
  readonly chain: RevisionChain
  /** Damage to the file as a whole, because of which none of its signatures counts. */
  readonly damage: readonly Finding[]
  /** Remarks on the file that do not affect its signatures. */
  readonly remarks: readonly Finding[]
  /** Faults that only show when all signatures are compared. */
  readonly collisions: ReadonlyMap<SignatureReading, Finding>
  /** Certificates of the host's own identities. */
  readonly ownCertificates: CertificatePool | undefined
  /** True when the host gave anchors for the authorities of time stamps. */
  readonly hasTimestampAnchors: boolean
  /** Signature policies that the host takes care of. */
  readonly signaturePolicies: SignaturePolicies
  /** Warnings about fields in the forms that signatures cover. */
  readonly signedFields: SignedFields
  /** The parties of the document, with the rows in which they sign. */
  readonly partyRows: PartyRows
  sha256OfBeginning(length: number): string | undefined
  analyzeChanges(reading: SignatureReading): Steps<ChangesReport>
}

/** A signature with the results of its own checks. */
interface CheckedSignature {
  readonly reading: SignatureReading
  readonly integrity: IntegrityResult
  readonly verdict: TrustVerdict
}

/** Checks digest and signature value. `readStore` returns the validation data of the file. */
export function checkReading(
  document: PdfDocument,
  hasher: RangeHasher,
  readStore: () => DocumentSecurityStore,
  { field, structure, subFilter, isTimestamp, claims }: SignatureReading,
): IntegrityResult {
  const { ranges, contents } = structure
  return checkSignatureIntegrity({
    contents,
    isPadding: (from) => isEncryptedPadding(document, field.place, contents, from),
    subFilter,
    signedRanges: (ranges ?? []).map(([start, end]) => document.bytes.subarray(start, end)),
    isTimestamp,
    cert: claims.cert,
    otherCertificates: () => readStore().certificates,
    hashing: ranges === undefined ? undefined : { hasher, pair: ranges },
  })
}

/** What the checks of trust and time need to know about a signature. */
export function toTrustSubject(reading: SignatureReading, integrity: IntegrityResult): TrustSubject {
  const { subFilter, isTimestamp, structure, field } = reading
  const { coverage, view } = structure
  const claimed = claimedTime(reading, integrity)
  return {
    integrity,
    subFilter,
    isTimestamp,
    claimed: claimed === null ? undefined : new Date(claimed),
    fieldName: field.name,
    revision: coverage.status === 'valid' ? view?.index : undefined,
  }
}

function claimedTime({ claims }: SignatureReading, { signingTime }: IntegrityResult): string | null {
  return claims.time ?? signingTime?.toISOString() ?? null
}

/** Combines the results of one signature. The host's policy is applied later. */
export function* evaluateSignature(context: EvaluationContext, checked: CheckedSignature): Steps<SignerReport> {
  const { reading, integrity } = checked
  const checks = yield* checkFile(context, checked)
  const { coverage, changes, audit, party } = checks
  const conclusion = conclude(checked, checks)
  const sealedByThisService = isOwnSeal(context, integrity, coverage)
  const { warnings: contradictions, ...names } = nameSigner(checked, audit, sealedByThisService)
  const time = timeOf(context, checked)
  const policy = judgeSignaturePolicy(integrity.signaturePolicy, context.signaturePolicies)
  const indication = indicate(checked, conclusion, time, policy)
  return {
    kind: reading.isTimestamp ? 'document-timestamp' : 'signature',
    fieldName: reading.field.name,
    ...names,
    sealedByThisService,
    ...time,
    ...conclusion,
    warnings: [...contradictions, ...allWarnings(context, checked, { changes, policy, indication })],
    ...indication,
    ...factsOf(checked),
    ...qualificationOf(checked, indication),
    signaturePolicy: policy.report,
    coverage,
    changes,
    audit,
    party,
    policy: { status: 'valid', findings: [] },
  }
}

/** Warnings besides those about names: on the signature, its changes and policy, the fields, and revocation. */
function allWarnings(
  context: EvaluationContext,
  checked: CheckedSignature,
  { changes, policy, indication }: JudgedParts,
): Finding[] {
  return [
    ...warningsOf(checked, changes, policy, context.remarks),
    ...warningsOfFields(context, checked.reading),
    ...unknownRevocations(indication, checked.verdict),
  ]
}

interface JudgedParts {
  readonly changes: ChangesReport
  readonly policy: ReturnType<typeof judgeSignaturePolicy>
  readonly indication: ReturnType<typeof indicate>
}

/** The checks of a signature that look beyond its own bytes. */
interface FileChecks {
  readonly coverage: CoverageReport
  readonly changes: ChangesReport
  readonly audit: SignerReport['audit']
  readonly party: SignerReport['party']
  readonly doubts: readonly CheckResult[]
}

function* checkFile(context: EvaluationContext, { reading, integrity }: CheckedSignature): Steps<FileChecks> {
  const coverage = extendCoverage(context, reading)
  const doubts = sharedDoubts(context.chain, reading)
  if (isTurnOver()) yield
  const changes = yield* judgeChanges(context, reading, doubts)
  if (isTurnOver()) yield
  const audit = yield* evaluateAudit(context, reading, integrity)
  if (isTurnOver()) yield
  const party = context.partyRows.check(reading)
  if (isTurnOver()) yield
  return { coverage, changes, audit, party, doubts }
}

/** Judges later changes. None is permitted when it may have altered the meaning of the signed bytes. */
function* judgeChanges(
  { analyzeChanges }: EvaluationContext,
  reading: SignatureReading,
  doubts: readonly CheckResult[],
): Steps<ChangesReport> {
  const changes = yield* analyzeChanges(reading)
  return doubts.length === 0 ? changes : denyChanges(changes, reading.field.name)
}

function conclude(
  { integrity, verdict }: CheckedSignature,
  { coverage, changes, audit, party, doubts }: FileChecks,
): Pick<SignerReport, 'status' | 'reasons'> {
  return concludeChecks([
    coverage,
    integrity,
    changes,
    ...(audit === null ? [] : [audit]),
    ...(party === null ? [] : [party]),
    ...doubts,
    certificateCheck(integrity),
    trustCheck(verdict),
  ])
}

function warningsOf(
  { reading, integrity, verdict }: CheckedSignature,
  changes: ChangesReport,
  policy: SignaturePolicyVerdict,
  remarks: readonly Finding[],
): Finding[] {
  return [
    ...(integrity.algorithm?.dated ?? []),
    ...integrity.warnings,
    ...changes.warnings,
    ...verdict.warnings,
    ...policy.warnings,
    ...tlsWarnings(integrity, verdict),
    ...remarksOn(reading.field.place),
    ...remarks,
  ]
}

/** Warnings about signed fields that show something else than their value. A time stamp says nothing about a form's look. */
function warningsOfFields(
  { signedFields }: EvaluationContext,
  { isTimestamp, structure: { view } }: SignatureReading,
): readonly Finding[] {
  return isTimestamp || view === undefined ? [] : signedFields.warningsOf(view)
}

type SignatureFacts = Pick<
  SignerReport,
  | 'reason'
  | 'location'
  | 'subFilter'
  | 'padesLevel'
  | 'missingEvidence'
  | 'integrity'
  | 'certificate'
  | 'algorithm'
  | 'timestamp'
  | 'timestamps'
  | 'contentTimestamps'
  | 'signedAfter'
  | 'proofs'
  | 'trust'
  | 'certifies'
>

/** The facts that go into the report unchanged. */
function factsOf({ reading, integrity, verdict }: CheckedSignature): SignatureFacts {
  const { claims, subFilter } = reading
  const { certificate, algorithm, status, findings } = integrity
  const { docMdp } = claims
  return {
    reason: claims.reason,
    location: claims.location,
    subFilter: subFilter ?? null,
    padesLevel: verdict.padesLevel,
    missingEvidence: verdict.missing.map(reportMissing),
    integrity: { status, findings },
    certificate: certificate === undefined ? null : describeCertificate(certificate),
    algorithm,
    timestamp: verdict.timestamp,
    timestamps: verdict.timestamps,
    contentTimestamps: verdict.contentTimestamps,
    signedAfter: verdict.madeAfter?.toISOString() ?? null,
    proofs: verdict.proofs.map(reportProof),
    trust: verdict.trust,
    certifies: docMdp === 1 || docMdp === 2 || docMdp === 3 ? docMdp : null,
  }
}

function indicate(
  { integrity, verdict }: CheckedSignature,
  { status, reasons }: Pick<SignerReport, 'status' | 'reasons'>,
  time: Pick<SignerReport, 'signedAt' | 'signedAtSource'>,
  { subIndication: signaturePolicy }: SignaturePolicyVerdict,
): IndicationResult {
  return toIndication(status, reasons, {
    signaturePolicy,
    isChainUnknown: verdict.trust.status === 'not_evaluated',
    time: verdict.time,
    isAlgorithmWeak: weaknessWhenSigned({ algorithm: integrity.algorithm, ...time }) !== undefined,
  })
}

/** The qualification of a signature; `undefined` when the host gave no trusted lists. */
function qualificationOf(
  { reading, verdict }: CheckedSignature,
  { indication, subIndication }: IndicationResult,
): Pick<SignerReport, 'qualification'> {
  const { qualification, trust } = verdict
  if (qualification === undefined || reading.isTimestamp) return {}
  const isOpen = indication === 'TOTAL-PASSED' && trust.revocation.status === 'unknown'
  const isUnknown = isOpen || (subIndication === 'TRY_LATER' && trust.status === 'trusted')
  return { qualification: concludeQualification(qualification, indication, isUnknown) }
}

/** True for an intact signature by a certificate of the host itself, over bytes with a valid structure. */
function isOwnSeal(
  { ownCertificates }: EvaluationContext,
  { certificate, status }: IntegrityResult,
  coverage: CoverageReport,
): boolean {
  if (ownCertificates === undefined || certificate === undefined) return false
  return status === 'valid' && coverage.status === 'valid' && isInPool(ownCertificates, certificate)
}

function nameSigner(
  { reading, integrity, verdict }: CheckedSignature,
  audit: SignerReport['audit'],
  isOwnKey: boolean,
) {
  const { certificate } = integrity
  return chooseNames({
    certified: certificate === undefined ? undefined : certifiedSubject(certificate),
    recorded: audit?.status === 'valid' ? audit : undefined,
    // The dictionary of a document time stamp describes the software that requested it.
    claimed: reading.isTimestamp ? { name: null, email: null } : reading.claims,
    trust: verdict.trust.status,
    isOwnKey,
  })
}

function timeOf(
  { hasTimestampAnchors }: EvaluationContext,
  { reading, integrity, verdict }: CheckedSignature,
): Pick<SignerReport, 'signedAt' | 'signedAtSource'> {
  const [proof] = verdict.proofs
  if (proof !== undefined) {
    const stamped = hasTimestampAnchors ? 'timestamp' : 'timestamp-not-evaluated'
    return { signedAt: proof.time.toISOString(), signedAtSource: proof.kind === 'host' ? 'host' : stamped }
  }
  const signedAt = claimedTime(reading, integrity)
  return { signedAt, signedAtSource: signedAt === null ? null : 'claimed' }
}

/** Adds faults that show only outside of the signature: bytes after the last revision, and duplicates. */
function extendCoverage({ damage, collisions }: EvaluationContext, reading: SignatureReading): CoverageReport {
  const { coverage } = reading.structure
  const findings = [...coverage.findings]
  const collision = collisions.get(reading)
  if (collision !== undefined) findings.push(collision)
  append(findings, damage)
  if (findings.length === coverage.findings.length) return coverage
  return { ...coverage, status: 'invalid', findings }
}

function* evaluateAudit(
  context: EvaluationContext,
  { field, structure, audit }: SignatureReading,
  { certificate }: IntegrityResult,
): Steps<SignerReport['audit']> {
  const { view, ranges } = structure
  if (audit === undefined || view === undefined || ranges === undefined) return null
  const previousEnd = context.chain.views[view.index - 1]?.markerEnd ?? 0
  const extent = { previousEnd, signedEnd: ranges[1][1], signedRevision: view.document, certificate }
  return yield* checkAuditRecord(context.document, field.signature, audit, extent, context.sha256OfBeginning)
}
