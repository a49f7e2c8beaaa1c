/**
 * The errors that reading images ends with.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** The error for a picture that is damaged; `what` names its format. */
export function damagedImage(what: string, cause?: unknown): SealwrightError {
  const message = `A ${what} picture is damaged and is not shown.`
  return new SealwrightError('invalid_document', message, cause === undefined ? {} : { cause })
}

/** The error for a picture of a kind that is not supported. */
export function unsupportedImage(what: string): SealwrightError {
  return new SealwrightError('unsupported_document', `Pictures in the format ${what} are not shown.`)
}

/** The error for a picture that exceeds a limit. */
export function tooLargeImage(): SealwrightError {
  return new SealwrightError('document_too_complex', 'A picture is too large and is not shown.')
}
