/**
 * Ending a server of Node without losing a request.
 *
 * @module
 */

import type { Api, DrainOptions, DrainResult } from '../src/index.js'
import { checkOptions, FUNCTION, listOf, numberFrom, type OptionTable, TEXT } from '../src/input/check-options.js'
import { openSessions } from './node-bridge.js'

/** Any server of Node that answers requests: Express and `serve` of `@hono/node-server` give one too. */
export interface DrainableServer {
  close(callback?: (error?: Error) => void): unknown
  closeAllConnections?(): void
}

/** Connections that are idle then have been told to close; what is left of them has so long. */
const MAX_CLOSE_MS = 1000

const DRAIN: OptionTable<DrainOptions> = { graceMs: numberFrom(0), noticeMs: numberFrom(0) }

/**
 * Comes to an end: `/v1/ready` turns 503 first, after `noticeMs` no new connection is taken, what goes on is finished
 * within `graceMs`, and then the server and the API are closed.
 *
 * @example
 * ```ts
 * const server = createServer(nodeListener(api)).listen(3000)
 * process.once('SIGTERM', () => drainServer(server, api, { noticeMs: 5000 }))
 * ```
 */
export async function drainServer(
  server: DrainableServer,
  api: Pick<Api, 'drain'>,
  options: DrainOptions = {},
): Promise<DrainResult> {
  checkOptions(options, DRAIN)
  const { noticeMs = 0 } = options
  const drained = api.drain(options)
  if (noticeMs > 0) await sleep(noticeMs)
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  const result = await drained
  for (const session of openSessions(api)) session.close()
  await Promise.race([closed, sleep(MAX_CLOSE_MS)])
  server.closeAllConnections?.()
  for (const session of openSessions(api)) session.destroy()
  // Of HTTP/2, a connection that never sent a request may be left, which nobody knows.
  await Promise.race([closed, sleep(MAX_CLOSE_MS)])
  return result
}

/** How a process is brought to its end. */
export interface DrainOnSignalOptions extends DrainOptions {
  /** Default: SIGTERM and SIGINT. */
  readonly signals?: readonly `SIG${string}`[]
  /** Called when the server is closed: the place to close databases. The process then ends by itself, if nothing else holds it. */
  readonly onDrained?: (result: DrainResult) => void | Promise<void>
}

const DRAIN_ON_SIGNAL: OptionTable<DrainOnSignalOptions> = {
  ...DRAIN,
  signals: listOf(TEXT, 'signals'),
  onDrained: FUNCTION,
}

/**
 * Drains the server at the first of the signals. At a second one the process ends at once.
 *
 * @returns What takes the listeners off again.
 *
 * @example
 * ```ts
 * const server = createServer(nodeListener(api)).listen(3000)
 * drainOnSignal(server, api, { graceMs: 30_000, noticeMs: 5000, onDrained: () => pool.end() })
 * ```
 */
export function drainOnSignal(
  server: DrainableServer,
  api: Pick<Api, 'drain'>,
  options: DrainOnSignalOptions = {},
): () => void {
  checkOptions(options, DRAIN_ON_SIGNAL)
  const { signals = ['SIGTERM', 'SIGINT'], onDrained, ...draining } = options
  let isDraining = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isDraining) process.exit(SIGNAL_EXIT_CODES[signal] ?? 1)
    isDraining = true
    void drainServer(server, api, draining).then(onDrained)
  }
  const names = signals as readonly NodeJS.Signals[]
  for (const signal of names) process.on(signal, onSignal)
  return () => {
    for (const signal of names) process.off(signal, onSignal)
  }
}

/** As shells report a process that a signal ended. */
const SIGNAL_EXIT_CODES: Partial<Record<NodeJS.Signals, number>> = { SIGINT: 130, SIGTERM: 143 }

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
