/**
 * A log with one line of JSON for each entry.
 *
 * @module
 */
import type { ApiLogger } from '../../../src/index.js'

/** @param write takes one line with its line break */
export function jsonLog(write: (line: string) => void, now: () => Date = () => new Date()): ApiLogger {
  const log = (level: string) => (entry: Readonly<Record<string, unknown>>, message: string) =>
    write(`${JSON.stringify({ time: now().toISOString(), level, message, ...entry }, plainly)}\n`)
  return { info: log('info'), warn: log('warn'), error: log('error') }
}

/** Converts errors to plain objects, since JSON shows none of their members. */
function plainly(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return typeof value === 'bigint' ? String(value) : value
  const { name, message, stack, cause } = value
  return { name, message, stack, ...(cause === undefined ? {} : { cause }) }
}
