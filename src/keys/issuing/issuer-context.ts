/**
 * What all modules about keys and codes share: the options, the clock, calls of the store with a deadline, and events for the
 * host.
 *
 * @module
 */

import { tell } from '../../tell.js'
import { callWithDeadline } from '../call-with-deadline.js'
import {
  type KeyIssuerOptions,
  type KeyIssuerSettings,
  type KeyRequestContext,
  parseSettings,
} from '../key-issuer-options.js'
import type { KeyEvent, KeyEventType } from './key-events.js'
import { mailboxOf } from './mailbox.js'
import { RequestLimits } from './request-limits.js'
import { parseSecrets, pseudonym, type Secrets } from './verification-code.js'

/** Time after which a client may try again while the store is down, in seconds. */
const STORE_RETRY_SECONDS = 5

/** Shared state of one issuer. */
export class IssuerContext {
  readonly options: KeyIssuerOptions
  readonly settings: KeyIssuerSettings
  readonly secrets: Secrets
  readonly limits: RequestLimits

  /** @throws SealwrightError `invalid_request` for a secret that is too short and for options that make no sense. */
  constructor(options: KeyIssuerOptions) {
    this.options = options
    this.settings = parseSettings(options)
    this.secrets = parseSecrets(options.secret)
    this.limits = new RequestLimits(options, {
      secrets: this.secrets,
      callShared: (call, context) => this.callShared(call, context),
      onLimited: (reason, context) => this.report('rate.limited', context, { reason }),
    })
  }

  /** Runs a call of the store. Rejects with `store_unavailable` when the call takes too long or fails. */
  callStore<T>(call: (store: KeyIssuerOptions['store']) => Promise<T>, context: KeyRequestContext): Promise<T> {
    return this.callShared(() => call(this.options.store), context)
  }

  /** Runs a call of anything else that hosts share, such as a limiter, with the same deadline. */
  callShared<T>(call: () => Promise<T>, { signal }: KeyRequestContext): Promise<T> {
    return callWithDeadline(call, {
      timeoutMs: this.settings.storeTimeoutMs,
      code: 'store_unavailable',
      message: 'The key store cannot be reached at the moment.',
      retryAfterSeconds: STORE_RETRY_SECONDS,
      signal,
    })
  }

  /** Reports an event to the host. Addresses are given as pseudonyms only. */
  report(
    type: KeyEventType,
    { clientAddress, requestId }: KeyRequestContext,
    { address, ...facts }: { address?: string; keyId?: string; reason?: string },
  ): void {
    const { onEvent } = this.options
    if (onEvent === undefined) return
    const event: KeyEvent = {
      type,
      at: new Date(this.now()).toISOString(),
      ...(address === undefined ? {} : { emailPseudonym: pseudonym(this.secrets, 'email', address) }),
      ...(clientAddress === undefined ? {} : { clientAddress }),
      ...(requestId === undefined ? {} : { requestId }),
      ...facts,
    }
    tell(() => onEvent(event), undefined)
  }

  /** The mailbox that an address leads to. Limits on e-mail count by mailbox. */
  mailboxOf(address: string): string {
    return (this.options.mailboxOf ?? mailboxOf)(address)
  }

  /** Milliseconds since 1970, by the clock of the options. */
  now(): number {
    return this.options.now?.().getTime() ?? Date.now()
  }
}
