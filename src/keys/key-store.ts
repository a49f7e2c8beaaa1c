/**
 * What a store for API keys and codes must be able to do. Every method is one atomic step: no method may read, decide
 * and write in a way that two hosts could interleave. Times are milliseconds since 1970, given by the caller's clock.
 *
 * @module
 */

import type { KeyQuotas, KeyScope } from './key-grants.js'

/** A code that was sent to an address. An address has at most one. */
export interface StoredCode {
  /** Differs for every code, so that a replaced code is never taken for the one that replaced it. */
  readonly id: string
  /** The address, normalised. */
  readonly email: string
  /** Keyed hash of the code, 64 hexadecimal digits. */
  readonly digest: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** A code after one try was counted. */
export interface CodeAttempt {
  readonly id: string
  readonly digest: string
  readonly createdAt: number
  /** Tries so far, this one included. */
  readonly attempts: number
}

/** An API key as it is kept: the key itself cannot be got back from it. */
export interface StoredKey {
  readonly id: string
  /** SHA-256 of the whole key, 64 hexadecimal digits. Unique. */
  readonly hash: string
  /** Its first characters, for people to tell their keys apart. */
  readonly hint: string
  /** The address that it was issued to, normalised. */
  readonly email: string
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
  /** The id of the key that took its place, once it was rotated. */
  readonly replacedBy: string | null
  /** What its owner calls it. */
  readonly name: string | null
  /** What it permits; null for everything. */
  readonly scopes: readonly KeyScope[] | null
  /** Limits of its own, in place of those that the host set for all. */
  readonly quotas: KeyQuotas | null
}

/** What about an active key may change. Members that are undefined stay as they are. */
export type KeyChanges = { readonly [K in 'name' | 'scopes' | 'quotas' | 'expiresAt']?: StoredKey[K] | undefined }

/** Some keys of all, and where to go on. */
export interface KeyPage {
  readonly keys: readonly StoredKey[]
  /** Null after the last. */
  readonly cursor: string | null
}

/**
 * Where keys and codes live. A key counts as active while it is neither revoked, nor replaced, nor expired.
 *
 * An implementation throws whatever its driver throws; the caller turns that into `store_unavailable`. It must pass
 * `keyStoreContract` of `sealwright/testing`.
 */
export interface KeyStore {
  /**
   * Makes `code` the one live code of its address. Refuses while the address has one that was made less than `cooldownMs`
   * before or after `code` (after: by a host whose clock is ahead; one that is further ahead must not lock an address out).
   *
   * @returns Whether the code was stored.
   */
  putCode(code: StoredCode, cooldownMs: number): Promise<boolean>

  /**
   * Counts one try of an address's code, before anything is compared.
   *
   * @returns The code, or null when there is none, it has expired or it was tried `maxAttempts` times already.
   */
  takeAttempt(email: string, maxAttempts: number, now: number): Promise<CodeAttempt | null>

  /**
   * Deletes an address's code if it is still that very code.
   *
   * @returns True for exactly one caller.
   */
  consumeCode(email: string, codeId: string): Promise<boolean>

  /**
   * Adds a key, unless its address has `maxActive` active ones at `key.createdAt`.
   *
   * @returns Whether the key was stored.
   */
  insertKey(key: StoredKey, maxActive: number): Promise<boolean>

  /** Finds a key by its hash, revoked and expired ones included. Must see every change that was acknowledged before. */
  findKey(hash: string): Promise<StoredKey | null>

  /** Finds a key by its id, revoked and expired ones included. */
  findKeyById(id: string): Promise<StoredKey | null>

  /** All keys of an address that are kept, oldest first. */
  listKeys(email: string): Promise<StoredKey[]>

  /**
   * Revokes a key for good; a second time changes nothing.
   *
   * @returns Whether there is such a key.
   */
  revokeKey(id: string, now: number): Promise<boolean>

  /**
   * Puts `successor` in the place of an active key, in one step: either both rows change or none. The old key then ends at
   * `oldExpiresAt`, or earlier if it was to end earlier.
   *
   * @returns True for exactly one caller; false when the key is unknown or no longer active at `successor.createdAt`.
   */
  replaceKey(id: string, successor: StoredKey, oldExpiresAt: number): Promise<boolean>

  /**
   * Changes an active key.
   *
   * @returns Whether there is such a key, active at `now`.
   */
  updateKey(id: string, changes: KeyChanges, now: number): Promise<boolean>

  /**
   * Goes through all keys, some `limit` at a time, in an order of its own. A key that is there from the beginning to the end comes
   * at least once.
   *
   * @param cursor null to begin, then what the page before said.
   */
  scanKeys(cursor: string | null, limit: number): Promise<KeyPage>

  /** Notes when a key was last used; an earlier time than the one on record changes nothing. */
  touchKey(id: string, now: number): Promise<void>

  /**
   * Deletes expired codes, and keys that were revoked or expired before `before`.
   *
   * @returns How many rows went.
   */
  purge?(now: number, before: number): Promise<number>

  /** The time by the store's own clock, in milliseconds since 1970, where that is another host's. */
  readTime?(): Promise<number>
}
