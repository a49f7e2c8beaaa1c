/**
 * The tables in PostgreSQL, version by version.
 *
 * @module
 */

import { SealwrightError } from '../../src/index.js'

/**
 * The parts of a driver that are used: one statement with `$1` placeholders, on any connection of a pool. A `Pool` or `Client`
 * of pg can be passed as it is; postgres.js as `{ query: async (text, values) => ({ rows: await sql.unsafe(text, values) }) }`.
 */
export interface PostgresClient {
  query(text: string, values?: (string | number | Uint8Array | null)[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** @throws SealwrightError `invalid_request` for a value that is not a client, such as an address */
export function assertPostgresClient(client: unknown): void {
  if (typeof (client as Partial<PostgresClient> | null | undefined)?.query === 'function') return
  const message = 'The client must have query(), such as new pg.Pool({ connectionString }).'
  throw new SealwrightError('invalid_request', message)
}

const CURRENT = 4

/**
 * The tables, as one statement for hosts that run their own migrations: it creates them, or brings those of an earlier version
 * up to date. It may be run again, and on several hosts at once: `IF NOT EXISTS` alone fails when two create the same table
 * together.
 *
 * A version adds tables, indexes and columns that may be empty and changes nothing else, so programs of the version before work
 * side by side with those of the next; `works_from` is the oldest version that does.
 *
 * Each active key has one of the slots 1 to n of its address. A unique index on the slots limits the number of active keys, even
 * when several hosts add keys at once.
 */
export const POSTGRES_SCHEMA = `DO $$ DECLARE present integer; BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('sealwright tables'));
  CREATE TABLE IF NOT EXISTS sealwright_schema (
    version integer PRIMARY KEY,
    works_from integer NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  );
  SELECT coalesce(max(version), 0) INTO present FROM sealwright_schema;
  IF present < 1 THEN
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
    INSERT INTO sealwright_schema (version, works_from) VALUES (1, 1);
  END IF;
  IF present < 2 THEN
    ALTER TABLE sealwright_key ADD COLUMN name text, ADD COLUMN scopes text, ADD COLUMN quotas text;
    CREATE INDEX sealwright_key_successor ON sealwright_key (replaced_by) WHERE replaced_by IS NOT NULL;
    CREATE TABLE sealwright_idempotency (
      id text PRIMARY KEY,
      token text NOT NULL,
      fingerprint text NOT NULL,
      lease_until bigint NOT NULL,
      expires_at bigint NOT NULL,
      answer bytea
    );
    CREATE INDEX sealwright_idempotency_expiry ON sealwright_idempotency (expires_at);
    INSERT INTO sealwright_schema (version, works_from) VALUES (2, 1);
  END IF;
  IF present < 3 THEN
    ALTER TABLE sealwright_idempotency ADD COLUMN owner text, ADD COLUMN size bigint;
    -- Answers are encrypted: trying to compress them takes time for nothing.
    ALTER TABLE sealwright_idempotency ALTER COLUMN answer SET STORAGE EXTERNAL;
    CREATE INDEX sealwright_idempotency_owner ON sealwright_idempotency (owner, expires_at, size);
    INSERT INTO sealwright_schema (version, works_from) VALUES (3, 1);
  END IF;
  IF present < 4 THEN
    CREATE TABLE sealwright_trust_list (
      id text PRIMARY KEY,
      version bigint NOT NULL,
      value bytea NOT NULL
    );
    INSERT INTO sealwright_schema (version, works_from) VALUES (4, 1);
  END IF;
END $$`

/**
 * Creates the tables, or brings those of an earlier version up to date. Safe to call at every start, on several hosts at once.
 *
 * @throws SealwrightError `store_unavailable` for tables of a later version that this release cannot use
 */
export async function createPostgresTables(client: PostgresClient): Promise<void> {
  assertPostgresClient(client)
  await client.query(POSTGRES_SCHEMA)
  const { rows } = await client.query('SELECT max(works_from) AS works_from FROM sealwright_schema')
  const [row] = rows as { works_from: number }[]
  if (Number(row?.works_from) <= CURRENT) return
  const message = 'The tables were made by a later version, which this one cannot work with.'
  throw new SealwrightError('store_unavailable', message)
}
