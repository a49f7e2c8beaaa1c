/**
 * Errors of reading images.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** The error for a damaged picture. `what` is the name of its format. */
export function damagedImage(what: string, cause?: unknown): SealwrightError {
  const article = /^(?:[AEIO]|SVG)/.test(what) ? 'An' : 'A'
  const message = `${article} ${what} picture is damaged and is not shown.`
  return new SealwrightError('invalid_document', message, cause === undefined ? {} : { cause })
}

/** The error for a picture of a kind that is not supported. */
export function unsupportedImage(what: string): SealwrightError {
  const format = what === 'unknown' ? 'a format that is not known' : `the format ${what}`
  return new SealwrightError('unsupported_document', `Pictures in ${format} are not shown.`)
}

/** The error for a picture whose decoder package is not installed. */
export function decoderMissing(what: string, packageName: string): SealwrightError {
  const message = `Pictures in the format ${what} need the package ${packageName}: npm install ${packageName}.`
  return new SealwrightError('missing_dependency', message)
}

/** The error for a picture that exceeds a limit. */
export function tooLargeImage(): SealwrightError {
  return new SealwrightError('document_too_complex', 'A picture is too large and is not shown.')
}
