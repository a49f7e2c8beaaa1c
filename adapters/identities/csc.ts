/**
 * A signing credential of a trust service with the API of the Cloud Signature Consortium, version 1.0.4 or 2.
 *
 * @example
 * ```ts
 * import { identityFromCsc } from 'sealwright/identities/csc'
 *
 * const identity = await identityFromCsc({
 *   baseUrl: 'https://rssp.example.com/csc/v2',
 *   version: 2,
 *   credentialId: 'seal-01',
 *   accessToken: async () => currentToken(),
 *   authorize: { pin: process.env.CREDENTIAL_PIN },
 * })
 * ```
 *
 * @module
 */

import { SealwrightError, type SignatureAlgorithm, type SigningIdentity } from '../../src/index.js'
import { checkOptions, FUNCTION, must, type OptionTable, oneOf, required, TEXT } from '../../src/input/check-options.js'
import { SIGNATURE_ALGORITHM } from '../../src/input/identity-checks.js'
import { digestOf, hashBits, readRemoteKey } from './remote-key.js'
import { SERVICE_OPTIONS, type ServiceAnswer, ServiceClient, type ServiceOptions } from './service-client.js'

/** Secrets that unlock a credential, where the service takes them through the API itself. */
export interface CscSecrets {
  readonly pin?: string
  readonly otp?: string
}

/** The hashes to be signed. */
export interface CscHashes {
  readonly credentialId: string
  /** Hashes in base64. The authorisation is valid for these hashes only. */
  readonly hashes: readonly string[]
  readonly hashAlgorithm: string
  readonly signal?: AbortSignal | undefined
}

/** Options of identityFromCsc. */
export interface CscOptions extends ServiceOptions {
  /** URL of the service including the version: `https://host/csc/v1` or `…/v2`. */
  readonly baseUrl: string
  readonly version: 1 | 2
  readonly credentialId: string
  /** Returns a token of scope `service`. Called before each request. */
  accessToken(): Promise<string>
  /**
   * Unlocks the credential for one signature: secrets for `credentials/authorize`, or a function that gets the signature
   * activation data (SAD) in another way, such as an OAuth 2.0 flow of scope `credential`. Default: no secrets, for credentials
   * that need none.
   */
  readonly authorize?: CscSecrets | ((hashes: CscHashes) => Promise<string>) | undefined
  /** Signature algorithm. Default: chosen by the key. The credential must list it among its algorithms. */
  readonly algorithm?: SignatureAlgorithm | undefined
}

const SERVICE = 'The signing service'

const HASHES = {
  '256': '2.16.840.1.101.3.4.2.1',
  '384': '2.16.840.1.101.3.4.2.2',
  '512': '2.16.840.1.101.3.4.2.3',
} as const

/** OIDs of signature algorithms with a hash, and of those that name none. Services list one kind or the other. */
const RSA = { '256': '1.2.840.113549.1.1.11', '384': '1.2.840.113549.1.1.12', '512': '1.2.840.113549.1.1.13' } as const
const ECDSA = { '256': '1.2.840.10045.4.3.2', '384': '1.2.840.10045.4.3.3', '512': '1.2.840.10045.4.3.4' } as const
const RSA_ENCRYPTION = '1.2.840.113549.1.1.1'
const RSASSA_PSS = '1.2.840.113549.1.1.10'
const ED25519 = '1.3.101.112'

const OPTIONS: OptionTable<CscOptions> = {
  ...SERVICE_OPTIONS,
  baseUrl: required(TEXT),
  version: required(oneOf([1, 2])),
  credentialId: required(TEXT),
  accessToken: required(FUNCTION),
  authorize: must('PIN and OTP, or a function', (value) => typeof value === 'function' || typeof value === 'object'),
  algorithm: SIGNATURE_ALGORITHM,
}

/**
 * Makes the identity. The certificates and the algorithms of the credential are read from the service (`credentials/info`). Each
 * signature asks for an authorisation of its own, for the hash that is signed.
 *
 * @throws SealwrightError `invalid_identity` for a credential that is disabled, expired or has another algorithm, and for
 *   refused secrets; `signing_failed` for answers that are not as documented, with `retryAfterSeconds` when the service is busy
 */
