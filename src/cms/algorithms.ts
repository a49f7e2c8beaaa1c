/**
 * Public interface of the folder for digests, public keys and signature schemes.
 *
 * @module
 */

export {
  checkSignature,
  isCurveOfKey,
  recoverDigestInfo,
  type SignatureCheck,
  verifySignerInfo,
} from './algorithm/check-signature.js'
export {
  type DigestAlgorithm,
  digestByName,
  digestOf,
  digestOidOf,
  readDigestAlgorithm,
  soundHashOf,
  startDigest,
} from './algorithm/digest-algorithm.js'
export { BLOCKS_END, encodeSha256 } from './algorithm/hash-code.js'
export { isStrongEnough } from './algorithm/ml-dsa.js'
export {
  importPublicKey,
  isKeyFor,
  type PublicKeyInfo,
  type PublicKeyKind,
  readPublicKeyInfo,
} from './algorithm/public-key.js'
export { readSignatureScheme, readSignerAlgorithms, type SignatureScheme } from './algorithm/signature-scheme.js'
