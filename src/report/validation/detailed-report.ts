/**
 * A report by building blocks: the result of each step of the standard's process, for each signature and time stamp.
 *
 * @module
 */

import type {
  CertificateReport,
  Indication,
  ProofReport,
  QualificationReport,
  RevocationReport,
  SignerReport,
  TimestampQualification,
  TimestampReport,
  VerificationReport,
} from '../../verify/report.js'
import { type BuildingBlock, blocksOfSignature, blocksOfTimestamp } from './building-blocks.js'
import { signatureId, timestampId } from './identifiers.js'
import {
  ownTimestamps,
  type ValidatedDocument,
  type ValidationCircumstances,
  validatedDocument,
} from './simple-report.js'

/** The validation of the certificate of a signature or time stamp. */
export interface CertificateValidation {
  readonly status: SignerReport['trust']['status']
  /** Subjects from the signer to the trust anchor; empty when no chain is known. */
  readonly chain: readonly string[]
  readonly revocation: RevocationReport
  /** The proof for each step back in time, from the trust anchor to the signer; empty when no step was needed. */
  readonly evidence: readonly string[]
}

/** A time stamp in a detailed report. */
export interface DetailedTimestamp {
  /** Identifier. `timestamp-1-2` is the second time stamp of the first signature. */
  readonly id: string
  readonly kind: TimestampReport['kind']
  /** Time of the time stamp, ISO 8601; null when it cannot be read. */
  readonly time: string | null
  readonly authority: string | null
  readonly indication: Indication
  readonly subIndication: string | null
  readonly buildingBlocks: readonly BuildingBlock[]
  readonly certificateValidation: CertificateValidation
  /** Proofs that the time stamp itself existed. */
  readonly proofsOfExistence: readonly ProofReport[]
  /** The qualification of the time stamp; null without trusted lists. */
  readonly qualification: TimestampQualification | null
}

/** A signature or document time stamp in a detailed report. */
export interface DetailedSignature {
  /** Identifier: `signature-1`, or `timestamp-2` for a document time stamp. */
  readonly id: string
  readonly kind: SignerReport['kind']
  readonly fieldName: string
  readonly indication: Indication
  readonly subIndication: string | null
  /** All building blocks, in the order of the standard. */
  readonly buildingBlocks: readonly BuildingBlock[]
  readonly certificate: CertificateReport | null
  readonly certificateValidation: CertificateValidation
  readonly timestamps: readonly DetailedTimestamp[]
  /** Proofs that the signature existed, the earliest first. */
  readonly proofsOfExistence: readonly ProofReport[]
  /**
   * The qualification of the signature; null without trusted lists, and for a document time stamp, which has
   * `timestampQualification`.
   */
  readonly qualification: QualificationReport | null
  readonly timestampQualification: TimestampQualification | null
  readonly warnings: SignerReport['warnings']
}

/** A report by building blocks. As JSON it is the format `detailed` of `renderReport`. */
export interface DetailedReport {
  /** Time of the validation, ISO 8601. */
  readonly validationTime: string
  /**
   * The process of validating signatures that provide long-term availability (ETSI EN 319 102-1, 5.6). It includes the other
   * two processes.
   */
  readonly validationProcess: 'LTA'
  readonly document: ValidatedDocument
  /** The signatures, in signing order. */
  readonly signatures: readonly DetailedSignature[]
}

/** Makes a report by building blocks. */
export function detailedReport(report: VerificationReport, circumstances: ValidationCircumstances): DetailedReport {
  return {
    validationTime: circumstances.validationTime.toISOString(),
    validationProcess: 'LTA',
    document: validatedDocument(report, circumstances),
    signatures: report.signers.map(detailedSignature),
  }
}

function detailedSignature(signer: SignerReport, index: number): DetailedSignature {
  return {
    id: signatureId(signer, index),
    kind: signer.kind,
    fieldName: signer.fieldName,
    indication: signer.indication,
    subIndication: signer.subIndication,
    buildingBlocks: blocksOfSignature(signer),
    certificate: signer.certificate,
    certificateValidation: certificateValidation(signer),
    timestamps: ownTimestamps(signer).map((timestamp, at) => detailedTimestamp(timestamp, index, at)),
    proofsOfExistence: signer.proofs,
    qualification: signer.qualification ?? null,
    timestampQualification: signer.kind === 'signature' ? null : (signer.timestamp?.qualification ?? null),
    warnings: signer.warnings,
  }
}

function detailedTimestamp(timestamp: TimestampReport, signature: number, index: number): DetailedTimestamp {
  const { kind, time, authority, indication, subIndication, proofs, qualification } = timestamp
  return {
    id: timestampId(kind, signature, index),
    kind,
    time,
    authority,
    indication,
    subIndication,
    buildingBlocks: blocksOfTimestamp(timestamp),
    certificateValidation: certificateValidation(timestamp),
    proofsOfExistence: proofs,
    qualification: qualification ?? null,
  }
}

function certificateValidation({ trust }: Pick<SignerReport, 'trust'>): CertificateValidation {
  const { status, chain, revocation, evidence } = trust
  return { status, chain, revocation, evidence }
}
