/**
 * The first of two steps: everything except the signature.
 *
 * @module
 */

import { useAssets } from '../../assets/read-asset.js'
import { type OwnBytes, ownBytes } from '../../bytes.js'
import { SealwrightError } from '../../errors.js'
import { must, type OptionTable, required, TEXT_OR_BYTES } from '../../input/check-options.js'
import { type FileInput, readInput } from '../../input/read-input.js'
import { MAX_DOCUMENT_BYTES } from '../../limits.js'
import { Pace } from '../../pace/pace.js'
import { hash } from '../../platform/hashes.js'
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
  /** Certificates and algorithm of the signer, without the key. */
  readonly identity: Pick<SigningIdentity, 'certificates' | 'algorithm'>
  /** Secret that authenticates the state: at least 32 bytes that nobody else knows. Completing needs the same. */
  readonly secret: Uint8Array | string
  /** Time until the signature must be completed, in milliseconds. Default 24 hours. */
  readonly lifetimeMs?: number | undefined
}

/** A signature that waits for its value. */
export interface PreparedSignature {
  /** The bytes to sign: the signed attributes of the CMS, about 200 to 300 bytes. */
  readonly toBeSigned: OwnBytes
  /** Their digest, for services that sign hashes; null for Ed25519, which signs the bytes themselves. */
  readonly hash: { readonly algorithm: 'SHA-256' | 'SHA-384' | 'SHA-512'; readonly digest: OwnBytes } | null
  /** State to keep and to pass to completeSignature: a few kilobytes, mostly certificates. Authenticated, but not secret. */
  readonly state: OwnBytes
  /**
   * The document with space for the signature, which has to be kept as well. It holds the whole input, which need not be
   * kept.
   */
  readonly document: OwnBytes
  readonly expiresAt: Date
}

/** Longest lifetime, in milliseconds: a year. Certificates and passwords change, and the state must not outlive them. */
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
  const begun = await beginJob(input, request, options)
  const { job, identity, demand } = begun
  const { signal } = options
  const split = createSplitSigner(identity)
  const level = new LevelJob(demand.options, () => readClock(demand.options), signal, demand.leastLevel)
  const measure = await split.measure(job.now, signal)
  assertTimestampPlanned(split.certificates[0], demand.options.level)
  const room = await level.makeRoom(split.certificates)
  const spare = room.timestampBytes === 0 ? 0 : TWO_PHASE_LIMITS.spareTimestampBytes
  const maxBytes = measure.maxBytes + room.timestampBytes + spare
  const prepared = await prepareFile(job, { ...measure, maxBytes }, room.material)
  const content = await level.stampContent((hash) => digestOfSigned(prepared, hash))
  if (!content.fitsPlan) {
    const message = 'The content was stamped by another authority than that whose validation data the document holds.'
    throw new SealwrightError('timestamp_unavailable', message)
  }
  checkSignedFile(prepared.file, prepared.plan, new Uint8Array(0))
  const expiresAt = new Date(job.now.getTime() + (options.lifetimeMs ?? TWO_PHASE_LIMITS.lifetimeMs))
  const facts = { ...factsToKeep(begun, prepared, level, room), maxBytes, expiresAt: expiresAt.getTime() }
  const signedAttributes = content.attributes.map(toBase64)
  const toBeSigned = split.attributesFor(prepared.digest, content.attributes)
  return {
    toBeSigned: ownBytes(toBeSigned),
    hash: hashOf(toBeSigned, split.signatureHash),
    state: ownBytes(sealState({ ...facts, signedAttributes }, options.secret)),
    document: ownBytes(prepared.file),
    expiresAt,
  }
}

/** What is to be signed, and the requirements of its field. */
interface BegunJob {
  readonly job: SigningJob
  readonly identity: SigningIdentity
  readonly demand: ReturnType<typeof demandOfField>
}

async function beginJob(input: FileInput, request: SignRequest, options: PrepareOptions): Promise<BegunJob> {
  assertOptions(options, PREPARE_OPTIONS)
  const { secret, lifetimeMs: _, ...common } = options
  const identity = keyless(options.identity)
  const given: SignOptions = { ...common, identity }
  useAssets(given.assets)
  assertSecret(secret)
  const { maxBytes = MAX_DOCUMENT_BYTES, signal } = options
  const bytes = await readInput(input, { maxBytes, signal })
  const now = readClock(given)
  const parsed = await parseSignRequest(request, Math.max(0, now.getTime()))
  // Before the document is read, so that certificates that do not belong together are refused at once.
  const signer = createKeySigner(identity)
  const pace = new Pace({ signal })
  const source = await readSigningSource(bytes, given, pace)
  const demand = demandOfField(source.pdf, given)
  return {
    job: { source, request: parsed, options: demand.options, now, signer, isIssued: false, pace },
    identity,
    demand,
  }
}

/** What the second call has to know about the first: document, certificates and level. */
function factsToKeep(
  { job, identity, demand }: BegunJob,
  { file, plan, digest }: Awaited<ReturnType<typeof prepareFile>>,
  level: LevelJob,
  { timestamp, material }: Awaited<ReturnType<LevelJob['makeRoom']>>,
) {
  const { authorityUrl, leastLevel, options, warnings } = demand
  const hasAuthority = material !== undefined && timestamp !== undefined
  return {
    sealedAt: job.now.getTime(),
    certificates: identity.certificates.map(toBase64),
    algorithm: identity.algorithm,
    digest: toBase64(digest),
    documentSha256: hash('sha256', file),
    inputLength: job.source.pdf.length,
    contentsOffset: plan.placeholder.contents.offset,
    ...(hasAuthority ? { authoritySha256: hash('sha256', timestamp.certificate.der) } : {}),
    ...(authorityUrl === undefined ? {} : { authorityUrl }),
    record: factsOf(plan.record),
    level: level.level,
    leastLevel,
    vri: options.vri === true && material !== undefined,
    onUnavailable: options.onUnavailable ?? 'fail',
    warnings: [...(job.source.warnings ?? []), ...warnings, ...plan.warnings, ...level.warnings],
  }
}

/** The identity in the form that the rest of signing uses; its key is never called. */
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
