/**
 * An API for tests: with an identity of its own, one key that is good, and everything in one thread.
 *
 * @module
 */

import type { ConverterTable } from '../../../src/convert/conversion.js'
import { CONVERTERS } from '../../../src/convert/converters.js'
import { SealwrightError } from '../../../src/errors.js'
import type { Api, ApiKeys, ApiOptions } from '../../../src/http/api-options.js'
import type { RequestContext } from '../../../src/http/api-request.js'
import { createApiWith } from '../../../src/http/create-api.js'
import { openRoutes } from '../../../src/http/open-routes.js'
import type { Problem } from '../../../src/http/problem.js'
import { developmentIdentity } from '../../../src/sign/identity/development-identity.js'

export const GOOD_KEY = 'sw_good'

/** Knows one key. */
export const oneKey: ApiKeys = {
  async authenticate(apiKey) {
    if (apiKey !== GOOD_KEY) throw new SealwrightError('invalid_api_key', 'The API key is not valid.')
    return { id: 'key_1' }
  },
}

let identity: ReturnType<typeof developmentIdentity> | undefined

/** Makes an API. */
export async function makeApi(
  options: Partial<ApiOptions> = {},
  converters: ConverterTable = CONVERTERS,
): Promise<Api> {
  identity ??= developmentIdentity()
  // Loaded already, so that clocks that stand still do not keep the first request from its route.
  const routesNow = (...given: Parameters<typeof openRoutes>) => {
    const router = openRoutes(...given)
    return () => router
  }
  return createApiWith({ identity: await identity, keys: oneKey, workers: false, ...options }, converters, routesNow)
}

/** What a request is made of. */
export interface Ask {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly json?: unknown
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>
  readonly key?: string | null
  readonly signal?: AbortSignal
  readonly context?: RequestContext
}

/** Asks the API; with the good key, unless told otherwise. */
export function ask(api: Api, path: string, options: Ask = {}): Promise<Response> {
  const { json, key = GOOD_KEY, signal } = options
  const body = options.body ?? (json === undefined ? undefined : JSON.stringify(json))
  const headers = new Headers(json === undefined ? {} : { 'content-type': 'application/json' })
  if (key !== null) headers.set('authorization', `Bearer ${key}`)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const init: RequestInit = {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    duplex: 'half',
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  }
  return api.fetch(new Request(`https://api.example${path}`, init), options.context)
}

/** The problem that an answer tells of. */
export async function problemOf(response: Response): Promise<Problem> {
  if (response.headers.get('content-type') !== 'application/problem+json') {
    throw new Error(`The answer is no problem but ${response.status}: ${await response.text()}`)
  }
  return (await response.json()) as Problem
}

/** A body in pieces. */
export function streamOf(pieces: readonly (Uint8Array | string)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next = 0
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[next++]
      if (piece === undefined) controller.close()
      else controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
    },
  })
}

/** A promise, and the way to settle it. */
export function deferred<T = void>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
