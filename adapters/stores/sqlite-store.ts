/**
 * API keys and codes in SQLite, through the driver that the host brings: better-sqlite3, node:sqlite or
 * node-sqlite3-wasm.
 *
 * @example
 * ```ts
 * import { createSqliteTables, openSqlite, sqliteStore } from 'sealwright/stores/sqlite'
 *
 * const database = await openSqlite('keys.db')
 * createSqliteTables(database)
 * const keys = new KeyIssuer({ store: sqliteStore(database), mailer, secret })
 * ```
 *
 * @module
 */

import type { CodeAttempt, KeyStore, StoredKey } from '../../src/index.js'
import { jsonText } from '../../src/input/json-text.js'
import { inTransaction, prepareStatements, type SqliteDatabase, type SqliteValue } from './sqlite-statements.js'

export { type OpenSqlite, openSqlite } from './open-sqlite.js'
export { type SqliteAnswerOptions, sqliteIdempotencyStore } from './sqlite-idempotency-store.js'
export { createSqliteTables, SQLITE_MIGRATIONS, type SqliteMigration } from './sqlite-schema.js'
export type { SqliteDatabase, SqliteStatement } from './sqlite-statements.js'
export { sqliteTrustListStore } from './sqlite-trust-list-store.js'

/** A program of version 1 does not know scopes and quotas, so the successor of a key inherits those of the key before. */
const inherited = (column: string) =>
  `coalesce(${column}, (SELECT old.${column} FROM sealwright_key AS old WHERE old.replaced_by = sealwright_key.id LIMIT 1)) AS ${column}`

const KEY_COLUMNS = `id, hash, hint, email, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt,
  last_used_at AS lastUsedAt, replaced_by AS replacedBy, name, ${inherited('scopes')}, ${inherited('quotas')}`

const IS_ACTIVE = 'revoked_at IS NULL AND replaced_by IS NULL AND (expires_at IS NULL OR expires_at > ?)'

