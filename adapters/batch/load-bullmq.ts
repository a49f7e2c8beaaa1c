/**
 * Loads BullMQ, which the host installs, and sets it up.
 *
 * @module
 */

import { SealwrightError } from '../../src/index.js'

export type Bullmq = typeof import('bullmq')

/** The parts of an ioredis client that are used here. BullMQ uses the rest. */
export interface BullmqClient {
  call(command: string, ...args: string[]): Promise<unknown>
  zcount(key: string, min: string, max: string): Promise<number>
}

let loaded: Promise<Bullmq> | undefined

/** @throws SealwrightError `missing_dependency` */
export function loadBullmq(): Promise<Bullmq> {
  loaded ??= import('bullmq').catch((cause: unknown) => {
    loaded = undefined
    throw new SealwrightError('missing_dependency', 'Install bullmq and ioredis to keep batches in Redis.', { cause })
  })
  return loaded
}

/**
 * A backend with which all queues share one connection. Blocking commands are not used, so another batch needs no further
 * connection.
 */
export function openBackend({ createRedisBackend }: Bullmq): typeof createRedisBackend {
  return (name, options) => createRedisBackend(name, options, { blocking: false, withBlockingConnection: false })
}

/** Messages of connection errors, from ioredis or the system. */
const CONNECTION =
  /^(?:Connection is closed|Stream isn't writeable|Reached the max retries)|ECONN|EPIPE|ETIMEDOUT|READONLY|LOADING|OOM|MISCONF/

/** @throws SealwrightError `store_unavailable` when the server cannot be reached or accepts no commands */
export async function runSafely<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof SealwrightError || !CONNECTION.test(cause.message)) throw cause
    throw new SealwrightError('store_unavailable', 'The queue cannot be reached.', { cause })
  }
}
