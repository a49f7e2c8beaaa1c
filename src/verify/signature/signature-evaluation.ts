/**
 * One signature from its reading to its entry in the report.
 *
 * @module
 */

import { isIssuedBy } from '../../cms/certificates.js'
import { equalNames } from '../../cms/names.js'
import { append } from '../../lists.js'
import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { DocumentSecurityStore } from '../../pdf/catalog.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { RangeHasher } from '../../trust/integrity.js'
import { findTlsUse } from '../../trust/paths.js'
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
import type { ChangesReport, CheckResult, CoverageReport, Finding, SignatureStatus, SignerReport } from '../report.js'
import type { RevisionChain } from '../revision-views.js'
import { denyChanges } from '../settle-changes.js'
import { sharedDoubts } from '../signed-file.js'
import { worstStatus } from '../status.js'
import { isEncryptedPadding } from './encrypted-padding.js'
import { checkSignatureIntegrity, type IntegrityResult } from './signature-integrity.js'
import { remarksOn } from './signature-place.js'
import { judgeSignaturePolicy, type SignaturePolicies, type SignaturePolicyVerdict } from './signature-policy.js'
import type { SignatureReading } from './signature-reading.js'
import { chooseNames } from './signer-names.js'

/** What the signatures of one file share. */
export interface EvaluationContext {
  readonly document: PdfDocument
  readonly chain: RevisionChain
  /** What is wrong with the file as a whole, so that no signature of it counts. */
  readonly damage: readonly Finding[]
  /** What is worth knowing about the file and does no harm to its signatures. */
  readonly remarks: readonly Finding[]
  /** Faults that only show when all signatures are looked at together. */
  readonly collisions: ReadonlyMap<SignatureReading, Finding>
  /** Certificates of the host's own identities. */
  readonly ownCertificates: CertificatePool | undefined
  /** Whether the host gave anchors by which the authorities of time stamps are judged. */
  readonly hasTimestampAnchors: boolean
  /** Signature policies that the host has seen to. */
  readonly signaturePolicies: SignaturePolicies
  /** The forms that signatures cover. */
  readonly signedFields: SignedFields
  /** The parties of the document, and the rows that they sign in. */
  readonly partyRows: PartyRows
  sha256OfBeginning(length: number): string | undefined
  analyzeChanges(reading: SignatureReading): Steps<ChangesReport>
}

/** A signature with all that was found out about it apart. */
export interface CheckedSignature {
  readonly reading: SignatureReading
  readonly integrity: IntegrityResult
  readonly verdict: TrustVerdict
}

/** Checks digest and signature value. `readStore` gives the validation data of the file. */
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

/** What trust and time need to know of a signature. */
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

/** Puts together what was found about one signature; the host's policy comes afterwards. */
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

/** What is worth knowing besides the names: of the signature, its changes and policy, the fields, and revocation. */
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

/** Nothing that came later counts as permitted where it may have changed what the signed bytes mean. */
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

/** A certificate for TLS is told of, unless that is why it is not trusted. A document time stamp has rules of its own. */
function tlsWarnings({ certificate, tstInfo }: IntegrityResult, { trust }: TrustVerdict): Finding[] {
  const finding = certificate === undefined || tstInfo !== undefined ? undefined : findTlsUse(certificate)
  return finding === undefined || trust.findings.some(({ code }) => code === finding.code) ? [] : [finding]
}

/** Where fields show something else than their value in what was signed. A time stamp says nothing of what a form shows. */
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

/** What goes into the report as it was found. */
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

/** Nothing where the host gave no trusted lists. */
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

/** Where the host does not ask, `TOTAL-PASSED` must not be read as "not revoked". Certificates that are exempt are not asked about. */
function unknownRevocations({ indication }: IndicationResult, { trust: { revocation } }: TrustVerdict): Finding[] {
  if (indication !== 'TOTAL-PASSED') return []
  return revocation.findings.filter(({ code }) => code === 'revocation_unknown')
}

/** The status that checks lead to, and the findings of those that failed, the most decisive first. */
function concludeChecks(checks: readonly CheckResult[]): Pick<SignerReport, 'status' | 'reasons'> {
  const failed = checks.filter((check) => check.status !== 'valid')
  const reasons = failed.toSorted((a, b) => rank(a.status) - rank(b.status)).flatMap((check) => check.findings)
  return { status: worstStatus(failed.map((check) => check.status)), reasons }
}

function rank(status: SignatureStatus): number {
  return status === 'invalid' ? 0 : 1
}

/** The very certificate of the host, and an intact signature by its key over bytes that make sense. */
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
    // What a document time stamp's dictionary says is about the software that requested it.
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

/** Adds what can only be seen from outside the signature: bytes behind the last revision, and doubles. */
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

/**
 * Where no attribute binds the certificate, another with the same key can be put in its place: then its own signature
 * must at least be right, as far as its issuer is there to tell.
 */
function certificateCheck({ bindsCertificate, certificate, certificates }: IntegrityResult): CheckResult {
  if (bindsCertificate || certificate === undefined) return { status: 'valid', findings: [] }
  const issuers = [certificate, ...certificates].filter(({ subject }) => equalNames(subject, certificate.issuer))
  if (issuers.length === 0 || issuers.some((issuer) => isIssuedBy(certificate, issuer))) {
    return { status: 'valid', findings: [] }
  }
  const message = "The signer's certificate was altered: it does not bear the signature of its issuer."
  return { status: 'invalid', findings: [{ code: 'certificate_altered', message }] }
}

/** Without an anchor nothing is known against the signer; the signature of a revoked signer does not count at all. */
function trustCheck({ trust }: TrustVerdict): CheckResult {
  const { status, revocation } = trust
  if (status === 'trusted' || status === 'not_evaluated') return { status: 'valid', findings: [] }
  const findings = [...trust.findings, ...(revocation.status === 'revoked' ? revocation.findings : [])]
  return { status: revocation.status === 'revoked' ? 'invalid' : 'indeterminate', findings }
}
