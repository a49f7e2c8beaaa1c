/**
 * Public interface of the folder for DER values, object identifiers, and PEM.
 *
 * @module
 */

export { type AlgorithmIdentifier, encodeAlgorithm, readAlgorithm } from './asn1/algorithm-identifier.js'
export {
  asn1Error,
  childrenOf,
  contentOf,
  contextTag,
  DerReader,
  type DerValue,
  encodingOf,
  equalBytes,
  listOf,
  octetsOf,
  onlyChildOf,
  primitiveContextTag,
  readBitString,
  readDer,
  readOctetString,
  readWholeDer,
  TAG,
  toDer,
} from './asn1/der.js'
export { latin1, readInteger, readOid, readTime } from './asn1/der-values.js'
export {
  derBitString,
  derExplicit,
  derInteger,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derUtf8String,
  encodeDer,
} from './asn1/der-writer.js'
export { OID } from './asn1/oids.js'
export { type PemBlock, readPemBlocks } from './asn1/pem.js'
