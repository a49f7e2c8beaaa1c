/**
 * Connects to Redis or Valkey with `ioredis`, which the host installs.
 *
 * @module
 */
import { CommandError, EXIT } from '../exit-codes.js'

const CONNECT_TIMEOUT_MS = 3000
/** Longest time between two attempts to reconnect, in milliseconds. */
const MAX_RETRY_MS = 2000

/** The parts of a client that are used here. */
export interface RedisConnection {
  call(command: string, ...args: string[]): Promise<unknown>
  /** Sends a command. Strings in the reply are Buffers. */
  callBuffer(command: string, ...args: (string | Buffer)[]): Promise<unknown>
  close(): void
}

/**
 * Connects, and reconnects whenever the connection is lost. While there is no connection, commands fail at once instead of
 * waiting.
 *
 * @param onError called with the reason when there is no connection
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
