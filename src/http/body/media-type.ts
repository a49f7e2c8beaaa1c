/**
 * Media types of requests, and media types that clients accept.
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
 * A charset in the content type that is not read as UTF-8; undefined where there is none. JSON has no such parameter (RFC 8259,
 * 11), and the text of a client that sets another charset would be misread silently.
 */
export function foreignCharset({ headers }: ApiRequest): string | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;,]*))/i.exec(headers.get('content-type') ?? '') ?? []
  const charset = (quoted ?? plain ?? '').trim().toLowerCase()
  return ['', 'utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset) ? undefined : charset
}

/** Whether a media type is JSON (RFC 6839, 3.1). */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || /^application\/[\w.-]+\+json$/.test(mediaType)
}

/**
 * Whether the client names one of these media types and prefers it to the default ones (RFC 9110, 12.5.1). Ranges such as `*` do
 * not count as naming a type.
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

/** Ranges of an Accept header that are read. */
const MAX_RANGES = 50
