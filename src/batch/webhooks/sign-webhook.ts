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
 * @param secret `whsec_` and 24 to 64 bytes in base64. Several while it is being changed: a receiver takes a signature by any of them
 * @throws SealwrightError `invalid_request` for another secret, or what is no message
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
 * The secret of a tenant, from each of the host's: nobody has to keep it.
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
