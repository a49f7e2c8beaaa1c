/**
 * A common interface to the statements of all SQLite drivers.
 *
 * @module
 */

import { SealwrightError } from '../../src/index.js'

/**
 * A connection of a synchronous driver. It must not be in a transaction of the host when the store is called, so give the store
 * a connection of its own.
 */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement
}

/**
 * @throws SealwrightError `invalid_request` for a value that is not a database, such as a path, or a promise that was not
 * awaited
 */
function assertDatabase(database: unknown): void {
  if (typeof (database as Partial<SqliteDatabase> | null | undefined)?.prepare === 'function') return
  const message = 'The database must be a connection with prepare(), such as await openSqlite("keys.db") gives.'
  throw new SealwrightError('invalid_request', message)
}

export interface SqliteStatement {
  run(...values: never[]): unknown
  all(...values: never[]): unknown[]
}

export type SqliteValue = string | number | null | Uint8Array

/** Runs a statement, and returns its rows. */
export type SqliteQuery<Name extends string> = (name: Name, ...values: SqliteValue[]) => unknown[]

/** The statements of a store, each prepared on its first use. */
export function prepareStatements<Name extends string>(
  database: SqliteDatabase,
  texts: Readonly<Record<Name, string>>,
): SqliteQuery<Name> {
  assertDatabase(database)
  const statements = new Map<Name, (values: readonly SqliteValue[]) => unknown[]>()
  return (name, ...values) => {
    let run = statements.get(name)
    if (run === undefined) {
      run = bindStatement(database.prepare(texts[name]), /RETURNING|^SELECT/.test(texts[name]))
      statements.set(name, run)
    }
    return run(values)
  }
}

/**
 * Runs several statements as one transaction. The work does not await: the driver is synchronous, so nothing else uses the
 * connection meanwhile.
 */
export function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  const run = (sql: string) => bindStatement(database.prepare(sql), false)([])
  run('BEGIN IMMEDIATE')
  try {
    const result = work()
    run('COMMIT')
    return result
  } catch (error) {
    run('ROLLBACK')
    throw error
  }
}

/**
 * Binds values to a statement. Statements of node-sqlite3-wasm, which must be finalized by hand, take their values as a list.
 * `all` is used even for one row: with every driver, it runs the statement to its end, and a statement that is left half-way is
 * not committed.
 */
function bindStatement(statement: SqliteStatement, hasRows: boolean): (values: readonly SqliteValue[]) => unknown[] {
  const takesList = 'finalize' in statement
  const call = (hasRows ? statement.all : statement.run).bind(statement) as (...values: unknown[]) => unknown
  return (values) => {
    const result = takesList ? call(values) : call(...values)
    return hasRows ? (result as unknown[]) : []
  }
}
