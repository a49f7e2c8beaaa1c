/**
 * Limits shared by folders that may not import each other. All others stand in their own folder:
 *
 * - `admission/admission-limits.ts`: how many requests there may be at once, what they may hold, and how long they wait.
 * - `audit/audit-limits.ts`: how large an audit record may be.
 * - `batch/batch-limits.ts`: times and sizes of batches.
 * - `cms/identity-limits.ts`: what the files of a signing identity may ask of their reader.
 * - `convert/convert-limits.ts`: what HTML and Markdown may ask of their conversion.
 * - `convert/docx-writer/docx-writer-limits.ts`: how deep and wide a DOCX is that is written.
 * - `http/http-limits.ts`: times and sizes of requests to the HTTP API.
 * - `ink/content/content-limits.ts`: what pages and appearances may ask of their interpreter.
 * - `input/json/json-limits.ts`: what a JSON text may ask of its parser.
 * - `jobs/members/member-limits.ts`: how long members of requests may be.
 * - `keys/key-limits.ts`: times and sizes of API keys and codes, and how often they may be asked for.
 * - `net/fetch-limits.ts`: times and sizes in fetching a document from a URL.
 * - `ooxml/drawing/drawing-limits.ts`: what the drawings of a DOCX may ask of their reader.
 * - `ooxml/ooxml-limits.ts`: what a DOCX may ask of its reader.
 * - `pdf/syntax/pdf-limits.ts`: what a PDF may ask of its reader.
 * - `report/report-limits.ts`: how long reports for people may be.
 * - `sign/request/sign-request-limits.ts`: how large a signing request may be.
 * - `sign/two-phase/two-phase-limits.ts`: times and sizes of signatures that are made in two steps.
 * - `trust-lists/trust-lists-limits.ts`: times and sizes in fetching, checking and reading trusted lists.
 * - `trust/gather/revocation-limits.ts`: times and sizes in fetching validation data.
 * - `trust/timestamping/timestamp-limits.ts`: times and sizes in asking time-stamping authorities.
 * - `typeset/flow/typeset-limits.ts`: how much is typeset at once.
 * - `typeset/images/image-limits.ts`: what pictures may ask of their decoders.
 * - `verify/verify-limits.ts`: how much of a signed file is compared and reported.
 * - `work/work-limits.ts`: times and sizes of work in threads, and how much of it there may be.
 *
 * A limit of one module alone stands in that module, with its reason.
 *
 * @module
 */

const MB = 1024 * 1024

/** Largest document that signDocument takes unless the caller says otherwise, in bytes. */
export const MAX_DOCUMENT_BYTES = 25 * MB

/** Limits on the cryptography of one verification. */
export const CRYPTO_LIMITS = {
  /** Bytes that may be hashed for all signatures of a file, on top of multiples of its size. */
  minHashedBytes: 256 * MB,
  /** Bytes that may be hashed, as a multiple of the size of the file. */
  maxHashedFileSizes: 4,
  /** Certificates that are read from one signature. */
  maxSignatureCertificates: 200,
  /** Certificates that may be part of a chain, for one document. */
  maxPoolCertificates: 2000,
  /** Valid paths of one certificate among which the best is chosen. */
  maxPathChoices: 16,
  /** Certificates in one path, leaf and anchor included. */
  maxPathLength: 12,
  /** Signatures of certificates, CRLs and OCSP responses checked for one verification. */
  maxChainSignatures: 400,
  /** Further signatures checked for each signature in the document. */
  chainSignaturesPerSignature: 8,
  /** Possible issuers that are tried while paths are built for one document. */
  maxPathSteps: 20_000,
  /** Further possible issuers that are tried for each signature in the document. */
  pathStepsPerSignature: 200,
  /** Time stamps of one signature that are examined. */
  maxSignatureTimestamps: 16,
  /** Qualifiers of a signature policy. */
  maxPolicyQualifiers: 16,
  /** Signers of one CMS structure that are read; a PDF signature has one. */
  maxSigners: 8,
  /** Attributes of a signer or a name, values of an attribute, extensions of a certificate. */
  maxAttributes: 256,
  /** Answers in one OCSP response. */
  maxOcspAnswers: 1000,
  /** CRLs and OCSP answers of one document that are examined from the first on, and as many from the last on. */
  maxRevocationItems: 2000,
  /** Places in the lists of a store that are looked at. Entries for single signatures list most items again. */
  maxListedItems: 128_000,
  /** Size of all certificates, CRLs and OCSP responses that are read from the /DSS dictionaries of a file, in bytes. */
  maxDssBytes: 32 * MB,
  /** Comparisons of names with name constraints for one path. */
  maxNameComparisons: 20_000,
} as const
