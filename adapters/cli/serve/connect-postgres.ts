/**
 * Opens a pool of connections to PostgreSQL with `pg`, which the host installs.
 *
 * @module
 */
import { CommandError, EXIT } from '../exit-codes.js'

const CONNECT_TIMEOUT_MS = 3000

/** The parts of a pool that are used here. */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  end(): Promise<void>
}

/** @param onError called when an idle connection breaks */
export async function connectPostgres(url: string, onError: (error: unknown) => void): Promise<PostgresPool> {
  let pg: typeof import('pg')
  try {
    pg = await import('pg')
  } catch (cause) {
    throw new CommandError(EXIT.unavailable, 'A database at postgres:// needs the package pg: npm install pg', {
      cause,
    })
  }
  const pool = new pg.default.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'sealwright',
  })
  // pg ends the process when an error has no listener.
  pool.on('error', onError)
  return pool
}
