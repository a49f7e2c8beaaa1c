/**
 * Webhooks as jobs: kept by the engine, tried again, put on the dead-letter list.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { jsonText } from '../../input/json-text.js'
import type { AddressRules } from '../../net/guarded-lookup.js'
import { postGuarded } from '../../net/post-guarded.js'
import type { BatchStatus } from '../batch.js'
import type { ClaimedJob, JobData, NewJob, StoredBatch } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import type { RetryRules } from '../work/failures.js'
import { webhookHeaders } from './sign-webhook.js'

/** The batch that keeps the webhooks of all tenants. */
export const WEBHOOKS: StoredBatch = {
  id: 'webhooks',
  tenant: '',
  name: 'webhooks',
  kind: 'webhooks',
  request: { steps: [] },
  state: 'running',
  // It never ends.
  isFilled: false,
  createdAt: 0,
  finishedAt: null,
  round: 0,
}

export const WEBHOOK_RETRIES: RetryRules = {
  maxAttempts: BATCH_LIMITS.maxWebhookAttempts,
  delayMs: BATCH_LIMITS.webhookDelayMs,
  maxDelayMs: BATCH_LIMITS.maxWebhookDelayMs,
}

/** What the sending needs. */
export interface WebhookSender {
  secretOf(tenant: string): string
  readonly rules: AddressRules
}

/** The webhook that tells that a batch has ended. Its id is that of the batch and the round, so there is one for each. */
export function finishedWebhook(batch: StoredBatch, url: string, status: BatchStatus): NewJob {
  const { id, name, total, done, failed, rejected, createdAt, finishedAt } = status
  const body = {
    type: 'batch.finished',
    timestamp: finishedAt,
    data: { id, name, total, done, failed, rejected, createdAt, finishedAt },
  }
  return { id: `msg_${id}_${batch.round}`, data: { u: url, t: batch.tenant, b: jsonText(body) } }
}

/**
 * Sends a webhook once.
 *
 * @throws SealwrightError `url_not_allowed`, also for a receiver that wants no more (410), and `document_fetch_failed` for
 * every answer but 2xx
 */
export async function deliverWebhook(claim: ClaimedJob, { secretOf, rules }: WebhookSender): Promise<JobData> {
  const { u, t, b } = claim.data as { u: string; t: string; b: string }
  const headers = webhookHeaders(secretOf(t), { id: claim.id, timestamp: Math.floor(Date.now() / 1000), body: b })
  const late = AbortSignal.timeout(BATCH_LIMITS.webhookTimeoutMs)
  const signal = AbortSignal.any([claim.signal, late])
  const posting = postGuarded({ url: u, body: Buffer.from(b), headers, signal, rules })
  const { status, retryAfterSeconds } = await posting.catch((error: unknown) => {
    if (!late.aborted || claim.signal.aborted) throw error
    const seconds = BATCH_LIMITS.webhookTimeoutMs / 1000
    throw new SealwrightError('document_fetch_failed', `The receiver did not answer within ${seconds} seconds.`)
  })
  if (status >= 200 && status < 300) return { status }
  // Standard Webhooks: 410 Gone is a receiver that has signed off.
  if (status === 410) throw new SealwrightError('url_not_allowed', 'The receiver wants no more webhooks (410).')
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  throw new SealwrightError('document_fetch_failed', `The receiver answered with status ${status}.`, wait)
}
