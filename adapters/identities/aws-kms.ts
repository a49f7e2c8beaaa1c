/**
 * A signing key in AWS KMS, through the official client that the host brings.
 *
 * @example
 * ```ts
 * import { KMS } from '@aws-sdk/client-kms'
 * import { identityFromAwsKms } from 'sealwright/identities/aws-kms'
 *
 * const identity = await identityFromAwsKms({
 *   client: new KMS({ region: 'eu-central-1' }),
 *   keyId: 'alias/seal',
 *   certificates: await readFile('seal-chain.pem'),
 * })
 * ```
 *
 * @module
 */

import { createPublicKey } from 'node:crypto'
import { SealwrightError, type SignatureAlgorithm, type SigningIdentity } from '../../src/index.js'
import { checkOptions, having, type OptionTable, required, TEXT } from '../../src/input/check-options.js'
import { isBytes } from '../../src/input/foreign-values.js'
import {
  assertSameKey,
  digestOf,
  hashBits,
  REMOTE_KEY_OPTIONS,
  type RemoteKeyOptions,
  readRemoteKey,
} from './remote-key.js'

/** The parts of `KMS` of `@aws-sdk/client-kms`, version 3, that are used. */
export interface AwsKmsClient {
  sign(
    input: {
      KeyId: string
      Message: Uint8Array
      MessageType: 'DIGEST' | 'RAW'
      SigningAlgorithm: AwsSigningAlgorithm
    },
    options?: { abortSignal?: AbortSignal },
  ): Promise<{ readonly Signature?: Uint8Array | undefined }>
  getPublicKey(input: { KeyId: string }): Promise<{ readonly PublicKey?: Uint8Array | undefined }>
}

/** Values of SigningAlgorithmSpec of the KMS API with which documents are signed. */
export type AwsSigningAlgorithm =
  | `RSASSA_PKCS1_V1_5_SHA_${'256' | '384' | '512'}`
  | `RSASSA_PSS_SHA_${'256' | '384' | '512'}`
  | `ECDSA_SHA_${'256' | '384' | '512'}`
  | 'ED25519_SHA_512'

/** Options of identityFromAwsKms. */
export interface AwsKmsOptions extends RemoteKeyOptions {
  readonly client: AwsKmsClient
  /** Key id, ARN or alias of a key with usage SIGN_VERIFY. */
  readonly keyId: string
}

const OPTIONS: OptionTable<AwsKmsOptions> = {
  ...REMOTE_KEY_OPTIONS,
  client: required(having('getPublicKey', 'sign')),
  keyId: required(TEXT),
}

/**
 * Makes the identity. The key is compared with the certificate, which needs the permission `kms:GetPublicKey`. The client sets
 * retries and time limits.
 *
 * @throws SealwrightError `key_mismatch` when key and certificate do not belong together; `invalid_identity` for certificates
 * that cannot be read; `signing_failed` when KMS fails, with `retryAfterSeconds` when it throttles
 */
export async function identityFromAwsKms(options: AwsKmsOptions): Promise<SigningIdentity> {
  checkOptions(options, OPTIONS)
  const { client, keyId, checkKey = true } = options
  const key = readRemoteKey(options)
  const { algorithm, certificates } = key
  if (checkKey) {
    const { PublicKey = new Uint8Array(0) } = await explain(() => client.getPublicKey({ KeyId: keyId }))
    assertSameKey(key, 'AWS KMS', () => createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' }))
  }
  return {
    certificates,
    algorithm,
    async sign(data, { signal } = {}) {
      // Ed25519 computes its hash itself. RAW accepts 4,096 bytes, and signed attributes have about 300.
      const isRaw = algorithm.name === 'Ed25519'
      const input = {
        KeyId: keyId,
        Message: isRaw ? data : digestOf(data, algorithm),
        MessageType: isRaw ? ('RAW' as const) : ('DIGEST' as const),
        SigningAlgorithm: signingAlgorithm(algorithm),
      }
      const { Signature } = await explain(
        () => client.sign(input, signal === undefined ? {} : { abortSignal: signal }),
        signal,
      )
      if (!isBytes(Signature)) throw new SealwrightError('signing_failed', 'AWS KMS gave no signature.')
      return Signature
    },
  }
}

function signingAlgorithm(algorithm: SignatureAlgorithm): AwsSigningAlgorithm {
  const bits = hashBits(algorithm) ?? '512'
  switch (algorithm.name) {
    case 'RSASSA-PKCS1-v1_5':
      return `RSASSA_PKCS1_V1_5_SHA_${bits}`
    case 'RSASSA-PSS':
      return `RSASSA_PSS_SHA_${bits}`
    case 'ECDSA':
      return `ECDSA_SHA_${bits}`
    default:
      return 'ED25519_SHA_512'
  }
}

/** Names of errors that the host must mend. Sending the request again does not help. */
const LASTING = new Set([
  'AccessDeniedException',
  'DisabledException',
  'InvalidKeyUsageException',
  'KMSInvalidStateException',
  'NotFoundException',
  'UnrecognizedClientException',
  'ValidationException',
])
const THROTTLING = new Set(['ThrottlingException', 'TooManyRequestsException', 'LimitExceededException'])

/** Runs a call, and turns errors of the client into SealwrightErrors. */
async function explain<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  try {
    return await call()
  } catch (cause) {
    signal?.throwIfAborted()
    const { name, message } = cause instanceof Error ? cause : new Error(String(cause))
    const text = `AWS KMS: ${name}: ${message}`
    if (LASTING.has(name)) throw new SealwrightError('invalid_identity', text, { cause })
    throw new SealwrightError('signing_failed', text, {
      cause,
      ...(THROTTLING.has(name) ? { retryAfterSeconds: 1 } : {}),
    })
  }
}
