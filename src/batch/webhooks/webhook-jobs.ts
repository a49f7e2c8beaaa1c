/**
 * Webhooks as jobs of a batch of their own.
 *
 * @module
 */

import { jsonText } from '../../input/json-text.js'
import type { BatchStatus } from '../batch.js'
import type { NewJob, StoredBatch } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import { standingBatch } from '../standing-batch.js'
import type { RetryRules } from '../work/failures.js'

/** The batch that keeps the webhooks of all tenants. */
export const WEBHOOKS = standingBatch('webhooks')

export const WEBHOOK_RETRIES: RetryRules = {
  maxAttempts: BATCH_LIMITS.maxWebhookAttempts,
  delayMs: BATCH_LIMITS.webhookDelayMs,
  maxDelayMs: BATCH_LIMITS.maxWebhookDelayMs,
}

/** The id of a webhook: that of the batch and the round, so there is one for each. */
export function webhookId({ id, round }: Pick<StoredBatch, 'id' | 'round'>): string {
  return `msg_${id}_${round}`
}

/** The webhook that tells that a batch has ended. */
export function finishedWebhook(batch: StoredBatch, url: string, status: BatchStatus): NewJob {
  const { id, name, total, done, failed, rejected, createdAt, finishedAt } = status
  const body = {
    type: 'batch.finished',
    timestamp: finishedAt,
    data: { id, name, total, done, failed, rejected, createdAt, finishedAt },
  }
  return { id: webhookId(batch), data: { u: url, t: batch.tenant, b: jsonText(body) } }
}
