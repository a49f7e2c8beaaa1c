/**
 * Fetches a document from a URL that comes from a stranger, and protects against requests to other targets.
 *
 * @module
 */

import type { IncomingMessage, RequestOptions } from 'node:http'
import { SealwrightError } from '../errors.js'
import { codeOf } from '../input/foreign-values.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { FETCH_LIMITS } from './fetch-limits.js'
import {
  type AddressRules,
  assertConnectionAllowed,
  assertLiteralAllowed,
  assertPortAllowed,
  createGuardedLookup,
} from './guarded-lookup.js'

/** Options of fetchDocument. */
export interface FetchDocumentOptions extends AddressRules {
  /** Largest document, in bytes. Default 25 MB. */
  readonly maxBytes?: number | undefined
  /** Longest time for the whole call, including redirects, in milliseconds. Default 20 s. */
  readonly timeoutMs?: number | undefined
  /** Most redirects that are followed. Default 3. */
  readonly maxRedirects?: number | undefined
  /** Reserves the memory for the document before it is used. Default: no limit. */
  readonly memory?: MemoryLease | undefined
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** A document, with the content type that its server states. */
export interface FetchedDocument {
  readonly bytes: Uint8Array
  /** Content type with its parameters, for example the charset; absent when the server states none. */
  readonly contentType?: string
}

/** A memory budget from which bytes are taken. */
export interface MemoryLease {
  /** Waits until that many bytes are reserved. */
  reserve(bytes: number, signal: AbortSignal): Promise<void>
  /** Takes bytes, reserved ones first. Throws when none are left. */
  take(bytes: number): void
  give(bytes: number): void
}

const ENOUGH_MEMORY: MemoryLease = { reserve: () => Promise.resolve(), take: () => undefined, give: () => undefined }

/** Size of the first buffer for a document of unknown length, in bytes. */
const FIRST_BYTES = 64 * 1024

const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

/**
 * Fetches a document over http or https from the public internet. Private, loopback, link-local and other special addresses
 * are refused. The check applies to the address of the actual connection, also after each redirect. The request has no
 * cookies, no credentials and no referrer.
 *
 * @returns The unchanged bytes of the document, whatever content type the server states.
 * @throws SealwrightError `url_not_allowed` for a URL that may not be fetched, `document_fetch_failed` when the server does
 *   not deliver, `file_too_large`.
 *
 * @example
 * ```ts
 * const { bytes } = await fetchDocument('https://example.com/contract.pdf', { maxBytes: 5_000_000 })
 * ```
 */
export async function fetchDocument(url: string, options: FetchDocumentOptions = {}): Promise<FetchedDocument> {
  const { timeoutMs = FETCH_LIMITS.timeoutMs, maxRedirects = FETCH_LIMITS.maxRedirects } = options
  options.signal?.throwIfAborted()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const signal = options.signal === undefined ? timeout.signal : AbortSignal.any([options.signal, timeout.signal])
  try {
    let target = parseTarget(url)
    for (let redirects = 0; ; redirects++) {
      assertLiteralAllowed(target.hostname, options)
      const response = await request(target, signal, options)
      try {
        assertConnectionAllowed(response.socket.remoteAddress, options)
        const location = REDIRECTS.has(response.statusCode) ? response.headers.location : undefined
        if (location === undefined) {
          const contentType = response.headers['content-type']
          const bytes = await readDocument(response, options, signal)
          return { bytes, ...(contentType === undefined ? {} : { contentType }) }
        }
        if (redirects >= maxRedirects) throw fetchFailed('The URL redirects too many times.')
        target = parseTarget(location, target)
      } finally {
        response.destroy()
      }
    }
  } catch (error) {
    if (options.signal?.aborted === true) throw options.signal.reason
    if (timeout.signal.aborted) throw fetchFailed(`The document did not arrive within ${timeoutMs / 1000} seconds.`)
    throw error instanceof SealwrightError ? error : fetchFailed(describeFailure(error), error)
  } finally {
    clearTimeout(timer)
  }
}

function parseTarget(url: string, base?: URL): URL {
  if (url.length > FETCH_LIMITS.maxUrlLength || !URL.canParse(url, base?.href)) {
    throw notAllowed('The URL of the document is not valid.')
  }
  // The parser converts every spelling of an IPv4 address (octal, hexadecimal, decimal, short) to dotted form.
  const target = new URL(url, base)
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw notAllowed('The document can be fetched over https and http only.')
  }
  if (base?.protocol === 'https:' && target.protocol === 'http:') {
    throw notAllowed('The URL redirects from https to http.')
  }
  if (target.username !== '' || target.password !== '') throw notAllowed('The URL may not hold credentials.')
  assertPortAllowed(target)
  return target
}

async function request(target: URL, signal: AbortSignal, rules: AddressRules): Promise<IncomingMessage> {
  const { request: send } = target.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const options: RequestOptions = {
    // Every request has its own connection, since a reused one would not be checked again.
    agent: false,
    lookup: createGuardedLookup(rules),
    signal,
    headers: { accept: 'application/pdf, */*;q=0.5', 'accept-encoding': 'identity', 'user-agent': 'sealwright' },
    maxHeaderSize: FETCH_LIMITS.maxHeaderBytes,
  }
  return new Promise((resolve, reject) => {
    send(target, options, resolve).on('error', reject).end()
  })
}

async function readDocument(
  response: IncomingMessage,
  { maxBytes = MAX_DOCUMENT_BYTES, memory = ENOUGH_MEMORY }: FetchDocumentOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (response.statusCode !== 200) {
    throw fetchFailed(`The server of the URL answered with status ${response.statusCode}.`)
  }
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw fetchFailed('The server of the URL sent a compressed document.')
  const announced = Number(response.headers['content-length'] ?? FIRST_BYTES)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  // The connection is read only after the memory is reserved.
  await memory.reserve(announced, signal)
  memory.take(announced)
  let bytes: Uint8Array = Buffer.allocUnsafeSlow(announced)
  let length = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    const needed = length + chunk.length
    if (needed > maxBytes) throw tooLarge(maxBytes)
    if (needed > bytes.length) bytes = resize(bytes, length, Math.min(maxBytes, needed * 2), memory)
    bytes.set(chunk, length)
    length = needed
  }
  return length === bytes.length ? bytes : resize(bytes, length, length, memory)
}

/** Copies the first `length` bytes into memory of another size. */
function resize(bytes: Uint8Array, length: number, size: number, memory: MemoryLease): Uint8Array {
  memory.take(size)
  const resized: Uint8Array = Buffer.allocUnsafeSlow(size)
  resized.set(bytes.subarray(0, length))
  memory.give(bytes.length)
  return resized
}

function describeFailure(error: unknown): string {
  const code = codeOf(error)
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host of the URL was not found.'
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return 'The host of the URL could not be reached.'
    case 'ECONNRESET':
      return 'The server of the URL closed the connection before the document was complete.'
    default:
      return 'The document could not be fetched.'
  }
}

function notAllowed(message: string): SealwrightError {
  return new SealwrightError('url_not_allowed', message)
}

function fetchFailed(message: string, cause?: unknown): SealwrightError {
  return new SealwrightError('document_fetch_failed', message, cause === undefined ? {} : { cause })
}

function tooLarge(maxBytes: number): SealwrightError {
  return new SealwrightError('file_too_large', `The document at the URL has more than ${maxBytes} bytes.`)
}
