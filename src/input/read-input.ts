/**
 * Reads files from callers, who may give bytes in various forms.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { setImmediate } from '../platform/turns.js'
import { types } from '../platform/value-types.js'
import { kindOf } from './check-options.js'

/** The part of a Blob or a File that is used. Those of jsdom have no `stream`. */
export type BlobLike = { readonly size: number } & (
  | { stream(): StreamLike }
  | { arrayBuffer(): Promise<ArrayBufferLike> }
)

/** The part of a ReadableStream of the web that is used. */
export interface StreamLike {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    cancel(reason?: unknown): Promise<unknown>
  }
}

/**
 * A file: bytes, a Blob or File, a stream of the web or of Node, or an iterable of pieces of bytes. A stream is read to its
 * end, or until it has given more than `maxBytes`. When a call fails or is aborted, the stream is cancelled.
 */
export type FileInput = Uint8Array | ArrayBufferLike | BlobLike | StreamLike | AsyncIterable<Uint8Array>

/** Options of reading. */
interface ReadInputOptions {
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  /** Name of the input in messages. Default `document`. */
  readonly what?: string
}

const FIRST_ALLOCATION = 64 * 1024
const PIECES_BETWEEN_PAUSES = 1024

/**
 * Returns the bytes of an input. A Uint8Array and an ArrayBuffer are not copied.
 *
 * @throws SealwrightError `invalid_request` for an input that is no file, `file_too_large` before more bytes are in memory;
 *   the signal's reason; the error of a stream
 */
export async function readInput(input: unknown, options: ReadInputOptions): Promise<Uint8Array> {
  const { signal, what = 'document' } = options
  signal?.throwIfAborted()
  const whole = wholeBytes(input)
  if (whole !== undefined) {
    if (isDetached(whole)) throw invalid(`The bytes of the ${what} were transferred to another thread.`)
    assertLength(whole.length, options)
    return whole
  }
  const source = openSource(input, options)
  if (source === undefined) throw invalid(describeWrongInput(input, what))
  return collect(source, options)
}

