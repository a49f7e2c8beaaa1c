/**
 * A short report: for each signature the verdict, the signer, the time, and the errors.
 *
 * @module
 */

import type {
  Finding,
  Indication,
  QualificationResult,
  SignerReport,
  TimestampQualification,
  TimestampReport,
  VerificationReport,
} from '../../verify/report.js'
import { blocksOfSignature, blocksOfTimestamp, openFindings } from './building-blocks.js'
import { signatureId, timestampId } from './identifiers.js'

/** Facts about the verification that the formats of a report need. */
export interface ValidationCircumstances {
  /** When the document was verified. */
  readonly validationTime: Date
  readonly fileName: string | null
}

/** The document of a report. */
export interface ValidatedDocument {
  readonly name: string | null
  /** SHA-256 of the whole file, hexadecimal. */
  readonly sha256: string
  readonly pageCount: number | null
  /** Faults of the whole file. */
  readonly damage: readonly Finding[]
}

/** A time stamp in a simple report. */
export interface SimpleTimestamp {
  /**
   * Identifier. `timestamp-1-2` is the second time stamp of the first signature. The detailed and the XML report have the
   * same.
   */
  readonly id: string
  readonly kind: TimestampReport['kind']
  /** Time of the time stamp, ISO 8601; null when it cannot be read. */
  readonly time: string | null
  readonly authority: string | null
  readonly indication: Indication
  readonly subIndication: string | null
  /** The qualification of the time stamp; null without trusted lists. */
  readonly qualification: TimestampQualification['result'] | null
  readonly errors: readonly Finding[]
}

/** A signature or document time stamp in a simple report. */
export interface SimpleSignature {
  /** Identifier: `signature-1`, or `timestamp-2` for a document time stamp. The detailed and the XML report have the same. */
  readonly id: string
  readonly kind: SignerReport['kind']
  readonly fieldName: string
  readonly indication: Indication
  readonly subIndication: string | null
  /**
   * Name of the signer. `signedBySource` says whether it comes from a certificate, from the audit record or only from the
   * signer.
   */
  readonly signedBy: string | null
  readonly signedBySource: SignerReport['nameSource']
  /** Best known time of signing, ISO 8601. */
  readonly signedAt: string | null
  readonly signedAtSource: SignerReport['signedAtSource']
  /**
   * Earliest time at which the signature is proved to have existed, ISO 8601; the validation time when nothing proves an
   * earlier one.
   */
  readonly bestSignatureTime: string
  /** Baseline level, for example `PAdES-BASELINE-LT`; null for a signature of no such level. */
  readonly signatureLevel: string | null
  /** Whether the signature is a qualified signature or seal; null without trusted lists. */
  readonly qualification: QualificationResult | null
  readonly provider: string | null
  /** Country of the trusted list that names the issuer. */
  readonly country: string | null
  /** What the signature covers: the whole file, or a revision to which content was added later. */
  readonly scope: 'whole-file' | 'revision' | 'unknown'
  /** Subjects from the signer to the trust anchor; empty when no chain is known. */
  readonly certificateChain: readonly string[]
  /** The findings that keep the signature from `TOTAL-PASSED`. */
  readonly errors: readonly Finding[]
  readonly warnings: SignerReport['warnings']
  readonly timestamps: readonly SimpleTimestamp[]
}

/** A short report. As JSON it is the format `simple` of `renderReport`. */
export interface SimpleReport {
  /** Time of the validation, ISO 8601. */
  readonly validationTime: string
  readonly document: ValidatedDocument
  readonly valid: boolean
  /** The reason for the verdict, in one sentence. */
  readonly reason: string
  readonly signatureCount: number
  /** Number of signatures whose indication is `TOTAL-PASSED`. */
  readonly passedCount: number
  /** The signatures, in signing order. */
  readonly signatures: readonly SimpleSignature[]
}

/** Makes a short report. */
export function simpleReport(report: VerificationReport, circumstances: ValidationCircumstances): SimpleReport {
  const signatures = report.signers.map((signer, index) => simpleSignature(signer, index, circumstances))
  const counted = signatures.filter(({ kind }) => kind === 'signature')
  return {
    validationTime: circumstances.validationTime.toISOString(),
    document: validatedDocument(report, circumstances),
    valid: report.valid,
    reason: report.reason,
    signatureCount: counted.length,
    passedCount: counted.filter(({ indication }) => indication === 'TOTAL-PASSED').length,
    signatures,
  }
}

/** The facts about the document that each format of the report has. */
export function validatedDocument(
  { document }: VerificationReport,
  { fileName }: ValidationCircumstances,
): ValidatedDocument {
  const { title, sha256, pageCount, damage } = document
  return { name: fileName ?? title, sha256, pageCount, damage }
}

function simpleSignature(
  signer: SignerReport,
  index: number,
  { validationTime }: ValidationCircumstances,
): SimpleSignature {
  const { qualification, coverage } = signer
  return {
    id: signatureId(signer, index),
    kind: signer.kind,
    fieldName: signer.fieldName,
    indication: signer.indication,
    subIndication: signer.subIndication,
    signedBy: signer.name,
    signedBySource: signer.nameSource,
    signedAt: signer.signedAt,
    signedAtSource: signer.signedAtSource,
    bestSignatureTime: signer.proofs[0]?.time ?? validationTime.toISOString(),
    signatureLevel: signer.padesLevel === null ? null : `PAdES-BASELINE-${signer.padesLevel.slice(2)}`,
    qualification: qualification?.result ?? null,
    provider: qualification?.provider ?? null,
    country: qualification?.country ?? null,
    scope: coverage.coversWholeFile ? 'whole-file' : coverage.revision === null ? 'unknown' : 'revision',
    certificateChain: signer.trust.chain,
    errors: openFindings(blocksOfSignature(signer)),
    warnings: signer.warnings,
    timestamps: ownTimestamps(signer).map((timestamp, at) => simpleTimestamp(timestamp, index, at)),
  }
}

/**
 * The time stamps that belong to a signature, beginning with those over the content before signing. A document time stamp has
 * none.
 */
export function ownTimestamps({ kind, timestamps, contentTimestamps }: SignerReport): readonly TimestampReport[] {
  return kind === 'signature' ? [...contentTimestamps, ...timestamps] : []
}

function simpleTimestamp(timestamp: TimestampReport, signature: number, index: number): SimpleTimestamp {
  const { kind, time, authority, indication, subIndication, qualification } = timestamp
  const errors = openFindings(blocksOfTimestamp(timestamp))
  const id = timestampId(kind, signature, index)
  return { id, kind, time, authority, indication, subIndication, qualification: qualification?.result ?? null, errors }
}
