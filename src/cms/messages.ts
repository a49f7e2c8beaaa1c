/**
 * Door of this folder: signed messages of CMS with their attributes, read and written.
 *
 * @module
 */

export { contentTimestampsOf, type SignaturePolicyId, signaturePolicyOf } from './message/cades-attributes.js'
export {
  contentTypeOf,
  hasProtectedAlgorithms,
  type RevocationArchival,
  revocationArchivalOf,
  signingTimeOf,
  sortSignedAttrs,
} from './message/signed-attributes.js'
export {
  type CmsAttribute,
  isSignerCertificate,
  messageDigestOf,
  parseSignedData,
  type SignedData,
  type SignerInfo,
  singleAttributeValue,
} from './message/signed-data.js'
export {
  createSignedDataTemplate,
  encodeContentTimestamp,
  encodeSignedAttrs,
  encodeSignedData,
  hashLength,
  type SignedDataTemplate,
  type SigningHash,
  type SigningScheme,
  signedDataLength,
  withSignedAttributes,
} from './message/signed-data-writer.js'
export { directoryNamesOf, isEssMatch, readSigningCertificate } from './message/signing-certificate.js'
export { addSignatureTimestamp, timestampOverhead } from './message/unsigned-attributes.js'
