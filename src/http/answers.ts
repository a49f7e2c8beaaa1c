/**
 * Answers of the API: JSON, and bytes that are not copied.
 *
 * @module
 */

/** An answer in JSON. */
export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Bodies that go out as they are where the adapter knows how. */
const wholeBodies = new WeakMap<Response, Uint8Array>()

/**
 * The body of an answer of the API, where it is there as a whole: an adapter can send it without copying it. The body of the
 * Response itself holds the same.
 */
export function wholeBody(response: Response): Uint8Array | undefined {
  return wholeBodies.get(response)
}

const MAX_COPIED_BYTES = 16 * 1024
const CHUNK_BYTES = 256 * 1024

/** An answer of bytes. Large ones are streamed in views of the array, since a Response would copy it whole. */
export function bytesResponse(bytes: Uint8Array, headers: Record<string, string>): Response {
  const init = { headers: { ...headers, 'content-length': String(bytes.length) } }
  const response =
    bytes.length <= MAX_COPIED_BYTES
      ? new Response(bytes as Uint8Array<ArrayBuffer>, init)
      : new Response(streamBytes(bytes), init)
  wholeBodies.set(response, bytes)
  return response
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
