/**
 * Media types of requests, and of the answers that their senders want.
 *
 * @module
 */

import { largest } from '../../lists.js'
import type { ApiRequest } from '../api-request.js'

/** The media type of a request's body, without parameters and in lower case; empty when there is none. */
export function mediaTypeOf({ headers }: ApiRequest): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * A charset other than UTF-8 that a content type names; undefined where it names none, or one that is read in the same way. JSON
 * has no such parameter (RFC 8259, 11): where a client sets another one, its text would be read wrongly without a word.
 */
export function foreignCharset({ headers }: ApiRequest): string | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;,]*))/i.exec(headers.get('content-type') ?? '') ?? []
  const charset = (quoted ?? plain ?? '').trim().toLowerCase()
  return ['', 'utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset) ? undefined : charset
}

/** Whether a media type is of JSON (RFC 6839, 3.1). */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || /^application\/[\w.-]+\+json$/.test(mediaType)
}

/**
 * Whether the sender names one of these media types and wants it more than those by default (RFC 9110, 12.5.1). Ranges
 * such as `*` do not count as naming one.
 */
export function prefers({ headers }: ApiRequest, wanted: readonly string[], byDefault: readonly string[]): boolean {
  const weights = new Map<string, number>()
  for (const range of (headers.get('accept') ?? '').split(',').slice(0, MAX_RANGES)) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(type, q === undefined ? 1 : Number(q.slice(2)))
  }
  const weigh = (types: readonly string[]) => largest([0, ...types.map((type) => weights.get(type) ?? 0)])
  return weigh(wanted) > weigh(byDefault)
}

/** Ranges of one Accept header that are read. */
const MAX_RANGES = 50
