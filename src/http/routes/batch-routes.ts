/**
 * `/v1/batches`: many documents in one request.
 *
 * @module
 */

import type { BatchResult, BatchStatus } from '../../batch/batch.js'
import type { BatchAccess, Batches } from '../../batch/batches.js'
import { KEY_SCOPES } from '../../keys/key-grants.js'
import { WORK_LIMITS } from '../../work/work-limits.js'
import { type ApiAnswer, bytesAnswer, emptyAnswer, jsonAnswer } from '../answers.js'
import type { BatchReadingJob } from '../api-job-kinds.js'
import { authenticateTenant } from '../authenticate.js'
import {
  assertPermitted,
  type BatchInput,
  type BatchReadingRules,
  readBatchInput,
  STEP_SCOPES,
} from '../body/batch-input.js'
import { isQuicklyParsed } from '../body/quick-json.js'
import { maxJsonBytes, readJsonBytes } from '../body/read-json.js'
import { attachmentHeader } from '../fact-headers.js'
import type { Exchange, Handler, Route } from '../route.js'
import { runTimed } from '../telemetry/run-timed.js'
import { withinQuota } from '../within-quota.js'
import { PRIVATE_HEADERS } from './auth-routes.js'
import { readQuery } from './read-query.js'

const PAGE = ['cursor', 'limit'] as const

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

/** Finds a batch of the key's owner. Batches of others count as unknown, and the key must permit all steps of the batch. */
function withBatch(batches: Batches, handler: (exchange: Exchange, target: Target) => Promise<ApiAnswer>): Handler {
  return async (exchange) => {
    const { tenant, permits } = await authenticateTenant(exchange)
    const id = exchange.params['id'] ?? ''
    const access = { tenant }
    assertPermitted((await batches.status(id, access)).steps, (scope) => permits([scope]))
    return handler(exchange, { batches, id, access })
  }
}

async function create(exchange: Exchange, batches: Batches): Promise<ApiAnswer> {
  const { tenant, permits } = await authenticateTenant(exchange)
  const permitted = KEY_SCOPES.filter((scope) => permits([scope]))
  const { maxDocumentBytes: maxBytes } = exchange.state
  const input = await receiveBatch(exchange, { tenant, permitted, maxBytes })
  const { request } = input
  return withinQuota(exchange, STEP_SCOPES[request.steps[0] ?? 'sign'], async () => {
    const id = await batches.submit({ ...input, tenant, signal: exchange.signal })
    const secret = request.webhook === undefined ? undefined : batches.webhookSecret(tenant)
    const { items } = await batches.failures(id, { limit: MAX_TOLD }, { tenant })
    const rejected = items.filter(({ job }) => job === null)
    const batch = describe(await batches.status(id, { tenant }))
    return answer({ batch, rejected, ...(secret === undefined ? {} : { webhookSecret: secret }) }, 202)
  })
}

/** Maximum number of failures in the facts about a batch. A route of their own lists all of them. */
const MAX_TOLD = 100

/** Parses the request. A large body is parsed in a worker, where it does not block other requests. */
async function receiveBatch(exchange: Exchange, rules: BatchReadingRules): Promise<BatchInput> {
  const { state, context, signal, owner } = exchange
  if (context.parsedBody !== undefined) return readBatchInput({ value: context.parsedBody }, rules)
  const json = await readJsonBytes(exchange, maxJsonBytes(rules.maxBytes))
  if (isQuicklyParsed(json)) return readBatchInput({ json }, rules)
  const timeoutMs = state.options.signTimeoutMs ?? WORK_LIMITS.signTimeoutMs
  const job: BatchReadingJob = { kind: 'read batch', json, rules }
  return runTimed(exchange, state.executor, job, { signal, owner, timeoutMs })
}

async function list(exchange: Exchange, batches: Batches): Promise<ApiAnswer> {
  const { tenant, permits } = await authenticateTenant(exchange)
  const { items, cursor } = await batches.list(tenant, readPage(exchange))
  // A page may contain few batches or none although further pages follow, since batches that the key does not permit are left
  // out.
  const readable = items.filter(({ steps }) => steps.every((step) => permits([STEP_SCOPES[step]])))
  return answer({ batches: readable.map(describe), cursor })
}

async function results(exchange: Exchange, { batches, id, access }: Target): Promise<ApiAnswer> {
  const { items, cursor } = await batches.results(id, readPage(exchange), access)
  const base = exchange.context.basePath ?? ''
  const described = items.map(({ output, ...item }) => {
    return { ...item, name: shownName({ output, job: item.job }), url: `${base}/v1/batches/${id}/results/${item.job}` }
  })
  return answer({ results: described, cursor })
}

/**
 * Sends a result. Memory is reserved before it is read, so that a client that asks for many results and reads none only delays
 * itself.
 */
function result(exchange: Exchange, { batches, id, access }: Target): Promise<ApiAnswer> {
  const { params, lease, signal } = exchange
  return withinQuota(exchange, 'results', async () => {
    const job = params['job'] ?? ''
    const { size } = await batches.findResult(id, job, access)
    await lease.reserve(size, signal)
    lease.take(size)
    const found = await batches.readResult(id, job, { ...access, maxBytes: size })
    return bytesAnswer(found.bytes, {
      ...PRIVATE_HEADERS,
      'content-type': found.contentType,
      'content-disposition': attachmentHeader(shownName(found)),
    })
  })
}

/** The name of the result without its folder and the job's id. */
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
  await batches.remove(id, { ...access, documents: true })
  return emptyAnswer(204, PRIVATE_HEADERS)
}

function readPage({ url }: Exchange) {
  const { cursor, limit } = readQuery(url, PAGE)
  return { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit: Number(limit) }) }
}

/** The status without the tenant, which the caller knows. */
function describe({ tenant: _, ...status }: BatchStatus) {
  return status
}

function answer(value: unknown, status = 200): ApiAnswer {
  return jsonAnswer(value, status, PRIVATE_HEADERS)
}
