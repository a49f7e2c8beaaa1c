/**
 * Reads the body of a request within limits on size and time.
 *
 * @module
 */

import { setImmediate } from 'node:timers/promises'
import type { ByteLease } from '../../admission/byte-budget.js'
import { Refusal } from '../../admission/refusal.js'
import { SealwrightError } from '../../errors.js'
import type { ApiRequest } from '../api-request.js'
import { HTTP_LIMITS } from '../http-limits.js'

/** Limits for one body. */
export interface BodyLimits {
  readonly maxBytes: number
  /** Memory budget that the body counts against. */
  readonly lease: ByteLease
  /** Aborts reading, which rejects with the signal's reason. */
  readonly signal: AbortSignal
  readonly idleMs?: number
  readonly totalMs?: number
}

/**
 * The pieces of the body as they arrive. Before reading, the length that the client announced is reserved on the lease. The
 * caller takes the bytes that it keeps.
 *
 * @throws SealwrightError `file_too_large`, `request_timeout`, `overloaded`, `body_already_consumed`, `unsupported_media_type`,
 *   `invalid_request` for a body that broke off
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
  assertUnencoded(request)
  signal.throwIfAborted()
  // A false Content-Length has no effect, since the bytes that arrive are counted as well.
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw bodyTooLarge(maxBytes)
  if (request.body === null) return

  await lease.reserve(announcedBytes(request) ?? HTTP_LIMITS.firstBodyBytes, signal)
  const reader = request.body.getReader()
  // A pending read is not cancelled, which the streams of some runtimes do not permit.
  let stop: (reason: unknown) => void = () => undefined
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = reject
  })
  stopped.catch(() => undefined)
  const onAbort = () => stop(signal.reason)
  const watch = watchPace(limits, () => stop(tooSlow()))
  signal.addEventListener('abort', onAbort)
  let length = 0
  let isComplete = false
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), stopped])
      signal.throwIfAborted()
      if (done || value === undefined) {
        isComplete = true
        return
      }
      watch.note(value.length)
      length += value.length
      if (length > maxBytes) throw bodyTooLarge(maxBytes)
      yield value
      const turn = countRead(value.length)
      if (turn !== undefined) await turn
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : asBodyError(error)
  } finally {
    watch.stop()
    signal.removeEventListener('abort', onAbort)
    if (!isComplete) void discard(reader, request.body instanceof ReadableStream)
  }
}

/**
 * Refuses compressed bodies. Read without decoding, such a body would differ from what the client meant (RFC 9110, 15.5.16).
 * Servers undo the chunked transfer coding, and no other one (RFC 9112, 7).
 */
function assertUnencoded({ headers }: ApiRequest): void {
  assertPlainBody('Content-Encoding', headers.get('content-encoding'), 'identity')
  assertPlainBody('Transfer-Encoding', headers.get('transfer-encoding'), 'chunked')
}

function assertPlainBody(field: string, value: string | null, harmless: string): void {
  const encoding = value?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === harmless) return
  throw new Refusal('unsupported_media_type', `The body is compressed (${field}): send it as it is.`, {
    headers: { 'accept-encoding': 'identity' },
  })
}

/** What a body that broke off says. Some hosts have a limit of their own, and break it off with an error that has a status. */
function asBodyError(error: unknown): unknown {
  if (error instanceof SealwrightError) return error
  const { status, statusCode = status } = Object(error) as { status?: unknown; statusCode?: unknown }
  if (statusCode === 413) {
    const message = 'The body of the request is larger than the program accepts that this API is mounted in.'
    return new SealwrightError('file_too_large', message, { cause: error })
  }
  return new SealwrightError('invalid_request', 'The body of the request broke off before its end.', { cause: error })
}

type BodyReader = ReturnType<NonNullable<ApiRequest['body']>['getReader']>

/**
 * Discards the rest of a body. Streams of the runtime are read to the end if it is near. In Node.js 24, the source of a body
 * made from a form goes on pushing into a cancelled stream, and its failure would end the process.
 */
