/**
 * What a route is made of.
 *
 * @module
 */

import type { ConverterTable } from '../convert/conversion.js'
import { SealwrightError } from '../errors.js'
import { HTTP_LIMITS } from '../limits.js'
import type { ApiLogger, ApiOptions, ApiRequest, RequestContext } from './api-options.js'
import type { ByteBudget, ByteLease } from './byte-budget.js'
import type { ConcurrencyLimiter } from './concurrency-limiter.js'
import type { Executor } from './executor.js'
import { parseJsonBody } from './parse-json-body.js'
import { readBody } from './read-body.js'

/** What all requests share. */
export interface ApiState {
  readonly options: ApiOptions
  readonly maxDocumentBytes: number
  readonly budget: ByteBudget
  readonly concurrency: ConcurrencyLimiter
  readonly executor: Executor
  /** For what is quickly done: in this thread. */
  readonly inline: Executor
  readonly converters: ConverterTable
  readonly logger: ApiLogger | undefined
}

/** One request on its way through a route. */
export interface Exchange {
  readonly state: ApiState
  readonly request: ApiRequest
  readonly url: URL
  readonly context: RequestContext
  readonly requestId: string
  /** Aborted when the client goes away or the API closes. */
  readonly signal: AbortSignal
  /** Given back when the request is answered. */
  readonly lease: ByteLease
  /** Facts for the log entry, added on the way. */
  readonly log: Record<string, unknown>
}

/** Answers requests of one method at one path. */
export type Handler = (exchange: Exchange) => Promise<Response> | Response

/** Handlers by method, and whether answers may be stored and HEAD may stand for GET. */
export interface Route {
  readonly path: string
  readonly methods: Readonly<Partial<Record<'GET' | 'POST', Handler>>>
  /** GET changes nothing, so HEAD may be answered as well. */
  readonly isSafe?: boolean
}

/**
 * Who asks.
 *
 * @returns The id of the API key.
 * @throws SealwrightError `missing_api_key`, `invalid_api_key`, and `invalid_request` for two keys
 */
export async function authenticate({ state, request, context, requestId, signal, log }: Exchange): Promise<string> {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const other = request.headers.get('x-api-key') ?? undefined
  if (bearer !== undefined && other !== undefined && bearer !== other) {
    throw new SealwrightError('invalid_request', 'The headers "Authorization" and "X-Api-Key" hold different keys.')
  }
  const apiKey = bearer ?? other
  if (apiKey === undefined) {
    throw new SealwrightError('missing_api_key', 'Send an API key in the header "Authorization: Bearer <key>".')
  }
  const { id } = await state.options.keys.authenticate(apiKey, {
    clientAddress: context.clientAddress,
    requestId,
    signal,
  })
  log['keyId'] = id
  return id
}

/**
 * The bytes of a JSON body.
 *
 * @throws SealwrightError `unsupported_media_type`, and what readBody throws
 */
export async function readJsonBytes(exchange: Exchange, maxBytes: number): Promise<Uint8Array> {
  const { request, signal, lease, state } = exchange
  const mediaType = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (mediaType !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(mediaType)) {
    throw new SealwrightError('unsupported_media_type', 'The request must be sent as application/json.')
  }
  const idleMs = state.options.bodyIdleMs ?? HTTP_LIMITS.bodyIdleMs
  const bytes = await readBody(request, { maxBytes, lease, signal, idleMs })
  exchange.log['bytesIn'] = bytes.length
  return bytes
}

/** A small JSON body as a value, wherever it was parsed. */
export async function readJsonValue(exchange: Exchange): Promise<unknown> {
  if (exchange.context.parsedBody !== undefined) return exchange.context.parsedBody
  return parseJsonBody(await readJsonBytes(exchange, HTTP_LIMITS.maxSmallBodyBytes)).value
}

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
