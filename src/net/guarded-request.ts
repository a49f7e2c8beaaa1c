/**
 * Requests to addresses in certificates of strangers: OCSP responders, CRLs, certificates of issuers. They are no more
 * trusted than addresses in a document, so the same checks apply.
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
  createGuardedLookup,
} from './guarded-lookup.js'

/** A request. */
interface GuardedRequest {
  readonly url: string
  /** Body of a POST; without it, the request is a GET. */
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBytes: number
  readonly signal: AbortSignal
  /**
   * Hosts of the caller, as `name` or `name:port`, for example an in-house CA. They may have private addresses and any port.
   */
  readonly trustedHosts?: readonly string[] | undefined
  readonly rules?: AddressRules | undefined
}

const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

/**
 * Sends a request over http to port 80 or over https to port 443, only to public addresses, with few redirects, each of which
 * is checked. (Plain http is common here, since the fetched data is signed.)
 *
 * @returns the body of a response with status 200
 * @throws SealwrightError `url_not_allowed`, `file_too_large`, `document_fetch_failed`; the signal's reason when aborted
 */
export async function requestGuarded(request: GuardedRequest): Promise<Uint8Array> {
  let target = parseTarget(request.url, undefined, request.trustedHosts)
  for (let redirects = 0; ; redirects++) {
    const isTrusted = isTrustedHost(target, request.trustedHosts)
    const response = await send(target, request, isTrusted)
    try {
      if (!isTrusted) assertConnectionAllowed(response.socket.remoteAddress, request.rules ?? {})
      const location = REDIRECTS.has(response.statusCode) ? response.headers.location : undefined
      if (location === undefined) return await readBody(response, request.maxBytes)
      if (redirects >= FETCH_LIMITS.maxRedirects) throw failed('The address redirects too many times.')
      target = parseTarget(location, target, request.trustedHosts)
    } finally {
      response.destroy()
    }
  }
}

function isTrustedHost({ host, hostname }: URL, trusted: readonly string[] = []): boolean {
  return trusted.includes(host) || trusted.includes(hostname)
}

function parseTarget(url: string, base: URL | undefined, trusted: readonly string[] | undefined): URL {
  if (url.length > FETCH_LIMITS.maxUrlLength || !URL.canParse(url, base?.href)) {
    throw notAllowed('The address is not a valid URL.')
  }
  const target = new URL(url, base)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') throw notAllowed('The address is not http or https.')
  if (base?.protocol === 'https:' && target.protocol === 'http:') throw notAllowed('The address redirects to http.')
  if (target.username !== '' || target.password !== '') throw notAllowed('The address may not hold credentials.')
  // The parser removes the default port of the protocol.
  if (target.port !== '' && target.port !== '80' && target.port !== '443' && !isTrustedHost(target, trusted)) {
    throw notAllowed('The port of the address is neither 80 nor 443.')
  }
  return target
}

async function send(target: URL, request: GuardedRequest, isTrusted: boolean): Promise<IncomingMessage> {
  const { body, headers = {}, signal, rules = {} } = request
  if (!isTrusted) assertLiteralAllowed(target.hostname, rules)
  const { request: open } = target.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const options: RequestOptions = {
    agent: false,
    method: body === undefined ? 'GET' : 'POST',
    ...(isTrusted ? {} : { lookup: createGuardedLookup(rules) }),
    signal,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      'user-agent': 'sealwright',
      ...(body === undefined ? {} : { 'content-length': String(body.length) }),
    },
    maxHeaderSize: FETCH_LIMITS.maxHeaderBytes,
  }
  return new Promise((resolve, reject) => {
    open(target, options, resolve).on('error', reject).end(body)
  })
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (response.statusCode !== 200) throw failed(`The server answered with status ${response.statusCode}.`)
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function notAllowed(message: string): SealwrightError {
  return new SealwrightError('url_not_allowed', message)
}

function failed(message: string): SealwrightError {
  return new SealwrightError('document_fetch_failed', message)
}

function tooLarge(maxBytes: number): SealwrightError {
  return new SealwrightError('file_too_large', `The answer has more than ${maxBytes} bytes.`)
}
