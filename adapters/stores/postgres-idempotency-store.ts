/**
 * Answers of repeatable requests in PostgreSQL.
 *
 * @module
 */

import type { AnswerLimits, IdempotencyStore } from '../../src/index.js'
import { BYTE_LIMIT, checkOptions, type OptionTable } from '../../src/input/check-options.js'
import { CHECK_SHARE, DEFAULT_ANSWER_BYTES, OWNER_SHARE } from './answer-limits.js'
import { assertPostgresClient, type PostgresClient } from './postgres-schema.js'

/**
 * Statement that deletes the oldest answers until the rest takes no more than `$1`. The answer just stored, `$2`, is never
 * deleted.
 */
const evict = (whose: string) => `WITH kept AS (
    SELECT id, sum(size) OVER (ORDER BY expires_at DESC, id ROWS UNBOUNDED PRECEDING) AS newer
    FROM sealwright_idempotency WHERE ${whose} AND size IS NOT NULL
  ) DELETE FROM sealwright_idempotency AS old USING kept
    WHERE old.id = kept.id AND kept.newer > $1::bigint AND old.id <> $2 RETURNING old.id`

const SQL = {
  claim: `INSERT INTO sealwright_idempotency AS kept (id, owner, token, fingerprint, lease_until, expires_at)
    VALUES ($1, $2, $3, $4, $5::bigint, $6::bigint)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, token = excluded.token, fingerprint = excluded.fingerprint,
      lease_until = excluded.lease_until, expires_at = excluded.expires_at, answer = NULL, size = NULL
    WHERE kept.expires_at <= $7::bigint
      OR (kept.answer IS NULL AND kept.lease_until <= $7::bigint AND kept.fingerprint = excluded.fingerprint)
    RETURNING id`,
  // The length is known without reading the value. Programs of version 2 do not store the size.
  look: 'SELECT fingerprint, octet_length(answer) AS size FROM sealwright_idempotency WHERE id = $1',
  read: `SELECT encode(substring(answer FROM $2::integer FOR $3::integer), 'base64') AS piece
    FROM sealwright_idempotency WHERE id = $1 AND answer IS NOT NULL`,
  renew: `UPDATE sealwright_idempotency SET lease_until = $3::bigint WHERE id = $1 AND token = $2 AND answer IS NULL
    RETURNING id`,
  finish: `UPDATE sealwright_idempotency SET answer = $3::bytea, size = octet_length($3::bytea), expires_at = $4::bigint
    WHERE id = $1 AND token = $2 AND answer IS NULL RETURNING owner`,
  evictOwn: evict('owner = $3'),
  evictAny: evict('true'),
  usage: 'SELECT count(size) AS answers, coalesce(sum(size), 0) AS bytes FROM sealwright_idempotency WHERE owner = $1',
  usageOfAll: 'SELECT count(size) AS answers, coalesce(sum(size), 0) AS bytes FROM sealwright_idempotency',
  abandon: 'DELETE FROM sealwright_idempotency WHERE id = $1 AND token = $2 AND answer IS NULL',
  erase: 'DELETE FROM sealwright_idempotency WHERE owner = $1 RETURNING id',
  purge: 'DELETE FROM sealwright_idempotency WHERE expires_at <= $1::bigint RETURNING id',
} as const

/** Attempts to claim an id. Between a claim that found a record and the query for it, the record may be deleted. */
const MAX_TRIES = 10

/**
 * Bytes that are read at once. Drivers decode a value of `bytea` from its text form in one turn of the event loop. base64 is the
 * shortest such form.
 */
const PIECE_BYTES = 3 * 1024 * 1024

const OPTIONS: OptionTable<AnswerLimits> = { maxBytes: BYTE_LIMIT, maxBytesPerOwner: BYTE_LIMIT }

