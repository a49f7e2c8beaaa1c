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
  /** Stands for whom the answer is kept: 64 hexadecimal digits, the same for all of an owner's requests. */
  readonly owner: string
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
  /** Size of the answer in bytes, known before it is read; null while the request is being worked on. */
  readonly size: number | null
}

/** What is kept of an owner's answers, or of everybody's. */
export interface KeptAnswers {
  readonly answers: number
  readonly bytes: number
}

/** Bounds of a store of answers. Past either, the oldest answers are forgotten before their time. */
export interface AnswerLimits {
  /** Answers of everybody together, in bytes. */
  readonly maxBytes?: number
  /** Answers of one owner, in bytes. Default: a quarter of `maxBytes`. */
  readonly maxBytesPerOwner?: number
}

/**
 * Where answers live. An implementation throws whatever its driver throws; the caller turns that into `store_unavailable`. It must
 * pass `idempotencyStoreContract` of `sealwright/testing`.
 */
export interface IdempotencyStore {
  /** How much one owner's answers may take, in bytes, where that is bounded: owners are told. */
  readonly maxBytesPerOwner?: number

  /**
   * Takes the id for this claim: when there is no record, when the record has expired, or when the same request (by its
   * fingerprint) was begun but not finished and its lease has ended.
   *
   * @returns null when it was taken, to exactly one of several callers; else what is on record.
   */
  claim(claim: IdempotencyClaim): Promise<IdempotencyRecord | null>

  /**
   * Reads a finished answer. Asked only after its size was told, so that memory can be set aside for it first.
   *
   * @returns The bytes, which belong to the caller; null when there is no answer, or none any more.
   */
  read(id: string): Promise<Uint8Array | null>

  /**
   * Renews the lease.
   *
   * @returns Whether the id still belongs to this token.
   */
  renew(id: string, token: string, leaseUntil: number): Promise<boolean>

  /**
   * Puts the answer on record, once and for all until `expiresAt`. When the answers of its owner, or of everybody, then
   * take more than the store's limits, the oldest ones go, and never this one.
   *
   * @returns Whether the id still belonged to this token; if not, nothing changed.
   */
  finish(id: string, token: string, answer: Uint8Array, expiresAt: number): Promise<boolean>

  /** Makes the id free again, if it still belongs to this token and is not finished. */
  abandon(id: string, token: string): Promise<void>

  /** Counts the finished answers of an owner that have not gone yet; with null, those of everybody. */
  usage(owner: string | null): Promise<KeptAnswers>

  /**
   * Deletes all of an owner's records. A request that is being worked on can then not be finished any more.
   *
   * @returns How many records went.
   */
  erase(owner: string): Promise<number>

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
