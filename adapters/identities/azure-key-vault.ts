/**
 * A signing key in Azure Key Vault or a Managed HSM, through its REST API.
 *
 * @example
 * ```ts
 * import { DefaultAzureCredential } from '@azure/identity'
 * import { identityFromAzureKeyVault } from 'sealwright/identities/azure-key-vault'
 *
 * const credential = new DefaultAzureCredential()
 * const identity = await identityFromAzureKeyVault({
 *   keyId: 'https://example.vault.azure.net/keys/seal/0123456789abcdef0123456789abcdef',
 *   accessToken: async () => (await credential.getToken('https://vault.azure.net/.default')).token,
 *   certificates: await readFile('seal-chain.pem'),
 * })
 * ```
 *
 * @module
 */

import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { SealwrightError, type SignatureAlgorithm, type SigningIdentity } from '../../src/index.js'
import { checkOptions, FUNCTION, type OptionTable, required, TEXT } from '../../src/input/check-options.js'
import {
  assertSameKey,
  digestOf,
  hashBits,
  REMOTE_KEY_OPTIONS,
  type RemoteKeyOptions,
  readRemoteKey,
} from './remote-key.js'
import { SERVICE_OPTIONS, ServiceClient, type ServiceOptions } from './service-client.js'

/** Options of identityFromAzureKeyVault. */
export interface AzureKeyVaultOptions extends RemoteKeyOptions, ServiceOptions {
  /** The key's identifier with its version. */
  readonly keyId: string
  /** Returns a token for the vault. Called before each request. */
  accessToken(): Promise<string>
}

const SERVICE = 'Azure Key Vault'
const API_VERSION = 'api-version=7.4'

const OPTIONS: OptionTable<AzureKeyVaultOptions> = {
  ...REMOTE_KEY_OPTIONS,
  ...SERVICE_OPTIONS,
  keyId: required(TEXT),
  accessToken: required(FUNCTION),
}

/**
 * Makes the identity. The key is compared with the certificate, which needs the permission `get`; `checkKey: false` turns this
 * off.
 *
 * @throws SealwrightError `key_mismatch`; `invalid_identity` for what cannot be read, Ed25519 and refused credentials;
 *   `signing_failed` for answers that are not as documented, with `retryAfterSeconds` when the vault throttles
 */
export async function identityFromAzureKeyVault(options: AzureKeyVaultOptions): Promise<SigningIdentity> {
  checkOptions(options, OPTIONS)
  const { keyId, accessToken, checkKey = true } = options
  const key = readRemoteKey(options)
  const alg = algorithmName(key.algorithm)
  if (!/^https?:\/\/[^/?#]+\/keys\/[^/?#]+\/[^/?#]+$/.test(keyId)) {
    throw new SealwrightError(
      'invalid_identity',
      'keyId must name a key with its version: https://…/keys/name/version.',
    )
  }
  const client = new ServiceClient(SERVICE, options)
  const call = async (path: string, body?: unknown, signal?: AbortSignal) => {
    const headers = { authorization: `Bearer ${await accessToken()}` }
    const url = `${keyId}${path}?${API_VERSION}`
    return client.call({ url, headers, signal, ...(body === undefined ? {} : { body }) })
  }
  if (checkKey) {
    const { key: jwk } = await call('')
    assertSameKey(key, SERVICE, () => createPublicKey({ key: withoutHsm(jwk), format: 'jwk' }))
  }
  return {
    certificates: key.certificates,
    algorithm: key.algorithm,
    async sign(data, { signal } = {}) {
      // ECDSA signatures are r and s one after the other (RFC 7518, 3.4). Signing converts them to DER.
      const value = Buffer.from(digestOf(data, key.algorithm)).toString('base64url')
      const answer = await call('/sign', { alg, value }, signal)
      if (answer['kid'] !== keyId) throw client.failure('signed with another key')
      return client.bytes(answer['value'], 'signature')
    },
  }
}

const FAMILIES = { 'RSASSA-PKCS1-v1_5': 'RS', 'RSASSA-PSS': 'PS', ECDSA: 'ES' } as const

/** The algorithm's name in JSON Web Algorithms (RFC 7518, 3.1). */
function algorithmName(algorithm: SignatureAlgorithm): string {
  const bits = hashBits(algorithm)
  const family = 'hash' in algorithm ? FAMILIES[algorithm.name] : undefined
  if (bits === undefined || family === undefined) {
    throw new SealwrightError('invalid_identity', 'Azure Key Vault does not sign with Ed25519.')
  }
  return `${family}${bits}`
}

/** A key without the suffix -HSM in its type: keys in hardware have the types RSA-HSM and EC-HSM. */
function withoutHsm(jwk: unknown): JsonWebKey {
  const { kty, n, e, crv, x, y } = (typeof jwk === 'object' && jwk !== null ? jwk : {}) as JsonWebKey
  const members = { kty: kty?.replace('-HSM', ''), n, e, crv, x, y }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonWebKey
}
