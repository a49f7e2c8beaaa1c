/**
 * What adapters for remote keys share: reading certificates, and choosing how a key signs.
 *
 * @module
 */

import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { SealwrightError, type SignatureAlgorithm } from '../../src/index.js'
import { type OptionTable, required, SWITCH } from '../../src/input/check-options.js'
import { isBytes } from '../../src/input/foreign-values.js'
import { CERTIFICATE_FILES, SIGNATURE_ALGORITHM } from '../../src/input/identity-checks.js'

/** Certificates as PEM text or DER. */
export type CertificateInput = string | Uint8Array | readonly (string | Uint8Array)[]

/** Options that these adapters have in common. */
export interface RemoteKeyOptions {
  /** The signer's certificate, then its issuers: PEM text, or DER. */
  readonly certificates: CertificateInput
  /** Signature algorithm. Default: SHA-256, or the hash that matches a larger curve; PKCS #1 v1.5 for RSA. */
  readonly algorithm?: SignatureAlgorithm | undefined
  /** Whether the key is compared with the certificate once, which needs permission to read the public key. Default true. */
  readonly checkKey?: boolean | undefined
}

/** Checks of these options. */
export const REMOTE_KEY_OPTIONS: OptionTable<RemoteKeyOptions> = {
  certificates: required(CERTIFICATE_FILES),
  algorithm: SIGNATURE_ALGORITHM,
  checkKey: SWITCH,
}

/** The signer's certificate, and how its key signs. */
interface RemoteKey {
  /** Certificates in DER, the signer's own first. */
  readonly certificates: readonly Uint8Array[]
  readonly publicKey: KeyObject
  readonly algorithm: SignatureAlgorithm
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Reads certificates and settles the algorithm.
 *
 * @throws SealwrightError `invalid_identity` when there is no certificate, or one is damaged or of a kind that cannot sign
 */
export function readRemoteKey({ certificates, algorithm }: Omit<RemoteKeyOptions, 'checkKey'>): RemoteKey {
  const inputs: readonly (string | Uint8Array)[] =
    typeof certificates === 'string' || isBytes(certificates) ? [certificates] : (certificates ?? [])
  try {
    const parsed = inputs.flatMap(splitPem).map((each) => new X509Certificate(each))
    const [leaf] = parsed
    if (leaf === undefined) throw new SealwrightError('invalid_identity', 'There is no certificate.')
    const { publicKey } = leaf
    const raw = parsed.map((each) => new Uint8Array(each.raw))
    return { certificates: raw, publicKey, algorithm: algorithm ?? defaultAlgorithm(publicKey) }
  } catch (cause) {
    if (cause instanceof SealwrightError) throw cause
    throw new SealwrightError('invalid_identity', 'A certificate is damaged.', { cause })
  }
}

function splitPem(input: string | Uint8Array): (string | Uint8Array)[] {
  if (isBytes(input) && input[0] === 0x30) return [input]
  const text = typeof input === 'string' ? input : Buffer.from(input).toString('latin1')
  return text.match(PEM_BLOCK) ?? []
}

function defaultAlgorithm({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SignatureAlgorithm {
  switch (asymmetricKeyType) {
    case 'rsa':
      return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    case 'rsa-pss':
      return { name: 'RSASSA-PSS', hash: 'SHA-256' }
    case 'ec': {
      const curve = asymmetricKeyDetails?.namedCurve
      return { name: 'ECDSA', hash: curve === 'secp521r1' ? 'SHA-512' : curve === 'secp384r1' ? 'SHA-384' : 'SHA-256' }
    }
    case 'ed25519':
      return { name: 'Ed25519' }
    default:
      throw new SealwrightError('invalid_identity', 'The certificate holds a kind of key that cannot sign here.')
  }
}

/**
 * Length of the algorithm's hash in bits: `256`, `384` or `512`; undefined for Ed25519.
 *
 * @throws SealwrightError `invalid_identity` for ML-DSA, which none of these adapters supports
 */
export function hashBits(algorithm: SignatureAlgorithm): '256' | '384' | '512' | undefined {
  if ('hash' in algorithm) return algorithm.hash.slice(4) as '256' | '384' | '512'
  if (algorithm.name === 'Ed25519') return undefined
  throw new SealwrightError('invalid_identity', `Keys of services do not sign with ${algorithm.name} here.`)
}

/** The digest that a service signs instead of the data; Ed25519 has none. */
export function digestOf(data: Uint8Array, algorithm: SignatureAlgorithm): Uint8Array {
  return createHash(`sha${hashBits(algorithm) ?? '512'}`)
    .update(data)
    .digest()
}

/**
 * Compares the key of a service with that of the certificate.
 *
 * @param read makes a key from the service's answer
 * @throws SealwrightError `key_mismatch` when they differ, `invalid_identity` when the answer contains no key
 */
export function assertSameKey({ publicKey }: RemoteKey, service: string, read: () => KeyObject): void {
  let own: KeyObject
  try {
    own = read()
  } catch (cause) {
    throw new SealwrightError('invalid_identity', `${service} gave a public key that cannot be read.`, { cause })
  }
  if (!isSameKey(own, publicKey)) {
    throw new SealwrightError('key_mismatch', `The key in ${service} does not belong to the certificate.`)
  }
}

/** Compares two keys. A key may be given as one for RSA in general, or for RSASSA-PSS only. */
function isSameKey(a: KeyObject, b: KeyObject): boolean {
  const [spkiA, spkiB] = [a, b].map((key) => key.export({ type: 'spki', format: 'der' })) as [Buffer, Buffer]
  if (spkiA.equals(spkiB)) return true
  const [plain, other] = a.asymmetricKeyType === 'rsa' ? [a, spkiB] : [b, spkiA]
  if (plain.asymmetricKeyType !== 'rsa') return false
  // A SubjectPublicKeyInfo of RSA ends with the RSAPublicKey, whatever its algorithm identifier is.
  const key = plain.export({ type: 'pkcs1', format: 'der' })
  return other.length > key.length && other.subarray(-key.length).equals(key)
}
