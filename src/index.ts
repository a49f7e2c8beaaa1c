/**
 * sealwright: sign documents with an audit trail and a certificate page, verify and convert them, issue API keys.
 *
 * @module
 */

export type { AdmissionWaits } from './admission/admission.js'
export {
  type ConcurrencyLimiter,
  type ConcurrencyPlace,
  memoryConcurrencyLimiter,
} from './admission/concurrency-limiter.js'
export type { DrainOptions, DrainResult } from './admission/lifecycle.js'
export type { WorkQuota, WorkQuotas } from './admission/quotas.js'
export { holdPackage } from './assets/hold-package.js'
export type { AssetOptions } from './assets/read-asset.js'
export type { AuditParties, AuditParty, AuditPartyRow } from './audit/parties.js'
export type { AuditCertificate, AuditEvent, AuditRecord, AuditSigner, ChainedAuditEvent } from './audit/record.js'
export type {
  BatchEntry,
  BatchFailure,
  BatchPage,
  BatchRequest,
  BatchResult,
  BatchState,
  BatchStatus,
  RejectedEntry,
  StepKind,
  StepMembers,
  StepOptions,
} from './batch/batch.js'
export type {
  BatchCharge,
  BatchEngine,
  ClaimedJob,
  EndedJob,
  EnginePage,
  EngineWorker,
  EngineWorkerOptions,
  JobCounts,
  JobData,
  JobFailure,
  NewJob,
  PageRequest,
  StoredBatch,
} from './batch/batch-engine.js'
export type { BatchOptions, EnqueueOptions, WorkOptions } from './batch/batch-options.js'
export type { BatchAccess, Batches, BatchUsage, Submission } from './batch/batches.js'
export { createBatches } from './batch/create-batches.js'
export {
  assertDocumentName,
  type DocumentFacts,
  type DocumentStore,
  DRAFTS_FOLDER,
  type ReadOptions,
  type StoreCall,
  type StoredDocument,
  type WriteOptions,
} from './batch/document-store.js'
export type { EnqueueReport, SourceItem } from './batch/enqueue.js'
export type { Erased } from './batch/forget.js'
export type { SentEntries, SentFile } from './batch/intake/submit.js'
export type { StepSettings } from './batch/jobs/step-runner.js'
export { type EntrySource, fromCsv, fromFolder, fromJsonLines, fromList } from './batch/sources/entry-sources.js'
export type { SourceEntry } from './batch/sources/read-entry.js'
export type { TextSource } from './batch/sources/read-lines.js'
export { type WebhookMessage, webhookHeaders } from './batch/webhooks/sign-webhook.js'
export type { BatchWorker } from './batch/work/batch-worker.js'
export type { RetryRules } from './batch/work/failures.js'
export type { TimestampHash } from './cms/message/timestamp-request.js'
export type { ConverterOptions } from './convert/conversion.js'
export type { ConversionLimits } from './convert/conversion-budget.js'
export { type ConvertOptions, convertFile } from './convert/convert-file.js'
export type { StyleOverrides } from './convert/docx-writer/style-sheet.js'
export type { LoadResource, Resource } from './convert/html/source/load-images.js'
export type { DocumentStyleName } from './convert/looks/look-names.js'
export type { MarkdownExtension, MarkdownExtensionChoice } from './convert/markdown/extension-names.js'
export type { ConversionFile } from './convert/web/collect-files.js'
export { conversionFiles } from './convert/web/conversion-files.js'
export * from './everywhere.js'
export type { ApiAnswer } from './http/answers.js'
export type {
  Api,
  ApiKeys,
  ApiLogger,
  ApiOptions,
  CheckPageOptions,
  KeyManagement,
  ReadinessOptions,
} from './http/api-options.js'
export type { ApiRequest, ApiRequestBody, MaybeOwner, RequestContext, RequestOwner } from './http/api-request.js'
export { checkPageFiles } from './http/check/static/check-page-files.js'
export type { CheckPageFile, CheckPageFilesOptions } from './http/check/static/static-options.js'
export type { CorsOptions } from './http/cors.js'
export { createApi } from './http/create-api.js'
export { ERROR_STATUS } from './http/error-status.js'
export type { LedgerTotals } from './http/fairness/owner-ledger.js'
export type {
  AnswerLimits,
  IdempotencyClaim,
  IdempotencyOptions,
  IdempotencyRecord,
  IdempotencyStore,
  KeptAnswers,
} from './http/idempotency/idempotency-store.js'
export { memoryIdempotencyStore } from './http/idempotency/memory-idempotency-store.js'
export type { Problem } from './http/problem.js'
export type { MetricsOptions } from './http/telemetry/prometheus.js'
export type {
  RequestFacts,
  RequestStep,
  RequestTelemetry,
  ServiceState,
  Telemetry,
} from './http/telemetry/telemetry.js'
export type { ConvertSettings } from './jobs/conversion-job.js'
export type { SignSettings, VerifySettings } from './jobs/document-job.js'
export type { SignMember } from './jobs/members/sign-member-names.js'
export type { ChallengeDescription, ChallengedRequest, CodeChallenge } from './keys/issuing/challenge.js'
export type { CodeMail } from './keys/issuing/code-mail.js'
export { consoleMailer } from './keys/issuing/console-mailer.js'
export type { KeyEvent, KeyEventType } from './keys/issuing/key-events.js'
export { mailboxOf } from './keys/issuing/mailbox.js'
export { memoryStore } from './keys/issuing/memory-store.js'
export { type ProofOfWorkOptions, proofOfWork, solveProofOfWork } from './keys/issuing/proof-of-work.js'
export {
  type Purgeable,
  type PurgeableIssuer,
  type PurgeOptions,
  schedulePurge,
} from './keys/issuing/schedule-purge.js'
export { KEY_SCOPES, type KeyGrants, type KeyQuota, type KeyQuotas, type KeyScope } from './keys/key-grants.js'
export { KeyIssuer } from './keys/key-issuer.js'
export type {
  ApiKeyInfo,
  IssuedApiKey,
  KeyIssuerOptions,
  KeyOwner,
  KeyRateLimits,
  KeyRequestContext,
  OpenedSession,
} from './keys/key-issuer-options.js'
export type { CodeAttempt, KeyChanges, KeyPage, KeyStore, StoredCode, StoredKey } from './keys/key-store.js'
export type { Mailer, MailMessage } from './keys/mailer.js'
export { memoryRateLimiter } from './keys/memory-rate-limiter.js'
export type { RateLimit, RateLimiter, RateLimitResult } from './keys/rate-limiter.js'
export { type FlexibleLimiter, flexibleRateLimiter } from './keys/rates/flexible-rate-limiter.js'
export type { FetchDocumentOptions } from './net/fetch-document.js'
export type { FetchFunction } from './net/host-request.js'
export type { Comments, TrackedChanges } from './ooxml/review/review-options.js'
export type { OnProgress, Progress, ProgressStage } from './pace/pace.js'
export { renderReport } from './report/render-report.js'
export type { CertificateBrand } from './sign/certificate/brand.js'
export { type DevelopmentIdentityOptions, developmentIdentity } from './sign/identity/development-identity.js'
export type { IdentityIssuer, IdentityOptions, IssuedIdentity, Pkcs12Options } from './sign/identity/identity.js'
export { type OneShotIssuerOptions, oneShotIssuer } from './sign/identity/one-shot-issuer.js'
export { identityFromPem, type PemInput } from './sign/identity/pem-identity.js'
export { identityFromPkcs12 } from './sign/identity/pkcs12-identity.js'
export { identityFromSignpdf, type SignpdfSigner } from './sign/identity/signpdf-identity.js'
export type { CertificateRequest, PartyRequest } from './sign/request/request.js'
export { signDocument } from './sign/sign-document.js'
export type { SignatureAppearance, SignatureImage } from './sign/sign-options.js'
export { prepareSignature } from './sign/two-phase-signature.js'
export type { CertificateTexts } from './texts/en.js'
export { type OnlineRevocation, onlineRevocation } from './trust/gather/online-revocation.js'
export type { OnlineRevocationOptions } from './trust/gather/online-revocation-options.js'
export {
  type MemoryRevocationStoreOptions,
  memoryRevocationStore,
  type RevocationStore,
} from './trust/gather/revocation-store.js'
export type {
  TimestampAuthority,
  TimestampAuthorityOptions,
  TimestampCallOptions,
} from './trust/timestamping/authority-options.js'
export { timestampAuthority } from './trust/timestamping/timestamp-authority.js'
export type { FontSource } from './typeset/fonts/font-source.js'
export type { Conformance, ConformanceChoice } from './typeset/paint/conformance.js'
export type { WorkerOptions } from './work/worker-options.js'
export {
  createWorkers,
  type WorkerCallOptions,
  type WorkerFunctions,
  type Workers,
  type WorkersOptions,
} from './workers/create-workers.js'
