/**
 * Reads a request for a batch: the steps, the documents, and the files that are uploaded with it.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import type { ZodType } from 'zod'
import type { BatchEntry, BatchRequest, StepKind, StepOptions } from '../../batch/batch.js'
import type { SourceItem } from '../../batch/enqueue.js'
import type { SentEntries, SentFile } from '../../batch/intake/submit.js'
import { batchId, digest } from '../../batch/jobs/job-id.js'
import { tenantFolder, uploadFolder } from '../../batch/jobs/output-name.js'
import { findPasswords } from '../../batch/request.js'
import { readEntry, withoutCredentials } from '../../batch/sources/read-entry.js'
import { SealwrightError } from '../../errors.js'
import { jsonText } from '../../input/json-text.js'
import type { JsonInput } from '../../jobs/document-input.js'
import { decodeBase64 } from '../../jobs/json/decode-base64.js'
import { parseJsonBody } from '../../jobs/json/parse-json-body.js'
import { invalidInput, parseInput } from '../../jobs/members/invalid-input.js'
import type { WorkKind } from '../../jobs/members/work-kind.js'
import type { KeyScope } from '../../keys/key-grants.js'
import { batchRequestSchema, type SentBatch, type SentDocument } from '../routes/batch-schemas.js'
import { joinChunks } from './read-body.js'

/** The scope that each step needs, which is also the kind of work that it counts as. */
export const STEP_SCOPES: Readonly<Record<StepKind, WorkKind>> = {
  sign: 'sign',
  extend: 'sign',
  verify: 'verify',
  convert: 'convert',
}

/** The tenant of a batch, and what it may ask for. */
export interface BatchReadingRules {
  readonly tenant: string
  /** Scopes of the caller. */
  readonly permitted: readonly KeyScope[]
  /** Largest document, in bytes. */
  readonly maxBytes: number
}

/** A request for a batch. */
export interface BatchInput extends SentEntries {
  /** The given name, or else a hash of the request, so that a repeated request is the same batch. */
  readonly name: string
  readonly isNamed: boolean
  readonly request: BatchRequest
}

/** @throws SealwrightError `insufficient_scope` */
export function assertPermitted(steps: readonly StepKind[], permits: (scope: KeyScope) => boolean): void {
  const missing = steps.map((step) => STEP_SCOPES[step]).find((scope) => !permits(scope))
  if (missing !== undefined)
    throw new SealwrightError('insufficient_scope', `The API key does not permit "${missing}".`)
}

/**
 * Parses the body and decodes its files.
 *
 * @throws SealwrightError `invalid_json`, `invalid_request`, `insufficient_scope`, `file_too_large`
 */
export async function readBatchInput(input: JsonInput, rules: BatchReadingRules): Promise<BatchInput> {
  const body = 'json' in input ? parseJsonBody(input.json).value : input.value
  const { documents, name, ...rest } = parseInput(await requestSchema(), body)
  assertPermitted(rest.steps, (scope) => rules.permitted.includes(scope))
  const request = { ...withoutUndefined(rest), ownResults: true } as unknown as BatchRequest
  const faults = [request, ...documents].flatMap((options, i) =>
    findPasswords(options, i === 0 ? '' : `/documents/${i - 1}`),
  )
  if (faults.length > 0) throw invalidInput(faults)
  const files = new SentFiles(rules.maxBytes)
  const sent = documents.map((document) => readDocument(document, rules.tenant, files))
  const batchName = name ?? digest({ request, documents: sent })
  const folder = uploadFolder(rules.tenant, batchId(rules.tenant, batchName))
  const { bytes, files: parts } = files.join()
  return {
    name: batchName,
    isNamed: name !== undefined,
    request,
    items: withoutRepeated(sent.map((document, i) => toItem(document, i + 1, folder))),
    files: parts.map((file) => ({ ...file, place: `${folder}/${file.place}` })),
    bytes,
  }
}

let schema: Promise<ZodType<SentBatch>> | undefined

function requestSchema(): Promise<ZodType<SentBatch>> {
  schema ??= import('zod').then(batchRequestSchema)
  return schema
}

/** A document as the request names it. */
interface NamedDocument {
  /** Place of the document: in the owner's folder, at a URL, or among the uploaded files. */
  readonly input: string | { readonly url: string } | { readonly file: string }
  readonly output?: string
  /** Name of the document in failures and results. */
  readonly shown: string
  readonly own: StepOptions
}

function readDocument(
  { input, document, name, ...options }: SentDocument,
  tenant: string,
  files: SentFiles,
): NamedDocument {
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
  if (url !== undefined) return { input: { url }, ...output, shown: name ?? url, own }
  if (input !== undefined) return { input: `${tenantFolder(tenant)}/${input}`, ...output, shown: input, own }
  const file = files.add(base64 ?? '', name)
  return { input: { file }, output: baseOf(name ?? 'document'), shown: name ?? 'document', own }
}

/** An entry with its name for the caller, or the reason why it is not an entry. */
function toItem({ input, output, shown, own }: NamedDocument, position: number, folder: string): SourceItem {
  const place = typeof input !== 'string' && 'file' in input ? `${folder}/${input.file}` : input
  const item = readEntry({ input: place, ...(output === undefined ? {} : { output }), ...own }, position)
  if ('rejected' in item) return { rejected: { ...item.rejected, input: withoutCredentials(shown) } }
  return shown === place || (typeof place !== 'string' && shown === place.url) ? item : { ...item, name: shown }
}

/** Rejects repeated entries: the same document with the same name and options would have only one result. */
function withoutRepeated(items: readonly SourceItem[]): SourceItem[] {
  const positions = new Map<string, number>()
  return items.map((item) => {
    if ('rejected' in item) return item
    const key = keyOf(item.entry)
    const first = positions.get(key)
    positions.set(key, first ?? item.position)
    if (first === undefined) return item
    const { position, entry, name } = item
    const input = name ?? (typeof entry.input === 'string' ? entry.input : entry.input.url)
    const message = `This is document ${first} again, with the same name and options: its result is the one of that.`
    return { rejected: { position, input, code: 'duplicate_document', message } }
  })
}

/**
 * Key of an entry by which repeated ones are found. Options are compared regardless of the order of their members; most
 * documents have none.
 */
function keyOf({ input, output, ...own }: BatchEntry): string {
  return jsonText([input, output ?? null, Object.keys(own).length === 0 ? '' : digest(own)])
}

/** Collects the files of one request. */
class SentFiles {
  readonly #parts: Uint8Array[] = []
  readonly #files = new Map<string, SentFile>()
  #length = 0

  constructor(readonly maxBytes: number) {}

  /** @returns name that the file will have in the folder of its batch */
  add(base64: string, name: string | undefined): string {
    const bytes = decodeBase64(base64)
    if (bytes === undefined)
      throw new SealwrightError('invalid_request', 'A document is not base64 (RFC 4648, section 4).')
    const { maxBytes } = this
    if (bytes.length > maxBytes)
      throw new SealwrightError('file_too_large', `A document may have at most ${maxBytes} bytes.`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const place = `${sha256}${endingOf(name)}`
    // Files with the same content and extension are kept once.
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
