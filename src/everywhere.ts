/**
 * What the package has on every host: in Node.js (`src/index.ts`), and in browsers and on edge hosts (`src/web.ts`).
 *
 * @module
 */

export type { OwnBytes } from './bytes.js'
export type { SourceFormat, TargetFormat } from './convert/conversion.js'
export type { ConvertedFile, ConvertRequest } from './convert/convert-file.js'
export { ERROR_TABLE, type ErrorCode, type ErrorDefinition, type InputIssue, SealwrightError } from './errors.js'
export type { BlobLike, FileInput, StreamLike } from './input/read-input.js'
export type { RenderedReport, RenderReportOptions, ReportFormat } from './report/render-report.js'
export type { BuildingBlock, BuildingBlockName } from './report/validation/building-blocks.js'
export type {
  CertificateValidation,
  DetailedReport,
  DetailedSignature,
  DetailedTimestamp,
} from './report/validation/detailed-report.js'
export type {
  SimpleReport,
  SimpleSignature,
  SimpleTimestamp,
  ValidatedDocument,
} from './report/validation/simple-report.js'
export { extendDocument } from './sign/extend-document.js'
export type { CmsIdentity, IssuedTo, SignatureAlgorithm, SigningIdentity } from './sign/identity/identity.js'
export type { ExtendedDocument, ExtendOptions } from './sign/level/extend-options.js'
export type { EvidenceOptions, LevelOptions } from './sign/level/level-options.js'
export type { SignRequest, SignRequestEvent } from './sign/request/request.js'
export type { SignedDocument } from './sign/seal-document.js'
export type { SignOptions } from './sign/sign-options.js'
export type { CompleteOptions } from './sign/two-phase/complete-signature.js'
export type { PreparedSignature, PrepareOptions } from './sign/two-phase/prepare-signature.js'
export { completeSignature } from './sign/two-phase-signature.js'
export { LANGUAGES, type Language } from './texts/texts.js'
export type { UnknownRevocation } from './trust/over-time/time-context.js'
export type { AnchorSource } from './trust/qualification/anchor-source.js'
export type {
  TrustListReference,
  TrustListState,
  TrustLists,
  TrustService,
} from './trust/qualification/trust-service.js'
export type { RevocationFreshness } from './trust/revocation/freshness.js'
export type { RevocationFetcher, RevocationRequest } from './trust/revocation/revocation-fetcher.js'
export { listParties, type PartiesReport } from './verify/parties/list-parties.js'
export type * from './verify/report.js'
export type { KnownSignaturePolicy, SignaturePolicies } from './verify/signature/signature-policy.js'
export type { ExistenceProof } from './verify/time-options.js'
export type { VerificationPolicy } from './verify/verification-policy.js'
export { signedRevision, verifyDocument } from './verify/verify-document.js'
export type { VerifyOptions } from './verify/verify-options.js'
export { VERSION } from './version.js'
