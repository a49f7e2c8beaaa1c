/**
 * Where errors go when the host has no logger.
 *
 * @module
 */

import type { ApiLogger } from './api-options.js'

/** Errors that pass by themselves; under a flood there are very many of them. */
const PASSING: ReadonlySet<unknown> = new Set(['overloaded', 'processing_timeout'])

/** Writes internal errors to the console, and nothing else. */
export const consoleLogger: ApiLogger = {
  info: () => undefined,
  warn: () => undefined,
  error(entry, message) {
    if (PASSING.has(entry['code'])) return
    // biome-ignore lint/suspicious/noConsole: somebody has to see it, and there is nobody else
    console.error(`sealwright: ${message}`, entry)
  },
}
