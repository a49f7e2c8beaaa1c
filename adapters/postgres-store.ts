/**
 * API keys and codes in PostgreSQL 12 or later, through the driver that the host brings.
 *
 * @example
 * ```ts
 * import pg from 'pg'
 * import { createPostgresTables, postgresStore } from 'sealwright/stores/postgres'
 *
 * const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 3000 })
 * pool.on('error', (error) => log.warn(error)) // pg ends the process when nobody listens
 * await createPostgresTables(pool)
 * const keys = new KeyIssuer({ store: postgresStore(pool), mailer, secret })
 * ```
 *
 * @module
 */

import type { CodeAttempt, KeyStore, StoredKey } from '../src/index.js'

/**
 * What is used of a driver: one statement with `$1` placeholders, on any connection of a pool. A `Pool` or `Client` of pg fits as
 * it is; postgres.js as `{ query: async (text, values) => ({ rows: await sql.unsafe(text, values) }) }`.
 */
export interface PostgresClient {
  query(text: string, values?: (string | number | null)[]): Promise<{ readonly rows: readonly unknown[] }>
}

/**
 * The tables, as one statement for hosts that run their own migrations. It may be run again, and on several hosts at once: `IF NOT
 * EXISTS` alone fails when two create the same table together.
 *
 * Each active key takes one of the slots 1 to n of its address, so that a unique index keeps the number of active keys, whoever
 * else is adding one.
 */
export const POSTGRES_SCHEMA = `DO $$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('sealwright tables'));
  CREATE TABLE IF NOT EXISTS sealwright_code (
    email text PRIMARY KEY,
    id text NOT NULL,
    digest text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS sealwright_key (
    id text PRIMARY KEY,
    hash text NOT NULL UNIQUE,
    hint text NOT NULL,
    email text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint,
    replaced_by text,
    slot integer,
    CONSTRAINT sealwright_key_slot UNIQUE (email, slot)
  );
END $$`

const KEY_COLUMNS = 'id, hash, hint, email, created_at, expires_at, revoked_at, last_used_at, replaced_by'

