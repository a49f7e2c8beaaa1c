/**
 * The report of verifyDocument: plain data, which can be serialized as JSON except where bytes are requested.
 *
 * @module
 */
import type { AuditRecord } from '../audit/record.js'
import type { QualificationReport } from '../trust/qualified.js'
import type {
  AlgorithmReport,
  CertificatePolicyReport,
  CheckResult,
  DatedAlgorithm,
  Finding,
  Indication,
  PadesLevel,
  ProofReport,
  SignaturePolicyReport,
  SignatureStatus,
  TimestampReport,
  TrustReport,
} from '../trust/trust-report.js'
import type { ValidationObjectsReport } from './validation-objects-report.js'

export type {
  Answer,
  CertificateQualification,
  QualificationReport,
  QualificationResult,
} from '../trust/qualified.js'
export type {
  AlgorithmReport,
  CertificatePolicyReport,
  CheckResult,
  DatedAlgorithm,
  Finding,
  Indication,
  PadesLevel,
  ProofReport,
  RevocationReport,
  SignaturePolicyReport,
  SignatureStatus,
  TimestampQualification,
  TimestampReport,
  TrustReport,
} from '../trust/trust-report.js'

export type {
  CertificateObjectReport,
  ObjectContents,
  ObjectReport,
  PathObjectReport,
  RevocationFactReport,
  RevocationObjectReport,
  SignatureObjectReport,
  TimestampObjectReport,
  ValidationObjectsReport,
} from './validation-objects-report.js'

/** How far a revision departs from the one before it, from harmless to suspicious. */
export type ChangeLevel = 'none' | 'validation-data' | 'form-filling' | 'annotations' | 'other'

/** One change made after a signature, in words: "page 3 added", "field Total changed from 100 to 900". */
export interface DocumentChange {
  /** Number of the revision that made the change, counted from 1 for the original file. */
  readonly revision: number
  readonly level: ChangeLevel
  readonly code: string
  readonly description: string
  /**
   * True only if no earlier signature, no finding about the changed part and no policy of the host rejects it. It is the same
   * for all signatures of the document.
   */
  readonly permitted: boolean
  /**
   * Names of the fields whose signatures do not permit the change, in signing order, at most ten. Absent for a permitted
   * change, and for one that only the host's policy rejects.
   */
  readonly deniedBy?: readonly string[]
  /** Name of the changed form field, or of the field of an added signature. */
  readonly field?: string
  /**
   * Kind of the annotation that was added, changed or removed, as the file names it (ISO 32000-2, Table 171), for example
   * `FreeText`.
   */
  readonly annotation?: string
  /** Visible places of the change on pages, at most ten; absent where it is invisible, or its place is unknown. */
  readonly places?: readonly ChangePlace[]
}

/** A part of a page that a change concerns. */
export interface ChangePlace {
  /** Page number counted from 1, in the revision that made the change; for a removed page, in the revision before. */
  readonly page: number
  /** Left, bottom, right and top in points, in the coordinates of the page (ISO 32000-2, 8.3.2.3); absent for the whole page. */
  readonly rectangle?: readonly [left: number, bottom: number, right: number, top: number]
}

/** What happened to the document after a signature, and whether its rules permit that. */
export interface ChangesReport extends CheckResult {
  readonly level: ChangeLevel
  readonly changes: readonly DocumentChange[]
  /** Findings worth knowing that reject no change, such as dropped validation data. */
  readonly warnings: readonly Finding[]
}

/** Facts about an X.509 certificate, for people. */
export interface CertificateReport {
  /**
   * Name of the subject: common name, else given name and surname, else pseudonym, else organization. It is proved only when
   * `trust` is `trusted`, since anyone can make a certificate in any name.
   */
  readonly name: string | null
  /** E-mail address of the subject alternative name (RFC 5280, 4.2.1.6), else of the subject (4.1.2.6). */
  readonly email: string | null
  /** Distinguished name by RFC 4514, with control characters and characters that reorder text escaped. */
  readonly subject: string
  readonly issuer: string
  /** Serial number in hexadecimal. */
  readonly serialNumber: string
  /** Beginning of the validity period, ISO 8601. */
  readonly notBefore: string
  /** End of the validity period, ISO 8601. */
  readonly notAfter: string
  /** SHA-256 of the certificate's DER, in hexadecimal. */
  readonly fingerprint: string
  readonly selfSigned: boolean
  /** Policies under which it was issued, with the names of those that standards and states have published. */
  readonly policies: readonly CertificatePolicyReport[]
}

