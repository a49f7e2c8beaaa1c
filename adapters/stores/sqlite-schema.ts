/**
 * The tables in SQLite, version by version.
 *
 * @module
 */

import { SealwrightError } from '../../src/index.js'
import { inTransaction, prepareStatements, type SqliteDatabase } from './sqlite-statements.js'

/** Statements that lead from one version of the tables to the next. */
export interface SqliteMigration {
  readonly version: number
  /** Oldest version whose programs can still use the tables after this migration. */
  readonly worksFrom: number
  readonly statements: readonly string[]
}

/**
 * All versions, for hosts that run migrations of their own. A version adds tables, indexes and columns that may be empty and
 * changes nothing else, so programs of the version before work side by side with those of the next.
 */
export const SQLITE_MIGRATIONS: readonly SqliteMigration[] = [
  {
    version: 1,
    worksFrom: 1,
    // The tables of version 1 may exist without a record of their version.
    statements: [
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
    ],
  },
  {
    version: 2,
    worksFrom: 1,
    statements: [
      'ALTER TABLE sealwright_key ADD COLUMN name TEXT',
      'ALTER TABLE sealwright_key ADD COLUMN scopes TEXT',
      'ALTER TABLE sealwright_key ADD COLUMN quotas TEXT',
      'CREATE INDEX sealwright_key_successor ON sealwright_key (replaced_by) WHERE replaced_by IS NOT NULL',
      `CREATE TABLE sealwright_idempotency (
        id TEXT PRIMARY KEY,
        token TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        lease_until INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        answer BLOB
      )`,
      'CREATE INDEX sealwright_idempotency_expiry ON sealwright_idempotency (expires_at)',
    ],
  },
  {
    version: 3,
    worksFrom: 1,
    statements: [
      'ALTER TABLE sealwright_idempotency ADD COLUMN owner TEXT',
      'ALTER TABLE sealwright_idempotency ADD COLUMN size INTEGER',
      // With this index, sums are computed without reading the rows.
      'CREATE INDEX sealwright_idempotency_owner ON sealwright_idempotency (owner, expires_at, size)',
      'CREATE INDEX sealwright_idempotency_age ON sealwright_idempotency (expires_at, size)',
    ],
  },
  {
    version: 4,
    worksFrom: 1,
    statements: [
      `CREATE TABLE sealwright_trust_list (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        value BLOB NOT NULL
      )`,
    ],
  },
]

const VERSIONS_TABLE = `CREATE TABLE IF NOT EXISTS sealwright_schema (
  version INTEGER PRIMARY KEY,
  works_from INTEGER NOT NULL,
  applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
)`

const CURRENT = 4

/**
 * Creates the tables, or brings those of an earlier version up to date. Safe to call at every start, in several processes at
 * once.
 *
 * @throws SealwrightError `store_unavailable` for tables of a later version that this release cannot use
 */
export function createSqliteTables(database: SqliteDatabase): void {
  prepareStatements(database, { create: VERSIONS_TABLE })('create')
  const query = prepareStatements(database, {
    read: 'SELECT max(version) AS version, max(works_from) AS worksFrom FROM sealwright_schema',
    record: 'INSERT INTO sealwright_schema (version, works_from) VALUES (?, ?)',
  })
  const readVersion = () => {
    const [row] = query('read') as { version: number | null; worksFrom: number | null }[]
    return { version: row?.version ?? 0, worksFrom: row?.worksFrom ?? 0 }
  }
  // No lock is taken where there is nothing to do.
  if (readVersion().version < CURRENT) {
    inTransaction(database, () => {
      const { version } = readVersion()
      for (const migration of SQLITE_MIGRATIONS.filter((next) => next.version > version)) {
        for (const statement of migration.statements) prepareStatements(database, { run: statement })('run')
        query('record', migration.version, migration.worksFrom)
      }
    })
  }
  if (readVersion().worksFrom > CURRENT) throw tooNew()
}

function tooNew(): SealwrightError {
  return new SealwrightError(
    'store_unavailable',
    'The tables were made by a later version, which this one cannot work with.',
  )
}
