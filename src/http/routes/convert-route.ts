/**
 * `POST /v1/convert`.
 *
 * @module
 */

import type { ConverterTable, SourceFormat, TargetFormat } from '../../convert/conversion.js'
import { describeUnsupported, renameTo, TARGET_MEDIA_TYPES } from '../../convert/convert-file.js'
import { detectFormat } from '../../convert/detect-format.js'
import { pickReviewOptions, type ReviewOptions } from '../../convert/review-options.js'
import { HTTP_LIMITS } from '../../limits.js'
import { bytesResponse } from '../answers.js'
import { authenticate } from '../authenticate.js'
import { readUploadedFile } from '../body/read-multipart.js'
import { Refusal } from '../refusal.js'
import type { Exchange } from '../route.js'
import { withinQuota } from '../within-quota.js'
import type { ConvertSettings } from '../work/conversion-job.js'
import { readQuery } from './read-query.js'
import { type ConvertQuery, parseInput, requestSchemas } from './request-schemas.js'

/** Query parameters of `POST /v1/convert`. */
export const CONVERT_PARAMETERS = ['from', 'to', 'baseUrl', 'trackedChanges', 'comments', 'conformance']

/** Answers `POST /v1/convert`. */
export async function handleConvert(exchange: Exchange): Promise<Response> {
  await authenticate(exchange)
  return withinQuota(exchange, 'convert', () => convert(exchange))
}

async function convert(exchange: Exchange): Promise<Response> {
  const { state, request, url, signal, owner, lease, log } = exchange
  const { converters, executor } = state
  const query = parseInput((await requestSchemas()).convertQuery, readQuery(url, CONVERT_PARAMETERS))
  const to = query.to ?? 'pdf'
  // What cannot be converted need not be read.
  if (query.from !== undefined) assertSupported(converters, query.from, to)
  const idleMs = state.options.bodyIdleMs ?? HTTP_LIMITS.bodyIdleMs
  const file = await readUploadedFile(request, { maxBytes: state.maxDocumentBytes, lease, signal, idleMs })
  log['bytesIn'] = file.bytes.length
  const from = query.from ?? detectFormat(file)
  if (from === undefined && isPdf(file.bytes)) {
    throw unsupported(converters, 'A PDF is not converted to anything else.')
  }
  assertSupported(converters, from, to)
  const timeoutMs = state.options.convertTimeoutMs ?? HTTP_LIMITS.convertTimeoutMs
  const { bytes, warnings } = await executor.run(
    {
      kind: 'convert',
      input: file.bytes,
      from,
      to,
      options: conversionOptions(exchange, query, file.fileName),
    },
    { signal, owner, timeoutMs },
  )
  if (warnings.length > 0) log['warnings'] = warnings.length
  return bytesResponse(bytes, {
    'content-type': TARGET_MEDIA_TYPES[to],
    'content-disposition': `attachment; filename*=UTF-8''${encodeExtValue(renameTo(file.fileName ?? 'document', to))}`,
    'cache-control': 'no-store',
  })
}

function conversionOptions({ state }: Exchange, query: ConvertQuery, fileName: string | undefined): ConvertSettings {
  const { conformance, baseUrl } = query
  return {
    ...(fileName === undefined ? {} : { fileName }),
    ...state.options.convert,
    ...pickReviewOptions(query as ReviewOptions),
    ...(conformance === undefined ? {} : { conformance }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  }
}

function assertSupported(
  converters: ConverterTable,
  from: SourceFormat | undefined,
  to: TargetFormat,
): asserts from is SourceFormat {
  if (from !== undefined && converters.has(`${from}>${to}`)) return
  throw unsupported(converters, describeUnsupported(converters, from, to))
}

function unsupported(converters: ConverterTable, message: string): Refusal {
  const supported = [...converters.keys()].map((pair) => {
    const [source, target] = pair.split('>')
    return { from: source, to: target }
  })
  return new Refusal('unsupported_conversion', message, { members: { supported } })
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-', 0, 'latin1')
}

/** RFC 8187, 3.2.1: everything but attr-char is percent-encoded. */
function encodeExtValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
