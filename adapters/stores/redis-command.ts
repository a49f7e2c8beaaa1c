/**
 * Runs Lua scripts through either of the common Redis clients.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { SealwrightError } from '../../src/index.js'

/**
 * A connected client: ioredis has `call`, node-redis (the package `redis`) has `sendCommand`. Both also work with Valkey and
 * other servers that have EVAL.
 */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> }

/**
 * @throws SealwrightError `invalid_request` for a value that is not a client, such as an address, or a promise that was not
 * awaited
 */
export function assertRedisClient(client: unknown): void {
  const { call, sendCommand } = Object(client) as Partial<Record<'call' | 'sendCommand', unknown>>
  if (typeof call === 'function' || typeof sendCommand === 'function') return
  const message =
    'The client must be one of ioredis (call) or node-redis (sendCommand), such as await createClient({ url }).connect() gives.'
  throw new SealwrightError('invalid_request', message)
}

/** Sends one command. */
export function sendRedisCommand(client: RedisClient, command: string, ...args: string[]): Promise<unknown> {
  // `sendCommand` of ioredis has other parameters.
  return 'call' in client ? client.call(command, ...args) : client.sendCommand([command, ...args])
}

/** Default prefix of all keys. The braces keep all keys on one node of a cluster, as the scripts require. */
export const DEFAULT_KEY_PREFIX = '{sealwright}:'

/** A script, and its name in the server's cache. */
export interface RedisScript {
  readonly text: string
  sha1?: string
}

/**
 * Runs a script atomically. The script's text is sent only when the server does not know it.
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
 * A client that also sends bytes: ioredis by `callBuffer`, node-redis by `withTypeMapping`. Strings in replies are then Buffers.
 */
type BinaryClient =
  | { callBuffer(command: string, ...args: (string | Buffer)[]): Promise<unknown> }
  | { withTypeMapping(mapping: object): { sendCommand(args: (string | Buffer)[]): Promise<unknown> } }

/** The number of the string type in the Redis protocol, as node-redis has it. */
const BLOB_STRING = 36

/** Whether a client sends bytes. A client that a host has wrapped may only send strings. */
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
