/**
 * Public interface of the folder for revocation lists, and OCSP requests and responses.
 *
 * @module
 */

export {
  type CertificateList,
  crlNumberOf,
  DELTA_CRL_INDICATOR,
  findRevocation,
  parseCrl,
  REASON,
  type Revocation,
} from './certificate/crl.js'
export {
  ALL_REASONS,
  type CrlScope,
  type DistributionPoint,
  directoryKey,
  directoryName,
  directoryNameOf,
  generalNameKey,
  type Reasons,
  readCrlScope,
  readDistributionPoints,
  WHOLE_SCOPE,
} from './certificate/distribution-points.js'
export { isAnswerFor, type OcspResponse, type OcspSingleResponse, parseOcspResponse } from './certificate/ocsp.js'
export { encodeOcspRequest, OCSP_NONCE } from './certificate/ocsp-request.js'
export { nameOfReason } from './certificate/revocation-reasons.js'
