/**
 * The process that a command runs in: the one place that reads `process.env`.
 *
 * @module
 */
import { constants } from 'node:os'
import { CommandError, EXIT } from './exit-codes.js'
import { why } from './settings/settings.js'
import type { Terminal } from './terminal.js'
import { removeDrafts } from './write-result.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const PARENT_CHECK_MS = 500
const BROKEN_PIPE = 128 + constants.signals.SIGPIPE

/** The terminal of this process. The first signal aborts the command's own signal, and the second one ends the process. */
export function processTerminal(): Terminal {
  const interruption = new AbortController()
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (interruption.signal.aborted) return endBy(signal)
      process.exitCode = 128 + constants.signals[signal]
      interruption.abort()
    })
  }
  endWithParent(() => interruption.abort())
  // The reader of our output may stop early, as `head` does. Other errors are reported to the writer.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') leave(BROKEN_PIPE)
  })
  process.stderr.on('error', () => undefined)
  return {
    env: process.env,
    cwd: process.cwd(),
    readStdin: async () => (await import('node:stream/consumers')).buffer(process.stdin),
    writeStdout: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (cause) => {
          if (!cause) return resolve()
          reject(new CommandError(EXIT.cannotCreate, `The standard output cannot be written${why(cause)}.`, { cause }))
        })
      }),
    writeStderr: (text) => void process.stderr.write(text),
    isStdoutTerminal: process.stdout.isTTY === true,
    isStderrTerminal: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? 100,
    signal: interruption.signal,
  }
}

/** Ends the process with its parent: when npm is killed, it cannot pass the signal on to its child. */
function endWithParent(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) end()
  }, PARENT_CHECK_MS).unref()
}

/**
 * Ends the process as if the signal had no listener. `process.exit()` would wait for other threads, such as one that opens a
 * pipe nobody writes to.
 */
function endBy(signal: (typeof SIGNALS)[number]): void {
  removeDrafts()
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

function leave(exitCode: number): never {
  removeDrafts()
  process.exit(exitCode)
}
