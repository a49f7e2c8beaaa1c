/**
 * `POST /v1/convert`.
 *
 * @module
 */

import { Refusal } from '../../admission/refusal.js'
import type { ConverterTable, SourceFormat, TargetFormat } from '../../convert/conversion.js'
import { describeUnsupported, renameTo, TARGET_MEDIA_TYPES } from '../../convert/convert-file.js'
import { detectFormat } from '../../convert/detect-format.js'
import type { ConversionJob, ConversionReply } from '../../jobs/conversion-job.js'
import { conversionSettings } from '../../jobs/conversion-settings.js'
import { type DocumentInput, type ReadingRules, resolveInput } from '../../jobs/document-input.js'
import type { ReadingJob } from '../../jobs/job-kinds.js'
import { invalidInput, parseInput } from '../../jobs/members/invalid-input.js'
import { type ConvertMembers, requestSchemas } from '../../jobs/members/request-schemas.js'
import type { RunJobOptions } from '../../work/executor.js'
import { WORK_LIMITS } from '../../work/work-limits.js'
import { type ApiAnswer, bytesAnswer } from '../answers.js'
import { authenticate } from '../authenticate.js'
import { prefers } from '../body/media-type.js'
import { type ReceivedInput, readInput } from '../body/read-input.js'
import { baseName } from '../body/read-multipart.js'
import { attachmentHeader, warningHeaders } from '../fact-headers.js'
import { fetchRemote } from '../fetch-remote.js'
import { idempotently } from '../idempotency/idempotently.js'
import type { Exchange } from '../route.js'
import { runTimed } from '../telemetry/run-timed.js'
import { withinQuota } from '../within-quota.js'
import { readQuery } from './read-query.js'

/** Query parameters of `POST /v1/convert`. */
export const CONVERT_PARAMETERS = [
  'from',
  'to',
  'fileName',
  'baseUrl',
  'trackedChanges',
  'comments',
  'title',
  'conformance',
  'markdownExtensions',
  'style',
]

/** Answers `POST /v1/convert`. */
export async function handleConvert(exchange: Exchange): Promise<ApiAnswer> {
  await authenticate(exchange, 'convert')
  return withinQuota(exchange, 'convert', () => convert(exchange))
}

async function convert(exchange: Exchange): Promise<ApiAnswer> {
  const { state, url } = exchange
  const { converters } = state
  const query = parseInput((await requestSchemas()).convertOptions, readQuery(url, CONVERT_PARAMETERS))
  // A conversion that is not supported is refused before the body is read.
  if (query.from !== undefined && query.to !== undefined) assertSupported(converters, query.from, query.to)
  const rules = { kind: 'convert', maxBytes: state.maxDocumentBytes } as const
  const held = { received: await readInput(exchange, rules) }
  return idempotently(exchange, held, ({ input }) => convertInput(exchange, query, input, rules))
}

async function convertInput(
  exchange: Exchange,
  query: ConvertMembers,
  received: ReceivedInput['input'],
  rules: ReadingRules,
): Promise<ApiAnswer> {
  const { state, log } = exchange
  const { converters, executor } = state
  const options = runOptions(exchange)
  const input = await receiveFile(exchange, received, rules, options)
  const wish = mergeMembers(query, input.convert ?? {})
  const to = wish.to ?? 'pdf'
  const fileName = baseName(wish.fileName ?? input.fileName ?? '')
  const { document: bytes, contentType } = input
  const from = wish.from ?? detectFormat(describeFile(bytes, fileName, contentType))
  assertSupported(converters, from, to, bytes)
  const outcome = {
    contentType: TARGET_MEDIA_TYPES[to],
    fileName: renameTo(fileName === '' ? 'document' : fileName, to),
  }
  const isDescribed = prefers(exchange.request, ['application/json'], Object.values(TARGET_MEDIA_TYPES))
  const job: ConversionJob = {
    kind: 'convert',
    input: bytes,
    from,
    to,
    options: conversionSettings(wish, { fileName, contentType }, state.options.convert),
    ...(isDescribed ? { describedAs: outcome } : {}),
  }
  const result = await runTimed(exchange, executor, job, options)
  if (result.warnings.length > 0) log['warnings'] = result.warnings.length
  return createAnswer(result, outcome, isDescribed)
}

function runOptions({ state, signal, owner }: Exchange): RunJobOptions {
  return { signal, owner, timeoutMs: state.options.convertTimeoutMs ?? WORK_LIMITS.convertTimeoutMs }
}

async function receiveFile(
  exchange: Exchange,
  input: ReceivedInput['input'],
  rules: ReadingRules,
  options: RunJobOptions,
): Promise<DocumentInput> {
  const { state } = exchange
  // A large body is parsed in a worker, where it does not block other requests.
  const read =
    'json' in input
      ? await runTimed<ReadingJob>(exchange, state.executor, { kind: 'read', json: input.json, rules }, options)
      : 'formJson' in input
        ? await resolveInput(input, rules)
        : input
  return 'url' in read ? fetchRemote(exchange, read) : read
}

/** Merges query and JSON. A member in both is an error, so that neither silently overrides the other. */
function mergeMembers(query: ConvertMembers, members: ConvertMembers): ConvertMembers {
  const repeated = Object.keys(members).filter((name) => Object.hasOwn(query, name))
  if (repeated.length === 0) return { ...query, ...members }
  throw invalidInput(
    repeated.map((name) => ({
      pointer: `/${name}`,
      code: 'repeated',
      message: `"${name}" may be given once: in the query or in the JSON.`,
    })),
  )
}

function describeFile(bytes: Uint8Array, fileName: string, contentType: string | undefined) {
  return {
    bytes,
    ...(fileName === '' ? {} : { fileName }),
    ...(contentType === undefined ? {} : { contentType }),
  }
}

function createAnswer(
  { reply, warnings }: ConversionReply,
  { contentType, fileName }: { readonly contentType: string; readonly fileName: string },
  isDescribed: boolean,
): ApiAnswer {
  const common = { 'cache-control': 'no-store', vary: 'Authorization, Accept' }
  if (isDescribed) return bytesAnswer(reply, { ...common, 'content-type': 'application/json' })
  return bytesAnswer(reply, {
    ...common,
    'content-type': contentType,
    'content-disposition': attachmentHeader(fileName),
    ...warningHeaders(warnings),
  })
}

function assertSupported(
  converters: ConverterTable,
  from: SourceFormat | undefined,
  to: TargetFormat,
  bytes?: Uint8Array,
): asserts from is SourceFormat {
  if (from !== undefined && converters.has(`${from}>${to}`)) return
  throw unsupported(converters, describeUnsupported(converters, from, to, bytes))
}

function unsupported(converters: ConverterTable, message: string): Refusal {
  const supported = [...converters.keys()].map((pair) => {
    const [source, target] = pair.split('>')
    return { from: source, to: target }
  })
  return new Refusal('unsupported_conversion', message, { members: { supported } })
}
