/**
 * What a request for a batch holds: what is to be done with which documents, and the files that are sent along.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import type { ZodType } from 'zod'
import type { BatchEntry, BatchRequest, StepKind } from '../../batch/batch.js'
import { digest } from '../../batch/jobs/job-id.js'
import { tenantFolder } from '../../batch/jobs/output-name.js'
import { SealwrightError } from '../../errors.js'
import type { KeyScope } from '../../keys/key-grants.js'
import { decodeBase64 } from '../body/decode-base64.js'
import { parseJsonBody } from '../body/parse-json-body.js'
import { joinChunks } from '../body/read-body.js'
import type { WorkKind } from '../fairness/quotas.js'
import { batchRequestSchema, type SentBatch, type SentDocument } from '../routes/batch-schemas.js'
import { parseInput } from '../routes/invalid-input.js'
import type { JsonInput } from './document-input.js'

/** What a step needs of a key, and what it is counted as. */
export const STEP_SCOPES: Readonly<Record<StepKind, WorkKind>> = {
  sign: 'sign',
  extend: 'sign',
  verify: 'verify',
  convert: 'convert',
}

/** Whose batch it is, and what it may ask for. */
export interface BatchReadingRules {
  readonly tenant: string
  /** What the key permits. */
  readonly permitted: readonly KeyScope[]
  /** Largest document, in bytes. */
  readonly maxBytes: number
}

/** A file that was sent along: it is kept in its owner's folder, under its digest. */
export interface SentFile {
  readonly place: string
  readonly sha256: string
  /** Where it begins and ends in the bytes of all. */
  readonly start: number
  readonly end: number
}

/** A batch as it was asked for. */
export interface BatchInput {
  /** As it was given; else a hash of the request, so that a request that is repeated is one batch. */
  readonly name: string
  readonly request: BatchRequest
  readonly entries: readonly BatchEntry[]
  readonly files: readonly SentFile[]
  /** All files one after the other: thousands of arrays would take long to go to another thread. */
  readonly bytes: Uint8Array
}

/** @throws SealwrightError `insufficient_scope` */
export function assertPermitted(steps: readonly StepKind[], permits: (scope: KeyScope) => boolean): void {
  const missing = steps.map((step) => STEP_SCOPES[step]).find((scope) => !permits(scope))
  if (missing !== undefined)
    throw new SealwrightError('insufficient_scope', `The API key does not permit "${missing}".`)
}

/**
 * Takes the body apart and decodes its files.
 *
 * @throws SealwrightError `invalid_json`, `invalid_request`, `insufficient_scope`, `file_too_large`
 */
export async function readBatchInput(input: JsonInput, rules: BatchReadingRules): Promise<BatchInput> {
  const body = 'json' in input ? parseJsonBody(input.json).value : input.value
  const { documents, name, ...rest } = parseInput(await requestSchema(), body)
  assertPermitted(rest.steps, (scope) => rules.permitted.includes(scope))
  const files = new SentFiles(rules)
  const entries = documents.map((document) => toEntry(document, rules, files))
  const request = withoutUndefined(rest) as unknown as BatchRequest
  return { name: name ?? digest({ request, entries }), request, entries, ...files.join() }
}

let schema: Promise<ZodType<SentBatch>> | undefined

function requestSchema(): Promise<ZodType<SentBatch>> {
  schema ??= import('zod').then(batchRequestSchema)
  return schema
}

function toEntry(
  { input, document, name, ...options }: SentDocument,
  { tenant }: BatchReadingRules,
  files: SentFiles,
): BatchEntry {
  const own = withoutUndefined(options)
  const output = name === undefined ? {} : { output: baseOf(name) }
  const { base64, url } = document ?? {}
  const given = [input, base64, url].filter((source) => source !== undefined)
  if (given.length !== 1) {
    throw new SealwrightError(
      'invalid_request',
      'A document has exactly one of "input", "document.base64" and "document.url".',
    )
  }
  if (url !== undefined) return { input: { url }, ...output, ...own }
  if (input !== undefined) return { input: `${tenantFolder(tenant)}/${input}`, ...output, ...own }
  return { input: files.add(base64 ?? '', name), output: baseOf(name ?? 'document'), ...own }
}

/** Gathers the files of one request. */
class SentFiles {
  readonly #parts: Uint8Array[] = []
  readonly #files = new Map<string, SentFile>()
  #length = 0

  constructor(readonly rules: BatchReadingRules) {}

  /** @returns where the file will be */
  add(base64: string, name: string | undefined): string {
    const bytes = decodeBase64(base64)
    if (bytes === undefined)
      throw new SealwrightError('invalid_request', 'A document is not base64 (RFC 4648, section 4).')
    const { tenant, maxBytes } = this.rules
    if (bytes.length > maxBytes)
      throw new SealwrightError('file_too_large', `A document may have at most ${maxBytes} bytes.`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const place = `${tenantFolder(tenant)}/uploads/${sha256}${endingOf(name)}`
    // The same content under the same ending is the same document.
    if (this.#files.has(place)) return place
    const start = this.#length
    this.#length += bytes.length
    this.#parts.push(bytes)
    this.#files.set(place, { place, sha256, start, end: this.#length })
    return place
  }

  join(): Pick<BatchInput, 'files' | 'bytes'> {
    return { files: [...this.#files.values()], bytes: joinChunks(this.#parts, this.#length) }
  }
}

function baseOf(name: string): string {
  return name.replace(/\.[^./]{1,10}$/, '') || 'document'
}

function endingOf(name = ''): string {
  return /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? ''
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>
}