/** What the signature covers. */
export interface CoverageReport extends CheckResult {
  readonly byteRange: readonly number[] | null
  /** Number of the revision that the signature ends, counted from 1; null when it ends at no revision's end. */
  readonly revision: number | null
  readonly coversWholeFile: boolean
}

/** One signature. */
export interface SignerReport {
  readonly kind: 'signature' | 'document-timestamp'
  readonly fieldName: string
  /**
   * Name of the signer from the best source, which `nameSource` tells. Name and e-mail address come from the same source.
   * `certificate` and `audit` have what each source says, and `warnings` tells where they contradict each other.
   */
  readonly name: string | null
  readonly email: string | null
  /**
   * Source of the name. `certificate`: the subject of the certificate, which is proved when `trust` is `trusted`. `audit`:
   * the signer in the audit record, written by the program that made the signature, which is this service when
   * `sealedByThisService` is true. `claimed`: the name in the signature dictionary, without any proof. Null when there is no
   * name.
   */
  readonly nameSource: 'certificate' | 'audit' | 'claimed' | null
  /**
   * True when the signature is intact and was made with the key of one of the host's own certificates (`ownCertificates`). It
   * says nothing about later changes. False when no such certificates were given.
   */
  readonly sealedByThisService: boolean
  /** Best known time of signing, ISO 8601: that of a time stamp, else the claimed one. */
  readonly signedAt: string | null
  /**
   * Source of the time. `timestamp-not-evaluated`: an intact time stamp that anyone may have made, since no anchors were
   * given. `host`: the host itself knew the document then (`proofs`).
   */
  readonly signedAtSource: 'timestamp' | 'timestamp-not-evaluated' | 'host' | 'claimed' | null
  readonly reason: string | null
  readonly location: string | null
  readonly status: SignatureStatus
  /** Codes and sentences of everything that determined the status; empty for a valid signature. */
  readonly reasons: readonly Finding[]
  /**
   * Findings worth knowing that do not change the status. Those about weak algorithms tell since when the algorithm is weak.
   */
  readonly warnings: readonly (Finding | DatedAlgorithm)[]
  /**
   * `TOTAL-PASSED` needs a chain to an anchor. A valid signature without a known one is `INDETERMINATE`, with
   * `NO_CERTIFICATE_CHAIN_FOUND` if the host gave no anchors.
   */
  readonly indication: Indication
  readonly subIndication: string | null
  readonly subFilter: string | null
  readonly padesLevel: PadesLevel | null
  /**
   * What a time-stamped signature lacks for PAdES B-LT: certificates and revocation data that the document does not hold, so
   * that they may be unavailable later. Codes: `certificate_not_kept`, `revocation_not_kept` and
   * `responder_revocation_not_kept`.
   */
  readonly missingEvidence: readonly Finding[]
  /** Result for the digest, the signature value and the signature's own structure. */
  readonly integrity: CheckResult
  readonly coverage: CoverageReport
  readonly changes: ChangesReport
  readonly certificate: CertificateReport | null
  readonly algorithm: AlgorithmReport | null
  /** The time stamp that counts: the earliest of those that prove their time, else the first. */
  readonly timestamp: TimestampReport | null
  /** All time stamps of the signature; for a document time stamp, itself. */
  readonly timestamps: readonly TimestampReport[]
  /** Time stamps among the signed attributes, made before signing (content time stamps of CAdES). */
  readonly contentTimestamps: readonly TimestampReport[]
  /** Time after which the signature was made, ISO 8601: the latest proved time of `contentTimestamps`. */
  readonly signedAfter: string | null
  /** Proofs that the signature existed, the earliest first. `signedAt` comes from the first one. */
  readonly proofs: readonly ProofReport[]
  readonly trust: TrustReport
  /** DocMDP permission of a certification signature. */
  readonly certifies: 1 | 2 | 3 | null
  /** The audit record that this signature carries, and whether it fits the file. */
  readonly audit: AuditReport | null
  /**
   * The row of the certificate page that the signature fills in; null when the parties have no rows, or the signature is not
   * by a party.
   */
  readonly party: PartyRowReport | null
  /** The policy that the signer declares the signature to follow; null where none is named. */
  readonly signaturePolicy: SignaturePolicyReport | null
  /**
   * Whether it is a qualified signature or seal under Regulation (EU) No 910/2014. Absent without trusted lists, and for
   * document time stamps, whose `timestamp` has its own.
   */
  readonly qualification?: QualificationReport
  /** What the host's policy does not accept although the standards permit it; valid without a policy. */
  readonly policy: CheckResult
}

