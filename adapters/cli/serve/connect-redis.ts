/**
 * A client of Redis or Valkey, by `ioredis`, which the host installs.
 *
 * @module
 */
import { CommandError, EXIT } from '../exit-codes.js'

const CONNECT_TIMEOUT_MS = 3000
/** A server that is back is found within two seconds. */
const MAX_RETRY_MS = 2000

/** As far as it is used here. */
export interface RedisConnection {
  call(command: string, ...args: string[]): Promise<unknown>
  /** Sends a command and gives the reply with Buffers for strings. */
  callBuffer(command: string, ...args: (string | Buffer)[]): Promise<unknown>
  close(): void
}

/**
 * Connects, and again whenever the connection is lost. Without one, commands fail at once instead of waiting.
 *
 * @param onError told why there is no connection
 */
export async function connectRedis(url: string, onError: (error: unknown) => void): Promise<RedisConnection> {
  let ioredis: typeof import('ioredis')
  try {
    ioredis = await import('ioredis')
  } catch (cause) {
    throw new CommandError(EXIT.unavailable, 'A server at redis:// needs the package ioredis: npm install ioredis', {
      cause,
    })
  }
  const client = new ioredis.Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (tries) => Math.min(tries * 100, MAX_RETRY_MS),
  })
  client.on('error', onError)
  try {
    await client.connect()
  } catch (cause) {
    client.disconnect()
    throw cause
  }
  return {
    call: (command, ...args) => client.call(command, ...args),
    callBuffer: (command, ...args) => client.callBuffer(command, ...args),
    close: () => client.disconnect(),
  }
}
