/**
 * Batches in an SQLite file. No other program has to run.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import type { BatchCharge, BatchEngine, EndedJob, JobData, RejectedEntry, StoredBatch } from '../../src/index.js'
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
  readonly driver?: OpenSqlite['driver'] | undefined
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
  return new SqliteEngine(database, query)
}

/**
 * Sets durability. With `FULL`, a transaction is on the disk when it ends; with `NORMAL`, it is flushed together with later
 * ones.
 */
function setDurability(database: SqliteDatabase, level: 'FULL' | 'NORMAL'): void {
  prepareStatements(database, { run: `PRAGMA synchronous = ${level}` })('run')
}

/** Methods are properties of the engine itself, so that hosts can replace some: `{ ...engine, findJob }`. */
class SqliteEngine implements BatchEngine {
  readonly #database: OpenSqlite
  readonly #query: SqliteQuery<BatchStatement>

  constructor(database: OpenSqlite, query: SqliteQuery<BatchStatement>) {
    this.#database = database
    this.#query = query
  }

  readonly createBatch: BatchEngine['createBatch'] = async (batch) => {
    const { id, tenant, name, kind, request, state, isFilled, createdAt } = batch
    this.#query('createBatch', id, tenant, name, kind, jsonText(request), state, isFilled ? 1 : 0, createdAt)
    return this.#find(id) ?? batch
  }

  readonly findBatch: BatchEngine['findBatch'] = async (id) => {
    return this.#find(id)
  }

  readonly changeBatch: BatchEngine['changeBatch'] = async (id, from, changes) => {
    const { isFilled } = changes
    // The caller was promised a filled batch, so everything before this is flushed to the disk as well.
    if (isFilled === true) setDurability(this.#database, 'FULL')
    try {
      return inTransaction(this.#database, () => {
        const batch = this.#find(id)
        if (batch === null || !from.includes(batch.state)) return false
        const next = { ...batch, ...changes }
        this.#query('changeBatch', next.state, next.isFilled ? 1 : 0, next.finishedAt, next.round, id)
        return true
      })
    } finally {
      if (isFilled === true) setDurability(this.#database, 'NORMAL')
    }
  }

  readonly listBatches: BatchEngine['listBatches'] = async (tenant, { cursor, limit }) => {
    const after = Number(cursor ?? Number.MAX_SAFE_INTEGER)
    const rows = this.#query('listBatches', after, tenant, tenant, limit + 1) as (BatchRow & { seq: number })[]
    return toPage(rows, limit, toBatch)
  }

  readonly runningBatches: BatchEngine['runningBatches'] = async () => {
    return (this.#query('runningBatches') as BatchRow[]).map(toBatch)
  }

  readonly addJobs: BatchEngine['addJobs'] = async (batchId, jobs) => {
    inTransaction(this.#database, () => {
      for (const { id, data } of jobs) this.#query('addJob', batchId, id, jsonText(data))
    })
  }

  readonly addRejections: BatchEngine['addRejections'] = async (batchId, rejections) => {
    inTransaction(this.#database, () => {
      for (const entry of rejections) this.#query('addRejection', batchId, entry.position, jsonText(entry))
    })
  }

  readonly listRejections: BatchEngine['listRejections'] = async (batchId, { cursor, limit }) => {
    const rows = this.#query('listRejections', batchId, Number(cursor ?? -1), limit + 1) as {
      seq: number
      entry: string
    }[]
    return toPage(rows, limit, ({ entry }) => JSON.parse(entry) as RejectedEntry)
  }

  readonly countJobs: BatchEngine['countJobs'] = async (batchId, since) => {
    const rows = this.#query('countJobs', batchId) as { state: string; count: number }[]
    const count = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
    const [rejected] = this.#query('countRejections', batchId) as { count: number }[]
    const [recent] = this.#query('countSince', batchId, since) as { count: number }[]
    return {
      waiting: count('waiting'),
      active: count('active'),
      retrying: count('retrying'),
      done: count('done'),
      failed: count('failed'),
      rejected: rejected?.count ?? 0,
      doneSince: recent?.count ?? 0,
    }
  }

  readonly findJob: BatchEngine['findJob'] = async (batchId, jobId) => {
    const [row] = this.#query('findJob', batchId, jobId) as JobRow[]
    return row === undefined ? null : toJob(row)
  }

  readonly listJobs: BatchEngine['listJobs'] = async (batchId, state, { cursor, limit }) => {
    const rows = this.#query('listJobs', batchId, state, Number(cursor ?? -1), limit + 1) as JobRow[]
    return toPage(rows, limit, toJob)
  }

  readonly retryFailed: BatchEngine['retryFailed'] = async (batchId) => {
    return this.#query('retryFailed', batchId).length
  }

  readonly removeBatch: BatchEngine['removeBatch'] = async (id) => {
    inTransaction(this.#database, () => {
      for (const name of REMOVALS) this.#query(name, id)
    })
  }

  readonly removeJobs: BatchEngine['removeJobs'] = async (batchId, jobIds) => {
    inTransaction(this.#database, () => {
      for (const id of jobIds) {
        const [row] = this.#query('removeJob', batchId, id) as { state: string }[]
        if (row !== undefined) this.#query('countDown', batchId, row.state)
      }
    })
  }

  readonly charge: BatchEngine['charge'] = async (batchId, amounts, limits) => {
    return inTransaction(this.#database, () => {
      const batch = this.#find(batchId)
      if (batch === null) return 'gone'
      const used = this.#sumOfCharges(batch.tenant)
      const over = CHARGES.find((name) => isOver(used[name], amounts[name], limits[name]))
      if (over === undefined) this.#setCharge(batch, (name, now) => now + (amounts[name] ?? 0))
      return over ?? 'charged'
    })
  }

  readonly settle: BatchEngine['settle'] = async (batchId, amounts) => {
    inTransaction(this.#database, () => {
      const batch = this.#find(batchId)
      if (batch !== null) this.#setCharge(batch, (name, now) => amounts[name] ?? now)
    })
  }

  readonly usage: BatchEngine['usage'] = async (tenant) => {
    return this.#sumOfCharges(tenant)
  }

  readonly oldBatches: BatchEngine['oldBatches'] = async (before, { skip, limit }) => {
    return (this.#query('oldBatches', before, limit, skip) as BatchRow[]).map(toBatch)
  }

  readonly openWorker: BatchEngine['openWorker'] = async (options) => {
    return new SqliteWorker(this.#database, this.#query, randomUUID(), options)
  }

  readonly ping: BatchEngine['ping'] = async () => {
    this.#query('countRejections', '')
  }

  readonly close: BatchEngine['close'] = async () => {
    this.#database.close()
  }

  #find(id: string): StoredBatch | null {
    const [row] = this.#query('findBatch', id) as BatchRow[]
    return row === undefined ? null : toBatch(row)
  }

  #sumOfCharges(tenant: string | null): BatchCharge {
    return toCharge(tenant === null ? this.#query('usageOfAll') : this.#query('usage', tenant))
  }

  #setCharge({ id, tenant }: StoredBatch, change: (name: keyof BatchCharge, now: number) => number): void {
    const now = toCharge(this.#query('findCharge', id))
    const [documents, urls, bytes] = CHARGES.map((name) => Math.max(0, change(name, now[name])))
    this.#query('setCharge', id, tenant, documents ?? 0, urls ?? 0, bytes ?? 0)
  }
}

const REMOVALS = ['removeJobs', 'removeCounts', 'removeRejections', 'removeCharge', 'removeBatch'] as const

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
