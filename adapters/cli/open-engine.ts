/**
 * Opens the batch engine: Redis where it is named, otherwise an SQLite file.
 *
 * @module
 */
import { join, resolve } from 'node:path'
import type { BatchEngine } from '../../src/index.js'
import { bullmqEngine } from '../batch/bullmq-engine.js'
import { sqliteEngine } from '../batch/sqlite-engine.js'
import { makeFolder } from '../make-folder.js'
import { CommandError, EXIT } from './exit-codes.js'
import type { Terminal } from './terminal.js'

const DATABASE = 'batches.db'

/** Where batches are stored. */
interface EnginePlace {
  /** Folder of the SQLite file. */
  readonly data: string
  /** URL of the server, `redis://`; undefined for the file. */
  readonly redisUrl: string | undefined
  /** Name of the setting with the server's URL, for messages. */
  readonly redisSetting: string
}

/** @throws CommandError when the engine cannot be opened */
export async function openEngine(
  { data, redisUrl, redisSetting }: EnginePlace,
  { cwd }: Terminal,
): Promise<{ readonly engine: BatchEngine; close(): void }> {
  if (redisUrl === undefined) {
    const folder = resolve(cwd, data)
    await makeFolder(folder, 0o700)
    return { engine: await sqliteEngine({ path: join(folder, DATABASE) }), close: () => undefined }
  }
  const { Redis } = await import('ioredis').catch((cause: unknown) => {
    throw new CommandError(EXIT.unavailable, 'Batches in Redis need two packages: npm install bullmq ioredis', {
      cause,
    })
  })
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null, lazyConnect: true })
  redis.on('error', () => undefined)
  await redis.connect().catch((cause: unknown) => {
    redis.disconnect()
    throw new CommandError(EXIT.unavailable, `The server at ${redisSetting} cannot be reached.`, { cause })
  })
  return { engine: bullmqEngine({ redis }), close: () => redis.disconnect() }
}
