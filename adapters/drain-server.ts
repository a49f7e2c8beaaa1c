/**
 * Shuts down a server of Node.js without losing a request.
 *
 * @module
 */

import type { Api, DrainOptions, DrainResult } from '../src/index.js'
import { checkOptions, FUNCTION, listOf, numberFrom, type OptionTable, TEXT } from '../src/input/check-options.js'
import { openSessions } from './node-bridge.js'

/** Any HTTP server of Node.js. Express and `serve` of `@hono/node-server` return one too. */
export interface DrainableServer {
  close(callback?: (error?: Error) => void): unknown
  closeAllConnections?(): void
}

/** Time for connections to close, in milliseconds, after idle ones were told to close. */
const MAX_CLOSE_MS = 1000

const DRAIN: OptionTable<DrainOptions> = { graceMs: numberFrom(0), noticeMs: numberFrom(0) }

/**
 * Shuts a server down: `/v1/ready` turns 503 first. After `noticeMs`, no new connections are accepted. Requests in progress are
 * finished within `graceMs`. Then the server and the API are closed.
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
  // An HTTP/2 connection that never sent a request may be left, since only sessions with requests are known.
  await Promise.race([closed, sleep(MAX_CLOSE_MS)])
  return result
}

/** How a process is shut down. */
export interface DrainOnSignalOptions extends DrainOptions {
  /** Signals that begin the shutdown. Default: SIGTERM and SIGINT. */
  readonly signals?: readonly `SIG${string}`[] | undefined
  /**
   * Called when the server is closed: the place to close databases. The process then ends by itself, if nothing else keeps it
   * alive.
   */
  readonly onDrained?: ((result: DrainResult) => void | Promise<void>) | undefined
}

const DRAIN_ON_SIGNAL: OptionTable<DrainOnSignalOptions> = {
  ...DRAIN,
  signals: listOf(TEXT, 'signals'),
  onDrained: FUNCTION,
}

/**
 * Drains the server at the first of the signals. At a second one the process ends at once.
 *
 * @returns a function that removes the listeners
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

/** Exit codes by which shells report that a signal ended a process. */
const SIGNAL_EXIT_CODES: Partial<Record<NodeJS.Signals, number>> = { SIGINT: 130, SIGTERM: 143 }

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
