/**
 * `/v1/batches`: many documents in one request.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import type { BatchEntry, BatchRequest, BatchResult, BatchStatus, StepKind } from '../../batch/batch.js'
import type { BatchAccess, Batches } from '../../batch/create-batches.js'
import { digest } from '../../batch/jobs/job-id.js'
import { tenantFolder } from '../../batch/jobs/output-name.js'
import { fromList } from '../../batch/sources/entry-sources.js'
import { SealwrightError } from '../../errors.js'
import type { KeyScope } from '../../keys/key-grants.js'
import { type ApiAnswer, bytesAnswer, emptyAnswer, jsonAnswer } from '../answers.js'
import { authenticateTenant } from '../authenticate.js'
import { decodeBase64 } from '../body/decode-base64.js'
import { parseJsonBody } from '../body/parse-json-body.js'
import { maxJsonBytes, readJsonBytes } from '../body/read-json.js'
import { attachmentHeader } from '../fact-headers.js'
import type { Exchange, Handler, Route } from '../route.js'
import { withinQuota } from '../within-quota.js'
import { PRIVATE_HEADERS } from './auth-routes.js'
import { batchRequestSchema, type SentDocument } from './batch-schemas.js'
import { parseInput } from './invalid-input.js'
import { readQuery } from './read-query.js'

const PAGE = ['cursor', 'limit'] as const
const SCOPES: Readonly<Record<StepKind, KeyScope>> = {
  sign: 'sign',
  extend: 'sign',
  verify: 'verify',
  convert: 'convert',
}

/** The routes of these batches. */
export function batchRoutes(batches: Batches): Route[] {
  const on = (act: (id: string, access: BatchAccess) => Promise<unknown>): Handler =>
    withBatch(batches, async (_, { id, access }) => {
      await act(id, access)
      return answer(describe(await batches.status(id, access)))
    })
  return [
    {
      path: '/v1/batches',
      methods: { POST: (exchange) => create(exchange, batches), GET: (exchange) => list(exchange, batches) },
      query: PAGE,
    },
    { path: '/v1/batches/{id}', methods: { GET: on(async () => undefined), DELETE: withBatch(batches, remove) } },
    { path: '/v1/batches/{id}/results', methods: { GET: withBatch(batches, results) }, query: PAGE },
    { path: '/v1/batches/{id}/results/{job}', methods: { GET: withBatch(batches, result) } },
    { path: '/v1/batches/{id}/failures', methods: { GET: withBatch(batches, failures) }, query: PAGE },
    { path: '/v1/batches/{id}/pause', methods: { POST: on((id, access) => batches.pause(id, access)) } },
    { path: '/v1/batches/{id}/resume', methods: { POST: on((id, access) => batches.resume(id, access)) } },
    { path: '/v1/batches/{id}/cancel', methods: { POST: on((id, access) => batches.cancel(id, access)) } },
    { path: '/v1/batches/{id}/retry', methods: { POST: withBatch(batches, retry) } },
  ]
}

interface Target {
  readonly batches: Batches
  readonly id: string
  readonly access: BatchAccess
}

/** A batch of the key's owner: those of others count as unknown. The key must permit what the batch does. */
function withBatch(batches: Batches, handler: (exchange: Exchange, target: Target) => Promise<ApiAnswer>): Handler {
  return async (exchange) => {
    const { tenant, permits } = await authenticateTenant(exchange)
    const id = exchange.params['id'] ?? ''
    const access = { tenant }
    assertPermitted((await batches.status(id, access)).steps, permits)
    return handler(exchange, { batches, id, access })
  }
}

function assertPermitted(steps: readonly StepKind[], permits: (scopes: readonly KeyScope[]) => boolean): void {
  const missing = steps.map((step) => SCOPES[step]).find((scope) => !permits([scope]))
  if (missing !== undefined)
    throw new SealwrightError('insufficient_scope', `The API key does not permit "${missing}".`)
}

