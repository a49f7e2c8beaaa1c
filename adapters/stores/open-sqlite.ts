/**
 * Opens an SQLite file with an available driver: node:sqlite, or SQLite compiled to WebAssembly.
 *
 * @module
 */

import { SealwrightError } from '../../src/index.js'
import { checkOptions, oneOf } from '../../src/input/check-options.js'
import { claimFile, type FileClaim } from '../file-claim.js'

/** An opened database, which `sqliteStore` accepts. */
export interface OpenSqlite {
  prepare(sql: string): Statement
  /** Closes the file. The database cannot be used afterwards. */
  close(): void
  /** Which program reads and writes the file. */
  readonly driver: 'node:sqlite' | 'node-sqlite3-wasm'
}

interface Statement {
  run(...values: never[]): unknown
  all(...values: never[]): unknown[]
}

interface Connection {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

interface WasmConnection extends Connection {
  prepare(sql: string): Statement & { finalize(): void }
}

const BUSY_TIMEOUT_MS = 2000

/**
 * Setting that overwrites deleted data within its page. Pages that become free as a whole keep their data until they are used
 * again.
 */
const OVERWRITE_DELETED = 'PRAGMA secure_delete = FAST'

/**
 * Opens or creates a database file, with settings under which a write that was acknowledged survives a crash of the process and
 * of the machine (write-ahead log, `synchronous = FULL`).
 *
 * With node:sqlite (Node 22.13 and later) several processes may share the file. With node-sqlite3-wasm, which the host installs,
 * the file belongs to one process at a time; when that process dies, the next one can open it at once.
 *
 * @param path the file; its folder must exist. SQLite creates two more files next to it.
 * @throws SealwrightError `missing_dependency` when neither driver is available; `store_unavailable` when the file cannot be
 *   opened or another process uses it.
 */
export async function openSqlite(
  path: string,
  options: { readonly driver?: OpenSqlite['driver'] } = {},
): Promise<OpenSqlite> {
  checkOptions(options, { driver: oneOf(['node:sqlite', 'node-sqlite3-wasm']) })
  const native = options.driver === 'node-sqlite3-wasm' ? undefined : process.getBuiltinModule?.('node:sqlite')
  if (native !== undefined) return openNative(path, native)
  if (options.driver === 'node:sqlite') throw missing('This version of Node.js has no node:sqlite.')
  return openWasm(path)
}

function openNative(path: string, module: unknown): OpenSqlite {
  const { DatabaseSync } = module as { DatabaseSync: new (path: string) => Connection }
  return guardOpening(path, () => {
    const connection = new DatabaseSync(path)
    // Changing the journal mode needs a lock that another process may hold, so the waiting time is set first.
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    connection.exec('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = FULL')
    connection.exec(OVERWRITE_DELETED)
    return { driver: 'node:sqlite', prepare: (sql) => connection.prepare(sql), close: () => connection.close() }
  })
}

/** Claim of a database in memory. Each such database is separate, so there is nothing to claim. */
const UNSHARED: FileClaim = { removeStaleLock: () => undefined, release: () => undefined }

async function openWasm(path: string): Promise<OpenSqlite> {
  let Database: new (path: string) => WasmConnection
  try {
    // The driver is CommonJS, so an import only sees a default export.
    const module: { default: { Database: typeof Database } } = await import('node-sqlite3-wasm')
    Database = module.default.Database
  } catch (cause) {
    throw missing('Install node-sqlite3-wasm, or use Node.js 22.13 or later, to keep keys in an SQLite file.', cause)
  }
  // The driver's lock is a folder that a killed process leaves behind, so this package checks itself whether the file is in use.
  const claim = path === ':memory:' ? UNSHARED : guardOpening(path, () => claimFile(path))
  try {
    return guardOpening(path, () => {
      claim.removeStaleLock()
      const connection = new Database(path)
      try {
        // The driver does not replay its rollback journal after a crash, because it takes its own lock for that of another
        // process. A write-ahead log is replayed. It needs no shared memory while the lock is held from the first access on.
        connection.exec('PRAGMA locking_mode = EXCLUSIVE')
        connection.exec('PRAGMA journal_mode = WAL')
        connection.exec('PRAGMA synchronous = FULL')
        connection.exec(OVERWRITE_DELETED)
      } catch (error) {
        connection.close()
        throw error
      }
      return describeWasm(connection, claim)
    })
  } catch (error) {
    claim.release()
    throw error
  }
}

/** Statements are cached by their text, because the file stays open and locked until the last statement is finalized. */
function describeWasm(connection: WasmConnection, claim: FileClaim): OpenSqlite {
  const statements = new Map<string, ReturnType<WasmConnection['prepare']>>()
  return {
    driver: 'node-sqlite3-wasm',
    prepare(sql) {
      const statement = statements.get(sql) ?? connection.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
    close() {
      for (const statement of statements.values()) finalizeStatement(statement)
      statements.clear()
      connection.close()
      claim.release()
    },
  }
}

function finalizeStatement(statement: { finalize(): void }): void {
  try {
    statement.finalize()
  } catch {
    // The statement is finalized anyway. sqlite3_finalize reports the outcome of the last run, which is known already.
  }
}

function guardOpening<T>(path: string, open: () => T): T {
  try {
    return open()
  } catch (cause) {
    if (cause instanceof SealwrightError) throw cause
    throw new SealwrightError('store_unavailable', `The database file ${path} cannot be opened.`, { cause })
  }
}

function missing(message: string, cause?: unknown): SealwrightError {
  return new SealwrightError('missing_dependency', message, { cause })
}
