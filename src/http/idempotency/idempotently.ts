/**
 * Carries out requests once, however often they are sent (draft-ietf-httpapi-idempotency-key-header-07).
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { ADMISSION_LIMITS } from '../../admission/admission-limits.js'
import { SealwrightError } from '../../errors.js'
import { isBytes } from '../../input/foreign-values.js'
import { callWithDeadline } from '../../keys/call-with-deadline.js'
import { type ApiAnswer, bytesAnswer } from '../answers.js'
import { HTTP_LIMITS } from '../http-limits.js'
import type { Exchange } from '../route.js'
import type { IdempotencyStore } from './idempotency-store.js'
import { identifyRequest, openAnswer, type RequestIdentity, sealAnswer } from './sealed-answer.js'

/** Least rate at which answers are assumed to reach the store, in bytes per millisecond. Large answers get more time. */
const STORE_BYTES_PER_MS = 5_000

/** The input of a request in memory, until it turns out that its answer was kept. */
interface HeldRequest<T extends Identified> {
  received: T | undefined
}

interface Identified {
  /** Content of the request, in the same order for equal requests. */
  readonly identifiedBy: readonly (Uint8Array | string)[]
}

/**
 * Runs the work, unless the request has a key under which it was carried out before: then the kept answer is repeated. Without a
 * key, the work is simply run.
 *
 * An answer is stored before it is sent, and an answer that cannot be stored is not sent. All attempts therefore get the same
 * answer, whatever fails in between. Refusals are not kept, so a request may be corrected and sent with the same key.
 *
 * @param held the input; it is released before a kept answer is read, so that not both are in memory, and the caller must keep
 *   no other reference
 * @throws SealwrightError `idempotency_key_reused`, `idempotency_in_progress`, `invalid_request` for an invalid key,
 *   `store_unavailable`, `overloaded`, and what the work throws
 */
export async function idempotently<T extends Identified>(
  exchange: Exchange,
  held: HeldRequest<T>,
  work: (received: T) => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const { store, ttlMs, leaseMs } = exchange.state.idempotency
  const header = exchange.request.headers.get('idempotency-key')
  if (store === undefined || header === null) return doWork(held, work)
  const { url, owner, account, request } = exchange
  const route = [url.pathname, url.search, request.headers.get('accept') ?? '']
  const scope = { account, sender: [owner.id, readKey(header)] }
  const identity = await identifyRequest(scope, [...route, ...(held.received?.identifiedBy ?? [])])
  const token = randomUUID()
  const now = Date.now()
  const { id, fingerprint } = identity
  const claim = {
    id,
    owner: identity.owner,
    fingerprint,
    token,
    now,
    leaseUntil: now + leaseMs,
    expiresAt: now + ttlMs,
  }
  const record = await claimOrLeave(exchange, store, claim)
  if (record === null) return carryOut(exchange, store, { identity, token, ttlMs, leaseMs }, () => doWork(held, work))
  if (!isRecord(record)) throw new SealwrightError('store_unavailable', 'What is stored for this key is not a record.')
  if (record.fingerprint !== fingerprint) throw reused()
  if (record.size === null) throw inProgress()
  held.received = undefined
  return replay(exchange, store, record.size, identity)
}

function doWork<T extends Identified>(
  { received }: HeldRequest<T>,
  work: (received: T) => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  if (received === undefined) throw new SealwrightError('internal_error', 'The request was put aside already.')
  return work(received)
}

/**
 * Claims an id. A claim that arrives after its request has timed out, or whose client has disconnected, is given up, so that the
 * next attempt need not wait for its lease.
 */
async function claimOrLeave(
  exchange: Exchange,
  store: IdempotencyStore,
  claim: Parameters<IdempotencyStore['claim']>[0],
): ReturnType<IdempotencyStore['claim']> {
  let claiming: ReturnType<IdempotencyStore['claim']> | undefined
  try {
    return await callStore(exchange, async () => {
      claiming = store.claim(claim)
      return claiming
    })
  } catch (error) {
    claiming
      ?.then((record) => (record === null ? store.abandon(claim.id, claim.token) : undefined))
      .catch(() => undefined)
    throw error
  }
}

