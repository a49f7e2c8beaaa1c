/**
 * Public interface of the folder for signed CMS messages and their attributes, reading and writing.
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
