/**
 * Replaces `../public-keys.ts` where there is no `node:crypto`: the part of its keys and checks that is used. The arithmetic
 * comes from `@noble/curves`. Signatures are accepted or refused as OpenSSL does, so that a document has the same verdict
 * everywhere. No secret is involved, so computing times need not be constant.
 *
 * @module
 */

import { digestOidOf } from '../../cms/algorithms.js'
import { digestInfo, edwards, verifyDsa, verifyEcdsa, verifyEd25519 } from './check-numbers.js'
import { createHash, hash as hashOf } from './hashes.js'
import { equalKeys, type ParsedKey, parsePkcs1, parseSpki } from './parse-key.js'
import { padding, publicRsa, withoutPkcs1Padding } from './rsa-numbers.js'

/** False, since `createVerify` does not support RSASSA-PSS here. */
export const HAS_NATIVE_PSS = false

export const constants = {
  RSA_PKCS1_PADDING: padding.pkcs1,
  RSA_NO_PADDING: padding.none,
  RSA_PKCS1_PSS_PADDING: 6,
} as const

/** A public key: the part of `KeyObject` of node:crypto that is used. */
export class KeyObject {
  readonly type = 'public'
  readonly parsed: ParsedKey

  constructor(parsed: ParsedKey) {
    this.parsed = parsed
  }

  get asymmetricKeyType(): string {
    return this.parsed.type
  }

  get asymmetricKeyDetails(): { readonly modulusLength?: number; readonly namedCurve?: string } {
    const { parsed } = this
    if (parsed.type === 'ec') return { namedCurve: parsed.curve.name }
    if (parsed.type === 'rsa' || parsed.type === 'rsa-pss') return { modulusLength: parsed.rsa.bits }
    return parsed.type === 'dsa' ? { modulusLength: parsed.dsa.p.toString(2).length } : {}
  }

  equals(other: KeyObject): boolean {
    return equalKeys(this.parsed, other.parsed)
  }

  export(): Uint8Array {
    return this.parsed.spki
  }
}

/** A key in DER, in one of two encodings. */
interface KeyInput {
  readonly key: Uint8Array
  readonly format: 'der'
  readonly type: 'spki' | 'pkcs1'
}

/** Reads a public key. Throws for anything else and for keys of unsupported kinds. */
export function createPublicKey({ key, type }: KeyInput): KeyObject {
  return new KeyObject(type === 'pkcs1' ? parsePkcs1(key) : parseSpki(key))
}

interface CheckOptions {
  readonly key: KeyObject
  readonly dsaEncoding?: 'der' | 'ieee-p1363'
}

/** Checks a signature over data that come in steps. */
export function createVerify(hashName: string) {
  const running = createHash(hashName)
  return {
    update(data: Uint8Array) {
      running.update(data)
      return this
    },
    verify: (key: KeyObject | CheckOptions, signature: Uint8Array): boolean => {
      const options = key instanceof KeyObject ? { key } : key
      return isSignature(hashName, running.digest(), options, signature)
    },
  }
}

/** Checks a signature over data. The name of a hash is null when the algorithm has its own. */
export function verify(hashName: string | null, data: Uint8Array, key: KeyObject, signature: Uint8Array): boolean {
  const { parsed } = key
  if (hashName !== null) return isSignature(hashName, hashOf(hashName, data, 'buffer'), { key }, signature)
  if (parsed.type === 'ed25519') return verifyEd25519(parsed.raw, data, signature)
  if (parsed.type !== 'ed448') throw new Error('This kind of key needs a hash.')
  return signature.length === 114 && edwards.get().ed448.verify(signature, data, parsed.raw)
}

function isSignature(
  hashName: string,
  digest: Uint8Array,
  { key, dsaEncoding }: CheckOptions,
  signature: Uint8Array,
): boolean {
  const { parsed } = key
  if (parsed.type === 'ec') return verifyEcdsa(parsed, digest, signature, dsaEncoding === 'ieee-p1363')
  if (parsed.type === 'dsa') return verifyDsa(parsed.dsa, digest, signature)
  if (parsed.type !== 'rsa') throw new Error('This kind of key makes no such signatures.')
  if (signature.length !== parsed.rsa.bytes) return false
  const info = withoutPkcs1Padding(publicRsa(parsed.rsa, signature))
  const oid = digestOidOf(hashName)
  return info !== undefined && oid !== undefined && Buffer.from(digestInfo(oid, digest)).equals(info)
}

/** The content of an RSA signature, with or without its padding. Throws when the padding is wrong. */
export function publicDecrypt(
  options: { readonly key: KeyObject; readonly padding: number },
  data: Uint8Array,
): Buffer {
  const { parsed } = options.key
  if (parsed.type !== 'rsa' && parsed.type !== 'rsa-pss') throw new Error('Only RSA keys recover anything.')
  const encoded = publicRsa(parsed.rsa, data)
  const plain = options.padding === padding.none ? encoded : withoutPkcs1Padding(encoded)
  if (plain === undefined) throw new Error('The padding is wrong.')
  return Buffer.from(plain)
}
