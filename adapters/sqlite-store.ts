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

import type { CodeAttempt, KeyStore, StoredKey } from '../src/index.js'

export { type OpenSqlite, openSqlite } from './open-sqlite.js'

/**
 * A connection of a synchronous driver, as far as it is used here. It must not be in a transaction of the host's when the
 * store is called, so give the store a connection of its own.
 */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement
}

export interface SqliteStatement {
  run(...values: never[]): unknown
  all(...values: never[]): unknown[]
}

/** The tables, for hosts that run their own migrations. Each statement may be run again at any time. */
export const SQLITE_SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS sealwright_code (
    email TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    digest TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS sealwright_key (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER,
    replaced_by TEXT
  ) WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS sealwright_key_email ON sealwright_key (email)',
]

const KEY_COLUMNS =
  'id, hash, hint, email, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt, replaced_by AS replacedBy'

const IS_ACTIVE = 'revoked_at IS NULL AND replaced_by IS NULL AND (expires_at IS NULL OR expires_at > ?)'

const SQL = {
  putCode: `INSERT INTO sealwright_code (email, id, digest, created_at, expires_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (email) DO UPDATE SET id = excluded.id, digest = excluded.digest, created_at = excluded.created_at,
      expires_at = excluded.expires_at, attempts = 0
    WHERE abs(excluded.created_at - sealwright_code.created_at) >= ? RETURNING id`,
  takeAttempt: `UPDATE sealwright_code SET attempts = attempts + 1 WHERE email = ? AND attempts < ? AND expires_at > ?
    RETURNING id, digest, created_at AS createdAt, attempts`,
  consumeCode: 'DELETE FROM sealwright_code WHERE email = ? AND id = ? RETURNING id',
  insertKey: `INSERT INTO sealwright_key (id, hash, hint, email, created_at, expires_at) SELECT ?, ?, ?, ?, ?, ?
    WHERE (SELECT count(*) FROM sealwright_key WHERE email = ? AND ${IS_ACTIVE}) < ? RETURNING id`,
  addKey: 'INSERT INTO sealwright_key (id, hash, hint, email, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
  findKey: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE hash = ?`,
  findKeyById: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE id = ?`,
  listKeys: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE email = ? ORDER BY created_at, id`,
  revokeKey: 'UPDATE sealwright_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING id',
  endKey: `UPDATE sealwright_key SET replaced_by = ?, expires_at = min(coalesce(expires_at, ?), ?)
    WHERE id = ? AND ${IS_ACTIVE} RETURNING id`,
  touchKey: 'UPDATE sealwright_key SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at, 0) < ?',
  purgeCodes: 'DELETE FROM sealwright_code WHERE expires_at <= ? RETURNING email',
  purgeKeys: 'DELETE FROM sealwright_key WHERE revoked_at < ? OR expires_at < ? RETURNING id',
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
} as const

type SqliteValue = string | number | null

/**
 * Keeps keys and codes in SQLite. One file may serve several processes of one machine if the driver's locks do (those of
 * node-sqlite3-wasm do not).
 *
 * A key that was acknowledged outlives the process; with `synchronous = FULL`, SQLite's default, the machine's power as well.
 * Open other drivers than node:sqlite and better-sqlite3 with {@link openSqlite}.
 *
 * @param database has the tables of {@link SQLITE_SCHEMA}; see {@link createSqliteTables}.
 */
export function sqliteStore(database: SqliteDatabase): KeyStore {
  const statements = new Map<string, (values: readonly SqliteValue[]) => unknown[]>()

  function query(name: keyof typeof SQL, ...values: SqliteValue[]): unknown[] {
    let run = statements.get(name)
    if (run === undefined) {
      run = bindStatement(database.prepare(SQL[name]), /RETURNING|^SELECT/.test(SQL[name]))
      statements.set(name, run)
    }
    return run(values)
  }

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
      // No await until COMMIT: the driver is synchronous, so nothing else gets onto this connection in between.
      query('begin')
      try {
        const ended = query('endKey', successor.id, oldExpiresAt, oldExpiresAt, id, successor.createdAt).length > 0
        if (ended) query('addKey', ...keyValues(successor))
        query('commit')
        return ended
      } catch (error) {
        query('rollback')
        throw error
      }
    },

    async touchKey(id, now) {
      query('touchKey', now, id, now)
    },

    async purge(now, before) {
      return query('purgeCodes', now).length + query('purgeKeys', before, before).length
    },
  }
}

/** Creates the tables where they are missing. Safe to call at every start, in several processes at once. */
export function createSqliteTables(database: SqliteDatabase): void {
  for (const statement of SQLITE_SCHEMA) database.prepare(statement).run()
}

/**
 * One way to call the statements of all drivers. Those of node-sqlite3-wasm, which must be finalized by hand, take their values
 * as a list. `all` is used even for one row, because it alone runs a statement to its end with every driver: a statement
 * that is left half-way is not committed.
 */
function bindStatement(statement: SqliteStatement, hasRows: boolean): (values: readonly SqliteValue[]) => unknown[] {
  const takesList = 'finalize' in statement
  const call = (hasRows ? statement.all : statement.run).bind(statement) as (...values: unknown[]) => unknown
  return (values) => {
    const result = takesList ? call(values) : call(...values)
    return hasRows ? (result as unknown[]) : []
  }
}

function keyValues(key: StoredKey): SqliteValue[] {
  return [key.id, key.hash, key.hint, key.email, key.createdAt, key.expiresAt]
}

/** Copies rows into plain objects: those of node:sqlite have no prototype. */
function toKeys(rows: unknown[]): StoredKey[] {
  return rows.map((row) => ({ ...(row as StoredKey) }))
}
