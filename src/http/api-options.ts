/**
 * Options of createApi, and what an adapter tells it about a request.
 *
 * @module
 */

import type { ApiKeyInfo, IssuedApiKey, KeyRequestContext } from '../keys/key-issuer-options.js'
import type { FetchDocumentOptions } from '../net/fetch-document.js'
import type { CmsIdentity, SigningIdentity } from '../sign/identity/identity.js'
import type { ConcurrencyLimiter } from './concurrency-limiter.js'
import type { ConvertSettings } from './conversion-job.js'
import type { SignSettings, VerifySettings } from './document-job.js'
import type { WorkerOptions } from './worker-pool.js'

/** What the API asks of whatever issues and checks API keys. A KeyIssuer is one. */
export interface ApiKeys {
  /** Whose key it is; rejects with SealwrightError `invalid_api_key`. */
  authenticate(apiKey: string, context: KeyRequestContext): Promise<Pick<ApiKeyInfo, 'id'>>
  /** Without these two, there are no routes for them. */
  requestCode?(email: string, context: KeyRequestContext): Promise<void>
  redeemCode?(
    email: string,
    code: string,
    context: KeyRequestContext,
  ): Promise<Pick<IssuedApiKey, 'apiKey' | 'email' | 'createdAt'>>
}

/** Receives one entry for every request, and what went wrong inside. pino and the console fit. */
export interface ApiLogger {
  info(entry: Readonly<Record<string, unknown>>, message: string): void
  warn(entry: Readonly<Record<string, unknown>>, message: string): void
  error(entry: Readonly<Record<string, unknown>>, message: string): void
}

export interface ApiOptions {
  /** The key and certificates that sign. */
  readonly identity: SigningIdentity | CmsIdentity
  /** Issues and checks API keys. */
  readonly keys: ApiKeys
  /** Further options for every signature, such as `serviceName`. */
  readonly sign?: SignSettings
  /** Further options for every verification, such as `trustAnchors`. */
  readonly verify?: VerifySettings
  /** Further options for every conversion, such as `fonts`. */
  readonly convert?: ConvertSettings
  /** Whether verifying needs an API key too. Default false. */
  readonly verifyNeedsKey?: boolean
  /** Largest document or file, in bytes. Default 25 MB. */
  readonly maxDocumentBytes?: number
  /** Bytes of all request bodies that are in work at once; more are refused with `overloaded`. Default 512 MB. */
  readonly maxBytesInFlight?: number
  /** Conversions of one API key at once. Default 10. */
  readonly maxConcurrentPerKey?: number
  /** Counts them. Default: on this host alone. */
  readonly concurrency?: ConcurrencyLimiter
  /** Fetching of `document.url`; false turns it off. Default: on. */
  readonly fetchDocument?: Omit<FetchDocumentOptions, 'maxBytes' | 'signal'> | false
  /** Threads for the work; false does it in the thread of the host, without limits of time and memory that always hold. */
  readonly workers?: WorkerOptions | false
  /** Time for signing or verifying one document, in milliseconds. Default 30 s. */
  readonly signTimeoutMs?: number
  /** Time for converting one document, in milliseconds. Default 60 s. */
  readonly convertTimeoutMs?: number
  /** Time without a single byte of a body, in milliseconds. Default 30 s. */
  readonly bodyIdleMs?: number
  /** Whether to serve `/v1/docs`. Default true. */
  readonly docs?: boolean
  /** Never gets keys, codes, addresses, or anything out of a document. */
  readonly logger?: ApiLogger
}

/** What the API uses of a Request, for adapters that do without one. */
export interface ApiRequest {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, 'get'>
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  readonly body: ApiRequestBody | null
  /** Whether something has read the body before. */
  readonly bodyUsed: boolean
}

/** A ReadableStream, as far as it is used. */
export interface ApiRequestBody {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    /** Ends the reading; a pending `read` is then done. */
    cancel(): Promise<unknown>
  }
}

/** What only the adapter knows about a request. */
export interface RequestContext {
  /** The client's IP address, as the host trusts it. Without it there are no limits per client. */
  readonly clientAddress?: string | undefined
  /** Path that the API is mounted at, such as `/api`. Default: none. */
  readonly basePath?: string | undefined
  /** The JSON body, where the host has parsed it already. */
  readonly parsedBody?: unknown
}

/** The API. */
export interface Api {
  /** Answers a request, such as a `Request` of Fetch. Never rejects. */
  fetch(request: ApiRequest, context?: RequestContext): Promise<Response>
  /** Stops all work, for the end of the process. */
  close(): Promise<void>
}
