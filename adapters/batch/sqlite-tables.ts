/**
 * The tables of batches in SQLite, with all statements on them.
 *
 * @module
 */

export const BATCH_TABLES = [
  `CREATE TABLE IF NOT EXISTS sealwright_batch (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    is_filled INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    round INTEGER NOT NULL DEFAULT 0
  )`,
  "CREATE INDEX IF NOT EXISTS sealwright_batch_running ON sealwright_batch (seq) WHERE state = 'running'",
  'CREATE INDEX IF NOT EXISTS sealwright_batch_tenant ON sealwright_batch (tenant, seq)',
  `CREATE TABLE IF NOT EXISTS sealwright_job (
    seq INTEGER PRIMARY KEY,
    batch TEXT NOT NULL,
    id TEXT NOT NULL,
    data TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    due_at INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    abandoned INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    lease_until INTEGER,
    note TEXT,
    result TEXT,
    code TEXT,
    message TEXT,
    ended_at INTEGER,
    UNIQUE (batch, id)
  )`,
  'CREATE INDEX IF NOT EXISTS sealwright_job_next ON sealwright_job (batch, state, due_at, seq)',
  "CREATE INDEX IF NOT EXISTS sealwright_job_leases ON sealwright_job (lease_until) WHERE state = 'active'",
  "CREATE INDEX IF NOT EXISTS sealwright_job_ended ON sealwright_job (batch, ended_at) WHERE state = 'done'",
  // Counting a hundred thousand rows for each status would take longer than maintaining the counts.
  `CREATE TABLE IF NOT EXISTS sealwright_job_count (
    batch TEXT NOT NULL,
    state TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (batch, state)
  ) WITHOUT ROWID`,
  `CREATE TRIGGER IF NOT EXISTS sealwright_job_added AFTER INSERT ON sealwright_job BEGIN
    INSERT INTO sealwright_job_count VALUES (new.batch, new.state, 1)
      ON CONFLICT (batch, state) DO UPDATE SET count = count + 1;
  END`,
  `CREATE TRIGGER IF NOT EXISTS sealwright_job_moved AFTER UPDATE OF state ON sealwright_job WHEN old.state <> new.state BEGIN
    UPDATE sealwright_job_count SET count = count - 1 WHERE batch = old.batch AND state = old.state;
    INSERT INTO sealwright_job_count VALUES (new.batch, new.state, 1)
      ON CONFLICT (batch, state) DO UPDATE SET count = count + 1;
  END`,
  `CREATE TABLE IF NOT EXISTS sealwright_batch_charge (
    batch TEXT PRIMARY KEY,
    tenant TEXT NOT NULL,
    documents INTEGER NOT NULL DEFAULT 0,
    urls INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS sealwright_batch_charge_tenant
    ON sealwright_batch_charge (tenant, documents, urls, bytes)`,
  `CREATE TABLE IF NOT EXISTS sealwright_rejection (
    batch TEXT NOT NULL,
    seq INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (batch, seq)
  ) WITHOUT ROWID`,
]

const ENDED = 'seq, id, data, result, code, message, attempts, ended_at'
const OWN = "batch = ? AND id = ? AND owner = ? AND state = 'active' RETURNING id"

const SUMS = ['documents', 'urls', 'bytes'].map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ')

