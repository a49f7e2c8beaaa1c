/**
 * Answers of repeatable requests in SQLite.
 *
 * @module
 */

import type { IdempotencyRecord, IdempotencyStore } from '../../src/index.js'
import { inTransaction, prepareStatements, type SqliteDatabase } from './sqlite-statements.js'

const SQL = {
  claim: `INSERT INTO sealwright_idempotency (id, token, fingerprint, lease_until, expires_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET token = excluded.token, fingerprint = excluded.fingerprint,
      lease_until = excluded.lease_until, expires_at = excluded.expires_at, answer = NULL
    WHERE sealwright_idempotency.expires_at <= ?
      OR (sealwright_idempotency.answer IS NULL AND sealwright_idempotency.lease_until <= ?
        AND sealwright_idempotency.fingerprint = excluded.fingerprint)
    RETURNING id`,
  read: 'SELECT fingerprint, answer FROM sealwright_idempotency WHERE id = ?',
  renew: 'UPDATE sealwright_idempotency SET lease_until = ? WHERE id = ? AND token = ? AND answer IS NULL RETURNING id',
  finish: `UPDATE sealwright_idempotency SET answer = ?, expires_at = ? WHERE id = ? AND token = ? AND answer IS NULL
    RETURNING id`,
  abandon: 'DELETE FROM sealwright_idempotency WHERE id = ? AND token = ? AND answer IS NULL RETURNING id',
  purge: 'DELETE FROM sealwright_idempotency WHERE expires_at <= ? RETURNING id',
} as const

/**
 * Keeps answers in SQLite. They are encrypted; see README.
 *
 * @param database has the tables of {@link SQLITE_MIGRATIONS}; see {@link createSqliteTables}.
 * @example
 * ```ts
 * const api = createApi({ identity, keys, idempotency: { store: sqliteIdempotencyStore(database) } })
 * ```
 */
export function sqliteIdempotencyStore(database: SqliteDatabase): IdempotencyStore {
  const query = prepareStatements(database, SQL)

  return {
    async claim({ id, token, fingerprint, now, leaseUntil, expiresAt }) {
      return inTransaction(database, () => {
        if (query('claim', id, token, fingerprint, leaseUntil, expiresAt, now, now).length > 0) return null
        const [row] = query('read', id) as IdempotencyRecord[]
        if (row === undefined) throw new Error('The record could neither be read nor written.')
        return { fingerprint: row.fingerprint, answer: row.answer === null ? null : new Uint8Array(row.answer) }
      })
    },

    async renew(id, token, leaseUntil) {
      return query('renew', leaseUntil, id, token).length > 0
    },

    async finish(id, token, answer, expiresAt) {
      return query('finish', answer, expiresAt, id, token).length > 0
    },

    async abandon(id, token) {
      query('abandon', id, token)
    },

    async purge(now) {
      return query('purge', now).length
    },
  }
}