const SQL = {
  putCode: `INSERT INTO sealwright_code (email, id, digest, created_at, expires_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (email) DO UPDATE SET id = excluded.id, digest = excluded.digest, created_at = excluded.created_at,
      expires_at = excluded.expires_at, attempts = 0
    WHERE abs(excluded.created_at - sealwright_code.created_at) >= ? RETURNING id`,
  takeAttempt: `UPDATE sealwright_code SET attempts = attempts + 1 WHERE email = ? AND attempts < ? AND expires_at > ?
    RETURNING id, digest, created_at AS createdAt, attempts`,
  consumeCode: 'DELETE FROM sealwright_code WHERE email = ? AND id = ? RETURNING id',
  insertKey: `INSERT INTO sealwright_key (id, hash, hint, email, created_at, expires_at, name, scopes, quotas)
    SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?
    WHERE (SELECT count(*) FROM sealwright_key WHERE email = ? AND ${IS_ACTIVE}) < ? RETURNING id`,
  addKey: `INSERT INTO sealwright_key (id, hash, hint, email, created_at, expires_at, name, scopes, quotas)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  findKey: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE hash = ?`,
  findKeyById: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE id = ?`,
  listKeys: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE email = ? ORDER BY created_at, id`,
  revokeKey: 'UPDATE sealwright_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING id',
  endKey: `UPDATE sealwright_key SET replaced_by = ?, expires_at = min(coalesce(expires_at, ?), ?)
    WHERE id = ? AND ${IS_ACTIVE} RETURNING id`,
  updateKey: `UPDATE sealwright_key SET name = iif(?, ?, name), scopes = iif(?, ?, scopes), quotas = iif(?, ?, quotas),
      expires_at = iif(?, ?, expires_at) WHERE id = ? AND ${IS_ACTIVE} RETURNING id`,
  scanKeys: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE id > ? ORDER BY id LIMIT ?`,
  touchKey: 'UPDATE sealwright_key SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at, 0) < ?',
  purgeCodes: 'DELETE FROM sealwright_code WHERE expires_at <= ? RETURNING email',
  purgeKeys: 'DELETE FROM sealwright_key WHERE revoked_at < ? OR expires_at < ? RETURNING id',
} as const

/**
 * Keeps keys and codes in SQLite. Several processes of one machine may share a file if the driver's locks work across processes
 * (those of node-sqlite3-wasm do not).
 *
 * An acknowledged key survives the end of the process, and with `synchronous = FULL`, SQLite's default, a loss of power. Open
 * other drivers than node:sqlite and better-sqlite3 with {@link openSqlite}.
 *
 * @param database has the tables of {@link SQLITE_MIGRATIONS}; see {@link createSqliteTables}.
 */
export function sqliteStore(database: SqliteDatabase): KeyStore {
  const query = prepareStatements(database, SQL)

  return {
    async putCode({ email, id, digest, createdAt, expiresAt }, cooldownMs) {
      return query('putCode', email, id, digest, createdAt, expiresAt, cooldownMs).length > 0
    },

    async takeAttempt(email, maxAttempts, now) {
      const [row] = query('takeAttempt', email, maxAttempts, now)
      return row === undefined ? null : ({ ...(row as CodeAttempt) } satisfies CodeAttempt)
    },

    async consumeCode(email, codeId) {
      return query('consumeCode', email, codeId).length > 0
    },

    async insertKey(key, maxActive) {
      return query('insertKey', ...keyValues(key), key.email, key.createdAt, maxActive).length > 0
    },

    async findKey(hash) {
      return toKeys(query('findKey', hash))[0] ?? null
    },

    async findKeyById(id) {
      return toKeys(query('findKeyById', id))[0] ?? null
    },

    async listKeys(email) {
      return toKeys(query('listKeys', email))
    },

    async revokeKey(id, now) {
      return query('revokeKey', now, id).length > 0
    },

    async replaceKey(id, successor, oldExpiresAt) {
      return inTransaction(database, () => {
        const ended = query('endKey', successor.id, oldExpiresAt, oldExpiresAt, id, successor.createdAt).length > 0
        if (ended) query('addKey', ...keyValues(successor))
        return ended
      })
    },

    async updateKey(id, { name, scopes, quotas, expiresAt }, now) {
      const values = [name, writeJson(scopes), writeJson(quotas), expiresAt]
      const flags = values.flatMap((value): SqliteValue[] => [value === undefined ? 0 : 1, value ?? null])
      return query('updateKey', ...flags, id, now).length > 0
    },

    async scanKeys(cursor, limit) {
      const keys = toKeys(query('scanKeys', cursor ?? '', limit))
      return { keys, cursor: keys.length < limit ? null : (keys.at(-1)?.id ?? null) }
    },

    async touchKey(id, now) {
      query('touchKey', now, id, now)
    },

    async purge(now, before) {
      return query('purgeCodes', now).length + query('purgeKeys', before, before).length
    },
  }
}

function keyValues(key: StoredKey): SqliteValue[] {
  const { name, scopes, quotas } = key
  const added = [name, writeJson(scopes) ?? null, writeJson(quotas) ?? null]
  return [key.id, key.hash, key.hint, key.email, key.createdAt, key.expiresAt, ...added]
}

/** JSON text of a value. Null is written as well: it distinguishes keys of this version from those of version 1. */
function writeJson(value: unknown): string | undefined {
  return value === undefined ? undefined : jsonText(value)
}

/** Copies rows into plain objects, since rows of node:sqlite have no prototype. */
function toKeys(rows: unknown[]): StoredKey[] {
  return (rows as (StoredKey & { scopes: string | null; quotas: string | null })[]).map(
    ({ scopes, quotas, ...key }) => ({
      ...key,
      scopes: JSON.parse(scopes ?? 'null'),
      quotas: JSON.parse(quotas ?? 'null'),
    }),
  )
}