export async function identityFromCsc(options: CscOptions): Promise<SigningIdentity> {
  checkOptions(options, OPTIONS)
  const { credentialId, version } = options
  const client = new ServiceClient(SERVICE, options)
  const call = cscCaller(client, options)
  const info = await call('credentials/info', { credentialID: credentialId, certificates: 'chain', certInfo: true })
  const { certificates, algorithm } = readCredential(client, info, options)
  const signAlgo = chooseAlgorithm(info, algorithm)
  const bits = hashBits(algorithm)
  // Ed25519 computes its hash itself, so services get the data in place of a hash.
  const hashAlgorithm = HASHES[bits ?? '512']
  return {
    certificates,
    algorithm,
    async sign(data, { signal } = {}) {
      const hash = Buffer.from(bits === undefined ? data : digestOf(data, algorithm)).toString('base64')
      const hashes = [hash]
      const request = { credentialId, hashes, hashAlgorithm, signal }
      const SAD = await authorise(client, call, options, request)
      const answer = await call(
        'signatures/signHash',
        {
          credentialID: credentialId,
          SAD,
          signAlgo,
          ...(algorithm.name === 'RSASSA-PSS' ? { signAlgoParams: pssParameters(bits ?? '256') } : {}),
          ...(version === 1
            ? { hash: hashes, hashAlgo: hashAlgorithm }
            : { hashes, hashAlgorithmOID: hashAlgorithm, operationMode: 'S' }),
        },
        signal,
      )
      const { signatures } = answer
      if (!Array.isArray(signatures) || signatures.length !== 1) throw client.failure('did not give one signature')
      return client.bytes(signatures[0], 'signature')
    },
  }
}

type CscCaller = (method: string, body: object, signal?: AbortSignal) => Promise<ServiceAnswer>

function cscCaller(client: ServiceClient, { baseUrl, accessToken }: CscOptions): CscCaller {
  const base = baseUrl.replace(/\/$/, '')
  return async (method, body, signal) => {
    const headers = { authorization: `Bearer ${await accessToken()}` }
    return client.call({ url: `${base}/${method}`, headers, body, signal })
  }
}

/** Gets the signature activation data for these hashes. */
async function authorise(
  client: ServiceClient,
  call: CscCaller,
  { version, authorize = {} }: CscOptions,
  request: CscHashes,
): Promise<string> {
  if (typeof authorize === 'function') return authorize(request)
  const { credentialId, hashes, hashAlgorithm, signal } = request
  const { pin, otp } = authorize
  const secrets = [
    ...(pin === undefined ? [] : [{ id: 'PIN', value: pin }]),
    ...(otp === undefined ? [] : [{ id: 'OTP', value: otp }]),
  ]
  const members =
    version === 1
      ? { hash: hashes, ...Object.fromEntries(secrets.map(({ id, value }) => [id, value])) }
      : { hashes, hashAlgorithmOID: hashAlgorithm, authData: secrets }
  const answer = await call(
    'credentials/authorize',
    { credentialID: credentialId, numSignatures: hashes.length, ...members },
    signal,
  )
  if (typeof answer['SAD'] !== 'string') throw client.failure('gave no authorisation (SAD)')
  return answer['SAD']
}

function readCredential(client: ServiceClient, info: ServiceAnswer, { algorithm }: CscOptions) {
  const key = memberOf(info, 'key')
  const cert = memberOf(info, 'cert')
  const [keyStatus, certStatus] = [key?.['status'], cert?.['status'] ?? 'valid']
  if (keyStatus !== 'enabled' || certStatus !== 'valid') {
    const text = `The credential cannot sign: its key is ${String(keyStatus)}, its certificate ${String(certStatus)}.`
    throw new SealwrightError('invalid_identity', text)
  }
  const listed = cert?.['certificates']
  if (!Array.isArray(listed) || listed.length === 0) throw client.failure('gave no certificate of the credential')
  const certificates = listed.map((each) => client.bytes(each, 'certificate'))
  return readRemoteKey({ certificates, ...(algorithm === undefined ? {} : { algorithm }) })
}

/** The identifier under which the credential lists the algorithm. */
function chooseAlgorithm(info: ServiceAnswer, algorithm: SignatureAlgorithm): string {
  const listed: unknown = memberOf(info, 'key')?.['algo']
  const known = Array.isArray(listed) ? listed.map(String) : []
  const bits = hashBits(algorithm) ?? '512'
  const hashed = {
    'RSASSA-PKCS1-v1_5': [RSA[bits], RSA_ENCRYPTION],
    'RSASSA-PSS': [RSASSA_PSS],
    ECDSA: [ECDSA[bits]],
  }
  const wanted = 'hash' in algorithm ? hashed[algorithm.name] : [ED25519]
  const found = wanted.find((oid) => known.includes(oid))
  if (found !== undefined) return found
  throw new SealwrightError(
    'invalid_identity',
    `The credential does not sign with ${algorithm.name} (${wanted.join(' or ')}).`,
  )
}

/** RSASSA-PSS-params (RFC 4055, 3.1) in base64: the same hash for message and mask, and a salt of the hash's length. */
function pssParameters(bits: '256' | '384' | '512'): string {
  const last = { '256': '01', '384': '02', '512': '03' }[bits]
  const hash = `300b06096086480165030402${last}`
  const mask = `301806092a864886f70d010108${hash}`
  const salt = `0201${(Number(bits) / 8).toString(16)}`
  return Buffer.from(`3030a00d${hash}a11a${mask}a203${salt}`, 'hex').toString('base64')
}

function memberOf(answer: ServiceAnswer, name: string): Record<string, unknown> | undefined {
  const value = answer[name]
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}
