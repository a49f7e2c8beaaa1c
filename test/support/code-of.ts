/**
 * How something was refused.
 *
 * @module
 */

import { SealwrightError } from '../../src/errors.js'

/** The code of the SealwrightError that the call throws, `none` when it throws nothing; other errors are thrown on. */
export function codeOf(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    if (error instanceof SealwrightError) return error.code
    throw error
  }
  return 'none'
}
