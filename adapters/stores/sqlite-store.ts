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
import {
  inTransaction,
  prepareStatements,
  type SqliteDatabase,
  type SqliteQuery,
  type SqliteValue,
} from './sqlite-statements.js'

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
  return new SqliteStore(database)
}

/** Methods are properties of the store itself, so that hosts can replace some: `{ ...sqliteStore(database), findKey }`. */
class SqliteStore implements KeyStore {
  readonly #database: SqliteDatabase
  readonly #query: SqliteQuery<keyof typeof SQL>

  constructor(database: SqliteDatabase) {
    this.#database = database
    this.#query = prepareStatements(database, SQL)
  }

  readonly putCode: KeyStore['putCode'] = async ({ email, id, digest, createdAt, expiresAt }, cooldownMs) => {
    return this.#query('putCode', email, id, digest, createdAt, expiresAt, cooldownMs).length > 0
  }

  readonly takeAttempt: KeyStore['takeAttempt'] = async (email, maxAttempts, now) => {
    const [row] = this.#query('takeAttempt', email, maxAttempts, now)
    return row === undefined ? null : ({ ...(row as CodeAttempt) } satisfies CodeAttempt)
  }

  readonly consumeCode: KeyStore['consumeCode'] = async (email, codeId) => {
    return this.#query('consumeCode', email, codeId).length > 0
  }

  readonly insertKey: KeyStore['insertKey'] = async (key, maxActive) => {
    return this.#query('insertKey', ...keyValues(key), key.email, key.createdAt, maxActive).length > 0
  }

  readonly findKey: KeyStore['findKey'] = async (hash) => {
    return toKeys(this.#query('findKey', hash))[0] ?? null
  }

  readonly findKeyById: KeyStore['findKeyById'] = async (id) => {
    return toKeys(this.#query('findKeyById', id))[0] ?? null
  }

  readonly listKeys: KeyStore['listKeys'] = async (email) => {
    return toKeys(this.#query('listKeys', email))
  }

  readonly revokeKey: KeyStore['revokeKey'] = async (id, now) => {
    return this.#query('revokeKey', now, id).length > 0
  }

  readonly replaceKey: KeyStore['replaceKey'] = async (id, successor, oldExpiresAt) => {
    return inTransaction(this.#database, () => {
      const ended = this.#query('endKey', successor.id, oldExpiresAt, oldExpiresAt, id, successor.createdAt).length > 0
      if (ended) this.#query('addKey', ...keyValues(successor))
      return ended
    })
  }

  readonly updateKey: KeyStore['updateKey'] = async (id, { name, scopes, quotas, expiresAt }, now) => {
    const values = [name, writeJson(scopes), writeJson(quotas), expiresAt]
    const flags = values.flatMap((value): SqliteValue[] => [value === undefined ? 0 : 1, value ?? null])
    return this.#query('updateKey', ...flags, id, now).length > 0
  }

  readonly scanKeys: KeyStore['scanKeys'] = async (cursor, limit) => {
    const keys = toKeys(this.#query('scanKeys', cursor ?? '', limit))
    return { keys, cursor: keys.length < limit ? null : (keys.at(-1)?.id ?? null) }
  }

  readonly touchKey: KeyStore['touchKey'] = async (id, now) => {
    this.#query('touchKey', now, id, now)
  }

  readonly purge = async (now: number, before: number) => {
    return this.#query('purgeCodes', now).length + this.#query('purgeKeys', before, before).length
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
