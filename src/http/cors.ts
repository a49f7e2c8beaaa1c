/**
 * Requests from pages of other origins (Fetch Standard, 3.3).
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { type ApiAnswer, emptyAnswer } from './answers.js'
import type { ApiRequest } from './api-request.js'
import { FACT_HEADERS } from './fact-headers.js'

/** Which pages may call the API from a browser. */
export interface CorsOptions {
  /** Origins of the pages, such as `https://app.example.com`; `*` for all. The browser's credentials are never allowed. */
  readonly origins: '*' | readonly string[]
  /** How long a browser may keep the answer to its preflight, in seconds. Default 600. */
  readonly maxAgeSeconds?: number | undefined
}

const DEFAULT_MAX_AGE = 600
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, X-Api-Key, X-Request-Id'
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  ...FACT_HEADERS,
].join(', ')

/** @throws SealwrightError `invalid_request` for invalid origins */
export function assertCors(cors: CorsOptions | undefined): void {
  if (cors === undefined || cors.origins === '*') return
  if (!Array.isArray(cors.origins)) {
    throw new SealwrightError('invalid_request', 'cors.origins must be "*" or a list of origins.')
  }
  for (const origin of cors.origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new SealwrightError('invalid_request', 'cors.origins must be origins, such as https://app.example.com.')
    }
  }
}

/** Sets the header fields that permit the page to read the answer. */
export function setCorsHeaders(headers: ApiAnswer['headers'], request: ApiRequest, { origins }: CorsOptions): void {
  const vary = headers.get('vary')
  headers.set('vary', vary === undefined ? 'Origin' : `${vary}, Origin`)
  const origin = request.headers.get('origin')
  if (origin === null || (origins !== '*' && !origins.includes(origin))) return
  headers.set('access-control-allow-origin', origins === '*' ? '*' : origin)
  headers.set('access-control-expose-headers', EXPOSED_HEADERS)
}

/** Answers a preflight request for a path with these methods. Undefined for a request that is not a preflight. */
export function answerPreflight(request: ApiRequest, methods: string, cors: CorsOptions): ApiAnswer | undefined {
  const method = request.headers.get('access-control-request-method')
  if (request.method !== 'OPTIONS' || method === null || request.headers.get('origin') === null) return undefined
  return emptyAnswer(204, {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': String(cors.maxAgeSeconds ?? DEFAULT_MAX_AGE),
  })
}
