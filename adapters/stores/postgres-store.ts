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

import type { CodeAttempt, KeyStore, StoredKey } from '../../src/index.js'
import { jsonText } from '../../src/input/json-text.js'
import { assertPostgresClient, type PostgresClient } from './postgres-schema.js'

export { postgresIdempotencyStore } from './postgres-idempotency-store.js'
export { createPostgresTables, POSTGRES_SCHEMA, type PostgresClient } from './postgres-schema.js'
export { postgresTrustListStore } from './postgres-trust-list-store.js'

/** A program of version 1 does not know scopes and quotas, so the successor of a key inherits those of the key before. */
const inherited = (column: string) =>
  `coalesce(${column}, (SELECT old.${column} FROM sealwright_key AS old WHERE old.replaced_by = sealwright_key.id LIMIT 1)) AS ${column}`

const KEY_COLUMNS = `id, hash, hint, email, created_at, expires_at, revoked_at, last_used_at, replaced_by, name,
  ${inherited('scopes')}, ${inherited('quotas')}`

const SQL = {
  putCode: `INSERT INTO sealwright_code AS live (email, id, digest, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (email) DO UPDATE SET id = excluded.id, digest = excluded.digest, created_at = excluded.created_at,
      expires_at = excluded.expires_at, attempts = 0
    WHERE abs(excluded.created_at - live.created_at) >= $6 RETURNING id`,
  readTime: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
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
      INSERT INTO sealwright_key (id, hash, hint, email, created_at, expires_at, name, scopes, quotas, slot)
      SELECT $1, $2, $3, $4, $5::bigint, $6::bigint, $8, $9, $10, slot FROM free
      ON CONFLICT (email, slot) DO NOTHING RETURNING id
    )
    SELECT (SELECT count(*) FROM free)::integer AS free, (SELECT count(*) FROM added)::integer AS added`,
  findKey: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE hash = $1`,
  findKeyById: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE id = $1`,
  listKeys: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE email = $1 ORDER BY created_at, id`,
  revokeKey: `UPDATE sealwright_key SET revoked_at = coalesce(revoked_at, $1), slot = NULL WHERE id = $2 RETURNING id`,
  // A second caller waits for the row, and then sees that the key has a successor. The join is there because RETURNING only
  // yields the new values.
  replaceKey: `WITH old AS (
      UPDATE sealwright_key AS old SET replaced_by = $1, slot = NULL, expires_at = least(old.expires_at, $8::bigint)
      FROM sealwright_key AS before
      WHERE old.id = $7 AND before.id = $7 AND old.revoked_at IS NULL AND old.replaced_by IS NULL
        AND (old.expires_at IS NULL OR old.expires_at > $5::bigint)
      RETURNING before.slot
    )
    INSERT INTO sealwright_key (id, hash, hint, email, created_at, expires_at, name, scopes, quotas, slot)
    SELECT $1, $2, $3, $4, $5::bigint, $6::bigint, $9, $10, $11, slot FROM old RETURNING id`,
  updateKey: `UPDATE sealwright_key SET name = CASE WHEN $1::integer = 1 THEN $2 ELSE name END,
      scopes = CASE WHEN $3::integer = 1 THEN $4 ELSE scopes END, quotas = CASE WHEN $5::integer = 1 THEN $6 ELSE quotas END,
      expires_at = CASE WHEN $7::integer = 1 THEN $8::bigint ELSE expires_at END
    WHERE id = $9 AND revoked_at IS NULL AND replaced_by IS NULL AND (expires_at IS NULL OR expires_at > $10::bigint)
    RETURNING id`,
  scanKeys: `SELECT ${KEY_COLUMNS} FROM sealwright_key WHERE id > $1 ORDER BY id LIMIT $2`,
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
  return new PostgresStore(client)
}

/** Methods are properties of the store itself, so that hosts can replace some: `{ ...postgresStore(client), findKey }`. */
class PostgresStore implements KeyStore {
  readonly #client: PostgresClient

  constructor(client: PostgresClient) {
    assertPostgresClient(client)
    this.#client = client
  }

