/**
 * `POST /v1/convert`.
 *
 * @module
 */

import type { ConverterTable, SourceFormat, TargetFormat } from '../convert/conversion.js'
import { describeUnsupported, renameTo, TARGET_MEDIA_TYPES } from '../convert/convert-file.js'
import { detectFormat } from '../convert/detect-format.js'
import { HTTP_LIMITS } from '../limits.js'
import { readQuery } from './auth-routes.js'
import type { ConcurrencyPlace } from './concurrency-limiter.js'
import { readUploadedFile } from './read-multipart.js'
import { Refusal } from './refusal.js'
import { parseInput, requestSchemas } from './request-schemas.js'
import { authenticate, bytesResponse, type Exchange } from './route.js'

/** Answers `POST /v1/convert`. */
export async function handleConvert(exchange: Exchange): Promise<Response> {
  const keyId = await authenticate(exchange)
  const place = await takePlace(exchange, keyId)
  try {
    const response = await convert(exchange)
    const limit = exchange.state.options.maxConcurrentPerKey ?? HTTP_LIMITS.maxConcurrentPerKey
    // draft-ietf-httpapi-ratelimit-headers-10
    response.headers.set('ratelimit-policy', `"concurrency";q=${limit};qu="concurrent-requests"`)
    response.headers.set('ratelimit', `"concurrency";r=${place.remaining}`)
    return response
  } finally {
    await place.release()
  }
}

async function takePlace({ state, signal }: Exchange, keyId: string): Promise<ConcurrencyPlace> {
  const limit = state.options.maxConcurrentPerKey ?? HTTP_LIMITS.maxConcurrentPerKey
  const place = await state.concurrency.acquire(keyId, limit, { signal })
  if (place !== null) return place
  throw new Refusal('too_many_concurrent_requests', `An API key may convert ${limit} files at once.`, {
    headers: {
      'ratelimit-policy': `"concurrency";q=${limit};qu="concurrent-requests"`,
      ratelimit: '"concurrency";r=0',
    },
  })
}

async function convert(exchange: Exchange): Promise<Response> {
  const { state, request, url, signal, lease, log } = exchange
  const { converters, executor } = state
  const query = parseInput((await requestSchemas()).convertQuery, readQuery(url, ['from', 'to']))
  const to = query.to ?? 'pdf'
  // What cannot be converted need not be read.
  if (query.from !== undefined) assertSupported(converters, query.from, to)
  const idleMs = state.options.bodyIdleMs ?? HTTP_LIMITS.bodyIdleMs
  const file = await readUploadedFile(request, { maxBytes: state.maxDocumentBytes, lease, signal, idleMs })
  log['bytesIn'] = file.bytes.length
  const from = query.from ?? detectFormat(file)
  assertSupported(converters, from, to)
  const timeoutMs = state.options.convertTimeoutMs ?? HTTP_LIMITS.convertTimeoutMs
  const { bytes, warnings } = await executor.run(
    { kind: 'convert', input: file.bytes, from, to, options: state.options.convert ?? {} },
    { signal, timeoutMs },
  )
  if (warnings.length > 0) log['warnings'] = warnings.length
  return bytesResponse(bytes, {
    'content-type': TARGET_MEDIA_TYPES[to],
    'content-disposition': `attachment; filename*=UTF-8''${encodeExtValue(renameTo(file.fileName ?? 'document', to))}`,
    'cache-control': 'no-store',
  })
}

function assertSupported(
  converters: ConverterTable,
  from: SourceFormat | undefined,
  to: TargetFormat,
): asserts from is SourceFormat {
  if (from !== undefined && converters.has(`${from}>${to}`)) return
  const supported = [...converters.keys()].map((pair) => {
    const [source, target] = pair.split('>')
    return { from: source, to: target }
  })
  throw new Refusal('unsupported_conversion', describeUnsupported(converters, from, to), { members: { supported } })
}

/** RFC 8187, 3.2.1: everything but attr-char is percent-encoded. */
function encodeExtValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
