/**
 * A request as the API takes it, and what an adapter knows about it.
 *
 * @module
 */

import type { KeyQuotas, KeyScope } from '../keys/key-grants.js'

/** The parts of a Request that the API uses, for adapters that have no Request. */
export interface ApiRequest {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, 'get'>
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly body: ApiRequestBody | null
  /** Whether the body has been read before. */
  readonly bodyUsed: boolean
}

/** The parts of a ReadableStream that are used. */
export interface ApiRequestBody {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    /** Stops reading. A pending `read` then ends. */
    cancel(): Promise<unknown>
  }
}

/** The host's own user that a request belongs to, known from a session, a client certificate or a token. */
export interface RequestOwner {
  /** The host's id for the user. Quotas, idempotency keys and turns are counted for it. */
  readonly id: string
  /**
   * The user's e-mail address, if the host has proved that it is theirs. Batches then belong to the address, and are shared with
   * API keys of the same address. Default: batches belong to `id`.
   */
  readonly email?: string | undefined
  /** Routes that the user may use. Default: all. */
  readonly scopes?: readonly KeyScope[] | null | undefined
  /** The user's own limits. Default: those of the API. */
  readonly quotas?: KeyQuotas | null | undefined
}

/** An owner; null or undefined for a request of no user of the host. */
export type MaybeOwner = RequestOwner | null | undefined

/** What only the adapter knows about a request. */
export interface RequestContext {
  /** The client's IP address, from a source that the host trusts. Without it there are no limits per client. */
  readonly clientAddress?: string | undefined
  /** Path that the API is mounted at, such as `/api`. Default: none. */
  readonly basePath?: string | undefined
  /**
   * Settles when the answer was sent or the connection has ended. Until then, the request counts as in progress, and its memory
   * as in use. Default: when the answer was made.
   */
  readonly finished?: Promise<unknown> | undefined
  /**
   * The user of the host that the request belongs to. API keys are then neither required nor read. A function is called only
   * where the owner matters; an error that it throws is answered, a SealwrightError by its code.
   */
  readonly owner?: MaybeOwner | (() => MaybeOwner | Promise<MaybeOwner>) | undefined
  /** The JSON body, where the host has parsed it already. */
  readonly parsedBody?: unknown | undefined
}
