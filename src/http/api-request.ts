/**
 * A request as the API takes it, and what an adapter tells about it.
 *
 * @module
 */

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
  /**
   * Settles when the answer was sent or the connection has ended: until then, the request counts as in progress, and
   * its memory as in use. Default: when the answer was made.
   */
  readonly finished?: Promise<unknown> | undefined
  /** The JSON body, where the host has parsed it already. */
  readonly parsedBody?: unknown
}
