/**
 * Obtains a time stamp from the first of several authorities whose token passes every check.
 *
 * @module
 */

import type { TimestampHash } from '../../cms/timestamps.js'
import { SealwrightError } from '../../errors.js'
import { isBytes } from '../../input/foreign-values.js'
import { raceAbort } from '../../pace/race-abort.js'
import { createHash } from '../../platform/hashes.js'
import { findPath, TrustBudget } from '../paths/trust-paths.js'
import { type CertificatePool, createPool } from '../trust-anchors.js'
import type { TimestampAuthority } from './authority-options.js'
import { type CheckedTimestamp, checkTimestampToken } from './check-token.js'
import { TIMESTAMP_LIMITS } from './timestamp-limits.js'

/** Settings for all calls of one job. */
export interface StampingContext {
  readonly authorities: readonly TimestampAuthority[]
  /** Anchors that the path of an authority must lead to. Without them, the path is not checked. */
  readonly anchors: CertificatePool | undefined
  readonly now: () => Date
  readonly signal: AbortSignal | undefined
}

/** A time stamp, with the errors before it was obtained. */
export interface ObtainedTimestamp extends CheckedTimestamp {
  readonly authority: TimestampAuthority
  readonly hash: TimestampHash
  /** A sentence for every authority that failed. */
  readonly failures: readonly string[]
}

/**
 * Asks the authorities one after the other.
 *
 * @param digestBy returns the digest of the data to be stamped, by an algorithm
 * @throws SealwrightError the error of the only authority; `timestamp_unavailable` when there are several, with all their
 *   errors as its cause. The signal's reason when aborted.
 */
export async function obtainTimestamp(
  context: StampingContext,
  digestBy: (hash: TimestampHash) => Uint8Array,
): Promise<ObtainedTimestamp> {
  return firstOf(context, async (authority, failures) => {
    const hash = authority.hash ?? 'sha256'
    const checked = await stamp(context, authority, hash, digestBy(hash))
    remember(authority, hash, checked)
    return { ...checked, authority, hash, failures }
  })
}

/**
 * A sample token of the first authority that answers. The first call of a process has a few meaningless bytes stamped; later
 * calls use the last token.
 *
 * @throws SealwrightError as {@link obtainTimestamp}
 */
export async function sampleTimestamp(context: StampingContext): Promise<ObtainedTimestamp> {
  return firstOf(context, async (authority, failures) => {
    const hash = authority.hash ?? 'sha256'
    const checked = remembered(authority, hash) ?? (await takeSample(context, authority, hash))
    assertTrusted(checked, context)
    return { ...checked, authority, hash, failures }
  })
}

async function firstOf<T>(
  { authorities, signal }: StampingContext,
  ask: (authority: TimestampAuthority, failures: readonly string[]) => Promise<T>,
): Promise<T> {
  if (authorities.length === 0) {
    const message =
      'A time stamp is needed, and there is no authority in timestampAuthorities: timestampAuthority(url) makes one.'
    throw new SealwrightError('timestamp_unavailable', message)
  }
  const errors: SealwrightError[] = []
  for (const [i, authority] of authorities.entries()) {
    signal?.throwIfAborted()
    try {
      const failures = errors.map(
        (error, at) => `Time-stamping authority ${at + 1} failed (${error.code}): ${error.message}`,
      )
      return await ask(authority, failures)
    } catch (error) {
      signal?.throwIfAborted()
      const known = toTimestampError(error)
      if (authorities.length === 1 && i === 0) throw known
      errors.push(known)
    }
  }
  const codes = errors.map(({ code }) => code).join(', ')
  const message = `None of ${authorities.length} time-stamping authorities gave a usable time stamp (${codes}).`
  throw new SealwrightError('timestamp_unavailable', message, { cause: new AggregateError(errors, message) })
}

/** Converts an error. A host's own authority may throw anything, but in any case a time stamp is missing. */
function toTimestampError(error: unknown): SealwrightError {
  if (error instanceof SealwrightError) return error
  return new SealwrightError('timestamp_unreachable', 'The time-stamping authority failed.', { cause: error })
}

async function stamp(
  context: StampingContext,
  authority: TimestampAuthority,
  hash: TimestampHash,
  digest: Uint8Array,
): Promise<CheckedTimestamp> {
  const { now, signal } = context
  const limit = AbortSignal.timeout(TIMESTAMP_LIMITS.hostTimeoutMs)
  const both = signal === undefined ? limit : AbortSignal.any([signal, limit])
  const asked = authority.timestamp(hash, digest.slice(), { now, signal: both })
  const token: unknown = await raceAbort(asked, both, () =>
    signal?.aborted === true
      ? signal.reason
      : new SealwrightError('timestamp_timeout', 'The time-stamping authority did not answer in time.'),
  )
  if (!isBytes(token)) {
    throw new SealwrightError('timestamp_malformed', 'The time-stamping authority did not give bytes.')
  }
  // A host's own authority may have checked nothing.
  const checked = checkTimestampToken(token.slice(), {
    hash,
    digest,
    now: now(),
    clockToleranceMs: authority.clockToleranceMs,
  })
  assertTrusted(checked, context)
  return checked
}

function assertTrusted({ certificate, certificates, info }: CheckedTimestamp, { anchors }: StampingContext): void {
  if (anchors === undefined) return
  const pool = createPool(certificates)
  const search = { anchors, pool, at: info.time, purpose: 'time-stamping', budget: new TrustBudget() } as const
  const { fault } = findPath(certificate, search)
  if (fault === undefined) return
  const message = `The certificate of the time stamp does not lead to a trusted one (${fault.code}).`
  throw new SealwrightError('timestamp_untrusted', message)
}

/** The newest token of each authority, by digest. Its certificates tell which data its path will need. */
const samples = new WeakMap<TimestampAuthority, Map<TimestampHash, CheckedTimestamp>>()
/** Samples in progress. */
const pending = new WeakMap<TimestampAuthority, Map<TimestampHash, Promise<CheckedTimestamp>>>()

function remembered(authority: TimestampAuthority, hash: TimestampHash): CheckedTimestamp | undefined {
  return samples.get(authority)?.get(hash)
}

function remember(authority: TimestampAuthority, hash: TimestampHash, timestamp: CheckedTimestamp): void {
  const byHash = samples.get(authority) ?? new Map<TimestampHash, CheckedTimestamp>()
  byHash.set(hash, timestamp)
  samples.set(authority, byHash)
}

/** Has a few meaningless bytes stamped. Concurrent calls share one answer. */
function takeSample(
  context: StampingContext,
  authority: TimestampAuthority,
  hash: TimestampHash,
): Promise<CheckedTimestamp> {
  const running = pending.get(authority) ?? new Map<TimestampHash, Promise<CheckedTimestamp>>()
  pending.set(authority, running)
  const known = running.get(hash)
  // A caller that aborts must not cancel the sample for others, so only the authority's time limits end it.
  const sample = known ?? stampSample({ ...context, signal: undefined, anchors: undefined }, authority, hash)
  if (known === undefined) {
    running.set(hash, sample)
    sample.then(
      () => running.delete(hash),
      () => running.delete(hash),
    )
  }
  const { signal } = context
  return signal === undefined ? sample : raceAbort(sample, signal)
}

async function stampSample(
  context: StampingContext,
  authority: TimestampAuthority,
  hash: TimestampHash,
): Promise<CheckedTimestamp> {
  const digest = createHash(hash).update('sealwright: size of a time stamp').digest()
  const timestamp = await stamp(context, authority, hash, digest)
  remember(authority, hash, timestamp)
  return timestamp
}
