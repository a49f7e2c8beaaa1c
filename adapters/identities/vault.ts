/**
 * A signing key in the transit engine of HashiCorp Vault or OpenBao.
 *
 * @example
 * ```ts
 * import { identityFromVault } from 'sealwright/identities/vault'
 *
 * const identity = await identityFromVault({
 *   address: 'https://vault.example.com:8200',
 *   token: async () => currentToken(),
 *   key: 'seal',
 *   certificates: await readFile('seal-chain.pem'),
 * })
 * ```
 *
 * @module
 */

import { createPublicKey, type KeyObject } from 'node:crypto'
import { SealwrightError, type SignatureAlgorithm, type SigningIdentity } from '../../src/index.js'
import {
  checkOptions,
  FUNCTION,
  type OptionTable,
  required,
  TEXT,
  wholeNumberFrom,
} from '../../src/input/check-options.js'
import {
  assertSameKey,
  digestOf,
  hashBits,
  REMOTE_KEY_OPTIONS,
  type RemoteKeyOptions,
  readRemoteKey,
} from './remote-key.js'
import { SERVICE_OPTIONS, type ServiceAnswer, ServiceClient, type ServiceOptions } from './service-client.js'

/** Options of identityFromVault. */
export interface VaultOptions extends RemoteKeyOptions, ServiceOptions {
  /** URL of the server: `https://host:8200`. */
  readonly address: string
  /** Returns a token. Called before each request. */
  token(): Promise<string> | string
  /** Name of the key. */
  readonly key: string
  /** Path at which the engine is mounted. Default `transit`. */
  readonly mount?: string | undefined
  /** Version of the key that the certificate is for. Default 1. */
  readonly keyVersion?: number | undefined
  /** Namespace, in editions that have them. */
  readonly namespace?: string | undefined
}

const SERVICE = 'Vault'

const OPTIONS: OptionTable<VaultOptions> = {
  ...REMOTE_KEY_OPTIONS,
  ...SERVICE_OPTIONS,
  address: required(TEXT),
  token: required(FUNCTION),
  key: required(TEXT),
  mount: TEXT,
  keyVersion: wholeNumberFrom(1),
  namespace: TEXT,
}

/**
 * Makes the identity. The key is compared with the certificate, which needs the policy `read` on the key; `checkKey: false`
 * turns this off. Requests name the version of the key, so that after a rotation the old version goes on signing, as its
 * certificate stays valid.
 *
 * @throws SealwrightError `key_mismatch`; `invalid_identity` for what cannot be read and refused tokens; `signing_failed` for
 *   answers that are not as documented, with `retryAfterSeconds` when Vault is busy or sealed
 */
export async function identityFromVault(options: VaultOptions): Promise<SigningIdentity> {
  checkOptions(options, OPTIONS)
  const { address, token, key: name, mount = 'transit', keyVersion = 1, namespace, checkKey = true } = options
  const key = readRemoteKey(options)
  const client = new ServiceClient(SERVICE, options)
  const base = `${address.replace(/\/$/, '')}/v1/${mount}`
  const call = async (path: string, body?: unknown, signal?: AbortSignal): Promise<ServiceAnswer> => {
    const headers = {
      'x-vault-token': await token(),
      'x-vault-request': 'true',
      ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
    }
    const answer = await client.call({
      url: `${base}${path}`,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
    })
    const { data } = answer
    if (typeof data !== 'object' || data === null) throw client.failure('gave an answer without data')
    return data as ServiceAnswer
  }
  if (checkKey) {
    const { keys } = await call(`/keys/${encodeURIComponent(name)}`)
    assertSameKey(key, SERVICE, () => readPublicKey(keys, keyVersion))
  }
  return {
    certificates: key.certificates,
    algorithm: key.algorithm,
    async sign(data, { signal } = {}) {
      const request = { ...signRequest(data, key.algorithm), key_version: keyVersion }
      const { signature } = await call(`/sign/${encodeURIComponent(name)}`, request, signal)
      const [scheme, version, value] = String(signature).split(':')
      if (scheme !== 'vault' || version !== `v${keyVersion}`)
        throw client.failure('gave no signature by this version of the key')
      return client.bytes(value, 'signature')
    },
  }
}

/** Body of a signing request. By default, Vault would sign with PSS and the longest possible salt. */
function signRequest(data: Uint8Array, algorithm: SignatureAlgorithm): Record<string, unknown> {
  const bits = hashBits(algorithm)
  if (bits === undefined) return { input: Buffer.from(data).toString('base64'), prehashed: false }
  const input = Buffer.from(digestOf(data, algorithm)).toString('base64')
  const common = { input, prehashed: true, hash_algorithm: `sha2-${bits}` }
  switch (algorithm.name) {
    case 'RSASSA-PKCS1-v1_5':
      return { ...common, signature_algorithm: 'pkcs1v15' }
    case 'RSASSA-PSS':
      return { ...common, signature_algorithm: 'pss', salt_length: 'hash' }
    default:
      return { ...common, marshaling_algorithm: 'asn1' }
  }
}

/** Reads a public key. Vault returns PEM, and for Ed25519 only the 32 bytes. */
function readPublicKey(keys: unknown, version: number): KeyObject {
  const entry: unknown = typeof keys === 'object' && keys !== null ? Reflect.get(keys, String(version)) : undefined
  const text: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'public_key') : undefined
  if (typeof text !== 'string')
    throw new SealwrightError('invalid_identity', `Vault has no version ${version} of the key.`)
  if (text.startsWith('-----')) return createPublicKey(text)
  const x = Buffer.from(text, 'base64').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}
