/**
 * Where errors go when the host has no logger.
 *
 * @module
 */

import type { ApiLogger } from './api-options.js'

/** What passes by itself; under a flood there is very much of it. */
const PASSING: ReadonlySet<unknown> = new Set(['overloaded', 'processing_timeout'])

/** Shows what went wrong inside on the console, and nothing else. */
export const consoleLogger: ApiLogger = {
  info: () => undefined,
  warn: () => undefined,
  error(entry, message) {
    if (PASSING.has(entry['code'])) return
    // biome-ignore lint/suspicious/noConsole: somebody has to see it, and there is nobody else
    console.error(`sealwright: ${message}`, entry)
  },
}