/** Result of comparing an audit record with the file: its chain, the input it names, the signer, and the certificate page. */
export interface AuditReport extends CheckResult {
  /** Name of the recorded signer; null when the record cannot be read. */
  readonly name: string | null
  readonly email: string | null
  readonly record: AuditRecord | null
  /** Whether the certificate page shows what the record says; `absent` when there is no such page. */
  readonly page: 'matches' | 'mismatch' | 'absent'
}

/**
 * Result of comparing a row of the certificate page with the audit record of its signature. For the signature that lists the
 * parties: all rows.
 */
export interface PartyRowReport extends CheckResult {
  /** Number of the row, counted from 1; null for a signature that lists the parties and belongs to none of them. */
  readonly row: number | null
}

/** One of the parties of a document. */
export interface PartyState {
  /** Number of the party's row on the certificate page, counted from 1. */
  readonly row: number
  readonly name: string
  readonly email: string
  readonly role: string | null
  /** Name of the row's signature field, under which `signers` has its signature. */
  readonly fieldName: string
  /** `doubtful`: there is a signature, but it is not valid, or its trusted certificate is somebody else's. */
  readonly state: 'unsigned' | 'signed' | 'doubtful'
  /** Best known time of signing, ISO 8601. */
  readonly signedAt: string | null
}

/** Facts about the document. */
export interface DocumentReport {
  /**
   * Damage to the file as a whole, because of which nothing in it can be confirmed: an unreadable structure
   * (`structure_damaged`, `form_unreadable`, `revisions_out_of_order`, `document_too_complex`), a missing end
   * (`end_missing`), bytes that belong to nothing (`trailing_bytes`), and what looks like signatures in unreadable parts
   * (`signature_unconfirmed`). Empty for a sound file.
   */
  readonly damage: readonly Finding[]
  /** SHA-256 of the whole file, in hexadecimal. */
  readonly sha256: string
  readonly size: number
  readonly pageCount: number | null
  readonly pdfVersion: string | null
  readonly title: string | null
  readonly author: string | null
  readonly created: string | null
  readonly modified: string | null
  readonly encrypted: boolean
  readonly revisions: number
  readonly eventId?: string
  readonly metadata?: Record<string, unknown>
  readonly auditTrail?: AuditRecord['auditTrail']
  readonly recordedSigner?: AuditRecord['signer']
  /** States of the parties, if the certificate page has a row for each. */
  readonly parties?: readonly PartyState[]
}

/** The verdict on a document. */
export interface VerificationReport {
  /**
   * True only when there is at least one signature, every one is intact, nothing was changed after any of them that its rules
   * do not permit, every chain ends in an anchor if anchors were given, and the host's policy, if any, accepts it. Without
   * anchors it does not say who signed. A document time stamp alone counts as a signature; `signer.kind` tells.
   */
  readonly valid: boolean
  /**
   * One sentence that explains the verdict; for an invalid document, the first decisive fault. It says when nobody checked
   * who signed.
   */
  readonly reason: string
  /** The entry of `signers` that signed last. */
  readonly signer: SignerReport | null
  /** All signatures in signing order. */
  readonly signers: readonly SignerReport[]
  readonly document: DocumentReport
  /** The objects that the verdicts rest on; absent unless requested. */
  readonly validationObjects?: ValidationObjectsReport
}