async function discard(reader: BodyReader, isForeign: boolean): Promise<void> {
  let isOver = !isForeign
  const timer = setTimeout(() => {
    isOver = true
    reader.cancel().catch(() => undefined)
  }, HTTP_LIMITS.discardMs).unref()
  try {
    for (let left: number = HTTP_LIMITS.maxDiscardedBytes; !isOver && left > 0; ) {
      const { done, value } = await reader.read()
      if (done) return
      left -= value?.length ?? 0
    }
    await reader.cancel()
  } catch {
    // The body is discarded, so its errors do not matter.
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(): SealwrightError {
  return new SealwrightError('request_timeout', 'The body of the request did not arrive in time.')
}

/** The length that the client announced, if it did. */
function announcedBytes(request: ApiRequest): number | undefined {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined
}

/** Calls `onLate` when a body pauses for too long, arrives too slowly on average, or takes too long altogether. */
function watchPace({ idleMs, totalMs }: BodyLimits, onLate: () => void) {
  const { bodyIdleMs, bodyTotalMs, bodyGraceMs, minBodyBytesPerSecond } = HTTP_LIMITS
  // A monotonic clock is used, since the time of day may be changed while bodies arrive.
  const start = performance.now()
  let last = start
  let bytes = 0
  const deadline = () =>
    Math.min(
      last + (idleMs ?? bodyIdleMs),
      start + bodyGraceMs + (bytes * 1000) / minBodyBytesPerSecond,
      start + (totalMs ?? bodyTotalMs),
    )
  const check = () => {
    const left = deadline() - performance.now()
    if (left > 0) timer = setTimeout(check, left)
    else onLate()
  }
  let timer = setTimeout(check, deadline() - start)
  return {
    note(length: number) {
      bytes += length
      last = performance.now()
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * The whole body in a buffer of its own, which can be transferred to another thread. Memory is leased before it is allocated.
 *
 * @throws SealwrightError as readChunks
 */
export async function readBody(request: ApiRequest, limits: BodyLimits): Promise<Uint8Array> {
  const { lease } = limits
  let bytes: Uint8Array = new Uint8Array(0)
  let length = 0
  for await (const chunk of readChunks(request, limits)) {
    const needed = length + chunk.length
    // Pieces are copied as they arrive. Copying all of them at the end would keep other requests waiting.
    if (needed > bytes.length) {
      bytes = resize(bytes, length, Math.max(needed, announcedBytes(request) ?? needed * 2), lease)
    }
    bytes.set(chunk, length)
    length = needed
  }
  return length === bytes.length ? bytes : resize(bytes, length, length, lease)
}

/** Copies the first `length` bytes into memory of another size. */
function resize(bytes: Uint8Array, length: number, size: number, lease: ByteLease): Uint8Array {
  lease.take(size)
  const resized = joinChunks([bytes.subarray(0, length)], size)
  lease.give(bytes.length)
  return resized
}

/** Copies pieces into one new array of `length` bytes or more. Bytes beyond the pieces are not cleared. */
export function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  // The memory is neither cleared first nor taken from the shared pool of Node.js.
  const bytes: Uint8Array = Buffer.allocUnsafeSlow(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

function bodyTooLarge(maxBytes: number): SealwrightError {
  return new SealwrightError('file_too_large', `The body of the request may have at most ${maxBytes} bytes.`)
}

/** The current turn of this thread's event loop. */
const turn: { bytes: number; next: Promise<void> | undefined } = { bytes: 0, next: undefined }

/**
 * Counts bytes that were read.
 *
 * @returns A promise to wait for before more is read; undefined while this turn may go on.
 */
function countRead(bytes: number): Promise<void> | undefined {
  turn.bytes += bytes
  turn.next ??= endTurn()
  return turn.bytes < HTTP_LIMITS.maxTurnBytes ? undefined : turn.next
}

async function endTurn(): Promise<void> {
  await setImmediate()
  turn.bytes = 0
  turn.next = undefined
}
