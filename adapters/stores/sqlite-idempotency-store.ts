/**
 * Answers of repeatable requests in SQLite.
 *
 * @module
 */

import { type AnswerLimits, type IdempotencyStore, SealwrightError } from '../../src/index.js'
import { BYTE_LIMIT, checkOptions, FUNCTION, type OptionTable } from '../../src/input/check-options.js'
import { CHECK_SHARE, DEFAULT_ANSWER_BYTES, OWNER_SHARE } from './answer-limits.js'
import { inTransaction, prepareStatements, type SqliteDatabase, type SqliteQuery } from './sqlite-statements.js'

/**
 * Statement that deletes the oldest answers until the rest takes no more than a limit. The answer just stored is never deleted.
 */
const evict = (whose: string) => `DELETE FROM sealwright_idempotency WHERE id IN (
    SELECT id FROM (
      SELECT id, sum(size) OVER (ORDER BY expires_at DESC, id ROWS UNBOUNDED PRECEDING) AS newer
      FROM sealwright_idempotency WHERE ${whose} AND size IS NOT NULL
    ) WHERE newer > ?
  ) AND id <> ? RETURNING id`

const SQL = {
  claim: `INSERT INTO sealwright_idempotency (id, owner, token, fingerprint, lease_until, expires_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, token = excluded.token, fingerprint = excluded.fingerprint,
      lease_until = excluded.lease_until, expires_at = excluded.expires_at, answer = NULL, size = NULL
    WHERE sealwright_idempotency.expires_at <= ?
      OR (sealwright_idempotency.answer IS NULL AND sealwright_idempotency.lease_until <= ?
        AND sealwright_idempotency.fingerprint = excluded.fingerprint)
    RETURNING id`,
  // The length of a blob is known without reading the blob.
  look: 'SELECT fingerprint, length(answer) AS size FROM sealwright_idempotency WHERE id = ?',
  read: 'SELECT answer FROM sealwright_idempotency WHERE id = ?',
  renew: 'UPDATE sealwright_idempotency SET lease_until = ? WHERE id = ? AND token = ? AND answer IS NULL RETURNING id',
  finish: `UPDATE sealwright_idempotency SET answer = ?, size = ?, expires_at = ?
    WHERE id = ? AND token = ? AND answer IS NULL RETURNING owner`,
  evictOwn: evict('owner = ?'),
  evictAny: evict('true'),
  total: 'SELECT coalesce(sum(size), 0) AS bytes FROM sealwright_idempotency WHERE size IS NOT NULL',
  usage: `SELECT count(size) AS answers, coalesce(sum(size), 0) AS bytes FROM sealwright_idempotency WHERE owner = ?`,
  usageOfAll: `SELECT count(size) AS answers, coalesce(sum(size), 0) AS bytes FROM sealwright_idempotency`,
  abandon: 'DELETE FROM sealwright_idempotency WHERE id = ? AND token = ? AND answer IS NULL RETURNING id',
  erase: 'DELETE FROM sealwright_idempotency WHERE owner = ? RETURNING id',
  purge: 'DELETE FROM sealwright_idempotency WHERE expires_at <= ? RETURNING id',
} as const

export interface SqliteAnswerOptions extends AnswerLimits {
  /**
   * Whether the disk may be filled with this number of further bytes. Where it may not, the oldest answers make room in the
   * file, and an answer that still finds no room is refused. This leaves space for other data on that disk, such as the keys.
   * Default: always.
   */
  readonly hasRoom?: ((bytes: number) => boolean) | undefined
}

const OPTIONS: OptionTable<SqliteAnswerOptions> = {
  maxBytes: BYTE_LIMIT,
  maxBytesPerOwner: BYTE_LIMIT,
  hasRoom: FUNCTION,
}

/**
 * Keeps answers in SQLite. They are encrypted; see README. Use a separate file for them, so that answers cannot take the space
 * of keys.
 *
 * @param database has the tables of {@link SQLITE_MIGRATIONS}; see {@link createSqliteTables}.
 * @param options.maxBytes size of all answers; beyond it, the oldest are deleted before they expire. Default 1 GB.
 * @param options.maxBytesPerOwner likewise for one owner. Default: a quarter of `maxBytes`.
 * @example
 * ```ts
 * const api = createApi({ identity, keys, idempotency: { store: sqliteIdempotencyStore(database) } })
 * ```
 */
