/**
 * Signing and verifying as jobs that can be handed to another thread: bytes of JSON in, bytes of JSON out.
 *
 * @module
 */

import { isPlainObject } from '../../audit/canonical-json.js'
import { pickReviewOptions, type ReviewOptions } from '../../convert/review-options.js'
import { SealwrightError } from '../../errors.js'
import type { CmsIdentity, SigningIdentity } from '../../sign/identity/identity.js'
import type { ExtendOptions } from '../../sign/level/extend-options.js'
import { describeIssues } from '../../sign/request/request-issues.js'
import type { SignRequest } from '../../sign/request/request-schema.js'
import type { SignOptions } from '../../sign/sign-options.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import type { VerifyOptions } from '../../verify/verify-options.js'
import { decodeBase64, decodedLength, writeBase64 } from '../body/decode-base64.js'
import { type ParsedBody, parseJsonBody } from '../body/parse-json-body.js'
import { assertLevelOffered } from '../level-offer.js'
import { invalidInput, requestSchemas } from '../routes/request-schemas.js'

/** Options of signDocument that the host may set for the API. */
export type SignSettings = Omit<SignOptions, 'identity' | 'signal' | 'now' | 'maxBytes' | 'password'>

/** Options of verifyDocument that the host may set for the API. */
export type VerifySettings = Omit<VerifyOptions, 'signal' | 'now' | 'maxBytes' | 'password'>

/** Options of extendDocument that the host may set for the API. */
export type ExtendSettings = Omit<ExtendOptions, 'signal' | 'now' | 'maxBytes' | 'password'>

/** What is to be done. Plain data, save what the host may have put into the options. */
export interface DocumentJob {
  readonly kind: 'sign' | 'verify' | 'extend'
  /** The body as it was sent, or the value that someone parsed it to, or its parts once they were told apart. */
  readonly input: { readonly json: Uint8Array } | { readonly value: unknown } | DocumentInput
  readonly maxBytes: number
  readonly options: SignSettings | VerifySettings | ExtendSettings
  /** Levels that a sign request may ask for. */
  readonly levels?: readonly PadesLevel[]
}

/** The document, and the other members of the body. */
export interface DocumentInput extends RequestMembers {
  readonly document: Uint8Array
}

/** The document has to be fetched first. */
export interface RemoteDocument extends RequestMembers {
  readonly url: string
}

/** What a body holds beside the document. */
interface RequestMembers {
  /** What opens the document. Apart from the rest, which is recorded. */
  readonly password: string | undefined
  /** How a DOCX under review is taken; left out: as the host says. */
  readonly review?: ReviewOptions
  /** The level that is asked for; left out: as the host says. */
  readonly level?: PadesLevel
  readonly request: unknown
}

/** A JSON text to send, or what has to be fetched before there can be one. */
export type DocumentJobResult = { readonly reply: Uint8Array } | RemoteDocument

/** What a job needs of the thread it runs in. */
export interface JobContext {
  /** Who signs; for `sign` only. */
  readonly identity?: SigningIdentity | CmsIdentity
  readonly signal?: AbortSignal
}

/**
 * Does the job.
 *
 * @throws SealwrightError `invalid_json`, `invalid_request`, and what signDocument or verifyDocument throw
 */
export async function runDocumentJob(job: DocumentJob, context: JobContext): Promise<DocumentJobResult> {
  const input = await readDocumentInput(job)
  if ('url' in input) return input
  const { kind, maxBytes } = job
  const { password } = input
  const call = {
    maxBytes,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    ...(password === undefined ? {} : { password }),
  }
  if (kind === 'verify') {
    const { verifyDocument } = await import('../../verify/verify-document.js')
    const report = await verifyDocument(input.document, { ...(job.options as VerifySettings), ...call })
    return { reply: encodeText(JSON.stringify(report)) }
  }
  if (kind === 'extend') return { reply: await extend(job.options as ExtendSettings, input, call) }
  const { identity } = context
  if (identity === undefined) throw new SealwrightError('internal_error', 'There is no identity to sign with.')
  const { signDocument } = await import('../../sign/sign-document.js')
  // Nobody watches an API: what is still under review is not sealed unless someone said how to take it.
  const review: ReviewOptions = {
    trackedChanges: 'refuse',
    ...pickReviewOptions(job.options as SignSettings),
    ...input.review,
  }
  assertLevelOffered(input.level, job.levels ?? [])
  const level = input.level === undefined ? {} : { level: input.level }
  const options = { ...(job.options as SignSettings), ...review, ...level, identity, ...call }
  // signDocument checks the request itself: its type is only a promise.
  const { bytes } = await signDocument(input.document, input.request as SignRequest, options)
  return { reply: encodeSigned(bytes) }
}