/** The bytes of an input in memory. `instanceof` does not suffice, since test runners have classes of other realms. */
function wholeBytes(input: unknown): Uint8Array | undefined {
  if (input instanceof Uint8Array) return input
  if (types.isUint8Array(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  if (types.isDataView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  return types.isAnyArrayBuffer(input) ? new Uint8Array(input) : undefined
}

/** True when the buffer of an array is detached: no view on it can be made. Node.js 20 has no property for this. */
function isDetached(bytes: Uint8Array): boolean {
  if (bytes.length > 0) return false
  try {
    new Uint8Array(bytes.buffer)
    return false
  } catch {
    return true
  }
}

/** A source of pieces. */
interface Source {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>
  /** Cancels the source before its end, also while a piece is awaited. */
  cancel(reason: unknown): void
}

function openSource(input: unknown, options: ReadInputOptions): Source | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  if (isBlob(input)) {
    assertLength(input.size, options)
    return 'stream' in input ? webSource(input.stream(), options) : onePiece(input)
  }
  if ('getReader' in input && typeof input.getReader === 'function') return webSource(input as StreamLike, options)
  if (!(Symbol.asyncIterator in input)) return undefined
  return iterableSource(input as AsyncIterable<unknown>, options)
}

function isBlob(input: object): input is BlobLike {
  if (!('size' in input) || typeof input.size !== 'number') return false
  return ['stream', 'arrayBuffer'].some((name) => typeof Reflect.get(input, name) === 'function')
}

/** A source that gives the bytes of a blob at once. */
function onePiece(blob: { arrayBuffer(): Promise<ArrayBufferLike> }): Source {
  let isRead = false
  return {
    async next() {
      if (isRead) return { done: true }
      isRead = true
      return { value: new Uint8Array(await blob.arrayBuffer()) }
    },
    cancel: () => undefined,
  }
}

function webSource(stream: StreamLike, { what = 'document' }: ReadInputOptions): Source {
  let reader: ReturnType<StreamLike['getReader']>
  try {
    reader = stream.getReader()
  } catch (cause) {
    throw invalid(`The stream of the ${what} is locked: something else is reading it.`, cause)
  }
  return { next: () => reader.read(), cancel: (reason) => void ignoreFailure(() => reader.cancel(reason)) }
}

function iterableSource(input: AsyncIterable<unknown>, { what = 'document' }: ReadInputOptions): Source {
  const ended = ['readableEnded', 'destroyed'].some((name) => Reflect.get(input, name) === true)
  if (ended) throw invalid(`The stream of the ${what} was read or closed already.`)
  const iterator = input[Symbol.asyncIterator]()
  return {
    next: () => iterator.next(),
    cancel() {
      // A stream of Node ignores its iterator's return() while it waits for data.
      const destroy: unknown = Reflect.get(input, 'destroy')
      void ignoreFailure(async () => (typeof destroy === 'function' ? destroy.call(input) : iterator.return?.()))
    },
  }
}

async function ignoreFailure(end: () => Promise<unknown>): Promise<void> {
  try {
    await end()
  } catch {
    // The error that ended reading was reported already.
  }
}

/** Reads a source to its end or until the signal is aborted. After an error or an abort, the source is cancelled. */
async function collect(source: Source, options: ReadInputOptions): Promise<Uint8Array> {
  const abortion = whenAborted(options.signal)
  try {
    return await Promise.race([readAll(source, options), abortion.promise])
  } catch (error) {
    source.cancel(error)
    throw error
  } finally {
    abortion.forget()
  }
}

/** Reads all pieces. The memory grows with the bytes that have arrived, never by an announced length. */
async function readAll(source: Source, options: ReadInputOptions): Promise<Uint8Array> {
  const { signal, what = 'document' } = options
  let bytes = new Uint8Array(0)
  let length = 0
  for (let count = 1; ; count++) {
    const { done, value } = await source.next()
    if (done === true) return length === bytes.length ? bytes : bytes.slice(0, length)
    signal?.throwIfAborted()
    const piece = wholeBytes(value)
    if (piece === undefined) throw invalid(describeWrongPiece(value, what))
    assertLength(length + piece.length, options, ' or more')
    bytes = withRoom(bytes, length, length + piece.length)
    bytes.set(piece, length)
    length += piece.length
    // Without a pause, a generator that never waits would keep the timer of an abort from running.
    if (count % PIECES_BETWEEN_PAUSES === 0) await setImmediate()
  }
}

function withRoom(bytes: Uint8Array<ArrayBuffer>, used: number, needed: number): Uint8Array<ArrayBuffer> {
  if (needed <= bytes.length) return bytes
  const larger = new Uint8Array(Math.max(needed, 2 * bytes.length, FIRST_ALLOCATION))
  larger.set(bytes.subarray(0, used))
  return larger
}

interface Abortion {
  readonly promise: Promise<never>
  forget(): void
}

function whenAborted(signal: AbortSignal | undefined): Abortion {
  let abort = (): void => undefined
  const promise = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
  })
  promise.catch(() => undefined)
  return { promise, forget: () => signal?.removeEventListener('abort', abort) }
}

function assertLength(length: number, { maxBytes, what = 'document' }: ReadInputOptions, orMore = ''): void {
  if (length <= maxBytes) return
  const message = `The ${what} has ${length} bytes${orMore}, more than the limit of ${maxBytes}.`
  throw new SealwrightError('file_too_large', message)
}

function describeWrongInput(input: unknown, what: string): string {
  if (typeof input === 'string') {
    return `The ${what} must be given as bytes, not as text: read the file, or decode its Base64, first.`
  }
  if (types.isPromise(input)) return `The ${what} is a Promise: await it first.`
  const expected = `The ${what} must be a Uint8Array, an ArrayBuffer, a Blob, a stream or an async iterable of bytes`
  return `${expected}, not ${kindOf(input)}${adviceOn(input)}.`
}

/** What to give instead of some objects that have the bytes, after a colon. */
function adviceOn(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  if (Array.isArray(input)) return types.isUint8Array(input[0]) ? ': join its pieces first' : ''
  if (ArrayBuffer.isView(input)) return ' of another kind: give a Uint8Array of its buffer'
  if ('body' in input && 'arrayBuffer' in input) return ': give its body'
  if ('buffer' in input && types.isUint8Array(input.buffer)) return ': give its buffer'
  if ('data' in input && 'type' in input && input.type === 'Buffer')
    return ' that was a Buffer before JSON: Buffer.from(it)'
  return 'href' in input ? ': read the file first' : ''
}

function describeWrongPiece(value: unknown, what: string): string {
  return typeof value === 'string'
    ? `The stream of the ${what} gives text, which may have lost bytes: leave out its encoding.`
    : `The stream of the ${what} gives something other than bytes.`
}

function invalid(message: string, cause?: unknown): SealwrightError {
  return new SealwrightError('invalid_request', message, cause === undefined ? {} : { cause })
}