export function sqliteIdempotencyStore(database: SqliteDatabase, options: SqliteAnswerOptions = {}): IdempotencyStore {
  checkOptions(options, OPTIONS)
  const query = prepareStatements(database, SQL)
  const { maxBytes = DEFAULT_ANSWER_BYTES } = options
  const { maxBytesPerOwner = maxBytes * OWNER_SHARE } = options
  const keep = keeper(query, { ...options, maxBytes, maxBytesPerOwner })

  return { maxBytesPerOwner, ...claimsIn(database, query), ...answersIn(database, query, keep) }
}

/** The methods for claims: which process works on which request. */
function claimsIn(
  database: SqliteDatabase,
  query: SqliteQuery<keyof typeof SQL>,
): Pick<IdempotencyStore, 'claim' | 'renew' | 'abandon'> {
  return {
    async claim({ id, owner, token, fingerprint, now, leaseUntil, expiresAt }) {
      return inTransaction(database, () => {
        if (query('claim', id, owner, token, fingerprint, leaseUntil, expiresAt, now, now).length > 0) return null
        const [row] = query('look', id) as { fingerprint: string; size: number | null }[]
        if (row === undefined) throw new Error('The record could neither be read nor written.')
        return { fingerprint: row.fingerprint, size: row.size === null ? null : Number(row.size) }
      })
    },

    async renew(id, token, leaseUntil) {
      return query('renew', leaseUntil, id, token).length > 0
    },

    async abandon(id, token) {
      query('abandon', id, token)
    },
  }
}

/** The methods for answers. */
function answersIn(
  database: SqliteDatabase,
  query: SqliteQuery<keyof typeof SQL>,
  keep: (answer: Finished) => boolean,
): Pick<IdempotencyStore, 'read' | 'finish' | 'usage' | 'erase' | 'purge'> {
  return {
    async read(id) {
      const [row] = query('read', id) as { answer: Uint8Array | null }[]
      return row?.answer == null ? null : new Uint8Array(row.answer)
    },

    async finish(id, token, answer, expiresAt) {
      return inTransaction(database, () => keep({ id, token, answer, expiresAt }))
    },

    async usage(owner) {
      const [row] = (owner === null ? query('usageOfAll') : query('usage', owner)) as {
        answers: number
        bytes: number
      }[]
      return { answers: Number(row?.answers ?? 0), bytes: Number(row?.bytes ?? 0) }
    },

    async erase(owner) {
      return query('erase', owner).length
    },

    async purge(now) {
      return query('purge', now).length
    },
  }
}

interface Finished {
  readonly id: string
  readonly token: string
  readonly answer: Uint8Array
  readonly expiresAt: number
}

/**
 * Stores an answer within the limits, in a transaction of the caller. The sum of an owner is computed every time, and that of
 * all owners now and then, since it reads all rows.
 */
function keeper(
  query: SqliteQuery<keyof typeof SQL>,
  {
    maxBytes,
    maxBytesPerOwner,
    hasRoom = () => true,
  }: SqliteAnswerOptions & Readonly<Record<keyof AnswerLimits, number>>,
): (answer: Finished) => boolean {
  let unchecked = Number.POSITIVE_INFINITY
  return ({ id, token, answer, expiresAt }) => {
    const size = answer.length
    if (!hasRoom(size)) makeRoom(query, id, size)
    const [row] = query('finish', answer, size, expiresAt, id, token) as { owner: string | null }[]
    if (row === undefined) return false
    if (row.owner !== null) query('evictOwn', row.owner, maxBytesPerOwner, id)
    unchecked += size
    if (unchecked < maxBytes * CHECK_SHARE) return true
    unchecked = 0
    query('evictAny', maxBytes, id)
    return true
  }
}

/** Deletes the oldest answers to make room. SQLite reuses the pages of deleted data, so the file does not grow. */
function makeRoom(query: SqliteQuery<keyof typeof SQL>, id: string, size: number): void {
  const [total] = query('total') as { bytes: number }[]
  const bytes = Number(total?.bytes ?? 0)
  if (bytes < size) throw new SealwrightError('store_unavailable', 'There is no room on the disk for another answer.')
  query('evictAny', bytes - size, id)
}