/** Extends a document. */
async function extend(
  settings: ExtendSettings,
  { document, level }: DocumentInput,
  call: Pick<ExtendOptions, 'signal' | 'maxBytes' | 'password'>,
): Promise<Uint8Array> {
  const { extendDocument } = await import('../../sign/extend-document.js')
  const wanted = level === undefined || level === 'B-B' ? {} : { level }
  const { bytes, contentType, ...facts } = await extendDocument(document, { ...settings, ...wanted, ...call })
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return encodeText(JSON.stringify({ document: { base64, contentType }, ...facts }))
}

/**
 * Takes a body apart and decodes the document.
 *
 * @throws SealwrightError `invalid_json`, `invalid_request`, `file_too_large`
 */
export async function readDocumentInput(job: DocumentJob): Promise<DocumentInput | RemoteDocument> {
  if ('document' in job.input) return job.input
  const { value: body, cut }: ParsedBody = 'json' in job.input ? parseJsonBody(job.input.json) : job.input
  const schemas = await requestSchemas()
  const schema = { sign: schemas.withDocument, verify: schemas.verifyRequest, extend: schemas.extendRequest }[job.kind]
  const result = schema.safeParse(body)
  if (!result.success) {
    const issues = describeIssues(result.error.issues, body)
    if (job.kind === 'sign' && isPlainObject(body)) issues.push(...(await signRequestIssues(signRequestOf(body))))
    throw invalidInput(issues)
  }
  const { password } = result.data
  const review = job.kind === 'sign' ? pickReviewOptions(result.data as ReviewOptions) : {}
  const { level } = result.data as { readonly level?: PadesLevel }
  const members = {
    password,
    review,
    ...(level === undefined ? {} : { level }),
    request: signRequestOf(isPlainObject(body) ? body : {}),
  }
  const { base64: text, url } = result.data.document
  if (text === undefined) return { url: url ?? '', ...members }
  const base64 = cut !== undefined && text === cut.standIn ? cut.base64 : text
  if (decodedLength(base64) > job.maxBytes) {
    throw new SealwrightError('file_too_large', `The document may have ${job.maxBytes} bytes.`)
  }
  const document = decodeBase64(base64)
  if (document === undefined) {
    const message = text.startsWith('data:')
      ? 'This is a data: URI: leave out what comes before the comma.'
      : 'This is not base64 (RFC 4648, section 4, with padding and without line breaks).'
    throw invalidInput([{ pointer: '/document/base64', code: 'invalid_base64', message }])
  }
  return { document, ...members }
}

/** The body without what signDocument takes apart from the request. */
function signRequestOf({
  document: _,
  password: __,
  trackedChanges: ___,
  comments: ____,
  level: _____,
  ...request
}: Record<string, unknown>): Record<string, unknown> {
  return request
}

/** The faults of the rest of the body, so that one answer lists all. */
async function signRequestIssues(request: unknown): Promise<SealwrightError['errors']> {
  const { parseSignRequest } = await import('../../sign/request/request.js')
  try {
    await parseSignRequest(request)
    return []
  } catch (error) {
    if (error instanceof SealwrightError) return error.errors
    throw error
  }
}

const SIGNED_PREFIX = '{"document":{"base64":"'
const SIGNED_SUFFIX = '","contentType":"application/pdf"}}'

/** The answer of sign, written at once: as a string of JSON it would be copied several times. */
function encodeSigned(bytes: Uint8Array): Uint8Array {
  const length = SIGNED_PREFIX.length + Math.ceil(bytes.length / 3) * 4 + SIGNED_SUFFIX.length
  const reply = Buffer.allocUnsafeSlow(length)
  const start = reply.write(SIGNED_PREFIX, 'latin1')
  reply.write(SIGNED_SUFFIX, writeBase64(reply, start, bytes), 'latin1')
  return reply
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
