/**
 * Times and sizes of API keys and codes, and how often they may be asked for.
 *
 * @module
 */

/** Limits on API keys and on the codes that are exchanged for them. */
export const KEY_LIMITS = {
  /** Length of a key's name, in characters. */
  maxNameLength: 100,
  /** Life of a session that looks after keys, in milliseconds. */
  sessionTtlMs: 15 * 60_000,
  /** Life of a code, in milliseconds (OWASP ASVS 5.0, 6.5.5: at most 10 minutes). */
  codeTtlMs: 10 * 60_000,
  /** Tries of one code, the right one included. */
  maxCodeAttempts: 5,
  /** Time before an address can be sent another code, in milliseconds. */
  resendCooldownMs: 60_000,
  /** Active keys of one address. */
  maxActiveKeys: 10,
  /** How long a rotated key goes on working, in milliseconds. */
  rotationGraceMs: 24 * 60 * 60_000,
  /** How long keys are kept after they were revoked or expired, in milliseconds. */
  endedKeyRetentionMs: 30 * 24 * 60 * 60_000,
  /** How far the clocks of two hosts may differ before a code from the future is refused, in milliseconds. */
  maxClockSkewMs: 5 * 60_000,
  /** How far the clock of this host may differ from the store's before it is not ready, in milliseconds. */
  maxClockDriftMs: 60_000,
  /** How often the time of a key's last use is written, in milliseconds. */
  lastUsedPrecisionMs: 60_000,
  /** Time that one call of the store may take, in milliseconds: a client learns within a second that it is down. */
  storeTimeoutMs: 800,
  /** Time after which a code is refused, whatever is wrong with it, in milliseconds. */
  refusalMs: 100,
  /** Time that handing over one e-mail may take, in milliseconds. */
  mailTimeoutMs: 15_000,
  /** Length of an e-mail address (RFC 5321, 4.5.3.1.3), in bytes. */
  maxEmailBytes: 254,
  /** Length of an answer to a challenge, in characters: captchas have tokens of up to 2,048. */
  maxAnswerLength: 4096,
  /** Least size of the secret that codes are hashed with, in bytes. */
  minSecretBytes: 32,
} as const

/** How often keys and codes may be asked for: points per window in milliseconds. */
export const KEY_RATE_LIMITS = {
  /** Codes for one mailbox that one client asks for: a stranger cannot use up what the mailbox has. */
  requestsPerEmailAndClient: { points: 5, windowMs: 3_600_000 },
  /** Codes for one mailbox, whoever asks: `ada+1@example.com` counts as `ada@example.com`. */
  requestsPerEmailPerHour: { points: 10, windowMs: 3_600_000 },
  requestsPerEmailPerDay: { points: 20, windowMs: 86_400_000 },
  /** Codes for one client: an IPv4 address or an IPv6 network of 64 bits. */
  requestsPerClient: { points: 20, windowMs: 3_600_000 },
  /** Codes for everybody together: past it, the next limit holds for each site in addition. */
  requestsInTotal: { points: 1000, windowMs: 3_600_000 },
  /** Codes for one site, an IPv4 address or an IPv6 network of 48 bits, while there are very many for others. */
  requestsPerSiteWhenBusy: { points: 2, windowMs: 3_600_000 },
  /** Codes that one client may try. */
  redemptionsPerClient: { points: 10, windowMs: 600_000 },
  /** Codes that may be tried for one mailbox, however many it was sent: a guesser's odds are 2 in 100,000 a day. */
  redemptionsPerEmail: { points: 20, windowMs: 86_400_000 },
  /** Requests of one address about its keys. */
  managementPerEmail: { points: 120, windowMs: 600_000 },
} as const
