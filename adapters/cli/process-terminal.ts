/**
 * The process that a command runs in: the one place that reads `process.env`.
 *
 * @module
 */
import { buffer } from 'node:stream/consumers'
import type { Terminal } from './terminal.js'

/** Ctrl+C aborts the command's signal; pressed again, it ends the process. */
export function processTerminal(): Terminal {
  const interruption = new AbortController()
  process.once('SIGINT', () => interruption.abort())
  // Whoever reads our output may stop early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  return {
    env: process.env,
    cwd: process.cwd(),
    readStdin: () => buffer(process.stdin),
    writeStdout: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    writeStderr: (text) => void process.stderr.write(text),
    isStdoutTerminal: process.stdout.isTTY === true,
    isStderrTerminal: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? 100,
    signal: interruption.signal,
  }
}
