/**
 * Reads JSON bodies of requests.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { parseJsonBody } from '../../jobs/json/parse-json-body.js'
import { HTTP_LIMITS } from '../http-limits.js'
import type { Exchange } from '../route.js'
import { foreignCharset, isJsonType, mediaTypeOf } from './media-type.js'
import { readBody } from './read-body.js'

/** Largest JSON body, in bytes, that carries a document of this size. */
export function maxJsonBytes(maxDocumentBytes: number): number {
  return Math.ceil(maxDocumentBytes / 3) * 4 + HTTP_LIMITS.maxJsonOverheadBytes
}

/**
 * The bytes of a JSON body.
 *
 * @throws SealwrightError `unsupported_media_type`, and what readBody throws
 */
export async function readJsonBytes(exchange: Exchange, maxBytes: number): Promise<Uint8Array> {
  const { request, signal, lease, state } = exchange
  if (!isJsonType(mediaTypeOf(request))) {
    throw new SealwrightError('unsupported_media_type', 'The request must be sent as application/json.')
  }
  if (foreignCharset(request) !== undefined) {
    throw new SealwrightError('unsupported_media_type', 'JSON is UTF-8: send it so, without another charset.')
  }
  const idleMs = state.options.bodyIdleMs ?? HTTP_LIMITS.bodyIdleMs
  const bytes = await readBody(request, { maxBytes, lease, signal, idleMs })
  exchange.log['bytesIn'] = bytes.length
  return bytes
}

/** The value of a small JSON body, whether the host or this function parsed it. */
export async function readJsonValue(exchange: Exchange): Promise<unknown> {
  if (exchange.context.parsedBody !== undefined) return exchange.context.parsedBody
  return parseJsonBody(await readJsonBytes(exchange, HTTP_LIMITS.maxSmallBodyBytes)).value
}
