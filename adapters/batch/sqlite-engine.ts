/**
 * Batches in an SQLite file. No other program has to run.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import type {
  BatchCharge,
  BatchEngine,
  EndedJob,
  EngineWorker,
  JobData,
  RejectedEntry,
  StoredBatch,
} from '../../src/index.js'
import { checkOptions, type OptionTable, required, TEXT } from '../../src/input/check-options.js'
import { parseJson } from '../../src/input/json/parse-json.js'
import { jsonText } from '../../src/input/json-text.js'
import { type OpenSqlite, openSqlite } from '../stores/open-sqlite.js'
import {
  inTransaction,
  prepareStatements,
  type SqliteDatabase,
  type SqliteQuery,
  type SqliteValue,
} from '../stores/sqlite-statements.js'
import { BATCH_SQL, BATCH_TABLES, type BatchStatement } from './sqlite-tables.js'
import { SqliteWorker } from './sqlite-worker.js'

export interface SqliteEngineOptions {
  /** Path of the file. Its folder must exist. */
  readonly path: string
  readonly driver?: OpenSqlite['driver']
}

const OPTIONS: OptionTable<SqliteEngineOptions> = { path: required(TEXT), driver: TEXT }

interface BatchRow {
  readonly id: string
  readonly tenant: string
  readonly name: string
  readonly kind: StoredBatch['kind']
  readonly request: string
  readonly state: StoredBatch['state']
  readonly is_filled: number
  readonly created_at: number
  readonly finished_at: number | null
  readonly round: number
}

interface JobRow {
  readonly seq: number
  readonly id: string
  readonly data: string
  readonly result: string | null
  readonly code: string | null
  readonly message: string | null
  readonly attempts: number
  readonly ended_at: number
}

/**
 * Opens or creates the file. With node:sqlite (Node.js 22.13 and later), several processes may share it; with node-sqlite3-wasm,
 * it belongs to one process at a time.
 *
 * Acknowledged data survives the end of the process. After a loss of power, the latest jobs may count as not done; they are run
 * again, and find their results. A batch is on the disk when `enqueue` has ended.
 *
 * @throws SealwrightError `missing_dependency`, `store_unavailable`
 *
 * @example
 * ```ts
 * const engine = await sqliteEngine({ path: 'batches.db' })
 * ```
 */
export async function sqliteEngine(options: SqliteEngineOptions): Promise<BatchEngine> {
  checkOptions(options, OPTIONS)
  const { path, driver } = options
  const database = await openSqlite(path, driver === undefined ? {} : { driver })
  for (const statement of BATCH_TABLES) prepareStatements(database, { run: statement })('run')
  setDurability(database, 'NORMAL')
  const query = prepareStatements<BatchStatement>(database, BATCH_SQL)
  // No other process can have the file, so running jobs were left by a process that has ended.
  if (database.driver === 'node-sqlite3-wasm') query('abandonAll')
  return createEngine(database, query)
}

/**
 * Sets durability. With `FULL`, a transaction is on the disk when it ends; with `NORMAL`, it is flushed together with later
 * ones.
 */
function setDurability(database: SqliteDatabase, level: 'FULL' | 'NORMAL'): void {
  prepareStatements(database, { run: `PRAGMA synchronous = ${level}` })('run')
}

function createEngine(database: OpenSqlite, query: SqliteQuery<BatchStatement>): BatchEngine {
  const find = (id: string): StoredBatch | null => {
    const [row] = query('findBatch', id) as BatchRow[]
    return row === undefined ? null : toBatch(row)
  }
  return {
    async createBatch(batch) {
      const { id, tenant, name, kind, request, state, isFilled, createdAt } = batch
      query('createBatch', id, tenant, name, kind, jsonText(request), state, isFilled ? 1 : 0, createdAt)
      return find(id) ?? batch
    },

    async findBatch(id) {
      return find(id)
    },

    async changeBatch(id, from, changes) {
      const { isFilled } = changes
      // The caller was promised a filled batch, so everything before this is flushed to the disk as well.
      if (isFilled === true) setDurability(database, 'FULL')
      try {
        return inTransaction(database, () => {
          const batch = find(id)
          if (batch === null || !from.includes(batch.state)) return false
          const next = { ...batch, ...changes }
          query('changeBatch', next.state, next.isFilled ? 1 : 0, next.finishedAt, next.round, id)
          return true
        })
      } finally {
        if (isFilled === true) setDurability(database, 'NORMAL')
      }
    },

    async listBatches(tenant, { cursor, limit }) {
      const after = Number(cursor ?? Number.MAX_SAFE_INTEGER)
      const rows = query('listBatches', after, tenant, tenant, limit + 1) as (BatchRow & { seq: number })[]
      return toPage(rows, limit, toBatch)
    },

    async runningBatches() {
      return (query('runningBatches') as BatchRow[]).map(toBatch)
    },

    async addJobs(batchId, jobs) {
      inTransaction(database, () => {
        for (const { id, data } of jobs) query('addJob', batchId, id, jsonText(data))
      })
    },

    async addRejections(batchId, rejections) {
      inTransaction(database, () => {
        for (const entry of rejections) query('addRejection', batchId, entry.position, jsonText(entry))
      })
    },

    async listRejections(batchId, { cursor, limit }) {
      const rows = query('listRejections', batchId, Number(cursor ?? -1), limit + 1) as { seq: number; entry: string }[]
      return toPage(rows, limit, ({ entry }) => JSON.parse(entry) as RejectedEntry)
    },

    async countJobs(batchId, since) {
      const rows = query('countJobs', batchId) as { state: string; count: number }[]
      const count = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
      const [rejected] = query('countRejections', batchId) as { count: number }[]
      const [recent] = query('countSince', batchId, since) as { count: number }[]
      return {
        waiting: count('waiting'),
        active: count('active'),
        retrying: count('retrying'),
        done: count('done'),
        failed: count('failed'),
        rejected: rejected?.count ?? 0,
        doneSince: recent?.count ?? 0,
      }
    },

    async findJob(batchId, jobId) {
      const [row] = query('findJob', batchId, jobId) as JobRow[]
      return row === undefined ? null : toJob(row)
    },

    async listJobs(batchId, state, { cursor, limit }) {
      const rows = query('listJobs', batchId, state, Number(cursor ?? -1), limit + 1) as JobRow[]
      return toPage(rows, limit, toJob)
    },

    async retryFailed(batchId) {
      return query('retryFailed', batchId).length
    },

    async removeBatch(id) {
      inTransaction(database, () => {
        for (const name of REMOVALS) query(name, id)
      })
    },

    async removeJobs(batchId, jobIds) {
      inTransaction(database, () => {
        for (const id of jobIds) {
          const [row] = query('removeJob', batchId, id) as { state: string }[]
          if (row !== undefined) query('countDown', batchId, row.state)
        }
      })
    },

    ...chargingIn(database, query, find),

    async oldBatches(before, { skip, limit }) {
      return (query('oldBatches', before, limit, skip) as BatchRow[]).map(toBatch)
    },

    async openWorker(options): Promise<EngineWorker> {
      return new SqliteWorker(database, query, randomUUID(), options)
    },

    async ping() {
      query('countRejections', '')
    },

    async close() {
      database.close()
    },
  }
}

