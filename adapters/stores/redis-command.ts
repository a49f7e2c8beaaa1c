/**
 * Running Lua scripts through either of the usual Redis clients.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { SealwrightError } from '../../src/index.js'

/**
 * A connected client, as far as it is used here: ioredis has `call`, node-redis (the package `redis`) has `sendCommand`. Both also
 * speak to Valkey and other servers with EVAL.
 */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> }

/** @throws SealwrightError `invalid_request` for anything else, such as an address, or a promise that nobody awaited */
export function assertRedisClient(client: unknown): void {
  const { call, sendCommand } = Object(client) as Partial<Record<'call' | 'sendCommand', unknown>>
  if (typeof call === 'function' || typeof sendCommand === 'function') return
  const message =
    'The client must be one of ioredis (call) or node-redis (sendCommand), such as await createClient({ url }).connect() gives.'
  throw new SealwrightError('invalid_request', message)
}

/** Sends one command. */
export function sendRedisCommand(client: RedisClient, command: string, ...args: string[]): Promise<unknown> {
  // ioredis has a sendCommand too, but it takes something else.
  return 'call' in client ? client.call(command, ...args) : client.sendCommand([command, ...args])
}

/** Where the keys of the database begin. The braces keep all of them on one node of a cluster, as the scripts need. */
export const DEFAULT_KEY_PREFIX = '{sealwright}:'

/** A script, and its name in the server's cache. */
export interface RedisScript {
  readonly text: string
  sha1?: string
}

/**
 * Runs a script atomically. Its text goes over the wire only when the server does not know it.
 *
 * @param args With a Buffer among them, the client must be one that carries bytes; strings in the reply are then Buffers.
 */
export async function runRedisScript(
  client: RedisClient,
  script: RedisScript,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
): Promise<unknown> {
  script.sha1 ??= createHash('sha1').update(script.text).digest('hex')
  const rest = [String(keys.length), ...keys, ...args.map((arg) => (typeof arg === 'number' ? String(arg) : arg))]
  try {
    return await sendEither(client, 'EVALSHA', script.sha1, ...rest)
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
    return sendEither(client, 'EVAL', script.text, ...rest)
  }
}

function sendEither(client: RedisClient, command: string, ...args: (string | Buffer)[]): Promise<unknown> {
  const texts = args.filter((arg) => typeof arg === 'string')
  if (texts.length === args.length) return sendRedisCommand(client, command, ...texts)
  return sendBinaryCommand(client, command, ...args)
}

/**
 * A client that also carries bytes: ioredis by `callBuffer`, node-redis by `withTypeMapping`. Replies are then Buffers where they
 * would be strings.
 */
type BinaryClient =
  | { callBuffer(command: string, ...args: (string | Buffer)[]): Promise<unknown> }
  | { withTypeMapping(mapping: object): { sendCommand(args: (string | Buffer)[]): Promise<unknown> } }

/** The type of strings in the protocol of Redis, as node-redis numbers it. */
const BLOB_STRING = 36

/** Whether a client carries bytes; one that was wrapped by a host may know strings alone. */
export function carriesBytes(client: RedisClient): boolean {
  const { callBuffer, withTypeMapping } = Object(client) as Record<string, unknown>
  return typeof callBuffer === 'function' || typeof withTypeMapping === 'function'
}

/** Sends one command with bytes among its arguments; strings in the reply are Buffers. */
export function sendBinaryCommand(
  client: RedisClient,
  command: string,
  ...args: (string | Buffer)[]
): Promise<unknown> {
  const binary = client as unknown as BinaryClient
  if ('callBuffer' in binary) return binary.callBuffer(command, ...args)
  return binary.withTypeMapping({ [BLOB_STRING]: Buffer }).sendCommand([command, ...args])
}
