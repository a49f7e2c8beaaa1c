/**
 * Requests that are carried out once however often they are sent (draft-ietf-httpapi-idempotency-key-header-07).
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { SealwrightError } from '../../errors.js'
import { isBytes } from '../../input/foreign-values.js'
import { callWithDeadline } from '../../keys/call-with-deadline.js'
import { type ApiAnswer, bytesAnswer } from '../answers.js'
import { HTTP_LIMITS } from '../http-limits.js'
import type { Exchange } from '../route.js'
import type { IdempotencyStore } from './idempotency-store.js'
import { identifyRequest, openAnswer, type RequestIdentity, sealAnswer } from './sealed-answer.js'

/** Rate at which answers are assumed to reach the store at least, in bytes per millisecond: large ones get more time. */
const STORE_BYTES_PER_MS = 5_000

/**
 * Does the work, unless the request names a key under which it was done before: then its answer is given again. Without a key,
 * it is just done.
 *
 * An answer is put on record before it is sent, and one that cannot be is not sent: whatever dies in between, all tries
 * get one and the same answer. Refusals are not kept, so a request may be corrected and sent with the same key.
 *
 * @param parts What was asked, in the same order for the same request.
 * @throws SealwrightError `idempotency_key_reused`, `idempotency_in_progress`, `invalid_request` for a key that is none,
 * `store_unavailable`, and what the work throws
 */
export async function idempotently(
  exchange: Exchange,
  parts: readonly (Uint8Array | string)[],
  work: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const { store, ttlMs, leaseMs } = exchange.state.idempotency
  const header = exchange.request.headers.get('idempotency-key')
  if (store === undefined || header === null) return work()
  const { url, owner, request } = exchange
  const route = [url.pathname, url.search, request.headers.get('accept') ?? '']
  const identity = await identifyRequest([owner.id, readKey(header)], [...route, ...parts])
  const token = randomUUID()
  const now = Date.now()
  const claim = { token, now, leaseUntil: now + leaseMs, expiresAt: now + ttlMs }
  const { id, fingerprint } = identity
  const record = await claimOrLeave(exchange, store, { id, fingerprint, ...claim })
  if (record !== null) {
    if (!isRecord(record))
      throw new SealwrightError('store_unavailable', 'What is stored for this key is not a record.')
    if (record.fingerprint !== fingerprint) throw reused()
    if (record.answer === null) throw inProgress()
    return replay(exchange, record.answer, identity)
  }
  return carryOut(exchange, store, { identity, token, ttlMs, leaseMs }, work)
}

/** A claim that comes too late for its request, or whose client has gone, is given up: the next try need not wait for its lease. */
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
    // One that fails, in whatever way, is tried again, long before the lease ends.
    const renewing = async () => store.renew(id, token, Date.now() + leaseMs)
    renewing().catch(() => undefined)
  }, leaseMs / 4).unref()
  let answer: ApiAnswer
  try {
    answer = await work()
  } catch (error) {
    // When this fails too, the lease merely ends.
    callStore(exchange, () => store.abandon(id, token), { isBound: false }).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
  const { status, headers, body } = answer
  const kept = { status, headers: Object.fromEntries(headers), body: body ?? new Uint8Array(0) }
  const sealed = sealAnswer(kept, identity)
  const isKept = await callStore(exchange, () => store.finish(id, token, sealed, Date.now() + ttlMs), {
    isBound: false,
    bytes: sealed.length,
  })
  // This process was thought dead, and another one has answered the request since: its answer counts.
  if (!isKept) throw inProgress()
  return answer
}

function replay(exchange: Exchange, sealed: Uint8Array, identity: RequestIdentity): ApiAnswer {
  exchange.lease.take(sealed.length)
  const { headers, body } = openAnswer(sealed, identity)
  exchange.log['replayed'] = true
  return bytesAnswer(body, { ...headers, 'idempotency-replayed': 'true' })
}

/**
 * The key: a string of structured fields (RFC 9651, 3.3.3), or, as many clients send it, the same without quotes.
 */
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
    timeoutMs: HTTP_LIMITS.quotaTimeoutMs + bytes / STORE_BYTES_PER_MS,
    code: 'store_unavailable',
    message: 'What was done for this key cannot be looked up or put on record at the moment.',
    // The result is put on record even when the client is gone: it will ask again.
    ...(isBound ? { signal } : {}),
  })
}

/** Hosts may bring their own stores. */
function isRecord(record: unknown): boolean {
  const { fingerprint, answer } = Object(record) as Record<string, unknown>
  return typeof fingerprint === 'string' && (answer === null || isBytes(answer))
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
