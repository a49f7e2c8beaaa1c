/**
 * A pool of connections to PostgreSQL, by `pg`, which the host installs.
 *
 * @module
 */
import { CommandError, EXIT } from '../exit-codes.js'

const CONNECT_TIMEOUT_MS = 3000

/** As far as it is used here. */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  end(): Promise<void>
}

/** @param onError told of connections that broke while nobody used them */
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
  // pg ends the process where nobody listens.
  pool.on('error', onError)
  return pool
}