/**
 * Keeps answers in PostgreSQL. They are encrypted; see README. Use a pool to a separate database, so that a disk that is full of
 * answers does not affect the keys.
 *
 * @param client has the tables of {@link POSTGRES_SCHEMA}; see {@link createPostgresTables}.
 * @param options.maxBytes size of all answers; beyond it, the oldest are deleted before they expire. Default 1 GB.
 * @param options.maxBytesPerOwner likewise for one owner. Default: a quarter of `maxBytes`.
 * @example
 * ```ts
 * const api = createApi({ identity, keys, idempotency: { store: postgresIdempotencyStore(pool) } })
 * ```
 */
export function postgresIdempotencyStore(client: PostgresClient, options: AnswerLimits = {}): IdempotencyStore {
  assertPostgresClient(client)
  checkOptions(options, OPTIONS)
  const query: Query = async (text, ...values) =>
    (await client.query(text, values)).rows as readonly Record<string, unknown>[]
  const { maxBytes = DEFAULT_ANSWER_BYTES } = options
  const { maxBytesPerOwner = maxBytes * OWNER_SHARE } = options
  const keepWithin = evictor(query, { maxBytes, maxBytesPerOwner })

  return { maxBytesPerOwner, ...claimsIn(query), ...answersIn(query, keepWithin) }
}

/** The methods for claims: which process works on which request. */
function claimsIn(query: Query): Pick<IdempotencyStore, 'claim' | 'renew' | 'abandon'> {
  return {
    async claim({ id, owner, token, fingerprint, now, leaseUntil, expiresAt }) {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const taken = await query(SQL.claim, id, owner, token, fingerprint, leaseUntil, expiresAt, now)
        if (taken.length > 0) return null
        const [row] = await query(SQL.look, id)
        if (row === undefined) continue
        return { fingerprint: String(row['fingerprint']), size: row['size'] === null ? null : Number(row['size']) }
      }
      throw new Error('The record appeared and was gone again, time after time.')
    },

    async renew(id, token, leaseUntil) {
      return (await query(SQL.renew, id, token, leaseUntil)).length > 0
    },

    async abandon(id, token) {
      await query(SQL.abandon, id, token)
    },
  }
}

/** The methods for answers. */
function answersIn(
  query: Query,
  keepWithin: ReturnType<typeof evictor>,
): Pick<IdempotencyStore, 'read' | 'finish' | 'usage' | 'erase' | 'purge'> {
  return {
    read: (id) => readPieces(query, id),

    async finish(id, token, answer, expiresAt) {
      // Drivers send a Buffer as bytes.
      const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
      const [row] = await query(SQL.finish, id, token, bytes, expiresAt)
      if (row === undefined) return false
      await keepWithin(id, row['owner'], answer.length)
      return true
    },

    async usage(owner) {
      const [row] = owner === null ? await query(SQL.usageOfAll) : await query(SQL.usage, owner)
      return { answers: Number(row?.['answers'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) }
    },

    async erase(owner) {
      return (await query(SQL.erase, owner)).length
    },

    async purge(now) {
      return (await query(SQL.purge, now)).length
    },
  }
}

type Query = (
  text: string,
  ...values: (string | number | Uint8Array | null)[]
) => Promise<readonly Record<string, unknown>[]>

async function readPieces(query: Query, id: string): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  for (let from = 1; ; from += PIECE_BYTES) {
    const [row] = await query(SQL.read, id, from, PIECE_BYTES)
    if (row === undefined) return null
    const piece = Buffer.from(String(row['piece']), 'base64')
    pieces.push(piece)
    if (piece.length < PIECE_BYTES) return joinPieces(pieces)
  }
}

function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/**
 * Enforces the limits. The sum of an owner is computed every time, and that of all owners now and then, since it reads all rows.
 */
function evictor(
  query: Query,
  { maxBytes, maxBytesPerOwner }: Readonly<Record<keyof AnswerLimits, number>>,
): (id: string, owner: unknown, bytes: number) => Promise<void> {
  let unchecked = Number.POSITIVE_INFINITY
  return async (id, owner, bytes) => {
    if (typeof owner === 'string') await query(SQL.evictOwn, Math.floor(maxBytesPerOwner), id, owner)
    unchecked += bytes
    if (unchecked < maxBytes * CHECK_SHARE) return
    unchecked = 0
    await query(SQL.evictAny, Math.floor(maxBytes), id)
  }
}
