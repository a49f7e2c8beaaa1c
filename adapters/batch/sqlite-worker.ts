/**
 * A process that works on batches in SQLite.
 *
 * @module
 */

import type { ClaimedJob, EngineWorker, EngineWorkerOptions, JobData } from '../../src/index.js'
import { jsonText } from '../../src/input/json-text.js'
import type { SqliteDatabase, SqliteQuery } from '../stores/sqlite-statements.js'
import type { BatchStatement } from './sqlite-tables.js'

interface ClaimRow {
  readonly id: string
  readonly data: string
  readonly attempts: number
  readonly abandoned: number
  readonly note: string | null
}

/**
 * A worker. Times are those of this machine's clock. If the clock jumps, a job may go to two workers, but only one of them
 * writes its result.
 */
export class SqliteWorker implements EngineWorker {
  readonly #held = new Map<string, AbortController>()
  readonly #timer: NodeJS.Timeout

  constructor(
    readonly database: SqliteDatabase,
    readonly query: SqliteQuery<BatchStatement>,
    readonly owner: string,
    readonly options: EngineWorkerOptions,
  ) {
    this.#beat()
    this.#timer = setInterval(() => this.#beat(), Math.max(1, Math.floor(options.leaseMs / 3)))
    this.#timer.unref()
  }

  /** Reports that this worker is alive, and gives back the jobs of dead ones. */
  #beat(): void {
    const { leaseMs, maxAbandonments: most, onError } = this.options
    const now = Date.now()
    try {
      const kept = this.query('renew', now + leaseMs, this.owner) as { id: string }[]
      const ids = new Set(kept.map(({ id }) => id))
      for (const [key, controller] of this.#held) {
        if (ids.has(key)) continue
        this.#held.delete(key)
        controller.abort(new Error('The job has gone to another worker.'))
      }
      this.query('abandon', most, most, most, most, now, now)
    } catch (error) {
      onError(error)
    }
  }

  async claim(batchId: string): Promise<ClaimedJob | undefined> {
    this.query('wake', batchId, Date.now())
    const [row] = this.query('claim', this.owner, Date.now() + this.options.leaseMs, batchId) as ClaimRow[]
    return row === undefined ? undefined : this.#describe(batchId, row)
  }

  #describe(batchId: string, { id, data, attempts, abandoned, note }: ClaimRow): ClaimedJob {
    const key = `${batchId}/${id}`
    const controller = new AbortController()
    this.#held.set(key, controller)
    const own = [batchId, id, this.owner] as const
    const settle = (name: BatchStatement, ...values: (string | number)[]) => {
      this.#held.delete(key)
      return this.query(name, ...values, ...own).length > 0
    }
    return {
      id,
      data: JSON.parse(data) as JobData,
      attempt: Number(attempts) + 1,
      abandonments: Number(abandoned),
      signal: controller.signal,
      note: note === null ? null : (JSON.parse(note) as JobData),
      keepNote: async (value) => void this.query('note', jsonText(value), ...own),
      done: async (result) => settle('done', jsonText(result), Date.now()),
      retry: async ({ code, message }, delayMs) => settle('retry', Date.now() + delayMs, code, message),
      fail: async ({ code, message }) => settle('fail', code, message, Date.now()),
      release: async () => settle('release'),
    }
  }

  async keepOnly(): Promise<void> {
    // This engine holds no data for a batch in memory.
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
  }
}
