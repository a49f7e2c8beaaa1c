/**
 * What callers are told of a batch: how far it is, and pages of what is done and what failed.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { type BatchFailure, type BatchPage, type BatchResult, type BatchStatus, PDF_TYPE } from './batch.js'
import type { BatchEngine, EndedJob, JobCounts, PageRequest, StoredBatch } from './batch-engine.js'
import { BATCH_LIMITS } from './batch-limits.js'
import { inputName } from './jobs/job-spec.js'

/** @param counts with `doneSince` for the last {@link BATCH_LIMITS.rateWindowMs} */
export function describeStatus(batch: StoredBatch, counts: JobCounts, now = Date.now()): BatchStatus {
  const { id, name, tenant, request, state, isFilled, createdAt, finishedAt } = batch
  const { waiting, active, retrying, done, failed, rejected } = counts
  const left = waiting + active + retrying
  const hasEnded = state === 'finished' || state === 'cancelled'
  const rate = hasEnded ? wholeRate(batch, done) : recentRate(counts, now - createdAt)
  return {
    id,
    name,
    tenant,
    steps: request.steps,
    state: state === 'running' && !isFilled ? 'filling' : state,
    total: left + done + failed,
    done,
    failed,
    rejected,
    waiting,
    active,
    retrying,
    rate,
    secondsLeft: hasEnded || state === 'paused' || rate === null || !isFilled ? null : Math.ceil(left / rate),
    createdAt: new Date(createdAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
  }
}

/**
 * Documents per second over the last minute, or since the batch began if that is shorter. A clock that jumps never makes the
 * rate negative.
 */
function recentRate({ doneSince }: JobCounts, ageMs: number): number | null {
  const windowMs = ageMs > 0 ? Math.min(ageMs, BATCH_LIMITS.rateWindowMs) : BATCH_LIMITS.rateWindowMs
  return doneSince === 0 ? null : round(doneSince / (Math.max(windowMs, 1000) / 1000))
}

function wholeRate({ createdAt, finishedAt }: StoredBatch, done: number): number | null {
  const tookMs = (finishedAt ?? createdAt) - createdAt
  return done === 0 || tookMs <= 0 ? null : round(done / (tookMs / 1000))
}

function round(rate: number): number {
  return Number(rate.toPrecision(3))
}

/** Describes a done job for callers. */
export function describeResult({ id, data, result, endedAt }: EndedJob): BatchResult {
  const { o, n, h, t, w, d } = (result ?? {}) as {
    o?: string
    n?: number
    h?: string
    t?: string
    w?: readonly string[]
    d?: BatchResult['verdict']
  }
  return {
    job: id,
    input: inputName(data),
    output: o ?? '',
    size: n ?? 0,
    sha256: h ?? '',
    contentType: t ?? PDF_TYPE,
    finishedAt: new Date(endedAt).toISOString(),
    warnings: w ?? [],
    ...(d === undefined ? {} : { verdict: d }),
  }
}

/** Describes a job of the dead-letter list for callers. */
function describeDeadLetter({ id, data, failure, attempts, endedAt }: EndedJob): BatchFailure {
  return {
    job: id,
    input: inputName(data),
    code: (failure?.code ?? 'internal_error') as BatchFailure['code'],
    message: failure?.message ?? '',
    attempts,
    failedAt: new Date(endedAt).toISOString(),
  }
}

const DEFAULT_LIMIT = 100
/** Largest page of a list. A cursor leads to the next page. */
const MAX_LIMIT = 1000

/** @throws SealwrightError `invalid_request` for a limit or a cursor that no page has */
export function readPage({ cursor, limit = DEFAULT_LIMIT }: Partial<PageRequest>): PageRequest {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new SealwrightError('invalid_request', `limit is a number from 1 to ${MAX_LIMIT}.`)
  }
  if (cursor !== undefined && !/^[rf]?\d{0,15}$/.test(cursor)) {
    throw new SealwrightError('invalid_request', 'The cursor is not one that a page of results gave.')
  }
  return { limit, ...(cursor === undefined ? {} : { cursor }) }
}

/** Entries that were not taken, and then documents that failed: the cursor says which of the two lists it is in. */
export async function listFailures(
  engine: BatchEngine,
  id: string,
  { cursor, limit }: PageRequest,
): Promise<BatchPage<BatchFailure>> {
  if (cursor === undefined || cursor.startsWith('r')) {
    const rejected = await engine.listRejections(id, { cursor: cursor?.slice(1), limit })
    const items = rejected.items.map(({ position, input = '', code, message }) => {
      return { job: null, input, code, message, attempts: 0, failedAt: null, position }
    })
    const isLast = rejected.cursor === null
    if (items.length > 0 || !isLast) return { items, cursor: isLast ? 'f' : `r${rejected.cursor}` }
  }
  const inner = cursor?.startsWith('f') === true && cursor.length > 1 ? cursor.slice(1) : undefined
  const failed = await engine.listJobs(id, 'failed', { cursor: inner, limit })
  return { items: failed.items.map(describeDeadLetter), cursor: failed.cursor === null ? null : `f${failed.cursor}` }
}
