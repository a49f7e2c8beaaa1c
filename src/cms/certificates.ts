/**
 * Public interface of the folder for X.509 certificates: reading, writing, their extensions, and rules for chains.
 *
 * @module
 */

export { namesIssuer, orderChain } from './certificate/certificate-chain.js'
export { isIssuedBy } from './certificate/certificate-signature.js'
export {
  encodeCertificate,
  encodeExtension,
  encodeName,
  encodeTbsCertificate,
} from './certificate/certificate-writer.js'
export {
  findPathFault,
  findUseFault,
  isForTlsClients,
  type KeyPurpose,
  type PathFault,
} from './certificate/path-validation.js'
export { type QcStatements, type QcType, qcStatementsOf } from './certificate/qc-statements.js'
export { type Certificate, type CertificateExtension, certificateDigest, parseCertificate } from './certificate/x509.js'
export {
  authorityKeyIdentifierOf,
  basicConstraintsOf,
  certificatePoliciesOf,
  extendedKeyUsageOf,
  isForTimeStampingAlone,
  isNeverRevoked,
  isUncheckedResponder,
  KEY_USAGES,
  keyUsageOf,
  subjectAltEmailsOf,
  subjectKeyIdentifierOf,
} from './certificate/x509-extensions.js'
