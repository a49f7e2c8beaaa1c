/**
 * Sends webhooks as jobs, which the engine stores, retries, and puts on the dead-letter list.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { AddressRules } from '../../net/guarded-lookup.js'
import { postGuarded } from '../../net/post-guarded.js'
import type { ClaimedJob, JobData } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import { webhookHeaders } from './sign-webhook.js'

/** What sending a webhook needs. */
export interface WebhookSender {
  /** Secrets of a tenant, newest first. */
  secretsOf(tenant: string): readonly string[]
  readonly rules: AddressRules
}

/**
 * Sends a webhook once.
 *
 * @throws SealwrightError `url_not_allowed`, also for a receiver that wants no more (410), and `document_fetch_failed` for
 * every answer but 2xx
 */
export async function deliverWebhook(claim: ClaimedJob, { secretsOf, rules }: WebhookSender): Promise<JobData> {
  const { u, t, b } = claim.data as { u: string; t: string; b: string }
  const headers = webhookHeaders(secretsOf(t), { id: claim.id, timestamp: Math.floor(Date.now() / 1000), body: b })
  const late = AbortSignal.timeout(BATCH_LIMITS.webhookTimeoutMs)
  const signal = AbortSignal.any([claim.signal, late])
  const posting = postGuarded({ url: u, body: Buffer.from(b), headers, signal, rules })
  const { status, retryAfterSeconds } = await posting.catch((error: unknown) => {
    if (!late.aborted || claim.signal.aborted) throw error
    const seconds = BATCH_LIMITS.webhookTimeoutMs / 1000
    throw new SealwrightError('document_fetch_failed', `The receiver did not answer within ${seconds} seconds.`)
  })
  if (status >= 200 && status < 300) return { status }
  // In Standard Webhooks, 410 Gone means that the receiver has unsubscribed.
  if (status === 410) throw new SealwrightError('url_not_allowed', 'The receiver wants no more webhooks (410).')
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  throw new SealwrightError('document_fetch_failed', `The receiver answered with status ${status}.`, wait)
}
