/**
 * Sends one request to a time-stamping authority over HTTP (RFC 3161, 3.4), and checks its answer.
 *
 * @module
 */

import { encodeTimestampRequest, parseTimestampReply, type TimestampHash } from '../../cms/timestamps.js'
import { type ErrorCode, SealwrightError } from '../../errors.js'
import { type CircuitBreaker, CircuitOpenError, type Sign } from '../../net/circuit-breaker.js'
import { type HostAnswer, sendToHost } from '../../net/host-request.js'
import { randomBytes } from '../../platform/random.js'
import type { TimestampAuthorityOptions, TimestampCallOptions } from './authority-options.js'
import { checkTimestampToken } from './check-token.js'
import { TIMESTAMP_LIMITS } from './timestamp-limits.js'

/** The authority that is asked. */
export interface AskedAuthority {
  readonly url: string
  readonly options: TimestampAuthorityOptions
  /** Records whether it answers. */
  readonly breaker: CircuitBreaker
}

/** The data to be stamped. */
interface Stamped {
  readonly hash: TimestampHash
  readonly digest: Uint8Array
}

/** True for a temporary failure, which is worth a second try. A wrong answer stays wrong. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof SealwrightError && (error.code === 'timestamp_unreachable' || error.code === 'timestamp_timeout')
  )
}

/**
 * Asks an authority, and once more when it does not answer.
 *
 * @throws SealwrightError `timestamp_…`; the signal's reason when aborted
 */
export async function askAuthority(
  authority: AskedAuthority,
  stamped: Stamped,
  call: TimestampCallOptions,
): Promise<Uint8Array> {
  for (let left: number = TIMESTAMP_LIMITS.tries; ; left--) {
    call.signal?.throwIfAborted()
    try {
      return await askOnce(authority, stamped, call)
    } catch (error) {
      if (left <= 1 || !isSilence(error)) throw error
    }
  }
}

async function askOnce(
  { url, options, breaker }: AskedAuthority,
  { hash, digest }: Stamped,
  call: TimestampCallOptions,
): Promise<Uint8Array> {
  const { policy, clockToleranceMs, fetch, timeoutMs = TIMESTAMP_LIMITS.timeoutMs } = options
  const nonce = randomBytes(8)
  const timeout = AbortSignal.timeout(timeoutMs)
  const answer = await sendOrSpare(breaker, {
    url,
    headers: {
      ...options.headers,
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
    },
    body: encodeTimestampRequest({ hash, digest, policy, nonce }),
    fetch,
    timeout,
    signal: call.signal,
  })
  const token = readToken(answer)
  const now = call.now?.() ?? new Date()
  checkTimestampToken(token, { hash, digest, nonce, policy, now, clockToleranceMs })
  return token
}

interface Sending extends Pick<Parameters<typeof sendToHost>[0], 'url' | 'headers' | 'body' | 'fetch'> {
  readonly timeout: AbortSignal
  readonly signal: AbortSignal | undefined
}

/** Sends a request, unless the authority has left recent ones unanswered. */
async function sendOrSpare(breaker: CircuitBreaker, request: Sending): Promise<HostAnswer> {
  try {
    return await breaker.run(request.url, () => send(request), signOf)
  } catch (error) {
    if (!(error instanceof CircuitOpenError)) throw error
    const { cause } = error
    const code = cause instanceof SealwrightError ? cause.code : 'timestamp_unreachable'
    throw failed(code, `The time-stamping authority was not asked: ${error.message}`, cause)
  }
}

function signOf(error: unknown): Sign {
  if (isSilence(error)) return 'silent'
  return error instanceof SealwrightError ? 'alive' : 'unknown'
}

async function send(request: Sending): Promise<HostAnswer> {
  const answer = await receive(request)
  // A gateway answers for the authority when it is down.
  if (answer.status >= 500) throw badStatus(answer.status)
  return answer
}

function badStatus(status: number): SealwrightError {
  return failed('timestamp_unreachable', `The time-stamping authority answered with status ${status} of HTTP.`)
}

async function receive({ timeout, signal, ...request }: Sending): Promise<HostAnswer> {
  try {
    return await sendToHost({
      ...request,
      maxBytes: TIMESTAMP_LIMITS.maxReplyBytes,
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    })
  } catch (cause) {
    signal?.throwIfAborted()
    if (timeout.aborted) throw failed('timestamp_timeout', 'The time-stamping authority did not answer in time.')
    if (cause instanceof SealwrightError && cause.code === 'file_too_large') {
      const message = `The answer of the time-stamping authority has more than ${TIMESTAMP_LIMITS.maxReplyBytes} bytes.`
      throw failed('timestamp_too_large', message)
    }
    throw failed('timestamp_unreachable', 'The time-stamping authority cannot be reached.', cause)
  }
}

function readToken({ status, mediaType, body }: HostAnswer): Uint8Array {
  if (status !== 200) throw badStatus(status)
  if (mediaType !== 'application/timestamp-reply') {
    throw failed('timestamp_malformed', 'The time-stamping authority answered with something other than a time stamp.')
  }
  const reply = parseReply(body)
  if (reply.status > 1) {
    const reasons = [...reply.failures, reply.statusText].filter((text) => text !== '').join(', ')
    const detail = reasons === '' ? '' : ` (${reasons})`
    throw failed('timestamp_rejected', `The authority rejected the request with status ${reply.status}${detail}.`)
  }
  if (reply.token === undefined)
    throw failed('timestamp_malformed', 'The authority granted a time stamp without giving one.')
  return reply.token
}

function parseReply(body: Uint8Array) {
  try {
    return parseTimestampReply(body)
  } catch (cause) {
    throw failed('timestamp_malformed', 'The answer of the time-stamping authority is malformed.', cause)
  }
}

function failed(code: ErrorCode, message: string, cause?: unknown): SealwrightError {
  return new SealwrightError(code, message, cause === undefined ? {} : { cause })
}
