/**
 * sealwright: sign PDF documents with an audit trail and a certificate page.
 *
 * @module
 */
export type { AuditEvent, AuditRecord, AuditSigner, ChainedAuditEvent } from './audit/record.js'
export { ERROR_TABLE, type ErrorCode, type ErrorDefinition, type InputIssue, SealwrightError } from './errors.js'
export { type DevelopmentIdentityOptions, developmentIdentity } from './sign/development-identity.js'
export type { CmsIdentity, IdentityOptions, SignatureAlgorithm, SigningIdentity } from './sign/identity.js'
export { identityFromPem, type PemInput } from './sign/pem-identity.js'
export { identityFromPkcs12 } from './sign/pkcs12-identity.js'
export type { SignRequest, SignRequestEvent } from './sign/request.js'
export { type SignedDocument, signDocument } from './sign/sign-document.js'
export type { SignatureAppearance, SignOptions } from './sign/sign-options.js'
export { identityFromSignpdf, type SignpdfSigner } from './sign/signpdf-identity.js'
export type * from './verify/report.js'
export { signedRevision, verifyDocument } from './verify/verify-document.js'
export type { VerifyOptions } from './verify/verify-options.js'
