/**
 * Answers of repeatable requests in PostgreSQL.
 *
 * @module
 */

import type { IdempotencyStore } from '../../src/index.js'
import { assertPostgresClient, type PostgresClient } from './postgres-schema.js'

// Answers go in base64: drivers differ in how they take bytes, and the protocol's own text form is longer still.
const SQL = {
  claim: `INSERT INTO sealwright_idempotency AS kept (id, token, fingerprint, lease_until, expires_at)
    VALUES ($1, $2, $3, $4::bigint, $5::bigint)
    ON CONFLICT (id) DO UPDATE SET token = excluded.token, fingerprint = excluded.fingerprint,
      lease_until = excluded.lease_until, expires_at = excluded.expires_at, answer = NULL
    WHERE kept.expires_at <= $6::bigint
      OR (kept.answer IS NULL AND kept.lease_until <= $6::bigint AND kept.fingerprint = excluded.fingerprint)
    RETURNING id`,
  read: `SELECT fingerprint, encode(answer, 'base64') AS answer FROM sealwright_idempotency WHERE id = $1`,
  renew: `UPDATE sealwright_idempotency SET lease_until = $3::bigint WHERE id = $1 AND token = $2 AND answer IS NULL
    RETURNING id`,
  finish: `UPDATE sealwright_idempotency SET answer = decode($3, 'base64'), expires_at = $4::bigint
    WHERE id = $1 AND token = $2 AND answer IS NULL RETURNING id`,
  abandon: 'DELETE FROM sealwright_idempotency WHERE id = $1 AND token = $2 AND answer IS NULL',
  purge: 'DELETE FROM sealwright_idempotency WHERE expires_at <= $1::bigint RETURNING id',
} as const

/** Between a claim that found a record and the look at it, the record may be gone. */
const MAX_TRIES = 10

/**
 * Keeps answers in PostgreSQL. They are encrypted; see README.
 *
 * @param client has the tables of {@link POSTGRES_SCHEMA}; see {@link createPostgresTables}.
 * @example
 * ```ts
 * const api = createApi({ identity, keys, idempotency: { store: postgresIdempotencyStore(pool) } })
 * ```
 */
export function postgresIdempotencyStore(client: PostgresClient): IdempotencyStore {
  assertPostgresClient(client)
  const query = async (text: string, ...values: (string | number | null)[]) =>
    (await client.query(text, values)).rows as readonly Record<string, unknown>[]

  return {
    async claim({ id, token, fingerprint, now, leaseUntil, expiresAt }) {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const taken = await query(SQL.claim, id, token, fingerprint, leaseUntil, expiresAt, now)
        if (taken.length > 0) return null
        const [row] = await query(SQL.read, id)
        if (row === undefined) continue
        const { answer } = row
        return {
          fingerprint: String(row['fingerprint']),
          answer: typeof answer === 'string' ? new Uint8Array(Buffer.from(answer, 'base64')) : null,
        }
      }
      throw new Error('The record appeared and was gone again, time after time.')
    },

    async renew(id, token, leaseUntil) {
      return (await query(SQL.renew, id, token, leaseUntil)).length > 0
    },

    async finish(id, token, answer, expiresAt) {
      const base64 = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).toString('base64')
      return (await query(SQL.finish, id, token, base64, expiresAt)).length > 0
    },

    async abandon(id, token) {
      await query(SQL.abandon, id, token)
    },

    async purge(now) {
      return (await query(SQL.purge, now)).length
    },
  }
}
