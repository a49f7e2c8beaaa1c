/**
 * The first of two steps: everything but the signature.
 *
 * @module
 */

import { hash } from 'node:crypto'
import { assertInput, SealwrightError } from '../../errors.js'
import { MAX_DOCUMENT_BYTES, TWO_PHASE_LIMITS } from '../../limits.js'
import { checkSignedFile } from '../check-signed-file.js'
import type { SigningIdentity } from '../identity/identity.js'
import { createKeySigner, createSplitSigner } from '../identity/key-signer.js'
import { assertTimestampPlanned } from '../identity/timestamp-demand.js'
import { LevelJob } from '../level/level-job.js'
import { prepareFile } from '../prepare-file.js'
import { parseSignRequest, type SignRequest } from '../request/request.js'
import { factsOf } from '../seal-document.js'
import { assertOptions, readClock, type SignOptions } from '../sign-options.js'
import type { SigningJob } from '../signing-job.js'
import { readSigningSource } from '../signing-source.js'
import { assertSecret, sealState } from './signing-state.js'

/** Options of prepareSignature: those of signDocument, for a key that is elsewhere. */
export interface PrepareOptions extends Omit<SignOptions, 'identity' | 'vri'> {
  /** Whose signature it will be: certificates and algorithm, without the key. */
  readonly identity: Pick<SigningIdentity, 'certificates' | 'algorithm'>
  /** Authenticates the state: at least 32 bytes that nobody else knows. The same is needed to complete. */
  readonly secret: Uint8Array | string
  /** Time until the signature must be completed, in milliseconds. Default 24 hours. */
  readonly lifetimeMs?: number
}

/** A signature that waits for its value. */
export interface PreparedSignature {
  /** The bytes to sign: the signed attributes of the CMS, about 200 to 300 bytes. */
  readonly toBeSigned: Uint8Array
  /** Their digest, for services that sign hashes; null for Ed25519, which signs the bytes themselves. */
  readonly hash: { readonly algorithm: 'SHA-256' | 'SHA-384' | 'SHA-512'; readonly digest: Uint8Array } | null
  /** To be kept, and given to completeSignature: a few kilobytes, the certificates mostly. Authenticated, not secret. */
  readonly state: Uint8Array
  /** To be kept as well: the document with room for the signature. It holds all of the input, which need not be kept. */
  readonly document: Uint8Array
  readonly expiresAt: Date
}

const HASH_NAMES = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const

/** See `prepareSignature`, which loads this module on its first call. */
export async function prepareSealing(
  input: Uint8Array,
  request: SignRequest,
  options: PrepareOptions,
): Promise<PreparedSignature> {
  const identity = keyless(options?.identity)
  const settings: SignOptions = { ...options, identity }
  assertOptions(settings)
  assertSecret(options.secret)
  const lifetimeMs = readLifetime(options)
  options.signal?.throwIfAborted()
  assertInput(input, options.maxBytes ?? MAX_DOCUMENT_BYTES)
  const now = readClock(settings)
  const parsed = await parseSignRequest(request, Math.max(0, now.getTime()))
  const split = createSplitSigner(identity)
  const source = await readSigningSource(input, settings)
  const job: SigningJob = {
    source,
    request: parsed,
    options: settings,
    now,
    signer: createKeySigner(identity),
    isIssued: false,
  }
  const level = new LevelJob(settings, () => readClock(settings), options.signal)
  const measure = await split.measure(now, options.signal)
  assertTimestampPlanned(split.certificates[0], options.level)
  const { timestamp, timestampBytes, material } = await level.makeRoom(split.certificates)
  const spare = timestampBytes === 0 ? 0 : TWO_PHASE_LIMITS.spareTimestampBytes
  const maxBytes = measure.maxBytes + timestampBytes + spare
  const { file, plan, digest } = await prepareFile(job, { ...measure, maxBytes }, material)
  checkSignedFile(file, plan, new Uint8Array(0))
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const state = sealState(
    {
      version: 1,
      sealedAt: now.getTime(),
      expiresAt: expiresAt.getTime(),
      certificates: identity.certificates.map(toBase64),
      algorithm: identity.algorithm,
      digest: toBase64(digest),
      documentSha256: hash('sha256', file),
      inputLength: source.pdf.length,
      contentsOffset: plan.placeholder.contents.offset,
      maxBytes,
      ...(material === undefined || timestamp === undefined
        ? {}
        : { authoritySha256: hash('sha256', timestamp.certificate.der) }),
      record: factsOf(plan.record),
      level: level.level,
      onUnavailable: options.onUnavailable ?? 'fail',
      warnings: [...(source.warnings ?? []), ...level.warnings],
    },
    options.secret,
  )
  const toBeSigned = split.attributesFor(digest)
  return { toBeSigned, hash: hashOf(toBeSigned, split.signatureHash), state, document: file, expiresAt }
}

/** The identity as the rest of signing knows it; its key is never asked for. */
function keyless(identity: PrepareOptions['identity'] | undefined): SigningIdentity {
  if (!Array.isArray(identity?.certificates) || typeof identity.algorithm !== 'object') {
    throw new SealwrightError('invalid_request', 'options.identity needs certificates and an algorithm.')
  }
  const { certificates, algorithm } = identity
  const sign = () => {
    throw new SealwrightError('internal_error', 'A prepared signature was asked for its key.')
  }
  return { certificates, algorithm, sign }
}

function readLifetime({ lifetimeMs = TWO_PHASE_LIMITS.lifetimeMs }: PrepareOptions): number {
  if (lifetimeMs > 0 && lifetimeMs <= 366 * 24 * 3_600_000) return lifetimeMs
  throw new SealwrightError('invalid_request', 'lifetimeMs must be a number of milliseconds, a year at most.')
}

function hashOf(bytes: Uint8Array, algorithm: keyof typeof HASH_NAMES | undefined): PreparedSignature['hash'] {
  if (algorithm === undefined) return null
  return { algorithm: HASH_NAMES[algorithm], digest: new Uint8Array(hash(algorithm, bytes, 'buffer')) }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
