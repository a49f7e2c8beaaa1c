/**
 * Computes the status of a batch from the counts of an engine.
 *
 * @module
 */

import { type BatchFailure, type BatchResult, type BatchStatus, PDF_TYPE } from './batch.js'
import type { EndedJob, JobCounts, StoredBatch } from './batch-engine.js'
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
export function describeDeadLetter({ id, data, failure, attempts, endedAt }: EndedJob): BatchFailure {
  return {
    job: id,
    input: inputName(data),
    code: (failure?.code ?? 'internal_error') as BatchFailure['code'],
    message: failure?.message ?? '',
    attempts,
    failedAt: new Date(endedAt).toISOString(),
  }
}
