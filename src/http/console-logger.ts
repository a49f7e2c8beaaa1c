/**
 * The logger that writes errors to the console, for hosts without a logger.
 *
 * @module
 */

import type { ApiLogger } from './api-options.js'

/** Codes of errors that pass by themselves. They are not logged, since there are very many of them under high load. */
const PASSING: ReadonlySet<unknown> = new Set(['overloaded', 'processing_timeout'])

/** Writes internal errors to the console, and nothing else. */
export const consoleLogger: ApiLogger = {
  info: () => undefined,
  warn: () => undefined,
  error(entry, message) {
    if (PASSING.has(entry['code'])) return
    // biome-ignore lint/suspicious/noConsole: the host has no logger, and errors must be visible somewhere
    console.error(`sealwright: ${message}`, entry)
  },
}
