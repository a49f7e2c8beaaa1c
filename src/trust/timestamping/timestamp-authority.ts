/**
 * Time-stamping authorities over HTTP (RFC 3161, 3.4).
 *
 * @module
 */

import { randomBytes } from 'node:crypto'
import { parseTimestampReply } from '../../cms/timestamp-reply.js'
import { encodeTimestampRequest, isTimestampHash, type TimestampHash } from '../../cms/timestamp-request.js'
import { type ErrorCode, SealwrightError } from '../../errors.js'
import { TIMESTAMP_LIMITS } from '../../limits.js'
import { type FetchFunction, type HostAnswer, sendToHost } from '../../net/host-request.js'
import { checkTimestampToken } from './check-token.js'

/** What a call of an authority may take. */
export interface TimestampCallOptions {
  readonly signal?: AbortSignal
  /** The clock that the authority's time is compared with. Default: the system's. */
  readonly now?: () => Date
}

/**
 * Whatever gives time-stamp tokens. {@link timestampAuthority} makes one for an address; a host can bring its own, for example
 * over the `signatures/timestamp` of a CSC service. Its tokens are checked before they are used.
 */
export interface TimestampAuthority {
  /** The digest that this authority is asked to stamp. Default SHA-256. */
  readonly hash?: TimestampHash
  /**
   * Stamps a digest.
   *
   * @param hashName `sha256`, `sha384` or `sha512`
   * @param digest digest by that algorithm
   * @returns the TimeStampToken (ContentInfo), in the authority's own bytes
   */
  timestamp(hashName: TimestampHash, digest: Uint8Array, options?: TimestampCallOptions): Promise<Uint8Array>
}

/** Options of timestampAuthority. */
export interface TimestampAuthorityOptions {
  /** Further header fields, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Object identifier of the policy that stamps must follow. Default: any. */
  readonly policy?: string
  /** Digest that is stamped. Default `sha256`. */
  readonly hash?: TimestampHash
  /** Time for one try, in milliseconds; an authority that does not answer is tried twice. Default 5 s. */
  readonly timeoutMs?: number
  /** How far the authority's time may be from ours, in milliseconds. Default 5 minutes. */
  readonly clockToleranceMs?: number
  /** Makes the requests, for hosts behind a proxy. Default: the global `fetch`. */
  readonly fetch?: FetchFunction
}

/**
 * A time-stamping authority (RFC 3161 with RFC 5816) at an address. The address is the host's own and is not guarded: private
 * addresses are allowed.
 *
 * Every answer is checked: status, one signer, version, imprint, nonce, policy, the certificate, its purpose (critical, time
 * stamping alone), its binding by signing-certificate or signing-certificate-v2, its validity, the time, and the signature.
 * Each check has an error code of its own, `timestamp_…`.
 *
 * @throws SealwrightError `invalid_request` for options that make no sense
 *
 * @example
 * ```ts
 * const authority = timestampAuthority('https://tsa.example.com/tsr', { headers: { authorization: `Bearer ${token}` } })
 * const { bytes } = await signDocument(pdf, request, { identity, level: 'B-T', timestampAuthorities: [authority] })
 * ```
 */
export function timestampAuthority(url: string, options: TimestampAuthorityOptions = {}): TimestampAuthority {
  assertAuthority(url, options)
  const { hash = 'sha256' } = options
  return {
    hash,
    async timestamp(hashName, digest, call = {}) {
      if (!isTimestampHash(hashName)) throw invalid('Time stamps are over SHA-256, SHA-384 or SHA-512.')
      for (let left: number = TIMESTAMP_LIMITS.tries; ; left--) {
        call.signal?.throwIfAborted()
        try {
          return await askOnce(url, { hash: hashName, digest }, options, call)
        } catch (error) {
          if (left <= 1 || !isSilence(error)) throw error
        }
      }
    },
  }
}

/** Only what may be a hiccup is worth a second try; an answer that is wrong stays wrong. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof SealwrightError && (error.code === 'timestamp_unreachable' || error.code === 'timestamp_timeout')
  )
}

async function askOnce(
  url: string,
  { hash, digest }: { readonly hash: TimestampHash; readonly digest: Uint8Array },
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

const OID_FORM = /^[0-2](\.\d{1,15}){1,30}$/

function assertAuthority(url: string, { policy, hash, timeoutMs, clockToleranceMs }: TimestampAuthorityOptions): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw invalid('The address of a time-stamping authority must be an http or https URL.')
  }
  if (policy !== undefined && !OID_FORM.test(policy)) throw invalid('policy must be an object identifier, as 1.2.3.')
  if (hash !== undefined && !isTimestampHash(hash)) throw invalid('hash must be sha256, sha384 or sha512.')
  for (const [name, value] of Object.entries({ timeoutMs, clockToleranceMs })) {
    if (value !== undefined && !(value > 0 && value < 2 ** 31))
      throw invalid(`${name} must be a number of milliseconds.`)
  }
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
