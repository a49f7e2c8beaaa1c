/**
 * Opens the store of API keys and kept answers: SQLite, PostgreSQL or Redis, by the settings.
 *
 * @module
 */
import { statfsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { AnswerLimits, IdempotencyStore, KeyStore } from '../../../src/index.js'
import { makeFolder } from '../../make-folder.js'
import { CommandError, EXIT } from '../exit-codes.js'
import { type Settings, why } from '../settings/settings.js'
import type { STORE_SETTINGS } from '../settings/store-settings.js'
import type { Terminal } from '../terminal.js'

export interface OpenStore {
  readonly keys: KeyStore
  readonly idempotency: IdempotencyStore
  /** Name of the store for people and logs, without secrets. */
  readonly name: string
  /** Folder of the SQLite file; undefined for databases that several hosts share. */
  readonly folder: string | undefined
  close(): Promise<void>
}

export const DEFAULT_FOLDER = 'sealwright-data'
const FILE_NAME = 'sealwright.db'
/** Name of the file for answers. It is separate, so that deleting it loses no key. */
const ANSWERS_FILE = 'answers.db'
/** Disk space that answers leave for keys and everything else, in bytes. */
const DISK_RESERVE_BYTES = 32 * 1024 * 1024
const MB = 1024 * 1024

type Warn = (error: unknown) => void

/**
 * Opens the store, and creates its tables or brings them up to date.
 *
 * @param warn called when a connection breaks
 * @throws CommandError when the store cannot be opened
 */
export async function openStore(
  { data = DEFAULT_FOLDER, databaseUrl, answersMb }: Settings<typeof STORE_SETTINGS> & { readonly answersMb?: number },
  { cwd }: Terminal,
  warn: Warn,
): Promise<OpenStore> {
  const limits = answersMb === undefined ? {} : { maxBytes: Math.floor(answersMb * MB) }
  if (databaseUrl === undefined) return openFile(resolve(cwd, data), limits)
  const scheme = /^(\w+):\/\//.exec(databaseUrl)?.[1]
  try {
    if (scheme === 'postgres' || scheme === 'postgresql') return await openPostgres(databaseUrl, limits, warn)
    if (scheme === 'redis' || scheme === 'rediss') return await openRedis(databaseUrl, limits, warn)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(
      EXIT.unavailable,
      `The database at ${hostOf(databaseUrl)} cannot be reached: ${reasonOf(cause)}`,
      { cause },
    )
  }
  throw new CommandError(EXIT.configuration, 'The database URL must begin with postgres:// or redis://.')
}

async function openFile(folder: string, limits: AnswerLimits): Promise<OpenStore> {
  const path = join(folder, FILE_NAME)
  try {
    await makeFolder(folder, 0o700)
  } catch (cause) {
    throw new CommandError(EXIT.cannotCreate, `The folder ${folder} cannot be made${why(cause)}.`, { cause })
  }
  const { sqliteIdempotencyStore, sqliteStore } = await import('../../stores/sqlite-store.js')
  try {
    const database = await openTables(path)
    const answers = await openTables(join(folder, ANSWERS_FILE)).catch((error: unknown) => {
      database.close()
      throw error
    })
    return {
      keys: sqliteStore(database),
      idempotency: sqliteIdempotencyStore(answers, { ...limits, hasRoom: (bytes) => hasRoom(folder, bytes) }),
      name: path,
      folder,
      close: async () => {
        answers.close()
        database.close()
      },
    }
  } catch (cause) {
    const hint = /Another process/.test(reasonOf(cause)) ? ' From Node.js 22.13 on, several may share it.' : ''
    const message = `The database ${path} cannot be opened: ${reasonOf(cause)}${hint}`
    throw new CommandError(EXIT.unavailable, message, { cause })
  }
}

async function openTables(path: string) {
  const { createSqliteTables, openSqlite } = await import('../../stores/sqlite-store.js')
  const database = await openSqlite(path)
  await chmod(path, 0o600).catch(() => undefined)
  createSqliteTables(database)
  return database
}

/** Whether the disk has room for an answer, which is written twice: to the database's log, and from there to its file. */
function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 * bytes + DISK_RESERVE_BYTES
}

async function openPostgres(url: string, limits: AnswerLimits, warn: Warn): Promise<OpenStore> {
  const { connectPostgres } = await import('./connect-postgres.js')
  const { createPostgresTables, postgresIdempotencyStore, postgresStore } = await import(
    '../../stores/postgres-store.js'
  )
  const pool = await connectPostgres(url, warn)
  try {
    await createPostgresTables(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    keys: postgresStore(pool),
    idempotency: postgresIdempotencyStore(pool, limits),
    name: `PostgreSQL at ${hostOf(url)}`,
    folder: undefined,
    close: () => pool.end(),
  }
}

async function openRedis(url: string, limits: AnswerLimits, warn: Warn): Promise<OpenStore> {
  const { connectRedis } = await import('./connect-redis.js')
  const { redisIdempotencyStore, redisStore } = await import('../../stores/redis-store.js')
  const client = await connectRedis(url, warn)
  return {
    keys: redisStore(client),
    idempotency: redisIdempotencyStore(client, limits),
    name: `Redis at ${hostOf(url)}`,
    folder: undefined,
    close: async () => client.close(),
  }
}

/** Host and port of a URL, without user, password and path. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that is not a URL'
}

/** The message of the innermost error that has one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '' && !/^Connection is closed/.test(error.message)) return error.message
  const [first] = error instanceof AggregateError ? error.errors : [error.cause]
  return first === undefined ? error.message || 'it does not answer' : reasonOf(first)
}