const REMOVALS = ['removeJobs', 'removeCounts', 'removeRejections', 'removeCharge', 'removeBatch'] as const

/** Charges of batches: a row for each batch, and sums over the rows of a tenant. */
function chargingIn(
  database: OpenSqlite,
  query: SqliteQuery<BatchStatement>,
  find: (id: string) => StoredBatch | null,
): Pick<BatchEngine, 'charge' | 'settle' | 'usage'> {
  const sum = (tenant: string | null) => toCharge(tenant === null ? query('usageOfAll') : query('usage', tenant))
  const put = ({ id, tenant }: StoredBatch, change: (name: keyof BatchCharge, now: number) => number) => {
    const now = toCharge(query('findCharge', id))
    const [documents, urls, bytes] = CHARGES.map((name) => Math.max(0, change(name, now[name])))
    query('setCharge', id, tenant, documents ?? 0, urls ?? 0, bytes ?? 0)
  }
  return {
    async charge(batchId, amounts, limits) {
      return inTransaction(database, () => {
        const batch = find(batchId)
        if (batch === null) return 'gone'
        const used = sum(batch.tenant)
        const over = CHARGES.find((name) => isOver(used[name], amounts[name], limits[name]))
        if (over === undefined) put(batch, (name, now) => now + (amounts[name] ?? 0))
        return over ?? 'charged'
      })
    },

    async settle(batchId, amounts) {
      inTransaction(database, () => {
        const batch = find(batchId)
        if (batch !== null) put(batch, (name, now) => amounts[name] ?? now)
      })
    },

    async usage(tenant) {
      return sum(tenant)
    },
  }
}

const CHARGES = ['documents', 'urls', 'bytes'] as const satisfies readonly (keyof BatchCharge)[]

function isOver(used: number, amount = 0, limit = Number.POSITIVE_INFINITY): boolean {
  return amount > 0 && used + amount > limit
}

function toCharge([row]: unknown[]): BatchCharge {
  const { documents = 0, urls = 0, bytes = 0 } = (row ?? {}) as Partial<BatchCharge>
  return { documents: Number(documents), urls: Number(urls), bytes: Number(bytes) }
}

function toBatch(row: BatchRow): StoredBatch {
  const { id, tenant, name, kind, request, state, round } = row
  const times = {
    createdAt: Number(row.created_at),
    finishedAt: row.finished_at === null ? null : Number(row.finished_at),
  }
  return {
    id,
    tenant,
    name,
    kind,
    // Metadata in the request have names chosen by strangers, so a parser with checks reads them.
    request: parseJson(request) as StoredBatch['request'],
    state,
    isFilled: Number(row.is_filled) === 1,
    ...times,
    round: Number(round),
  }
}

function toJob({ id, data, result, code, message, attempts, ended_at }: JobRow): EndedJob {
  return {
    id,
    data: JSON.parse(data) as JobData,
    result: result === null ? null : (JSON.parse(result) as JobData),
    failure: code === null ? null : { code, message: message ?? '' },
    attempts: Number(attempts),
    endedAt: Number(ended_at),
  }
}

/** Makes a page of rows. One more row was queried than is returned, to know whether there are more. */
function toPage<Row extends { seq: SqliteValue }, T>(rows: readonly Row[], limit: number, convert: (row: Row) => T) {
  const shown = rows.slice(0, limit)
  return { items: shown.map(convert), cursor: rows.length > limit ? String(shown.at(-1)?.seq) : null }
}
