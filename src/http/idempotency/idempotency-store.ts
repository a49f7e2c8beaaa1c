/**
 * The interface of stores for answers of repeatable requests. Every method is one atomic step. Times are milliseconds since
 * 1970, by the caller's clock.
 *
 * A claim is a lease, which the process that works on the request renews. When that process dies, the id becomes free for the
 * same request again. The token distinguishes holders, so that a process that was believed dead cannot finish a request that
 * another has taken over.
 *
 * @module
 */

/** A claim of a request that is about to be worked on. */
export interface IdempotencyClaim {
  /** Id of the request, computed from its key and its owner: 64 hexadecimal digits. */
  readonly id: string
  /** Digest of the account that the answer is kept for: 64 hexadecimal digits, the same for all requests of an owner. */
  readonly owner: string
  /** Token that differs for every attempt. */
  readonly token: string
  /** Digest of the request's content: 64 hexadecimal digits. */
  readonly fingerprint: string
  readonly now: number
  /** Time until which the work counts as going on, unless the lease is renewed. */
  readonly leaseUntil: number
  /** Time from which the record may be deleted, if the request is never finished. */
  readonly expiresAt: number
}

/** The stored record of a request. */
export interface IdempotencyRecord {
  readonly fingerprint: string
  /** Size of the answer in bytes, known before the answer is read; null while the request is being worked on. */
  readonly size: number | null
}

/** Amount of kept answers, of one owner or of all. */
export interface KeptAnswers {
  readonly answers: number
  readonly bytes: number
}

/** Limits of a store of answers. Beyond either limit, the oldest answers are deleted before they expire. */
export interface AnswerLimits {
  /** Size of all answers, in bytes. */
  readonly maxBytes?: number | undefined
  /** Size of the answers of one owner, in bytes. Default: a quarter of `maxBytes`. */
  readonly maxBytesPerOwner?: number | undefined
}

/**
 * Stores answers. An implementation throws whatever its driver throws; the caller turns that into `store_unavailable`. It must
 * pass `idempotencyStoreContract` of `sealwright/testing`.
 */
export interface IdempotencyStore {
  /** Size that the answers of one owner may have, in bytes, if it is limited. Owners can ask for this number. */
  readonly maxBytesPerOwner?: number

  /**
   * Takes the id for this claim: when there is no record, when the record has expired, or when the same request (by its
   * fingerprint) was begun but not finished and its lease has ended.
   *
   * @returns null when the id was taken, to exactly one of several callers; otherwise the stored record
   */
  claim(claim: IdempotencyClaim): Promise<IdempotencyRecord | null>

  /**
   * Reads a finished answer. It is called after its size is known, so that memory can be reserved first.
   *
   * @returns the bytes, which belong to the caller; null when there is no answer, or it was deleted
   */
  read(id: string): Promise<Uint8Array | null>

  /**
   * Renews the lease.
   *
   * @returns Whether the id still belongs to this token.
   */
  renew(id: string, token: string, leaseUntil: number): Promise<boolean>

  /**
   * Stores the answer, which does not change until `expiresAt`. When the answers of its owner, or of all owners, then exceed the
   * store's limits, the oldest ones are deleted, but never this one.
   *
   * @returns whether the id still belonged to this token; if not, nothing has changed
   */
  finish(id: string, token: string, answer: Uint8Array, expiresAt: number): Promise<boolean>

  /** Frees the id, if it still belongs to this token and is not finished. */
  abandon(id: string, token: string): Promise<void>

  /** Counts the finished answers of an owner that have not expired; with null, those of all owners. */
  usage(owner: string | null): Promise<KeptAnswers>

  /**
   * Deletes all records of an owner. Requests that are being worked on can then no longer be finished.
   *
   * @returns number of deleted records
   */
  erase(owner: string): Promise<number>

  /**
   * Deletes what has expired.
   *
   * @returns number of deleted rows
   */
  purge?(now: number): Promise<number>
}

/** Settings of `Idempotency-Key`. */
export interface IdempotencyOptions {
  /** Where answers are kept. Default: in this process. */
  readonly store?: IdempotencyStore | undefined
  /** How long an answer is repeated, in milliseconds. Default: a day. */
  readonly ttlMs?: number | undefined
  /** Time without a sign of life after which a request of another process may be begun again, in milliseconds. Default 20 s. */
  readonly leaseMs?: number | undefined
}