const SQL = {
  putCode: `INSERT INTO sealwright_code AS live (email, id, digest, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (email) DO UPDATE SET id = excluded.id, digest = excluded.digest, created_at = excluded.created_at,
      expires_at = excluded.expires_at, attempts = 0
    WHERE abs(excluded.created_at - live.created_at) >= $6 RETURNING id`,
  takeAttempt: `UPDATE sealwright_code SET attempts = attempts + 1 WHERE email = $1 AND attempts < $2 AND expires_at > $3
    RETURNING id, digest, created_at, attempts`,
  consumeCode: 'DELETE FROM sealwright_code WHERE email = $1 AND id = $2 RETURNING id',
  freeSlots: 'UPDATE sealwright_key SET slot = NULL WHERE email = $1 AND slot IS NOT NULL AND expires_at <= $2',
  insertKey: `WITH free AS (
      SELECT place.slot FROM generate_series(1, $7::integer) AS place (slot)
      WHERE (SELECT count(*) FROM sealwright_key WHERE email = $4 AND slot IS NOT NULL) < $7::integer
        AND NOT EXISTS (SELECT 1 FROM sealwright_key AS used WHERE used.email = $4 AND used.slot = place.slot)
      ORDER BY place.slot LIMIT 1
    ), added AS (
      INSERT INTO sealwright_key (id, hash, hint, email, created_at, expires_at, slot)
      SELECT $1, $2, $3, $4, $5::bigint, $6::bigint, slot FROM free
      ON CONFLICT (email, slot) DO NOTHING RETURNING id
    )
    SELECT (SELECT count(*) FROM free)::integer AS free, (SELECT count(*) FROM added)::integer AS added`,
  findKey: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE hash = $1`,
  findKeyById: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE id = $1`,
  listKeys: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE email = $1 ORDER BY created_at, id`,
  revokeKey: `UPDATE sealwright_key SET revoked_at = coalesce(revoked_at, $1), slot = NULL WHERE id = $2 RETURNING id`,
  // A second caller waits for the row, then sees that the key has its successor. RETURNING gives the new values only, hence the join.
  replaceKey: `WITH old AS (
      UPDATE sealwright_key AS old SET replaced_by = $1, slot = NULL, expires_at = least(old.expires_at, $8::bigint)
      FROM sealwright_key AS before
      WHERE old.id = $7 AND before.id = $7 AND old.revoked_at IS NULL AND old.replaced_by IS NULL
        AND (old.expires_at IS NULL OR old.expires_at > $5::bigint)
      RETURNING before.slot
    )
    INSERT INTO sealwright_key (id, hash, hint, email, created_at, expires_at, slot)
    SELECT $1, $2, $3, $4, $5::bigint, $6::bigint, slot FROM old RETURNING id`,
  touchKey: 'UPDATE sealwright_key SET last_used_at = $1 WHERE id = $2 AND coalesce(last_used_at, 0) < $1',
  purgeCodes: 'DELETE FROM sealwright_code WHERE expires_at <= $1 RETURNING email',
  purgeKeys: 'DELETE FROM sealwright_key WHERE revoked_at < $1 OR expires_at < $1 RETURNING id',
} as const

/**
 * Keeps keys and codes in PostgreSQL. Every method is one statement that is atomic by itself, so a pool in front of the server
 * (PgBouncer in any mode) changes nothing. Connect to the primary: a replica may not know yet that a key was revoked.
 *
 * @param client has the tables of {@link POSTGRES_SCHEMA}; see {@link createPostgresTables}.
 */
export function postgresStore(client: PostgresClient): KeyStore {
  const query = async (text: string, ...values: (string | number | null)[]) =>
    (await client.query(text, values)).rows as readonly Record<string, unknown>[]

  return {
    async putCode({ email, id, digest, createdAt, expiresAt }, cooldownMs) {
      return (await query(SQL.putCode, email, id, digest, createdAt, expiresAt, cooldownMs)).length > 0
    },

    async takeAttempt(email, maxAttempts, now) {
      const [row] = await query(SQL.takeAttempt, email, maxAttempts, now)
      return row === undefined ? null : toAttempt(row)
    },

    async consumeCode(email, codeId) {
      return (await query(SQL.consumeCode, email, codeId)).length > 0
    },

    async insertKey(key, maxActive) {
      await query(SQL.freeSlots, key.email, key.createdAt)
      // Losing a slot to another key leaves one slot less to lose.
      for (let tries = 0; tries <= maxActive; tries++) {
        const [row] = await query(SQL.insertKey, ...keyValues(key), maxActive)
        if (row?.['added'] === 1) return true
        if (row?.['free'] === 0) return false
      }
      throw new Error('No slot for the key could be taken.')
    },

    async findKey(hash) {
      return (await query(SQL.findKey, hash)).map(toKey)[0] ?? null
    },

    async findKeyById(id) {
      return (await query(SQL.findKeyById, id)).map(toKey)[0] ?? null
    },

    async listKeys(email) {
      return (await query(SQL.listKeys, email)).map(toKey)
    },

    async revokeKey(id, now) {
      return (await query(SQL.revokeKey, now, id)).length > 0
    },

    async replaceKey(id, successor, oldExpiresAt) {
      return (await query(SQL.replaceKey, ...keyValues(successor), id, oldExpiresAt)).length > 0
    },

    async touchKey(id, now) {
      await query(SQL.touchKey, now, id)
    },

    async purge(now, before) {
      const [codes, keys] = [await query(SQL.purgeCodes, now), await query(SQL.purgeKeys, before)]
      return codes.length + keys.length
    },
  }
}

/** Creates the tables where they are missing. Safe to call at every start, on several hosts at once. */
export async function createPostgresTables(client: PostgresClient): Promise<void> {
  await client.query(POSTGRES_SCHEMA)
}

function keyValues(key: StoredKey): (string | number | null)[] {
  return [key.id, key.hash, key.hint, key.email, key.createdAt, key.expiresAt]
}

/** Drivers give bigint as text, as it may not fit a number; times do. */
function toTime(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}

function toAttempt(row: Record<string, unknown>): CodeAttempt {
  return {
    id: String(row['id']),
    digest: String(row['digest']),
    createdAt: Number(row['created_at']),
    attempts: Number(row['attempts']),
  }
}

function toKey(row: Record<string, unknown>): StoredKey {
  return {
    id: String(row['id']),
    hash: String(row['hash']),
    hint: String(row['hint']),
    email: String(row['email']),
    createdAt: Number(row['created_at']),
    expiresAt: toTime(row['expires_at']),
    revokedAt: toTime(row['revoked_at']),
    lastUsedAt: toTime(row['last_used_at']),
    replacedBy: typeof row['replaced_by'] === 'string' ? row['replaced_by'] : null,
  }
}
