/**
 * A request as the API takes it, and what an adapter tells about it.
 *
 * @module
 */

import type { KeyQuotas, KeyScope } from '../keys/key-grants.js'

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

/** Whose request it is, as the host knows its own users: from a session, a client certificate, a token. */
export interface RequestOwner {
  /** The host's name for them, such as the id of a user. Quotas, idempotency keys and turns are counted for it. */
  readonly id: string
  /**
   * Their address, where the host has proved that it is theirs: batches belong to it, and are shared with API keys of the same
   * address. Default: batches belong to `id`.
   */
  readonly email?: string | undefined
  /** Routes that they may use. Default: all. */
  readonly scopes?: readonly KeyScope[] | null | undefined
  /** Limits of their own. Default: those of the API. */
  readonly quotas?: KeyQuotas | null | undefined
}

/** An owner; null or undefined for a request of nobody that the host knows. */
export type MaybeOwner = RequestOwner | null | undefined

/** What only the adapter knows about a request. */
export interface RequestContext {
  /** The client's IP address, as the host trusts it. Without it there are no limits per client. */
  readonly clientAddress?: string | undefined
  /** Path that the API is mounted at, such as `/api`. Default: none. */
  readonly basePath?: string | undefined
  /**
   * Settles when the answer was sent or the connection has ended: until then, the request counts as in progress, and
   * its memory as in use. Default: when the answer was made.
   */
  readonly finished?: Promise<unknown> | undefined
  /**
   * Whose request it is, where the host knows that by itself: no API key is asked for or looked at then. A function is called
   * only where it matters; what it throws is answered as an error, a SealwrightError by its code.
   */
  readonly owner?: MaybeOwner | (() => MaybeOwner | Promise<MaybeOwner>)
  /** The JSON body, where the host has parsed it already. */
  readonly parsedBody?: unknown
}
