/**
 * Reading the body of a request within limits of size and time.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { HTTP_LIMITS } from '../limits.js'
import type { ApiRequest } from './api-options.js'
import type { ByteLease } from './byte-budget.js'

/** Limits for one body. */
export interface BodyLimits {
  readonly maxBytes: number
  /** Memory that the body counts against. */
  readonly lease: ByteLease
  /** Aborts the reading, which then rejects with the signal's reason. */
  readonly signal: AbortSignal
  readonly idleMs?: number
  readonly totalMs?: number
}

/**
 * The body in pieces, as they arrive.
 *
 * @throws SealwrightError `file_too_large`, `request_timeout`, `overloaded`, `body_already_consumed`
 */
export async function* readChunks(
  request: ApiRequest,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { maxBytes, lease, signal } = limits
  if (request.bodyUsed) {
    throw new SealwrightError(
      'body_already_consumed',
      'Something read the body of the request before the API could. Mount the API before any body parser.',
    )
  }
  signal.throwIfAborted()
  // A false Content-Length gains nothing: what arrives is counted as well.
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw bodyTooLarge(maxBytes)
  if (request.body === null) return

  const reader = request.body.getReader()
  let isLate = false
  const cancel = () => void reader.cancel().catch(() => undefined)
  const expire = () => {
    isLate = true
    cancel()
  }
  const idle = setTimeout(expire, limits.idleMs ?? HTTP_LIMITS.bodyIdleMs)
  const total = setTimeout(expire, limits.totalMs ?? HTTP_LIMITS.bodyTotalMs)
  signal.addEventListener('abort', cancel)
  let length = 0
  let isComplete = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (isLate) throw new SealwrightError('request_timeout', 'The body of the request did not arrive in time.')
      if (done || value === undefined) {
        isComplete = true
        return
      }
      idle.refresh()
      length += value.length
      if (length > maxBytes) throw bodyTooLarge(maxBytes)
      lease.take(value.length)
      yield value
    }
  } finally {
    clearTimeout(idle)
    clearTimeout(total)
    signal.removeEventListener('abort', cancel)
    if (!isComplete) cancel()
  }
}

/**
 * The whole body in memory of its own, which may be transferred to another thread.
 *
 * @throws SealwrightError as readChunks
 */
export async function readBody(request: ApiRequest, limits: BodyLimits): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  let bytes: Uint8Array = new Uint8Array(0)
  let length = 0
  for await (const chunk of readChunks(request, limits)) {
    const needed = length + chunk.length
    if (needed > bytes.length) {
      // Copied as it arrives, so that no single copy of all keeps other requests waiting. Room for what the client
      // announced is made only when a good part of it is there.
      const isPlausible = declared >= needed && declared <= Math.max(needed * 8, TRUSTED_LENGTH)
      bytes = joinChunks([bytes.subarray(0, length)], isPlausible ? declared : needed * 2)
    }
    bytes.set(chunk, length)
    length = needed
  }
  return length === bytes.length ? bytes : joinChunks([bytes.subarray(0, length)], length)
}

/** So many bytes are made room for at the client's word. */
const TRUSTED_LENGTH = 256 * 1024

/** Copies pieces into one new array of `length` bytes or more; what they do not fill is not cleared. */
export function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  // Not cleared first, and not out of Node's shared pool.
  const bytes: Uint8Array = Buffer.allocUnsafeSlow(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

function bodyTooLarge(maxBytes: number): SealwrightError {
  return new SealwrightError('file_too_large', `The body of the request may have ${maxBytes} bytes.`)
}
