/**
 * What a store for the answers of repeatable requests must be able to do. Every method is one atomic step. Times are
 * milliseconds since 1970, given by the caller's clock.
 *
 * A claim is a lease: whoever works for a key renews it, and when that process dies the key becomes free for the same request
 * again. The token tells one holder from the next, so that one that was believed dead cannot finish what another took over.
 *
 * @module
 */

/** A request that is about to be worked on. */
export interface IdempotencyClaim {
  /** Stands for the key and its owner: 64 hexadecimal digits. */
  readonly id: string
  /** Differs for every try. */
  readonly token: string
  /** Stands for what was asked: 64 hexadecimal digits. */
  readonly fingerprint: string
  readonly now: number
  /** Until when the work counts as going on, unless it is renewed. */
  readonly leaseUntil: number
  /** When all of it may be forgotten, if it is never finished. */
  readonly expiresAt: number
}

/** What is on record. */
export interface IdempotencyRecord {
  readonly fingerprint: string
  /** The answer; null while it is being worked on. */
  readonly answer: Uint8Array | null
}

/**
 * Where answers live. An implementation throws whatever its driver throws; the caller turns that into `store_unavailable`. It must
 * pass `idempotencyStoreContract` of `sealwright/testing`.
 */
export interface IdempotencyStore {
  /**
   * Takes the id for this claim: when there is no record, when the record has expired, or when the same request (by its
   * fingerprint) was begun but not finished and its lease has ended.
   *
   * @returns null when it was taken, to exactly one of several callers; else what is on record.
   */
  claim(claim: IdempotencyClaim): Promise<IdempotencyRecord | null>

  /**
   * Renews the lease.
   *
   * @returns Whether the id still belongs to this token.
   */
  renew(id: string, token: string, leaseUntil: number): Promise<boolean>

  /**
   * Puts the answer on record, once and for all until `expiresAt`.
   *
   * @returns Whether the id still belonged to this token; if not, nothing changed.
   */
  finish(id: string, token: string, answer: Uint8Array, expiresAt: number): Promise<boolean>

  /** Makes the id free again, if it still belongs to this token and is not finished. */
  abandon(id: string, token: string): Promise<void>

  /**
   * Deletes what has expired.
   *
   * @returns How many rows went.
   */
  purge?(now: number): Promise<number>
}

/** How `Idempotency-Key` is honoured. */
export interface IdempotencyOptions {
  /** Where answers are kept. Default: in this process. */
  readonly store?: IdempotencyStore
  /** How long an answer is given again, in milliseconds. Default: a day. */
  readonly ttlMs?: number
  /**
   * Time without a sign of life after which what a process was working on may be begun again, in milliseconds. Default 20 s.
   */
  readonly leaseMs?: number
}
