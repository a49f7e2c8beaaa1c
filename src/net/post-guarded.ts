/**
 * Sends data to addresses from strangers, with the same checks as for fetching.
 *
 * @module
 */

import type { IncomingMessage, RequestOptions } from 'node:http'
import { SealwrightError } from '../errors.js'
import { FETCH_LIMITS } from './fetch-limits.js'
import {
  type AddressRules,
  assertConnectionAllowed,
  assertLiteralAllowed,
  assertNotLocalhost,
  assertPortAllowed,
  createGuardedLookup,
} from './guarded-lookup.js'

/** A request. */
interface GuardedPost {
  readonly url: string
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly rules: AddressRules
}

/** A response. Its body is not read. */
interface PostAnswer {
  readonly status: number
  /** Retry-After in seconds; undefined when the server sent none. */
  readonly retryAfterSeconds: number | undefined
}

/**
 * Checks an address for a POST. It must use https without credentials, and a port of HTTP or above 1023. Plain http is
 * permitted when this machine is.
 *
 * @throws SealwrightError `url_not_allowed`
 */
export function assertPostTarget(url: string, rules: AddressRules): URL {
  if (url.length > FETCH_LIMITS.maxUrlLength || !URL.canParse(url)) throw notAllowed('The address is not a valid URL.')
  const target = new URL(url)
  if (target.protocol !== 'https:' && !(target.protocol === 'http:' && rules.allowLoopback === true)) {
    throw notAllowed('The address is not https.')
  }
  if (target.username !== '' || target.password !== '') throw notAllowed('The address may not hold credentials.')
  assertPortAllowed(target)
  assertNotLocalhost(target.hostname, rules)
  assertLiteralAllowed(target.hostname, rules)
  return target
}

/**
 * Sends one POST. Redirects are not followed but returned as responses.
 *
 * @throws SealwrightError `url_not_allowed`; `document_fetch_failed` without a response; the signal's reason when aborted
 */
export async function postGuarded({ url, body, headers, signal, rules }: GuardedPost): Promise<PostAnswer> {
  const target = assertPostTarget(url, rules)
  const { request } = target.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const options: RequestOptions = {
    agent: false,
    method: 'POST',
    lookup: createGuardedLookup(rules),
    signal,
    headers: { ...headers, 'user-agent': 'sealwright', 'content-length': String(body.length) },
    maxHeaderSize: FETCH_LIMITS.maxHeaderBytes,
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(target, options, resolve).on('error', reject).end(body)
  }).catch((cause: unknown) => {
    signal.throwIfAborted()
    if (cause instanceof SealwrightError) throw cause
    throw new SealwrightError('document_fetch_failed', 'The address could not be reached.', { cause })
  })
  try {
    assertConnectionAllowed(response.socket.remoteAddress, rules)
    const retryAfter = Number(response.headers['retry-after'])
    return {
      status: response.statusCode ?? 0,
      retryAfterSeconds:
        Number.isInteger(retryAfter) && retryAfter > 0 ? Math.min(retryAfter, MAX_RETRY_AFTER) : undefined,
    }
  } finally {
    response.destroy()
  }
}

/** Longest Retry-After, in seconds: one day. Longer times are reduced to it. */
const MAX_RETRY_AFTER = 86_400

function notAllowed(message: string): SealwrightError {
  return new SealwrightError('url_not_allowed', message)
}
