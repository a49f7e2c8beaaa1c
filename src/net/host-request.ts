/**
 * Requests to services that the host has configured. Their addresses may be private, since the host chose them. The size and
 * time of responses are limited all the same.
 *
 * @module
 */

import { type OwnBytes, ownBytes } from '../bytes.js'
import { SealwrightError } from '../errors.js'

/** The part of `fetch` that is needed. A host behind a proxy passes its own function. */
export type FetchFunction = (
  url: string,
  init: {
    readonly method: 'GET' | 'POST'
    readonly headers: Readonly<Record<string, string>>
    readonly body?: OwnBytes
    readonly signal: AbortSignal
    readonly redirect: 'error'
  },
) => Promise<Response>

/** A request. */
interface HostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Body of a POST; without it, the request is a GET. */
  readonly body?: Uint8Array | undefined
  /** Sends the request. Default: the global `fetch`. */
  readonly fetch?: FetchFunction | undefined
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** A response. */
export interface HostAnswer {
  readonly status: number
  /** Media type in lower case, without parameters; empty when the response has none. */
  readonly mediaType: string
  readonly body: Uint8Array
}

/**
 * Sends a request and reads the whole response.
 *
 * @throws SealwrightError `file_too_large` for more than `maxBytes`; the error of `fetch`, or the signal's reason
 */
export async function sendToHost(request: HostRequest): Promise<HostAnswer> {
  const { url, headers, body, maxBytes, signal } = request
  const send: FetchFunction = request.fetch ?? fetch
  const response = await send(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: ownBytes(body) }),
    signal,
    redirect: 'error',
  })
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > maxBytes) {
    await response.body?.cancel()
    throw tooLarge(maxBytes)
  }
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  return {
    status: response.status,
    mediaType: mediaType.trim().toLowerCase(),
    body: await readLimited(response, maxBytes),
  }
}

async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream and closes the connection.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}

function tooLarge(maxBytes: number): SealwrightError {
  return new SealwrightError('file_too_large', `The answer has more than ${maxBytes} bytes.`)
}
