/**
 * Fetches lists.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { messageOf } from '../input/foreign-values.js'
import { fetchDocument } from '../net/fetch-document.js'
import { TRUST_LIST_LIMITS } from './trust-lists-limits.js'

/**
 * Fetches a list, for hosts behind a proxy or with copies of their own; the global `fetch` fits. The source of a list does
 * not make it trusted: each list must be signed.
 */
export type ListFetch = (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>

/** Returns the bytes at an address. */
export type ListSource = (url: string) => Promise<Uint8Array>

/**
 * @param fetch default: a client that connects to public addresses only
 * @returns a source that rejects with `trust_list_unavailable`, or with the reason of the signal
 */
export function createListSource(fetch: ListFetch | undefined, signal: AbortSignal | undefined): ListSource {
  const { maxListBytes: maxBytes, fetchTimeoutMs: timeoutMs } = TRUST_LIST_LIMITS
  return async (url) => {
    signal?.throwIfAborted()
    try {
      if (fetch === undefined)
        return (await fetchDocument(url, { maxBytes, timeoutMs, ...(signal && { signal }) })).bytes
      const timeout = AbortSignal.timeout(timeoutMs)
      const response = await fetch(url, { signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) })
      if (response.status !== 200) throw new Error(`The server answered with status ${response.status}.`)
      return await readLimited(response, maxBytes)
    } catch (cause) {
      signal?.throwIfAborted()
      const message = `The trusted list at ${url.slice(0, 200)} could not be fetched: ${messageOf(cause)}`
      throw new SealwrightError('trust_list_unavailable', message, { cause })
    }
  }
}

async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`It has more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
