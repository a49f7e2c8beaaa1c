/**
 * The last step of a report: makes every sentence in it legible.
 *
 * Findings already quote text from the file safely, but this step does not rely on that. Data stays unchanged: names,
 * subjects and the audit record are for programs.
 *
 * @module
 */

import { showText } from './foreign-text.js'
import type {
  CheckResult,
  DocumentChange,
  Finding,
  ProofReport,
  SignerReport,
  TimestampReport,
  TrustReport,
  ValidationObjectsReport,
  VerificationReport,
} from './report.js'
import { VERIFY_LIMITS } from './verify-limits.js'

/** The report with characters that hide or reorder text shown by number in all of its sentences. */
export function legibleReport(report: VerificationReport): VerificationReport {
  const signers = report.signers.map(legibleSigner)
  const signer = report.signer === null ? null : (signers[report.signers.indexOf(report.signer)] ?? null)
  const document = { ...report.document, damage: report.document.damage.map(legibleFinding) }
  const { validationObjects: objects } = report
  return {
    ...report,
    reason: legible(report.reason),
    signer,
    signers,
    document,
    ...(objects && { validationObjects: legibleObjects(objects) }),
  }
}

function legibleObjects(objects: ValidationObjectsReport): ValidationObjectsReport {
  return {
    ...objects,
    certificates: objects.certificates.map(withLegibleProofs),
    revocations: objects.revocations.map(withLegibleProofs),
  }
}

function withLegibleProofs<T extends { readonly proofs: readonly ProofReport[] }>(object: T): T {
  return { ...object, proofs: object.proofs.map(legibleProof) }
}

function legible(sentence: string): string {
  const { maxSentenceLength } = VERIFY_LIMITS
  return showText(sentence.length > maxSentenceLength ? `${sentence.slice(0, maxSentenceLength)}…` : sentence)
}

function legibleFinding<F extends Finding>(finding: F): F {
  return { ...finding, message: legible(finding.message) }
}

function legibleCheck<C extends CheckResult>(check: C): C {
  return { ...check, findings: check.findings.map(legibleFinding) }
}

function legibleChange(change: DocumentChange): DocumentChange {
  return { ...change, description: legible(change.description) }
}

function legibleTrust(trust: TrustReport): TrustReport {
  const { findings, revocation } = trust
  return {
    ...trust,
    findings: findings.map(legibleFinding),
    evidence: trust.evidence.map(legible),
    revocation: { ...revocation, findings: revocation.findings.map(legibleFinding) },
  }
}

function legibleProof(proof: ProofReport): ProofReport {
  return { ...proof, message: legible(proof.message) }
}

function legibleTimestamp(timestamp: TimestampReport): TimestampReport {
  return {
    ...legibleCheck(timestamp),
    trust: legibleTrust(timestamp.trust),
    proofs: timestamp.proofs.map(legibleProof),
  }
}

function legibleSigner(signer: SignerReport): SignerReport {
  const { changes, algorithm, timestamp, audit, party } = signer
  return {
    ...signer,
    reasons: signer.reasons.map(legibleFinding),
    warnings: signer.warnings.map(legibleFinding),
    integrity: legibleCheck(signer.integrity),
    coverage: legibleCheck(signer.coverage),
    changes: {
      ...legibleCheck(changes),
      changes: changes.changes.map(legibleChange),
      warnings: changes.warnings.map(legibleFinding),
    },
    algorithm: algorithm === null ? null : { ...algorithm, dated: algorithm.dated.map(legibleFinding) },
    timestamp: timestamp === null ? null : legibleTimestamp(timestamp),
    timestamps: signer.timestamps.map(legibleTimestamp),
    contentTimestamps: signer.contentTimestamps.map(legibleTimestamp),
    proofs: signer.proofs.map(legibleProof),
    trust: legibleTrust(signer.trust),
    audit: audit === null ? null : legibleCheck(audit),
    party: party === null ? null : legibleCheck(party),
    policy: legibleCheck(signer.policy),
  }
}
