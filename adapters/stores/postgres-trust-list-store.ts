/**
 * Trusted lists in PostgreSQL.
 *
 * @module
 */

import type { TrustListStore } from '../../src/trust-lists/entry.js'
import { assertPostgresClient, type PostgresClient } from './postgres-schema.js'

// Values are stored in base64, since drivers differ in how they accept bytes.
const SQL = {
  read: `SELECT encode(value, 'base64') AS value FROM sealwright_trust_list WHERE id = $1`,
  write: `INSERT INTO sealwright_trust_list AS kept (id, version, value) VALUES ($1, $2::bigint, decode($3, 'base64'))
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, value = excluded.value
    WHERE excluded.version >= kept.version RETURNING id`,
} as const

/**
 * Keeps trusted lists in PostgreSQL, for many hosts.
 *
 * @param client has the tables of {@link POSTGRES_SCHEMA}; see {@link createPostgresTables}.
 * @example
 * ```ts
 * const lists = await loadEuTrustLists({ signers, store: postgresTrustListStore(pool) })
 * ```
 */
export function postgresTrustListStore(client: PostgresClient): TrustListStore {
  assertPostgresClient(client)
  return {
    async get(key) {
      const { rows } = await client.query(SQL.read, [key])
      const [row] = rows as readonly { readonly value: string }[]
      return row === undefined ? undefined : new Uint8Array(Buffer.from(row.value, 'base64'))
    },
    async set(key, value, version) {
      const base64 = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
      return (await client.query(SQL.write, [key, version, base64])).rows.length > 0
    },
  }
}
