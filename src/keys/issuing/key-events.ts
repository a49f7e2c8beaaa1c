/**
 * What happens to keys and codes, for an audit log.
 *
 * @module
 */

/** The kinds of events. */
export type KeyEventType =
  /** A code was asked for. Followed by one of the next three. */
  | 'code.requested'
  /** The challenge was not met: `reason` is `missing` or `wrong`. */
  | 'code.challenged'
  /** Nothing was sent: `reason` is `cooldown` or `not_accepted`. */
  | 'code.suppressed'
  | 'code.sent'
  /** `reason` is `mail_unavailable` or `mail_refused`. */
  | 'code.failed'
  /** `reason` is `no_live_code`, `wrong_code`, `clock_skew`, `already_used` or `key_limit_reached`. */
  | 'code.rejected'
  /** A session to look after keys was opened for a code. */
  | 'session.opened'
  | 'key.issued'
  | 'key.changed'
  | 'key.rotated'
  | 'key.revoked'
  /** A presented key was refused: `reason` is `malformed`, `unknown`, `revoked` or `expired`. */
  | 'auth.failed'
  /** `reason` is the name of the limit. */
  | 'rate.limited'

/** One event. It never holds a code, a key or an address in clear. */
export interface KeyEvent {
  readonly type: KeyEventType
  /** ISO 8601 in UTC. */
  readonly at: string
  /** A pseudonym of the address: the same for the same address as long as the host's secret is the same. */
  readonly emailPseudonym?: string
  readonly keyId?: string
  readonly clientAddress?: string
  readonly requestId?: string
  readonly reason?: string
}
