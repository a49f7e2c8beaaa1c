/**
 * Creates an identity whose private key is in this process.
 *
 * @module
 */

import { createPrivateKey, generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { isKeyFor } from '../../cms/algorithms.js'
import { type Certificate, orderChain, parseCertificate } from '../../cms/certificates.js'
import { IDENTITY_LIMITS } from '../../cms/identity-limits.js'
import type { SigningScheme } from '../../cms/messages.js'
import { SealwrightError } from '../../errors.js'
import { constants, type KeyObject } from '../../platform/public-keys.js'
import { describeUnfitness } from '../../trust/paths.js'
import type { KeyPair } from './choose-key.js'
import { asIdentityError, type SignatureAlgorithm, type SigningIdentity } from './identity.js'
import { defaultAlgorithm, resolveScheme } from './identity-algorithm.js'
import { assertKeyUsage } from './identity-certificate.js'

/**
 * Pairs a private key with its certificate, and orders the chain.
 *
 * @param choose chooses among the pairs of a key and its certificate; by default the first one is used
 * @throws SealwrightError `key_mismatch` when none matches; `invalid_identity` when the certificate or the algorithm is
 *   unsuitable
 */
export function createLocalIdentity(
  keys: readonly KeyObject[],
  certificates: readonly Certificate[],
  algorithm?: SignatureAlgorithm,
  choose: (pairs: readonly [KeyPair, ...KeyPair[]]) => KeyPair = ([first]) => first,
): SigningIdentity {
  if (keys.length === 0) throw new SealwrightError('invalid_identity', 'There is no private key.')
  if (certificates.length === 0) throw new SealwrightError('invalid_identity', 'There is no certificate.')
  if (keys.length > IDENTITY_LIMITS.maxKeys || certificates.length > IDENTITY_LIMITS.maxCertificates) {
    throw new SealwrightError('invalid_identity', 'There are more keys or certificates than are allowed.')
  }
  const [first, ...others] = keys.flatMap((key) =>
    certificates.filter(({ publicKey }) => isKeyFor(key, publicKey)).map((certificate) => ({ key, certificate })),
  )
  if (first === undefined) {
    throw new SealwrightError('key_mismatch', 'The private key does not belong to any of the certificates.')
  }
  const { key, certificate: leaf } = choose([first, ...others])
  assertKeyUsage(leaf)
  const settled = algorithm ?? defaultAlgorithm(leaf.publicKey)
  const unfitness = describeUnfitness(leaf)
  return {
    ...(unfitness === undefined ? {} : { warnings: [unfitness] }),
    certificates: orderChain(leaf, certificates).map((certificate) => new Uint8Array(certificate.der)),
    algorithm: settled,
    sign: createSigner(key, resolveScheme(settled, leaf.publicKey)),
  }
}

/** Signs with a key in this process, synchronously. */
export function createSigner(key: KeyObject, scheme: SigningScheme) {
  const { hash, input } = signingInput(key, scheme)
  const signAtOnce = (data: Uint8Array, options?: { readonly signal?: AbortSignal }): Uint8Array => {
    options?.signal?.throwIfAborted()
    return sign(hash, data, input)
  }
  if (!isQuick(key)) slowSigners.set(signAtOnce, (data) => signElsewhere(hash, data, input))
  return signAtOnce
}

function signingInput(key: KeyObject, scheme: SigningScheme) {
  const hash = 'hash' in scheme ? scheme.hash : null
  const input =
    scheme.type === 'rsa-pss' ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: scheme.saltLength } : key
  return { hash, input }
}

const signElsewhere = promisify(sign) as (
  hash: string | null,
  data: Uint8Array,
  key: Parameters<typeof sign>[2],
) => Promise<Uint8Array>

/** For keys whose signature takes longer than using another thread: the slower but non-blocking way to sign. */
const slowSigners = new WeakMap<object, (data: Uint8Array) => Promise<Uint8Array>>()

/** True when a signature takes about 30 microseconds. RSA takes 10 times as long with 2048 bits, 200 times with 4096. */
function isQuick({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'ed25519' || asymmetricKeyDetails?.namedCurve === 'prime256v1'
}

/**
 * An identity for a thread with other work: if its key is slow and in this process, Node's own threads make the signature.
 * For one document after another, signing in this thread is slightly faster.
 */
export function sparingThread<I extends object>(identity: I): I {
  if (!('sign' in identity) || typeof identity.sign !== 'function') return identity
  const signAside = slowSigners.get(identity.sign)
  if (signAside === undefined) return identity
  return {
    ...identity,
    async sign(data: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<Uint8Array> {
      options?.signal?.throwIfAborted()
      return signAside(data)
    },
  }
}

const EC_CURVES = { 'SHA-256': 'P-256', 'SHA-384': 'P-384', 'SHA-512': 'P-521' } as const

/** A new pair of keys for an algorithm; RSA keys have 2048 bits. */
export function generateKey(algorithm: SignatureAlgorithm): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  switch (algorithm.name) {
    case 'Ed25519':
      return promisify(generateKeyPair)('ed25519')
    case 'ECDSA':
      return promisify(generateKeyPair)('ec', { namedCurve: EC_CURVES[algorithm.hash] })
    case 'RSASSA-PKCS1-v1_5':
    case 'RSASSA-PSS':
      return promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    default:
      throw new SealwrightError('invalid_identity', `Keys for ${algorithm.name} are not made here.`)
  }
}

/**
 * A private key from PKCS#8, PKCS#1 or SEC1 in DER.
 *
 * @throws SealwrightError `invalid_identity` when it is damaged or of an unknown kind.
 */
export function importPrivateKey(der: Uint8Array, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8'): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(der.buffer, der.byteOffset, der.byteLength), format: 'der', type })
  } catch (cause) {
    throw new SealwrightError('invalid_identity', 'The private key is damaged or of an unknown kind.', { cause })
  }
}

/** Parses the certificates that came with a key. */
export function importCertificates(encodings: readonly Uint8Array[]): Certificate[] {
  try {
    return encodings.map(parseCertificate)
  } catch (error) {
    throw asIdentityError(error, 'A certificate is damaged.')
  }
}
