/**
 * A signing key in Google Cloud KMS, through its REST API.
 *
 * @example
 * ```ts
 * import { GoogleAuth } from 'google-auth-library'
 * import { identityFromGoogleKms } from 'sealwright/identities/google-kms'
 *
 * const auth = new GoogleAuth({ scopes: 'https://www.googleapis.com/auth/cloudkms' })
 * const identity = await identityFromGoogleKms({
 *   keyVersion: 'projects/p/locations/europe-west3/keyRings/r/cryptoKeys/seal/cryptoKeyVersions/1',
 *   accessToken: async () => (await auth.getAccessToken()) ?? '',
 *   certificates: await readFile('seal-chain.pem'),
 * })
 * ```
 *
 * @module
 */

import { createPublicKey } from 'node:crypto'
import { SealwrightError, type SignatureAlgorithm, type SigningIdentity } from '../../src/index.js'
import { checkOptions, FUNCTION, type OptionTable, required, TEXT } from '../../src/input/check-options.js'
import { crc32c } from './crc32c.js'
import {
  assertSameKey,
  digestOf,
  hashBits,
  REMOTE_KEY_OPTIONS,
  type RemoteKeyOptions,
  readRemoteKey,
} from './remote-key.js'
import { SERVICE_OPTIONS, type ServiceAnswer, ServiceClient, type ServiceOptions } from './service-client.js'

/** Options of identityFromGoogleKms. The algorithm is that of the key version. */
export interface GoogleKmsOptions extends Omit<RemoteKeyOptions, 'algorithm' | 'checkKey'>, ServiceOptions {
  /** Resource name of the key version: `projects/…/cryptoKeyVersions/1`. */
  readonly keyVersion: string
  /** Returns a token for the scope `cloudkms`. Called before each request. */
  accessToken(): Promise<string>
  /** URL of the service. Default `https://cloudkms.googleapis.com`. */
  readonly endpoint?: string | undefined
}

const SERVICE = 'Google Cloud KMS'
const KEY_VERSION =
  /^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+\/cryptoKeyVersions\/[^/?#]+$/

const OPTIONS: OptionTable<GoogleKmsOptions> = {
  ...SERVICE_OPTIONS,
  certificates: REMOTE_KEY_OPTIONS.certificates,
  keyVersion: required(TEXT),
  accessToken: required(FUNCTION),
  endpoint: TEXT,
}

/**
 * Makes the identity. The algorithm is read from the key version, and the key is compared with the certificate. Requests and
 * answers carry checksums (CRC-32C), and each of them is checked, as Google's documentation asks.
 *
 * @throws SealwrightError `key_mismatch`; `invalid_identity` for what cannot be read, a key of another kind and refused
 *   credentials; `signing_failed` for answers that are not as documented, with `retryAfterSeconds` when KMS throttles
 */
export async function identityFromGoogleKms(options: GoogleKmsOptions): Promise<SigningIdentity> {
  checkOptions(options, OPTIONS)
  const { keyVersion, accessToken, endpoint = 'https://cloudkms.googleapis.com' } = options
  if (!KEY_VERSION.test(keyVersion)) {
    throw new SealwrightError('invalid_identity', 'keyVersion must be the resource name of a key version.')
  }
  const client = new ServiceClient(SERVICE, options)
  const base = `${endpoint.replace(/\/$/, '')}/v1/${keyVersion}`
  const call = async (path: string, body?: unknown, signal?: AbortSignal) => {
    const headers = { authorization: `Bearer ${await accessToken()}` }
    return client.call({ url: `${base}${path}`, headers, signal, ...(body === undefined ? {} : { body }) })
  }
  const published = await call('/publicKey')
  const { pem, algorithm: kind } = published
  if (typeof pem !== 'string') throw client.failure('gave no public key')
  checkSum(client, published['pemCrc32c'], new TextEncoder().encode(pem), 'public key')
  const algorithm = readAlgorithm(String(kind))
  const key = readRemoteKey({ certificates: options.certificates, algorithm })
  assertSameKey(key, SERVICE, () => createPublicKey(pem))
  return {
    certificates: key.certificates,
    algorithm,
    async sign(data, { signal } = {}) {
      const answer = await call(':asymmetricSign', signRequest(data, algorithm), signal)
      return readSignature(client, answer, { keyVersion, isRaw: algorithm.name === 'Ed25519' })
    },
  }
}

/** Body of a signing request. KMS takes digests, except for Ed25519, for which it takes the data. */
function signRequest(data: Uint8Array, algorithm: SignatureAlgorithm): Record<string, unknown> {
  const bits = hashBits(algorithm)
  if (bits === undefined) return { data: toBase64(data), dataCrc32c: String(crc32c(data)) }
  const digest = digestOf(data, algorithm)
  return { digest: { [`sha${bits}`]: toBase64(digest) }, digestCrc32c: String(crc32c(digest)) }
}

function readSignature(
  client: ServiceClient,
  answer: ServiceAnswer,
  { keyVersion, isRaw }: { readonly keyVersion: string; readonly isRaw: boolean },
): Uint8Array {
  if (answer['name'] !== keyVersion) throw client.failure('signed with another key')
  if (answer[isRaw ? 'verifiedDataCrc32c' : 'verifiedDigestCrc32c'] !== true) {
    throw client.failure('did not receive what was sent (CRC-32C)')
  }
  const signature = client.bytes(answer['signature'], 'signature')
  checkSum(client, answer['signatureCrc32c'], signature, 'signature')
  return signature
}

/** Checks a checksum. JSON represents 64-bit integers as text. */
function checkSum(client: ServiceClient, sum: unknown, bytes: Uint8Array, what: string): void {
  if (sum === undefined || Number(sum) !== crc32c(bytes)) {
    throw client.failure(`gave a ${what} that was damaged on its way (CRC-32C)`)
  }
}

/** Reads a CryptoKeyVersionAlgorithm: `RSA_SIGN_PSS_2048_SHA256`, `EC_SIGN_P256_SHA256`, `EC_SIGN_ED25519`, ... */
function readAlgorithm(kind: string): SignatureAlgorithm {
  if (kind === 'EC_SIGN_ED25519') return { name: 'Ed25519' }
  const [, family, bits] = /^(RSA_SIGN_PKCS1|RSA_SIGN_PSS|EC_SIGN)_[A-Z0-9]+_SHA(256|384|512)$/.exec(kind) ?? []
  if (family === undefined || bits === undefined) {
    throw new SealwrightError('invalid_identity', `A key of the kind ${kind.slice(0, 60)} cannot sign documents.`)
  }
  const name = family === 'EC_SIGN' ? 'ECDSA' : family === 'RSA_SIGN_PSS' ? 'RSASSA-PSS' : 'RSASSA-PKCS1-v1_5'
  return { name, hash: `SHA-${bits}` as 'SHA-256' }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