export const BATCH_SQL = {
  createBatch: `INSERT INTO sealwright_batch (id, tenant, name, kind, request, state, is_filled, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  findBatch: 'SELECT * FROM sealwright_batch WHERE id = ?',
  changeBatch: 'UPDATE sealwright_batch SET state = ?, is_filled = ?, finished_at = ?, round = ? WHERE id = ?',
  listBatches: `SELECT * FROM sealwright_batch WHERE seq < ? AND (? IS NULL OR tenant = ?) AND kind = 'documents'
    ORDER BY seq DESC LIMIT ?`,
  runningBatches: "SELECT * FROM sealwright_batch WHERE state = 'running' ORDER BY seq",
  removeBatch: 'DELETE FROM sealwright_batch WHERE id = ?',
  addJob: 'INSERT INTO sealwright_job (batch, id, data) VALUES (?, ?, ?) ON CONFLICT (batch, id) DO NOTHING',
  addRejection: `INSERT INTO sealwright_rejection (batch, seq, entry) VALUES (?, ?, ?)
    ON CONFLICT (batch, seq) DO UPDATE SET entry = excluded.entry`,
  listRejections: 'SELECT seq, entry FROM sealwright_rejection WHERE batch = ? AND seq > ? ORDER BY seq LIMIT ?',
  countRejections: 'SELECT count(*) AS count FROM sealwright_rejection WHERE batch = ?',
  removeRejections: 'DELETE FROM sealwright_rejection WHERE batch = ?',
  countJobs: 'SELECT state, count FROM sealwright_job_count WHERE batch = ?',
  countSince: "SELECT count(*) AS count FROM sealwright_job WHERE batch = ? AND state = 'done' AND ended_at > ?",
  findJob: `SELECT ${ENDED} FROM sealwright_job WHERE batch = ? AND id = ? AND state IN ('done', 'failed')`,
  listJobs: `SELECT ${ENDED} FROM sealwright_job WHERE batch = ? AND state = ? AND seq > ? ORDER BY seq LIMIT ?`,
  retryFailed: `UPDATE sealwright_job SET state = 'waiting', due_at = 0, attempts = 0, abandoned = 0, code = NULL,
    message = NULL, ended_at = NULL WHERE batch = ? AND state = 'failed' RETURNING id`,
  removeJobs: 'DELETE FROM sealwright_job WHERE batch = ?',
  removeJob: 'DELETE FROM sealwright_job WHERE batch = ? AND id = ? RETURNING state',
  countDown: 'UPDATE sealwright_job_count SET count = count - 1 WHERE batch = ? AND state = ?',
  findCharge: 'SELECT documents, urls, bytes FROM sealwright_batch_charge WHERE batch = ?',
  setCharge: `INSERT INTO sealwright_batch_charge (batch, tenant, documents, urls, bytes) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (batch) DO UPDATE SET documents = excluded.documents, urls = excluded.urls, bytes = excluded.bytes`,
  removeCharge: 'DELETE FROM sealwright_batch_charge WHERE batch = ?',
  usage: `SELECT ${SUMS} FROM sealwright_batch_charge WHERE tenant = ?`,
  usageOfAll: `SELECT ${SUMS} FROM sealwright_batch_charge`,
  oldBatches: `SELECT * FROM sealwright_batch WHERE kind = 'documents' AND created_at < ? ORDER BY created_at, seq LIMIT ? OFFSET ?`,
  removeCounts: 'DELETE FROM sealwright_job_count WHERE batch = ?',
  claim: `UPDATE sealwright_job SET state = 'active', owner = ?, lease_until = ? WHERE seq = (
      SELECT seq FROM sealwright_job WHERE batch = ? AND state = 'waiting' ORDER BY due_at, seq LIMIT 1)
    RETURNING id, data, attempts, abandoned, note`,
  wake: `UPDATE sealwright_job SET state = 'waiting', due_at = 0 WHERE batch = ? AND state = 'retrying' AND due_at <= ?`,
  note: `UPDATE sealwright_job SET note = ? WHERE ${OWN}`,
  done: `UPDATE sealwright_job SET state = 'done', result = ?, ended_at = ?, attempts = attempts + 1, owner = NULL,
    note = NULL WHERE ${OWN}`,
  retry: `UPDATE sealwright_job SET state = 'retrying', due_at = ?, attempts = attempts + 1, code = ?, message = ?,
    owner = NULL WHERE ${OWN}`,
  fail: `UPDATE sealwright_job SET state = 'failed', code = ?, message = ?, ended_at = ?, attempts = attempts + 1,
    owner = NULL WHERE ${OWN}`,
  release: `UPDATE sealwright_job SET state = 'waiting', due_at = 0, owner = NULL WHERE ${OWN}`,
  renew:
    "UPDATE sealwright_job SET lease_until = ? WHERE owner = ? AND state = 'active' RETURNING batch || '/' || id AS id",
  /** Gives back the jobs that a worker left behind, or puts them on the dead-letter list when that has happened too often. */
  abandon: `UPDATE sealwright_job SET owner = NULL, abandoned = abandoned + 1, due_at = 0,
      state = CASE WHEN abandoned + 1 > ? THEN 'failed' ELSE 'waiting' END,
      code = CASE WHEN abandoned + 1 > ? THEN 'job_abandoned' END,
      message = CASE WHEN abandoned + 1 > ? THEN 'Its workers ended while working on it.' END,
      ended_at = CASE WHEN abandoned + 1 > ? THEN ? END
    WHERE state = 'active' AND lease_until < ? RETURNING id`,
  abandonAll: "UPDATE sealwright_job SET lease_until = 0 WHERE state = 'active'",
} as const

export type BatchStatement = keyof typeof BATCH_SQL
