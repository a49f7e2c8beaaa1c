/**
 * Signatures of webhooks, as Standard Webhooks 1.0 has them.
 *
 * @module
 */

import { createHmac } from 'node:crypto'
import { SealwrightError } from '../../errors.js'
import { checkOptions, type OptionTable, required, TEXT, wholeNumberFrom } from '../../input/check-options.js'

/** What is signed. */
export interface WebhookMessage {
  /** The same for every try. */
  readonly id: string
  /** When it is sent, in whole seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

const MESSAGE: OptionTable<WebhookMessage> = {
  id: required(TEXT),
  timestamp: required(wholeNumberFrom(0)),
  body: required(TEXT),
}

const PREFIX = 'whsec_'
/** What the specification asks for, in bytes. */
const MIN_SECRET = 24
/** What the specification of Standard Webhooks permits, in bytes. */
const MAX_SECRET = 64

/**
 * The header fields of a webhook.
 *
 * @param secret `whsec_` and 24 to 64 bytes in base64
 * @throws SealwrightError `invalid_request` for another secret, or what is no message
 */
export function webhookHeaders(secret: string, message: WebhookMessage): Record<string, string> {
  checkOptions(message, MESSAGE, 'message')
  const { id, timestamp, body } = message
  const signature = createHmac('sha256', webhookKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}

/**
 * The secret of a tenant, from one of the host's: nobody has to keep it.
 *
 * @throws SealwrightError `invalid_request` for a secret that is none
 */
export function tenantSecret(hostSecret: string, tenant: string): string {
  return `${PREFIX}${createHmac('sha256', webhookKey(hostSecret)).update(`webhooks of ${tenant}`).digest('base64')}`
}

function webhookKey(secret: string): Uint8Array {
  const key =
    typeof secret === 'string' && secret.startsWith(PREFIX)
      ? Buffer.from(secret.slice(PREFIX.length), 'base64')
      : Buffer.alloc(0)
  if (key.length >= MIN_SECRET && key.length <= MAX_SECRET) return key
  throw new SealwrightError('invalid_request', `A webhook secret is "${PREFIX}" and 24 to 64 bytes in base64.`)
}
