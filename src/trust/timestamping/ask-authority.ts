/**
 * One request to a time-stamping authority over HTTP (RFC 3161, 3.4), and the check of its answer.
 *
 * @module
 */

import { randomBytes } from 'node:crypto'
import { parseTimestampReply } from '../../cms/timestamp-reply.js'
import { encodeTimestampRequest, type TimestampHash } from '../../cms/timestamp-request.js'
import { type ErrorCode, SealwrightError } from '../../errors.js'
import { TIMESTAMP_LIMITS } from '../../limits.js'
import { type HostAnswer, sendToHost } from '../../net/host-request.js'
import type { TimestampAuthorityOptions, TimestampCallOptions } from './authority-options.js'
import { checkTimestampToken } from './check-token.js'

/** What is to be stamped. */
interface Stamped {
  readonly hash: TimestampHash
  readonly digest: Uint8Array
}

/** Only what may be a hiccup is worth a second try; an answer that is wrong stays wrong. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof SealwrightError && (error.code === 'timestamp_unreachable' || error.code === 'timestamp_timeout')
  )
}

/**
 * Asks an authority, a second time when it does not answer.
 *
 * @throws SealwrightError `timestamp_…`; the signal's reason when aborted
 */
export async function askAuthority(
  url: string,
  stamped: Stamped,
  options: TimestampAuthorityOptions,
  call: TimestampCallOptions,
): Promise<Uint8Array> {
  for (let left: number = TIMESTAMP_LIMITS.tries; ; left--) {
    call.signal?.throwIfAborted()
    try {
      return await askOnce(url, stamped, options, call)
    } catch (error) {
      if (left <= 1 || !isSilence(error)) throw error
    }
  }
}

async function askOnce(
  url: string,
  { hash, digest }: Stamped,
  options: TimestampAuthorityOptions,
  call: TimestampCallOptions,
): Promise<Uint8Array> {
  const { policy, clockToleranceMs, fetch, timeoutMs = TIMESTAMP_LIMITS.timeoutMs } = options
  const nonce = randomBytes(8)
  const timeout = AbortSignal.timeout(timeoutMs)
  const answer = await send({
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

async function send({ timeout, signal, ...request }: Sending): Promise<HostAnswer> {
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
  if (status !== 200) {
    throw failed('timestamp_unreachable', `The time-stamping authority answered with status ${status} of HTTP.`)
  }
  if (mediaType !== 'application/timestamp-reply') {
    throw failed('timestamp_malformed', 'The time-stamping authority answered with something else than a time stamp.')
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