async function create(exchange: Exchange, batches: Batches): Promise<ApiAnswer> {
  const { tenant, permits } = await authenticateTenant(exchange)
  const body = parseJsonBody(await readJsonBytes(exchange, maxJsonBytes(exchange.state.maxDocumentBytes)))
  const { documents, name, ...rest } = parseInput(batchRequestSchema(await import('zod')), body.value)
  assertPermitted(rest.steps, permits)
  return withinQuota(exchange, SCOPES[rest.steps[0] ?? 'sign'] as Exclude<KeyScope, 'keys'>, async () => {
    const entries: BatchEntry[] = []
    for (const document of documents)
      entries.push(await toEntry(document, tenant, batches, exchange.state.maxDocumentBytes))
    const request = withoutUndefined(rest) as unknown as BatchRequest
    const options = { name: name ?? digest({ request, entries }), tenant, request, signal: exchange.signal }
    const { id } = await batches.enqueue(fromList(entries), options)
    const secret = request.webhook === undefined ? undefined : batches.webhookSecret(tenant)
    const { items } = await batches.failures(id, { limit: MAX_TOLD }, { tenant })
    const rejected = items.filter(({ job }) => job === null)
    const batch = describe(await batches.status(id, { tenant }))
    return answer({ batch, rejected, ...(secret === undefined ? {} : { webhookSecret: secret }) }, 202)
  })
}

/** Failures in the facts of a batch; all of them have a route of their own. */
const MAX_TOLD = 100

/** A file that is sent along is kept in its owner's folder, under its digest. */
async function toEntry(
  { input, document, name, ...options }: SentDocument,
  tenant: string,
  batches: Batches,
  maxBytes: number,
): Promise<BatchEntry> {
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
  const bytes = decodeBase64(base64 ?? '')
  if (bytes === undefined)
    throw new SealwrightError('invalid_request', 'A document is not base64 (RFC 4648, section 4).')
  if (bytes.length > maxBytes)
    throw new SealwrightError('file_too_large', `A document may have at most ${maxBytes} bytes.`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const place = `${tenantFolder(tenant)}/uploads/${sha256}${endingOf(name)}`
  await batches.inputs.write(place, bytes, { contentType: 'application/octet-stream', job: sha256 })
  return { input: place, output: baseOf(name ?? 'document'), ...own }
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

async function list(exchange: Exchange, batches: Batches): Promise<ApiAnswer> {
  const { tenant } = await authenticateTenant(exchange)
  const { items, cursor } = await batches.list(tenant, readPage(exchange))
  return answer({ batches: items.map(describe), cursor })
}

async function results(exchange: Exchange, { batches, id, access }: Target): Promise<ApiAnswer> {
  const { items, cursor } = await batches.results(id, readPage(exchange), access)
  const base = exchange.context.basePath ?? ''
  const described = items.map(({ output, ...item }) => {
    return { ...item, name: shownName({ output, job: item.job }), url: `${base}/v1/batches/${id}/results/${item.job}` }
  })
  return answer({ results: described, cursor })
}

async function result({ params }: Exchange, { batches, id, access }: Target): Promise<ApiAnswer> {
  const found = await batches.readResult(id, params['job'] ?? '', access)
  return bytesAnswer(found.bytes, {
    ...PRIVATE_HEADERS,
    'content-type': found.contentType,
    'content-disposition': attachmentHeader(shownName(found)),
  })
}

/** Without the folder and the id. */
function shownName({ output, job }: Pick<BatchResult, 'output' | 'job'>): string {
  return (output.split('/').pop() ?? '').replace(`.${job}.`, '.')
}

async function failures(exchange: Exchange, { batches, id, access }: Target): Promise<ApiAnswer> {
  const { items, cursor } = await batches.failures(id, readPage(exchange), access)
  return answer({ failures: items, cursor })
}

async function retry(_: Exchange, { batches, id, access }: Target): Promise<ApiAnswer> {
  return answer({ retried: await batches.retry(id, access) })
}

async function remove(_: Exchange, { batches, id, access }: Target): Promise<ApiAnswer> {
  await batches.remove(id, access)
  return emptyAnswer(204, PRIVATE_HEADERS)
}

function readPage({ url }: Exchange) {
  const { cursor, limit } = readQuery(url, PAGE)
  return { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit: Number(limit) }) }
}

/** The caller knows its own tenant. */
function describe({ tenant: _, ...status }: BatchStatus) {
  return status
}

function answer(value: unknown, status = 200): ApiAnswer {
  return jsonAnswer(value, status, PRIVATE_HEADERS)
}
