/**
 * Answers of repeatable requests, in the memory of one process.
 *
 * @module
 */

import { BYTE_LIMIT, checkOptions } from '../../input/check-options.js'
import { HTTP_LIMITS } from '../http-limits.js'
import type {
  AnswerLimits,
  IdempotencyClaim,
  IdempotencyRecord,
  IdempotencyStore,
  KeptAnswers,
} from './idempotency-store.js'

interface Entry {
  owner: string
  token: string
  fingerprint: string
  leaseUntil: number
  expiresAt: number
  answer: Uint8Array | null
}

/** Share of `maxBytes` that one owner may use, unless the host sets a limit. */
const OWNER_SHARE = 1 / 4

/**
 * A store for one process: its contents are lost when the process ends.
 *
 * @param options.maxBytes size of all answers; beyond it, the oldest are deleted before they expire. Default 128 MB.
 * @param options.maxBytesPerOwner size of the answers of one owner, likewise. Default: a quarter of `maxBytes`.
 * @param options.maxEntries number of all entries, likewise. Default 100,000.
 * @example
 * ```ts
 * const api = createApi({ identity, keys, idempotency: { store: memoryIdempotencyStore({ maxBytes: 512 * 1024 * 1024 }) } })
 * ```
 */
export function memoryIdempotencyStore(
  options: AnswerLimits & { readonly maxEntries?: number } = {},
): IdempotencyStore {
  checkOptions(options, { maxBytes: BYTE_LIMIT, maxBytesPerOwner: BYTE_LIMIT, maxEntries: BYTE_LIMIT })
  const kept = new MemoryAnswers(options)
  // A plain object of functions, so that hosts may spread it and replace single functions.
  return {
    maxBytesPerOwner: kept.maxBytesPerOwner,
    claim: (claim) => kept.claim(claim),
    read: (id) => kept.read(id),
    renew: (id, token, leaseUntil) => kept.renew(id, token, leaseUntil),
    finish: (id, token, answer, expiresAt) => kept.finish(id, token, answer, expiresAt),
    abandon: (id, token) => kept.abandon(id, token),
    usage: (owner) => kept.usage(owner),
    erase: (owner) => kept.erase(owner),
    purge: (now) => kept.purge(now),
  }
}

class MemoryAnswers {
  readonly #maxBytes: number
  readonly maxBytesPerOwner: number
  readonly #maxEntries: number
  /** Entries in the order of their claims or answers, oldest first. */
  readonly #entries = new Map<string, Entry>()
  readonly #byOwner = new Map<string, KeptAnswers>()
  #bytes = 0
  #answers = 0

  constructor(options: AnswerLimits & { readonly maxEntries?: number }) {
    this.#maxBytes = options.maxBytes ?? HTTP_LIMITS.maxIdempotentBytes
    this.maxBytesPerOwner = options.maxBytesPerOwner ?? this.#maxBytes * OWNER_SHARE
    this.#maxEntries = options.maxEntries ?? HTTP_LIMITS.maxIdempotentEntries
  }

  async claim({ id, now, ...claim }: IdempotencyClaim): Promise<IdempotencyRecord | null> {
    const entry = this.#entries.get(id)
    const isFree = entry === undefined || entry.expiresAt <= now
    const isLeft = entry?.answer === null && entry.leaseUntil <= now && entry.fingerprint === claim.fingerprint
    if (entry !== undefined && !isFree && !isLeft) {
      return { fingerprint: entry.fingerprint, size: entry.answer?.length ?? null }
    }
    this.#put(id, { ...claim, answer: null })
    return null
  }

  async read(id: string): Promise<Uint8Array | null> {
    const answer = this.#entries.get(id)?.answer
    // `slice()` of a Buffer would share its memory.
    return answer == null ? null : new Uint8Array(answer)
  }

  async renew(id: string, token: string, leaseUntil: number): Promise<boolean> {
    const entry = this.#heldBy(id, token)
    if (entry !== undefined) entry.leaseUntil = leaseUntil
    return entry !== undefined
  }

  async finish(id: string, token: string, answer: Uint8Array, expiresAt: number): Promise<boolean> {
    const entry = this.#heldBy(id, token)
    if (entry !== undefined) this.#put(id, { ...entry, answer, expiresAt })
    return entry !== undefined
  }

  async abandon(id: string, token: string): Promise<void> {
    if (this.#heldBy(id, token) !== undefined) this.#remove(id)
  }

  async usage(owner: string | null): Promise<KeptAnswers> {
    if (owner === null) return { answers: this.#answers, bytes: this.#bytes }
    return this.#byOwner.get(owner) ?? { answers: 0, bytes: 0 }
  }

  async erase(owner: string): Promise<number> {
    return this.#removeWhere((entry) => entry.owner === owner)
  }

  async purge(now: number): Promise<number> {
    return this.#removeWhere(({ expiresAt }) => expiresAt <= now)
  }

  #removeWhere(isMeant: (entry: Entry) => boolean): number {
    const before = this.#entries.size
    for (const [id, entry] of this.#entries) if (isMeant(entry)) this.#remove(id)
    return before - this.#entries.size
  }

  #heldBy(id: string, token: string): Entry | undefined {
    const entry = this.#entries.get(id)
    return entry?.token === token && entry.answer === null ? entry : undefined
  }

  #put(id: string, entry: Entry): void {
    this.#remove(id)
    this.#entries.set(id, entry)
    this.#count(entry, 1)
    const { owner } = entry
    this.#evict(id, () => this.#ownBytes(owner) > this.maxBytesPerOwner, owner)
    this.#evict(id, () => this.#bytes > this.#maxBytes || this.#entries.size > this.#maxEntries)
  }

  /** Requests in progress are never evicted: they must not be begun twice, and their number is limited anyway. */
  #evict(kept: string, isTooMuch: () => boolean, owner?: string): void {
    if (!isTooMuch()) return
    for (const [id, entry] of this.#entries) {
      if (entry.answer === null || id === kept || (owner !== undefined && entry.owner !== owner)) continue
      this.#remove(id)
      if (!isTooMuch()) return
    }
  }

  #remove(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    this.#count(entry, -1)
  }

  #ownBytes(owner: string): number {
    return this.#byOwner.get(owner)?.bytes ?? 0
  }

  #count({ owner, answer }: Entry, sign: 1 | -1): void {
    if (answer === null) return
    const before = this.#byOwner.get(owner) ?? { answers: 0, bytes: 0 }
    const after = { answers: before.answers + sign, bytes: before.bytes + sign * answer.length }
    if (after.answers === 0) this.#byOwner.delete(owner)
    else this.#byOwner.set(owner, after)
    this.#bytes += sign * answer.length
    this.#answers += sign
  }
}
