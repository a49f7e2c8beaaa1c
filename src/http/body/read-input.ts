/**
 * Reads a request with a document: JSON, a form, or the bare file.
 *
 * @module
 */

import { Refusal } from '../../admission/refusal.js'
import { SealwrightError } from '../../errors.js'
import { jsonText } from '../../input/json-text.js'
import {
  type DocumentInput,
  type FormInput,
  type ReadingRules,
  type RemoteDocument,
  readFormMembers,
  readJsonInput,
  readMembers,
} from '../../jobs/document-input.js'
import { parseJsonBody } from '../../jobs/json/parse-json-body.js'
import { HTTP_LIMITS } from '../http-limits.js'
import type { Exchange } from '../route.js'
import { isJsonType, mediaTypeOf } from './media-type.js'
import { isQuicklyParsed } from './quick-json.js'
import { readBody } from './read-body.js'
import { maxJsonBytes, readJsonBytes } from './read-json.js'
import { readForm } from './read-multipart.js'

/** The input of a request, and what identifies the request when it is repeated. */
export interface ReceivedInput {
  /** The input. It is `json` or `formJson` where it is too much to be parsed in this thread. */
  readonly input: { readonly json: Uint8Array } | FormInput | DocumentInput | RemoteDocument
  /** Bytes and texts that distinguish the request from others, whatever form it was sent in. */
  readonly identifiedBy: readonly (Uint8Array | string)[]
}

/** Media types of bare files, by kind of work. A sign request needs more than a file, so it has none. */
const BARE_TYPES: Readonly<Record<ReadingRules['kind'], readonly string[]>> = {
  sign: [],
  verify: ['application/pdf', 'application/octet-stream'],
  extend: ['application/pdf', 'application/octet-stream'],
  convert: [
    'application/octet-stream',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'text/markdown',
    'text/x-markdown',
    'text/html',
    'application/xhtml+xml',
  ],
}

/** The media type of forms. */
export const FORM_TYPE = 'multipart/form-data'

/** The media types that requests for a kind of work may have. */
export function acceptedTypes(kind: ReadingRules['kind']): readonly string[] {
  return ['application/json', FORM_TYPE, ...BARE_TYPES[kind]]
}

/**
 * Reads the body.
 *
 * @throws SealwrightError `unsupported_media_type`, `invalid_json`, `invalid_multipart`, `missing_file`, `too_many_files`,
 * `invalid_request`, `file_too_large`, and what readChunks throws
 */
export async function readInput(exchange: Exchange, rules: ReadingRules): Promise<ReceivedInput> {
  const endStep = exchange.telemetry.startStep('body')
  try {
    return await readAny(exchange, rules)
  } finally {
    endStep()
  }
}

async function readAny(exchange: Exchange, rules: ReadingRules): Promise<ReceivedInput> {
  const { request, context } = exchange
  const mediaType = mediaTypeOf(request)
  const { parsedBody } = context
  if (parsedBody !== undefined && mediaType !== FORM_TYPE) {
    return {
      input: await readJsonInput({ value: parsedBody }, rules),
      identifiedBy: [jsonText(parsedBody) ?? ''],
    }
  }
  if (isJsonType(mediaType)) return readJson(exchange, rules)
  if (mediaType === FORM_TYPE) return readFormInput(exchange, rules)
  if (BARE_TYPES[rules.kind].includes(mediaType)) return readBare(exchange, rules)
  const types = acceptedTypes(rules.kind)
  throw new Refusal(
    'unsupported_media_type',
    `The request must be sent as ${types.slice(0, 2).join(' or ')}${types.length > 2 ? ', or as the bare file with its media type' : ''}.`,
    {
      headers: { 'accept-post': types.join(', ') },
    },
  )
}

async function readJson(exchange: Exchange, rules: ReadingRules): Promise<ReceivedInput> {
  const json = await readJsonBytes(exchange, maxJsonBytes(rules.maxBytes))
  return { input: isQuicklyParsed(json) ? await readJsonInput({ json }, rules) : { json }, identifiedBy: [json] }
}

async function readFormInput(exchange: Exchange, rules: ReadingRules): Promise<ReceivedInput> {
  const { request, lease, signal, state, log } = exchange
  const {
    file,
    request: json,
    texts,
  } = await readForm(request, {
    ...(rules.passwordField === true ? { texts: ['password'] } : {}),
    maxBytes: rules.maxBytes,
    maxRequestBytes: rules.kind === 'sign' ? HTTP_LIMITS.maxJsonOverheadBytes : HTTP_LIMITS.maxSmallBodyBytes,
    lease,
    signal,
    idleMs: state.options.bodyIdleMs ?? HTTP_LIMITS.bodyIdleMs,
  })
  log['bytesIn'] = file.bytes.length + (json?.length ?? 0)
  const { bytes: document, ...names } = file
  const identifiedBy = [document, names.fileName ?? '', names.contentType ?? '', json ?? '']
  if (json !== undefined && !isQuicklyParsed(json)) {
    return { input: { document, ...names, formJson: json }, identifiedBy }
  }
  // Browsers send an empty field for one that was left blank.
  const password = texts.get('password') || undefined
  const body = json === undefined ? (password === undefined ? {} : { password }) : parseJsonBody(json).value
  const members = await readFormMembers(body, rules)
  return { input: { document, ...names, ...members }, identifiedBy }
}

async function readBare(exchange: Exchange, rules: ReadingRules): Promise<ReceivedInput> {
  const { request, lease, signal, state, log } = exchange
  const idleMs = state.options.bodyIdleMs ?? HTTP_LIMITS.bodyIdleMs
  const document = await readBody(request, { maxBytes: rules.maxBytes, lease, signal, idleMs })
  log['bytesIn'] = document.length
  if (document.length === 0) throw new SealwrightError('missing_file', 'The body is empty.')
  // The parameters are kept, since a charset says how text is encoded.
  const contentType = request.headers.get('content-type') ?? ''
  return { input: { document, contentType, ...(await readMembers({}, rules)) }, identifiedBy: [document, contentType] }
}
