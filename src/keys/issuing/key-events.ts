/**
 * Events about keys and codes, for an audit log.
 *
 * @module
 */

/** The kinds of events. */
export type KeyEventType =
  /** A code was asked for. One of the next three events follows. */
  | 'code.requested'
  /** The challenge was not met: `reason` is `missing` or `wrong`. */
  | 'code.challenged'
  /** No code was sent: `reason` is `cooldown` or `not_accepted`. */
  | 'code.suppressed'
  | 'code.sent'
  /** A code could not be sent: `reason` is `mail_unavailable` or `mail_refused`. */
  | 'code.failed'
  /** A code was refused: `reason` is `no_live_code`, `wrong_code`, `clock_skew`, `already_used` or `key_limit_reached`. */
  | 'code.rejected'
  /** A session to manage keys was opened for a code. */
  | 'session.opened'
  | 'key.issued'
  | 'key.changed'
  | 'key.rotated'
  | 'key.revoked'
  /** A presented key was refused: `reason` is `malformed`, `unknown`, `revoked` or `expired`. */
  | 'auth.failed'
  /** A limit was reached: `reason` is its name. */
  | 'rate.limited'

/** One event. It never holds a code, a key or an address in clear. */
export interface KeyEvent {
  readonly type: KeyEventType
  /** Time of the event in ISO 8601, in UTC. */
  readonly at: string
  /** A pseudonym of the address. An address has the same pseudonym as long as the host keeps its secret. */
  readonly emailPseudonym?: string
  readonly keyId?: string
  readonly clientAddress?: string
  readonly requestId?: string
  readonly reason?: string
}
