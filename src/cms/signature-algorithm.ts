/**
 * Signature algorithms of CMS and X.509, and checking a signature with node:crypto.
 *
 * @module
 */

import { constants, type KeyObject, verify } from 'node:crypto'
import { type AlgorithmIdentifier, readPssParameters } from './algorithm-identifier.js'
import { HASHES, OID } from './oids.js'

/** What an AlgorithmIdentifier means. Hashes as node:crypto names them. */
export type SignatureScheme =
  | { readonly type: 'rsa'; readonly hash: string }
  | { readonly type: 'rsa-pss'; readonly hash: string; readonly mgfHash: string; readonly saltLength: number }
  /** `plain`: r and s side by side (BSI TR-03111) and not a DER SEQUENCE. */
  | { readonly type: 'ecdsa'; readonly hash: string; readonly plain: boolean }
  | { readonly type: 'ed25519' | 'ed448' }

const RSA_HASHES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.5', 'sha1'],
  ['1.3.14.3.2.29', 'sha1'],
  ['1.2.840.113549.1.1.14', 'sha224'],
  [OID.sha256WithRsa, 'sha256'],
  [OID.sha384WithRsa, 'sha384'],
  [OID.sha512WithRsa, 'sha512'],
  ['2.16.840.1.101.3.4.3.14', 'sha3-256'],
  ['2.16.840.1.101.3.4.3.15', 'sha3-384'],
  ['2.16.840.1.101.3.4.3.16', 'sha3-512'],
])

const ECDSA_HASHES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.10045.4.1', 'sha1'],
  ['1.2.840.10045.4.3.1', 'sha224'],
  [OID.ecdsaWithSha256, 'sha256'],
  [OID.ecdsaWithSha384, 'sha384'],
  [OID.ecdsaWithSha512, 'sha512'],
  ['2.16.840.1.101.3.4.3.10', 'sha3-256'],
  ['2.16.840.1.101.3.4.3.11', 'sha3-384'],
  ['2.16.840.1.101.3.4.3.12', 'sha3-512'],
])

const PLAIN_ECDSA_HASHES: ReadonlyMap<string, string> = new Map([
  ['0.4.0.127.0.7.1.1.4.1.1', 'sha1'],
  ['0.4.0.127.0.7.1.1.4.1.2', 'sha224'],
  ['0.4.0.127.0.7.1.1.4.1.3', 'sha256'],
  ['0.4.0.127.0.7.1.1.4.1.4', 'sha384'],
  ['0.4.0.127.0.7.1.1.4.1.5', 'sha512'],
])

/**
 * What a signature algorithm means; undefined when it is not known.
 *
 * @param digest the digest algorithm beside it in a SignerInfo, used where the signature algorithm names no hash
 *   (`rsaEncryption`, and `id-ecPublicKey` as some signers write it).
 * @throws SealwrightError `invalid_asn1` when RSASSA-PSS parameters are malformed.
 */
export function readSignatureScheme(
  algorithm: AlgorithmIdentifier,
  digest?: AlgorithmIdentifier,
): SignatureScheme | undefined {
  const { oid, parameters } = algorithm
  const digestHash = digest === undefined ? undefined : HASHES.get(digest.oid)
  const rsaHash = oid === OID.rsaEncryption ? digestHash : RSA_HASHES.get(oid)
  if (rsaHash !== undefined) return { type: 'rsa', hash: rsaHash }
  const ecdsaHash = oid === OID.ecPublicKey ? digestHash : ECDSA_HASHES.get(oid)
  if (ecdsaHash !== undefined) return { type: 'ecdsa', hash: ecdsaHash, plain: false }
  const plainHash = PLAIN_ECDSA_HASHES.get(oid)
  if (plainHash !== undefined) return { type: 'ecdsa', hash: plainHash, plain: true }
  if (oid === OID.rsassaPss) return { type: 'rsa-pss', ...readPssParameters(parameters ?? Uint8Array.of(0x30, 0)) }
  if (oid === OID.ed25519) return { type: 'ed25519' }
  if (oid === OID.ed448) return { type: 'ed448' }
  return undefined
}

/** Whether `signature` is one by `key` over `data`. False also when key and scheme do not fit each other. */
export function verifySignature(
  scheme: SignatureScheme,
  key: KeyObject,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  const keyType = key.asymmetricKeyType
  try {
    switch (scheme.type) {
      case 'rsa':
        return keyType === 'rsa' && verify(scheme.hash, data, key, signature)
      case 'rsa-pss': {
        // node:crypto verifies PSS only with the same hash in the mask function. Nothing in use differs.
        if ((keyType !== 'rsa' && keyType !== 'rsa-pss') || scheme.mgfHash !== scheme.hash) return false
        const padding = constants.RSA_PKCS1_PSS_PADDING
        return verify(scheme.hash, data, { key, padding, saltLength: scheme.saltLength }, signature)
      }
      case 'ecdsa': {
        const dsaEncoding = scheme.plain ? 'ieee-p1363' : 'der'
        return keyType === 'ec' && verify(scheme.hash, data, { key, dsaEncoding }, signature)
      }
      default:
        return keyType === scheme.type && verify(null, data, key, signature)
    }
  } catch {
    return false
  }
}
