/**
 * Limits on the lifetime and size of API keys and codes, and on how often they are asked for.
 *
 * @module
 */

/** Limits on API keys and on the codes that are exchanged for them. */
export const KEY_LIMITS = {
  /** Length of a key's name, in characters. */
  maxNameLength: 100,
  /** Lifetime of a session in which keys are managed, in milliseconds. */
  sessionTtlMs: 15 * 60_000,
  /** Lifetime of a code, in milliseconds (OWASP ASVS 5.0, 6.5.5: at most 10 minutes). */
  codeTtlMs: 10 * 60_000,
  /** Attempts to enter one code, the right one included. */
  maxCodeAttempts: 5,
  /** Time before another code can be sent to an address, in milliseconds. */
  resendCooldownMs: 60_000,
  /** Active keys of one address. */
  maxActiveKeys: 10,
  /** How long a rotated key goes on working, in milliseconds. */
  rotationGraceMs: 24 * 60 * 60_000,
  /** How long keys are kept after they were revoked or have expired, in milliseconds. */
  endedKeyRetentionMs: 30 * 24 * 60 * 60_000,
  /** How far in the future, by this host's clock, a code may have been made by another host, in milliseconds. */
  maxClockSkewMs: 5 * 60_000,
  /** How far the clocks of this host and of the store may differ before the host reports not to be ready, in milliseconds. */
  maxClockDriftMs: 60_000,
  /** Time between two updates of a key's last use, in milliseconds. */
  lastUsedPrecisionMs: 60_000,
  /** Time that one call of the store may take, in milliseconds: a client learns within a second that the store is down. */
  storeTimeoutMs: 800,
  /** Time from a request with a wrong code to its refusal, whatever is wrong with the code, in milliseconds. */
  refusalMs: 100,
  /** Time that handing over one e-mail may take, in milliseconds. */
  mailTimeoutMs: 15_000,
  /** Length of an e-mail address, in bytes (RFC 5321, 4.5.3.1.3). */
  maxEmailBytes: 254,
  /** Length of an answer to a challenge, in characters. Tokens of captchas have up to 2,048. */
  maxAnswerLength: 4096,
  /** Minimum size of the secret that codes are hashed with, in bytes. */
  minSecretBytes: 32,
} as const

/** How often keys and codes may be asked for: points in a window, whose length is in milliseconds. */
export const KEY_RATE_LIMITS = {
  /** Codes that one client may ask for, for one mailbox. A stranger cannot use up what the mailbox may be sent. */
  requestsPerEmailAndClient: { points: 5, windowMs: 3_600_000 },
  /** Codes that may be sent to one mailbox, whoever asks. `ada+1@example.com` counts as `ada@example.com`. */
  requestsPerEmailPerHour: { points: 10, windowMs: 3_600_000 },
  requestsPerEmailPerDay: { points: 20, windowMs: 86_400_000 },
  /** Codes that one client may ask for. A client is an IPv4 address or an IPv6 network of 64 bits. */
  requestsPerClient: { points: 20, windowMs: 3_600_000 },
  /** Codes for all clients together. Beyond this number, `requestsPerSiteWhenBusy` holds for each site in addition. */
  requestsInTotal: { points: 1000, windowMs: 3_600_000 },
  /** Codes for one site while there are very many for others. A site is an IPv4 address or an IPv6 network of 48 bits. */
  requestsPerSiteWhenBusy: { points: 2, windowMs: 3_600_000 },
  /** Codes that one client may try. */
  redemptionsPerClient: { points: 10, windowMs: 600_000 },
  /**
   * Attempts to enter a code for one mailbox, however many codes it was sent. The odds of guessing one are 2 in 100,000 a day.
   */
  redemptionsPerEmail: { points: 20, windowMs: 86_400_000 },
  /** Requests to manage the keys of one address. */
  managementPerEmail: { points: 120, windowMs: 600_000 },
} as const
