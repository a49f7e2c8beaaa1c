/**
 * The first of two steps: everything but the signature.
 *
 * @module
 */

import { hash } from 'node:crypto'
import { useAssets } from '../../assets/read-asset.js'
import { type OwnBytes, ownBytes } from '../../bytes.js'
import { SealwrightError } from '../../errors.js'
import { must, type OptionTable, required, TEXT_OR_BYTES } from '../../input/check-options.js'
import { type FileInput, readInput } from '../../input/read-input.js'
import { MAX_DOCUMENT_BYTES } from '../../limits.js'
import { checkSignedFile } from '../check-signed-file.js'
import { demandOfField } from '../field/field-demand.js'
import type { SigningIdentity } from '../identity/identity.js'
import { createKeySigner, createSplitSigner } from '../identity/key-signer.js'
import { assertTimestampPlanned } from '../identity/timestamp-demand.js'
import { LevelJob } from '../level/level-job.js'
import { digestOfSigned, prepareFile } from '../prepare-file.js'
import { parseSignRequest, type SignRequest } from '../request/request.js'
import { factsOf } from '../seal-document.js'
import { assertOptions, readClock, SIGN_OPTIONS, type SignOptions } from '../sign-options.js'
import type { SigningJob } from '../signing-job.js'
import { readSigningSource } from '../signing-source.js'
import { assertSecret, sealState } from './signing-state.js'
import { TWO_PHASE_LIMITS } from './two-phase-limits.js'

/** Options of prepareSignature: those of signDocument, for a key that is elsewhere. */
export interface PrepareOptions extends Omit<SignOptions, 'identity'> {
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
  readonly toBeSigned: OwnBytes
  /** Their digest, for services that sign hashes; null for Ed25519, which signs the bytes themselves. */
  readonly hash: { readonly algorithm: 'SHA-256' | 'SHA-384' | 'SHA-512'; readonly digest: OwnBytes } | null
  /** To be kept, and given to completeSignature: a few kilobytes, the certificates mostly. Authenticated, not secret. */
  readonly state: OwnBytes
  /** To be kept as well: the document with room for the signature. It holds all of the input, which need not be kept. */
  readonly document: OwnBytes
  readonly expiresAt: Date
}

/** A year: certificates and passwords change, and the state must not outlive them. */
const MAX_LIFETIME_MS = 366 * 24 * 3_600_000

const PREPARE_OPTIONS: OptionTable<PrepareOptions> = {
  ...SIGN_OPTIONS,
  secret: required(TEXT_OR_BYTES),
  lifetimeMs: must(
    'a number of milliseconds, a year at most',
    (value) => typeof value === 'number' && value > 0 && value <= MAX_LIFETIME_MS,
  ),
}

const HASH_NAMES = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const

/** See `prepareSignature`, which loads this module on its first call. */
export async function prepareSealing(
  input: FileInput,
  request: SignRequest,
  options: PrepareOptions,
): Promise<PreparedSignature> {
  assertOptions(options, PREPARE_OPTIONS)
  const { secret, lifetimeMs = TWO_PHASE_LIMITS.lifetimeMs, ...common } = options
  const identity = keyless(options.identity)
  const given: SignOptions = { ...common, identity }
  useAssets(given.assets)
  assertSecret(secret)
  const { maxBytes: limit = MAX_DOCUMENT_BYTES, signal } = options
  const bytes = await readInput(input, { maxBytes: limit, signal })
  const now = readClock(given)
  const parsed = await parseSignRequest(request, Math.max(0, now.getTime()))
  const split = createSplitSigner(identity)
  const source = await readSigningSource(bytes, given)
  const { options: settings, leastLevel, authorityUrl, warnings } = demandOfField(source.pdf, given)
  const job: SigningJob = {
    source,
    request: parsed,
    options: settings,
    now,
    signer: createKeySigner(identity),
    isIssued: false,
  }
  const level = new LevelJob(settings, () => readClock(settings), options.signal, leastLevel)
  const measure = await split.measure(now, options.signal)
  assertTimestampPlanned(split.certificates[0], settings.level)
  const { timestamp, timestampBytes, material } = await level.makeRoom(split.certificates)
  const spare = timestampBytes === 0 ? 0 : TWO_PHASE_LIMITS.spareTimestampBytes
  const maxBytes = measure.maxBytes + timestampBytes + spare
  const prepared = await prepareFile(job, { ...measure, maxBytes }, material)
  const { file, plan, digest } = prepared
  const content = await level.stampContent((hash) => digestOfSigned(prepared, hash))
  if (!content.fitsPlan) {
    const message = 'The content was stamped by another authority than that whose validation data the document holds.'
    throw new SealwrightError('timestamp_unavailable', message)
  }
  checkSignedFile(file, plan, new Uint8Array(0))
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const state = sealState(
    {
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
      ...(authorityUrl === undefined ? {} : { authorityUrl }),
      signedAttributes: content.attributes.map(toBase64),
      record: factsOf(plan.record),
      level: level.level,
      leastLevel,
      vri: settings.vri === true && material !== undefined,
      onUnavailable: options.onUnavailable ?? 'fail',
      warnings: [...(source.warnings ?? []), ...warnings, ...plan.warnings, ...level.warnings],
    },
    options.secret,
  )
  const toBeSigned = split.attributesFor(digest, content.attributes)
  return {
    toBeSigned: ownBytes(toBeSigned),
    hash: hashOf(toBeSigned, split.signatureHash),
    state: ownBytes(state),
    document: ownBytes(file),
    expiresAt,
  }
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

function hashOf(bytes: Uint8Array, algorithm: keyof typeof HASH_NAMES | undefined): PreparedSignature['hash'] {
  if (algorithm === undefined) return null
  return { algorithm: HASH_NAMES[algorithm], digest: new Uint8Array(hash(algorithm, bytes, 'buffer')) }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
