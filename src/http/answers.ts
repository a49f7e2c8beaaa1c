/**
 * Answers of the API as plain values. A Fetch Response with its streams would take as much time as a small document, and most
 * adapters need none.
 *
 * @module
 */

import { jsonText } from '../input/json-text.js'

/** An answer before it becomes a Response, or whatever else a host sends. */
export interface ApiAnswer {
  readonly status: number
  /** Header fields by their names in lower case. */
  readonly headers: Map<string, string>
  /** Null where there is no body, as for HEAD. */
  readonly body: Uint8Array | null
}

/** An answer without a body. */
export function emptyAnswer(status: number, headers: Readonly<Record<string, string>> = {}): ApiAnswer {
  return { status, headers: new Map(Object.entries(headers)), body: null }
}

/** An answer in JSON. */
export function jsonAnswer(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): ApiAnswer {
  const all = { 'content-type': 'application/json', ...headers }
  return { ...emptyAnswer(status, all), body: Buffer.from(jsonText(value)) }
}

/** An answer of bytes. */
export function bytesAnswer(body: Uint8Array, headers: Readonly<Record<string, string>>): ApiAnswer {
  return { ...emptyAnswer(200, { ...headers, 'content-length': String(body.length) }), body }
}

/** Size in bytes below which a copy costs less than a stream. */
const MAX_COPIED_BYTES = 16 * 1024
const CHUNK_BYTES = 256 * 1024

/** The answer as a Response. Large bodies are streamed in views of the array, since a Response would copy it whole. */
export function toResponse({ status, headers, body }: ApiAnswer): Response {
  const init = { status, headers: [...headers] }
  if (body === null || body.length <= MAX_COPIED_BYTES)
    return new Response(body as Uint8Array<ArrayBuffer> | null, init)
  return new Response(streamBytes(body), init)
}

function streamBytes(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let offset = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(offset, offset + CHUNK_BYTES))
        offset += CHUNK_BYTES
        if (offset >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
