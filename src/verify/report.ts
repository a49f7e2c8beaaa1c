/**
 * The report of verifyDocument: plain data, JSON-serializable except where bytes are asked for.
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
  /** Revision that made it, counted from 1 for the original file. */
  readonly revision: number
  readonly level: ChangeLevel
  readonly code: string
  readonly description: string
  /**
   * True only where no signature before it, no finding about what it changed and no policy of the host speaks against it.
   * Every signature of the document says the same of the same change.
   */
  readonly permitted: boolean
  /**
   * The fields of the signatures that do not permit it, in signing order, at most ten. Absent for a permitted change, and
   * for one that the host's policy alone does not accept.
   */
  readonly deniedBy?: readonly string[]
  /** Name of the form field that was changed, or of the field of the signature that was added. */
  readonly field?: string
  /** Kind of the annotation that was added, changed or removed, as the file names it (ISO 32000-2, Table 171): `FreeText`. */
  readonly annotation?: string
  /** Where on the pages it is seen, at most ten places; absent where it is not seen, or where the place is not known. */
  readonly places?: readonly ChangePlace[]
}

/** A part of a page that a change concerns. */
export interface ChangePlace {
  /** Counted from 1, in the revision that made the change; a page that was removed, in the one before it. */
  readonly page: number
  /** Left, bottom, right and top in points, in the coordinates of the page (ISO 32000-2, 8.3.2.3); absent for the whole page. */
  readonly rectangle?: readonly [left: number, bottom: number, right: number, top: number]
}

/** What happened to the document after a signature, and whether its rules permit that. */
export interface ChangesReport extends CheckResult {
  readonly level: ChangeLevel
  readonly changes: readonly DocumentChange[]
  /** What is worth knowing about the changes and speaks against none, such as validation data that was dropped. */
  readonly warnings: readonly Finding[]
}

/** An X.509 certificate, for people. */
export interface CertificateReport {
  /**
   * Whom the certificate names: common name, else given name and surname, else pseudonym, else organization. It is
   * proved only where `trust` says `trusted`: anyone can make a certificate in any name.
   */
  readonly name: string | null
  /** E-mail address of the subject alternative name (RFC 5280, 4.1.2.6), else of the subject. */
  readonly email: string | null
  /** RFC 4514, with control characters and characters that reorder text escaped. */
  readonly subject: string
  readonly issuer: string
  /** Hexadecimal. */
  readonly serialNumber: string
  /** ISO 8601. */
  readonly notBefore: string
  /** ISO 8601. */
  readonly notAfter: string
  /** SHA-256 of the DER, hexadecimal. */
  readonly fingerprint: string
  readonly selfSigned: boolean
  /** The policies that it was issued under, with the names of those that standards and states have published. */
  readonly policies: readonly CertificatePolicyReport[]
}

/** What the signature covers. */
export interface CoverageReport extends CheckResult {
  readonly byteRange: readonly number[] | null
  /** Revision that the signature ends, counted from 1; null when its end is not that of a revision. */
  readonly revision: number | null
  readonly coversWholeFile: boolean
}

