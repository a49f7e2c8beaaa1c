/**
 * Webhooks as jobs in a batch of their own.
 *
 * @module
 */

import { jsonText } from '../../input/json-text.js'
import type { BatchStatus } from '../batch.js'
import type { NewJob, StoredBatch } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import { standingBatch } from '../standing-batch.js'
import type { RetryRules } from '../work/failures.js'

/** The batch with the webhooks of all tenants. */
export const WEBHOOKS = standingBatch('webhooks')

export const WEBHOOK_RETRIES: RetryRules = {
  maxAttempts: BATCH_LIMITS.maxWebhookAttempts,
  delayMs: BATCH_LIMITS.webhookDelayMs,
  maxDelayMs: BATCH_LIMITS.maxWebhookDelayMs,
}

/** The id of a webhook: the batch's id with its round, so that each round has one webhook. */
export function webhookId({ id, round }: Pick<StoredBatch, 'id' | 'round'>): string {
  return `msg_${id}_${round}`
}

/** Makes the webhook that reports the end of a batch. */
export function finishedWebhook(batch: StoredBatch, url: string, status: BatchStatus): NewJob {
  const { id, name, total, done, failed, rejected, createdAt, finishedAt } = status
  const body = {
    type: 'batch.finished',
    timestamp: finishedAt,
    data: { id, name, total, done, failed, rejected, createdAt, finishedAt },
  }
  return { id: webhookId(batch), data: { u: url, t: batch.tenant, b: jsonText(body) } }
}
