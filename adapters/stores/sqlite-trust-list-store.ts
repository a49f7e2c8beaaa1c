/**
 * Trusted lists in SQLite.
 *
 * @module
 */

import type { TrustListStore } from '../../src/trust-lists/entry.js'
import { prepareStatements, type SqliteDatabase } from './sqlite-statements.js'

const SQL = {
  read: 'SELECT value FROM sealwright_trust_list WHERE id = ?',
  write: `INSERT INTO sealwright_trust_list (id, version, value) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, value = excluded.value
    WHERE excluded.version >= sealwright_trust_list.version RETURNING id`,
} as const

/**
 * Keeps trusted lists in SQLite.
 *
 * @param database has the tables of {@link SQLITE_MIGRATIONS}; see {@link createSqliteTables}.
 * @example
 * ```ts
 * const lists = await loadEuTrustLists({ signers, store: sqliteTrustListStore(database) })
 * ```
 */
export function sqliteTrustListStore(database: SqliteDatabase): TrustListStore {
  const query = prepareStatements(database, SQL)
  return {
    async get(key) {
      const [row] = query('read', key) as { readonly value: Uint8Array }[]
      return row === undefined ? undefined : new Uint8Array(row.value)
    },
    async set(key, value, version) {
      return query('write', key, version, value).length > 0
    },
  }
}
