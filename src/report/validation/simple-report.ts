/**
 * A report on one screen: for each signature the verdict, who and when, and what stands in the way.
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

/** What the forms of a report say about the verification itself. */
export interface ValidationCircumstances {
  /** When the document was verified. */
  readonly validationTime: Date
  readonly fileName: string | null
}

/** The document of a report. */
export interface ValidatedDocument {
  readonly name: string | null
  /** Of the whole file, hexadecimal. */
  readonly sha256: string
  readonly pageCount: number | null
  /** What is wrong with the file as a whole. */
  readonly damage: readonly Finding[]
}

/** A time stamp in a simple report. */
export interface SimpleTimestamp {
  /** `timestamp-1-2` is the second one of the first signature. The same in the detailed and the XML report. */
  readonly id: string
  readonly kind: TimestampReport['kind']
  /** ISO 8601; null when it cannot be read. */
  readonly time: string | null
  readonly authority: string | null
  readonly indication: Indication
  readonly subIndication: string | null
  /** Null without trusted lists. */
  readonly qualification: TimestampQualification['result'] | null
  readonly errors: readonly Finding[]
}

/** A signature or document time stamp in a simple report. */
export interface SimpleSignature {
  /** `signature-1`, or `timestamp-2` for a document time stamp. The same in the detailed and the XML report. */
  readonly id: string
  readonly kind: SignerReport['kind']
  readonly fieldName: string
  readonly indication: Indication
  readonly subIndication: string | null
  /** Who signed. `signedBySource` says whether a certificate, the audit record or nobody but the signer says so. */
  readonly signedBy: string | null
  readonly signedBySource: SignerReport['nameSource']
  /** The best time that is known, ISO 8601. */
  readonly signedAt: string | null
  readonly signedAtSource: SignerReport['signedAtSource']
  /** The earliest time at which the signature is proved to have existed, ISO 8601; the validation time where nothing proves an earlier one. */
  readonly bestSignatureTime: string
  /** Such as `PAdES-BASELINE-LT`; null for what is none of the baseline levels. */
  readonly signatureLevel: string | null
  /** Whether it is a qualified signature or seal; null without trusted lists. */
  readonly qualification: QualificationResult | null
  readonly provider: string | null
  /** Country of the trusted list. */
  readonly country: string | null
  /** What it covers: the whole file, or a revision that was added to later. */
  readonly scope: 'whole-file' | 'revision' | 'unknown'
  /** Subjects from the signer up to the anchor; empty where no chain is known. */
  readonly certificateChain: readonly string[]
  /** What keeps it from `TOTAL-PASSED`. */
  readonly errors: readonly Finding[]
  readonly warnings: SignerReport['warnings']
  readonly timestamps: readonly SimpleTimestamp[]
}

/** A report on one screen. Its JSON is what `renderReport` gives for the format `simple`. */
export interface SimpleReport {
  /** ISO 8601. */
  readonly validationTime: string
  readonly document: ValidatedDocument
  readonly valid: boolean
  /** The verdict in one sentence. */
  readonly reason: string
  readonly signatureCount: number
  /** Signatures whose indication is `TOTAL-PASSED`. */
  readonly passedCount: number
  /** In signing order. */
  readonly signatures: readonly SimpleSignature[]
}

/** Puts a report on one screen. */
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

/** The facts about the document that each form of the report has. */
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

/** The time stamps of a signature, those over what was to be signed first. A document time stamp is none of its own. */
export function ownTimestamps({ kind, timestamps, contentTimestamps }: SignerReport): readonly TimestampReport[] {
  return kind === 'signature' ? [...contentTimestamps, ...timestamps] : []
}

function simpleTimestamp(timestamp: TimestampReport, signature: number, index: number): SimpleTimestamp {
  const { kind, time, authority, indication, subIndication, qualification } = timestamp
  const errors = openFindings(blocksOfTimestamp(timestamp))
  const id = timestampId(kind, signature, index)
  return { id, kind, time, authority, indication, subIndication, qualification: qualification?.result ?? null, errors }
}