interface Holder {
  readonly identity: RequestIdentity
  readonly token: string
  readonly ttlMs: number
  readonly leaseMs: number
}

async function carryOut(
  exchange: Exchange,
  store: IdempotencyStore,
  { identity, token, ttlMs, leaseMs }: Holder,
  work: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const { id } = identity
  const timer = setInterval(() => {
    // A renewal that fails is tried again long before the lease ends.
    const renewing = async () => store.renew(id, token, Date.now() + leaseMs)
    renewing().catch(() => undefined)
  }, leaseMs / 4).unref()
  let answer: ApiAnswer
  try {
    answer = await work()
  } catch (error) {
    // If this fails too, the lease ends by itself.
    callStore(exchange, () => store.abandon(id, token), { isBound: false }).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
  const { status, headers, body } = answer
  const kept = { status, headers: Object.fromEntries(headers), body: body ?? new Uint8Array(0) }
  const sealed = await sealAnswer(kept, identity)
  const isKept = await callStore(exchange, () => store.finish(id, token, sealed, Date.now() + ttlMs), {
    isBound: false,
    bytes: sealed.length,
  })
  // This process was thought dead, and another one has answered the request since. Its answer counts.
  if (!isKept) throw inProgress()
  return answer
}

/**
 * Repeats a kept answer. The request's memory is freed, and that of the answer is reserved before it is read, since it may be as
 * large.
 */
async function replay(
  exchange: Exchange,
  store: IdempotencyStore,
  size: number,
  identity: RequestIdentity,
): Promise<ApiAnswer> {
  const { lease, signal, log } = exchange
  lease.replace(0)
  await lease.reserve(size, signal)
  lease.take(size)
  const sealed = await callStore(exchange, () => store.read(identity.id), { bytes: size })
  if (!isBytes(sealed)) {
    // The answer has just expired, or was evicted or erased, so the request may be sent again.
    if (sealed === null) throw inProgress()
    throw new SealwrightError('store_unavailable', 'What is stored for this key is not an answer.')
  }
  const { headers, body } = await openAnswer(sealed, identity)
  log['replayed'] = true
  return bytesAnswer(body, { ...headers, 'idempotency-replayed': 'true' })
}

/** Reads the key: a string of structured fields (RFC 9651, 3.3.3), or the same without quotes, as many clients send it. */
function readKey(header: string): string {
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(header.trim())?.[1]
  const key = quoted?.replace(/\\(.)/g, '$1') ?? (/^[\x21\x23-\x7e]+$/.test(header.trim()) ? header.trim() : '')
  if (key.length > 0 && key.length <= HTTP_LIMITS.maxIdempotencyKeyLength) return key
  const message = `"Idempotency-Key" must be 1 to ${HTTP_LIMITS.maxIdempotencyKeyLength} printable characters, best a UUID.`
  throw new SealwrightError('invalid_request', message)
}

function callStore<T>(
  { signal }: Exchange,
  call: () => Promise<T>,
  { isBound = true, bytes = 0 }: { readonly isBound?: boolean; readonly bytes?: number } = {},
): Promise<T> {
  return callWithDeadline(call, {
    timeoutMs: ADMISSION_LIMITS.quotaTimeoutMs + bytes / STORE_BYTES_PER_MS,
    code: 'store_unavailable',
    message: 'What was done for this key cannot be looked up or put on record at the moment.',
    // The result is stored even when the client has disconnected, since it will ask again.
    ...(isBound ? { signal } : {}),
  })
}

/** Checks a record, since hosts may use their own stores. */
function isRecord(record: unknown): boolean {
  const { fingerprint, size } = Object(record) as Record<string, unknown>
  return typeof fingerprint === 'string' && (size === null || (Number.isInteger(size) && Number(size) >= 0))
}

function reused(): SealwrightError {
  return new SealwrightError('idempotency_key_reused', 'The key was sent with another request before: make a new one.')
}

function inProgress(): SealwrightError {
  return new SealwrightError(
    'idempotency_in_progress',
    'The request with this key is being worked on: ask again shortly.',
  )
}
