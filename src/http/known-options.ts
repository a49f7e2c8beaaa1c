/**
 * The names of all options, so that a misspelt one is not ignored in silence.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { ApiOptions } from './api-options.js'

/** Each name once; the compiler sees to it that none is missing. */
const NAMES: Readonly<Record<keyof ApiOptions, true>> = {
  identity: true,
  identities: true,
  keys: true,
  manageKeys: true,
  sign: true,
  signMembers: true,
  levels: true,
  extend: true,
  verify: true,
  convert: true,
  verifyNeedsKey: true,
  maxDocumentBytes: true,
  maxBytesInFlight: true,
  maxConcurrentPerKey: true,
  quotas: true,
  idempotency: true,
  concurrency: true,
  rateLimiter: true,
  fetchDocument: true,
  workers: true,
  signTimeoutMs: true,
  convertTimeoutMs: true,
  bodyIdleMs: true,
  cors: true,
  docs: true,
  readiness: true,
  telemetry: true,
  metrics: true,
  logger: true,
}

/** The names, as README has to have them. */
export const API_OPTION_NAMES: readonly string[] = Object.keys(NAMES)

/** Options that are numbers from 1 on. */
const NUMBERS = [
  'maxDocumentBytes',
  'maxBytesInFlight',
  'maxConcurrentPerKey',
  'signTimeoutMs',
  'convertTimeoutMs',
  'bodyIdleMs',
] as const satisfies readonly (keyof ApiOptions)[]

/** @throws SealwrightError `invalid_request` for options that are not known, and for limits that are no numbers */
export function assertKnownOptions(options: ApiOptions): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(NAMES, name)) throw new SealwrightError('invalid_request', `There is no option "${name}".`)
  }
  for (const name of NUMBERS) {
    const value = options[name]
    // NaN would be a limit that nothing exceeds.
    if (value !== undefined && !(value >= 1)) {
      throw new SealwrightError('invalid_request', `The option "${name}" must be a number from 1 on.`)
    }
  }
}
