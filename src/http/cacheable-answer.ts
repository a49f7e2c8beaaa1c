/**
 * Answers that browsers may cache.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { type ApiAnswer, bytesAnswer, emptyAnswer } from './answers.js'
import type { ApiRequest } from './api-request.js'

/** An answer with an entity tag, so that its body is sent again only when it has changed (RFC 9110, 13.1.2). */
export function cacheableAnswer(request: ApiRequest, bytes: Uint8Array, headers: Record<string, string>): ApiAnswer {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const all = { ...headers, etag, 'cache-control': 'no-cache' }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  // An asterisk matches any entity tag.
  if (known.includes(etag) || known.includes('*')) return emptyAnswer(304, all)
  return bytesAnswer(bytes, all)
}
