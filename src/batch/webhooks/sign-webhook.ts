/**
 * Signatures of webhooks, as defined by Standard Webhooks 1.0.
 *
 * @module
 */

import { createHmac } from 'node:crypto'
import { SealwrightError } from '../../errors.js'
import { checkOptions, type OptionTable, required, TEXT, wholeNumberFrom } from '../../input/check-options.js'

/** What a signature covers. */
export interface WebhookMessage {
  /** Id of the webhook, which is the same for every attempt. */
  readonly id: string
  /** When the webhook is sent, in whole seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

const MESSAGE: OptionTable<WebhookMessage> = {
  id: required(TEXT),
  timestamp: required(wholeNumberFrom(0)),
  body: required(TEXT),
}

const PREFIX = 'whsec_'
/** Shortest secret in bytes, by the specification of Standard Webhooks. */
const MIN_SECRET = 24
/** Longest secret in bytes, by the specification of Standard Webhooks. */
const MAX_SECRET = 64

/**
 * The header fields of a webhook.
 *
 * @param secret `whsec_` and 24 to 64 bytes in base64. Several secrets while it is being changed: receivers accept a signature
 *   by any of them
 * @throws SealwrightError `invalid_request` for an invalid secret or message
 */
export function webhookHeaders(secret: string | readonly string[], message: WebhookMessage): Record<string, string> {
  checkOptions(message, MESSAGE, 'message')
  const { id, timestamp, body } = message
  const signatures = webhookSecrets(secret).map((each) => {
    return `v1,${createHmac('sha256', webhookKey(each)).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * Derives the secrets of a tenant, one from each secret of the host, so that they need not be stored.
 *
 * @throws SealwrightError `invalid_request` for a secret that is not one
 */
export function tenantSecrets(hostSecrets: string | readonly string[], tenant: string): readonly [string, ...string[]] {
  const [first, ...rest] = webhookSecrets(hostSecrets)
  const derive = (secret: string) =>
    `${PREFIX}${createHmac('sha256', webhookKey(secret)).update(`webhooks of ${tenant}`).digest('base64')}`
  return [derive(first), ...rest.map(derive)]
}

/** @throws SealwrightError `invalid_request` for a list without a secret */
function webhookSecrets(secret: string | readonly string[]): readonly [string, ...string[]] {
  const [first, ...rest] = Array.isArray(secret) ? secret : [secret]
  if (first === undefined) throw new SealwrightError('invalid_request', 'There is no webhook secret in the list.')
  return [first, ...rest]
}

function webhookKey(secret: string): Uint8Array {
  const key =
    typeof secret === 'string' && secret.startsWith(PREFIX)
      ? Buffer.from(secret.slice(PREFIX.length), 'base64')
      : Buffer.alloc(0)
  if (key.length >= MIN_SECRET && key.length <= MAX_SECRET) return key
  throw new SealwrightError('invalid_request', `A webhook secret is "${PREFIX}" and 24 to 64 bytes in base64.`)
}
