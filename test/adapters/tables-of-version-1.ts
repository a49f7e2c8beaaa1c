/**
 * The tables as the first version of the package made them, word for word.
 *
 * @module
 */

export const SQLITE_TABLES_V1 = [
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

export const POSTGRES_TABLES_V1 = `DO $$ BEGIN
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

/** How that version puts a key in the place of another. */
export const POSTGRES_REPLACE_V1 = `WITH old AS (
    UPDATE sealwright_key AS old SET replaced_by = $1, slot = NULL, expires_at = least(old.expires_at, $8::bigint)
    FROM sealwright_key AS before
    WHERE old.id = $7 AND before.id = $7 AND old.revoked_at IS NULL AND old.replaced_by IS NULL
      AND (old.expires_at IS NULL OR old.expires_at > $5::bigint)
    RETURNING before.slot
  )
  INSERT INTO sealwright_key (id, hash, hint, email, created_at, expires_at, slot)
  SELECT $1, $2, $3, $4, $5::bigint, $6::bigint, slot FROM old RETURNING id`