  readonly putCode: KeyStore['putCode'] = async ({ email, id, digest, createdAt, expiresAt }, cooldownMs) => {
    return (await this.#query(SQL.putCode, email, id, digest, createdAt, expiresAt, cooldownMs)).length > 0
  }

  readonly takeAttempt: KeyStore['takeAttempt'] = async (email, maxAttempts, now) => {
    const [row] = await this.#query(SQL.takeAttempt, email, maxAttempts, now)
    return row === undefined ? null : toAttempt(row)
  }

  readonly consumeCode: KeyStore['consumeCode'] = async (email, codeId) => {
    return (await this.#query(SQL.consumeCode, email, codeId)).length > 0
  }

  readonly insertKey: KeyStore['insertKey'] = async (key, maxActive) => {
    await this.#query(SQL.freeSlots, key.email, key.createdAt)
    // Whoever loses the race for a slot tries again. Each loss means that one more slot is taken.
    for (let tries = 0; tries <= maxActive; tries++) {
      const [row] = await this.#query(SQL.insertKey, ...keyValues(key), maxActive, ...grantValues(key))
      if (row?.['added'] === 1) return true
      if (row?.['free'] === 0) return false
    }
    throw new Error('No slot for the key could be taken.')
  }

  readonly findKey: KeyStore['findKey'] = async (hash) => {
    return (await this.#query(SQL.findKey, hash)).map(toKey)[0] ?? null
  }

  readonly findKeyById: KeyStore['findKeyById'] = async (id) => {
    return (await this.#query(SQL.findKeyById, id)).map(toKey)[0] ?? null
  }

  readonly listKeys: KeyStore['listKeys'] = async (email) => {
    return (await this.#query(SQL.listKeys, email)).map(toKey)
  }

  readonly revokeKey: KeyStore['revokeKey'] = async (id, now) => {
    return (await this.#query(SQL.revokeKey, now, id)).length > 0
  }

  readonly replaceKey: KeyStore['replaceKey'] = async (id, successor, oldExpiresAt) => {
    return (
      (await this.#query(SQL.replaceKey, ...keyValues(successor), id, oldExpiresAt, ...grantValues(successor))).length >
      0
    )
  }

  readonly updateKey: KeyStore['updateKey'] = async (id, { name, scopes, quotas, expiresAt }, now) => {
    const values = [name, writeJson(scopes), writeJson(quotas), expiresAt]
    const flags = values.flatMap((value) => [value === undefined ? 0 : 1, value ?? null])
    return (await this.#query(SQL.updateKey, ...flags, id, now)).length > 0
  }

  readonly scanKeys: KeyStore['scanKeys'] = async (cursor, limit) => {
    const keys = (await this.#query(SQL.scanKeys, cursor ?? '', limit)).map(toKey)
    return { keys, cursor: keys.length < limit ? null : (keys.at(-1)?.id ?? null) }
  }

  readonly touchKey: KeyStore['touchKey'] = async (id, now) => {
    await this.#query(SQL.touchKey, now, id)
  }

  readonly purge = async (now: number, before: number) => {
    const [codes, keys] = [await this.#query(SQL.purgeCodes, now), await this.#query(SQL.purgeKeys, before)]
    return codes.length + keys.length
  }

  readonly readTime = async () => {
    const [row] = await this.#query(SQL.readTime)
    return Number(row?.['now'])
  }

  async #query(text: string, ...values: (string | number | null)[]): Promise<readonly Record<string, unknown>[]> {
    return (await this.#client.query(text, values)).rows as readonly Record<string, unknown>[]
  }
}

function keyValues(key: StoredKey): (string | number | null)[] {
  return [key.id, key.hash, key.hint, key.email, key.createdAt, key.expiresAt]
}

function grantValues({ name, scopes, quotas }: StoredKey): (string | null)[] {
  return [name, writeJson(scopes) ?? null, writeJson(quotas) ?? null]
}

/** JSON text of a value. Null is written as well: it distinguishes keys of this version from those of version 1. */
function writeJson(value: unknown): string | undefined {
  return value === undefined ? undefined : jsonText(value)
}

function readJson<T>(value: unknown): T | null {
  return typeof value === 'string' ? (JSON.parse(value) as T) : null
}

/** Times as numbers. Drivers return bigint as text, since it may exceed a number; times do not. */
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
    name: typeof row['name'] === 'string' ? row['name'] : null,
    scopes: readJson(row['scopes']),
    quotas: readJson(row['quotas']),
  }
}
