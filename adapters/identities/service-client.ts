/**
 * Calls of a signing service by HTTP and JSON: one request, one answer, a time limit, and errors that say what happened.
 *
 * @module
 */

import { SealwrightError } from '../../src/index.js'
import { FUNCTION, numberFrom, type OptionTable } from '../../src/input/check-options.js'
import { jsonText } from '../../src/input/json-text.js'

/** The parts of `fetch` that a request needs. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>

/** Options of the adapters that send HTTP requests themselves. */
export interface ServiceOptions {
  /** Time for one request, in milliseconds. Default 10 s. */
  readonly timeoutMs?: number | undefined
  /** Makes the requests, for hosts behind a proxy. Default: the global `fetch`. */
  readonly fetch?: FetchFunction | undefined
}

/** Checks of these options. */
export const SERVICE_OPTIONS: OptionTable<ServiceOptions> = { timeoutMs: numberFrom(1), fetch: FUNCTION }

/** One call. */
interface ServiceCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Value that is sent as JSON with POST. Left out: the request is a GET. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The members of an answer, unchecked. */
export type ServiceAnswer = Readonly<Record<string, unknown>>

const DEFAULT_TIMEOUT_MS = 10_000
/** Largest answer, in bytes. A signature with its chain has a few kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024
/** Characters of a service's reason that an error message contains. */
const MAX_REASON_LENGTH = 300

/** Calls one service. */
export class ServiceClient {
  readonly #service: string
  readonly #timeoutMs: number
  readonly #fetch: FetchFunction

  /** @param service name of the service in errors */
  constructor(service: string, { timeoutMs = DEFAULT_TIMEOUT_MS, fetch = globalThis.fetch }: ServiceOptions) {
    this.#service = service
    this.#timeoutMs = timeoutMs
    this.#fetch = fetch
  }

  /**
   * Sends a request and reads the answer. Redirects are not followed: they would carry the credentials elsewhere.
   *
   * @throws SealwrightError `signing_failed`, with `retryAfterSeconds` where the service is busy; `invalid_identity` where the
   * service refuses the credentials or does not know the key; the signal's reason when aborted
   */
  async call({ url, headers, body, signal }: ServiceCall): Promise<ServiceAnswer> {
    signal?.throwIfAborted()
    const timeout = AbortSignal.timeout(this.#timeoutMs)
    const init: RequestInit = {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: jsonText(body) }),
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    }
    try {
      const response = await this.#fetch(url, init)
      const text = await readText(response)
      if (!response.ok) throw this.#refusal(response, text)
      return this.#parse(text)
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause instanceof SealwrightError) throw cause
      if (timeout.aborted) throw this.failure(`did not answer within ${this.#timeoutMs} ms`, cause)
      throw this.failure('could not be reached', cause)
    }
  }

  /** The error for an answer that is not as documented. */
  failure(what: string, cause?: unknown): SealwrightError {
    return new SealwrightError('signing_failed', `${this.#service} ${what}.`, cause === undefined ? {} : { cause })
  }

  /**
   * Decodes a member in base64 or base64url.
   *
   * @throws SealwrightError `signing_failed` when it is neither
   */
  bytes(value: unknown, what: string): Uint8Array {
    if (typeof value !== 'string' || value === '' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) {
      throw this.failure(`gave no ${what}`)
    }
    return new Uint8Array(Buffer.from(value, 'base64'))
  }

  #parse(text: string): ServiceAnswer {
    let answer: unknown
    try {
      answer = JSON.parse(text)
    } catch (cause) {
      throw this.failure('gave an answer that is not JSON', cause)
    }
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
      throw this.failure('gave an answer that is not a JSON object')
    }
    return answer as ServiceAnswer
  }

  #refusal({ status, headers }: Response, text: string): SealwrightError {
    const reason = reasonIn(text)
    const message = `${this.#service} answered ${status}${reason === '' ? '' : `: ${reason}`}`
    if (status === 401 || status === 403 || status === 404) return new SealwrightError('invalid_identity', message)
    const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
    const isBusy = status === 429 || status === 503
    const wait = isBusy
      ? { retryAfterSeconds: Number.isFinite(retryAfter) ? Math.max(0, Math.ceil(retryAfter)) : 1 }
      : {}
    return new SealwrightError('signing_failed', message, wait)
  }
}

/** Reads the text of an answer, up to the limit. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) throw new Error('The answer is too large.')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The reason of a failure on one line, from the members in which Google, Azure, Vault and CSC give it. */
function reasonIn(text: string): string {
  try {
    const answer: unknown = JSON.parse(text)
    const error = memberOf(answer, 'error')
    const candidates = [
      memberOf(error, 'message'),
      memberOf(answer, 'error_description'),
      memberOf(answer, 'errors'),
      error,
    ]
    const found = candidates.flat().find((each) => typeof each === 'string')
    return String(found ?? '')
      .replace(/\s+/g, ' ')
      .slice(0, MAX_REASON_LENGTH)
  } catch {
    return ''
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}
