/**
 * Public interface of the folder for the qualification of certificates and signatures by trusted lists.
 *
 * @module
 */

export { ANCHORS, type AnchorSource, readAnchors } from './qualification/anchor-source.js'
export { concludeQualification } from './qualification/conclude-qualification.js'
export type {
  Answer,
  CertificateQualification,
  QualificationReport,
  QualificationResult,
} from './qualification/qualification-report.js'
export { isApproval } from './qualification/service-periods.js'
export type {
  QualifierCriteria,
  ServicePeriod,
  ServiceQualification,
  TrustListReference,
  TrustListState,
  TrustLists,
  TrustService,
} from './qualification/trust-service.js'