/** One signature. */
export interface SignerReport {
  readonly kind: 'signature' | 'document-timestamp'
  readonly fieldName: string
  /**
   * Who signed, by the best source there is; `nameSource` names it. Both come from one source. What each source says
   * stands in `certificate` and `audit`, and `warnings` tells where they contradict each other.
   */
  readonly name: string | null
  readonly email: string | null
  /**
   * `certificate`: the subject of the certificate, which is proved where `trust` is `trusted`. `audit`: the signer in the
   * audit record, as whoever made the signature wrote it: this service, where `sealedByThisService` is true. `claimed`:
   * the name in the signature dictionary, without any proof. Null when there is no name.
   */
  readonly nameSource: 'certificate' | 'audit' | 'claimed' | null
  /**
   * Whether it was made with the key of one of the host's own certificates (`ownCertificates`) and is intact. It says
   * nothing of changes made afterwards. False also where no certificates were given.
   */
  readonly sealedByThisService: boolean
  /** Best known time, ISO 8601: that of a time stamp, else the claimed one. */
  readonly signedAt: string | null
  /**
   * `timestamp-not-evaluated`: an intact time stamp, but without anchors anyone may have made it. `host`: the host itself
   * knew the document then (`proofs`).
   */
  readonly signedAtSource: 'timestamp' | 'timestamp-not-evaluated' | 'host' | 'claimed' | null
  readonly reason: string | null
  readonly location: string | null
  readonly status: SignatureStatus
  /** Codes and sentences of everything that made the status what it is; empty for a valid one. */
  readonly reasons: readonly Finding[]
  /** What is worth knowing but does not change the status. Those about weak algorithms say since when they are. */
  readonly warnings: readonly (Finding | DatedAlgorithm)[]
  /**
   * `TOTAL-PASSED` needs a chain to an anchor. A valid signature of which that is not known is `INDETERMINATE`, with
   * `NO_CERTIFICATE_CHAIN_FOUND` where the host gave no anchors.
   */
  readonly indication: Indication
  readonly subIndication: string | null
  readonly subFilter: string | null
  readonly padesLevel: PadesLevel | null
  /**
   * What keeps a signature with a time stamp from PAdES B-LT: certificates and statements about revocation that the document
   * does not hold, so that nobody may be able to find them out later. `certificate_not_kept`, `revocation_not_kept` and
   * `responder_revocation_not_kept`.
   */
  readonly missingEvidence: readonly Finding[]
  /** Digest, signature value and the signature's own structure. */
  readonly integrity: CheckResult
  readonly coverage: CoverageReport
  readonly changes: ChangesReport
  readonly certificate: CertificateReport | null
  readonly algorithm: AlgorithmReport | null
  /** The time stamp that counts: of those that prove their time the earliest, else the first. */
  readonly timestamp: TimestampReport | null
  /** All time stamps of the signature; for a document time stamp itself. */
  readonly timestamps: readonly TimestampReport[]
  /** Time stamps under the signature, over what was going to be signed (content time stamps of CAdES). */
  readonly contentTimestamps: readonly TimestampReport[]
  /** The signature was made after this time, ISO 8601: the latest of `contentTimestamps` that proves its own. */
  readonly signedAfter: string | null
  /** What proves that the signature existed, the earliest first: by the first one `signedAt` is known. */
  readonly proofs: readonly ProofReport[]
  readonly trust: TrustReport
  /** DocMDP permission of a certification signature. */
  readonly certifies: 1 | 2 | 3 | null
  /** The audit record that this signature carries, and whether it fits the file. */
  readonly audit: AuditReport | null
  /** The row of the certificate page that the signature fills in; null where the parties have no rows, or for a signature outside of them. */
  readonly party: PartyRowReport | null
  /** The policy that the signer says the signature follows; null where none is named. */
  readonly signaturePolicy: SignaturePolicyReport | null
  /**
   * Whether it is a qualified signature or seal under Regulation (EU) No 910/2014. Absent unless the host gave trusted lists, and
   * for document time stamps, whose `timestamp` has one of its own.
   */
  readonly qualification?: QualificationReport
  /** What the host's policy does not accept, though the standards permit it; valid without a policy. */
  readonly policy: CheckResult
}

/** An audit record held against the file: its chain, the input it names, the signer, and the certificate page. */
export interface AuditReport extends CheckResult {
  /** The signer as recorded; null when the record cannot be read. */
  readonly name: string | null
  readonly email: string | null
  readonly record: AuditRecord | null
  /** Whether the certificate page shows what the record says; `absent` when there is none. */
  readonly page: 'matches' | 'mismatch' | 'absent'
}

/** A row of the certificate page, held against the audit record of its signature. For the signature that lists the parties: all rows. */
export interface PartyRowReport extends CheckResult {
  /** Counted from 1; null for a signature that lists the parties and is none of theirs. */
  readonly row: number | null
}

/** One of the parties of a document. */
export interface PartyState {
  /** Its row on the certificate page, counted from 1. */
  readonly row: number
  readonly name: string
  readonly email: string
  readonly role: string | null
  /** The signature field of the row: `signers` has its signature. */
  readonly fieldName: string
  /** `doubtful`: a signature is there, and it is not valid. */
  readonly state: 'unsigned' | 'signed' | 'doubtful'
  /** When it was signed, ISO 8601: the best time that is known. */
  readonly signedAt: string | null
}

/** Facts about the document. */
export interface DocumentReport {
  /**
   * What is wrong with the file as a whole, so that nothing in it can be confirmed: a structure that cannot be read
   * (`structure_damaged`, `form_unreadable`, `revisions_out_of_order`, `document_too_complex`), an end that is missing
   * (`end_missing`), bytes that belong to nothing (`trailing_bytes`), and what looks like signatures in what could not be
   * read (`signature_unconfirmed`). Empty for a sound file.
   */
  readonly damage: readonly Finding[]
  /** SHA-256 of the whole file, hexadecimal. */
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
  /** The parties, where the certificate page has a row for each. */
  readonly parties?: readonly PartyState[]
}

/** The verdict on a document. */
export interface VerificationReport {
  /**
   * True only when there is at least one signature, every one is intact, nothing was changed after any of them that its
   * rules do not permit, every chain ends in an anchor where anchors were given, and the host's policy, if any, accepts
   * it. Without anchors it says nothing of who signed. A document time stamp alone counts as a signature; `signer.kind`
   * tells.
   */
  readonly valid: boolean
  /** One sentence; for an invalid document the first decisive fault. It says when nobody checked who signed. */
  readonly reason: string
  /** The entry of `signers` that signed last. */
  readonly signer: SignerReport | null
  /** In signing order. */
  readonly signers: readonly SignerReport[]
  readonly document: DocumentReport
  /** What the verdicts rest on; absent unless it was asked for. */
  readonly validationObjects?: ValidationObjectsReport
}
