/**
 * Adds an unsigned attribute to a finished CMS (RFC 5652, 5.3), without changing anything that is signed.
 *
 * @module
 */

import { asn1Error, contextTag, type DerValue, encodingOf, listOf, onlyChildOf, readDer, TAG } from '../asn1/der.js'
import { derExplicit, derOid, derSequence, derSetOf, encodeDer, headerLength } from '../asn1/der-writer.js'
import { OID } from '../asn1/oids.js'

/** Most fields. SignedData and SignerInfo have at most seven (RFC 5652, 5.1 and 5.3). */
const MAX_FIELDS = 16
/** Most unsigned attributes. A dozen kinds are in use. */
const MAX_ATTRIBUTES = 64

/**
 * The CMS with a signature time stamp (RFC 3161, appendix A) for its only signer. All its parts and the token keep their
 * bytes; only the lengths around them are rewritten.
 *
 * @param cms ContentInfo with SignedData
 * @param token TimeStampToken as received from the authority
 * @throws SealwrightError `invalid_asn1` when the CMS is malformed or does not have exactly one signer.
 */
export function addSignatureTimestamp(cms: Uint8Array, token: Uint8Array): Uint8Array {
  const attribute = derSequence(derOid(OID.signatureTimeStampToken), encodeDer(TAG.set, token))
  const [type, content] = listOf(readDer(cms), 2)
  if (type === undefined || content === undefined) throw asn1Error('The CMS structure is incomplete.')
  const fields = listOf(onlyChildOf(content), MAX_FIELDS)
  const signerInfos = fields.at(-1)
  if (signerInfos?.tag !== TAG.set) throw asn1Error('The CMS structure has no signers.')
  const signer = withAttribute(onlyChildOf(signerInfos), attribute)
  const signedData = derSequence(...fields.slice(0, -1).map(encodingOf), encodeDer(TAG.set, signer))
  return derSequence(encodingOf(type), derExplicit(0, signedData))
}

function withAttribute(signerInfo: DerValue, attribute: Uint8Array): Uint8Array {
  const fields = listOf(signerInfo, MAX_FIELDS)
  const last = fields.at(-1)
  const unsigned = last?.tag === contextTag(1) ? last : undefined
  const others = unsigned === undefined ? fields : fields.slice(0, -1)
  const attributes = unsigned === undefined ? [] : listOf(unsigned, MAX_ATTRIBUTES).map(encodingOf)
  return derSequence(...others.map(encodingOf), derSetOf([...attributes, attribute], contextTag(1)))
}

/** The most bytes that {@link addSignatureTimestamp} adds for a token of `tokenLength` bytes. */
export function timestampOverhead(tokenLength: number): number {
  const oid = derOid(OID.signatureTimeStampToken).length
  // SET of the value, the attribute, the set of attributes, and five lengths around them that may grow by three octets each.
  let length = headerLength(tokenLength) + tokenLength
  length += headerLength(length + oid) + oid
  length += headerLength(length)
  return length + 5 * 3
}
