/**
 * Options of signDocument.
 *
 * @module
 */

import { assertReviewOptions, type ReviewOptions } from '../convert/review-options.js'
import { SealwrightError } from '../errors.js'
import { assertPassword } from '../pdf/password.js'
import type { FontSource } from '../typeset/fonts/font-face.js'
import type { CmsIdentity, IdentityIssuer, SigningIdentity } from './identity/identity.js'
import { assertLevelOptions, type LevelOptions } from './level/level-options.js'

/** Where a visible signature is drawn. */
export interface SignatureAppearance {
  /** Page number, counted from 1. Default 1. */
  readonly page?: number
  /**
   * Lower left x and y, upper right x and y, in points of the page's own coordinate system. Required, but for an
   * existing field, which has its own place.
   */
  readonly rectangle?: readonly [number, number, number, number]
  /** Handwriting, a stamp or a logo. Default: none. */
  readonly image?: SignatureImage
}

/** A picture in a visible signature. */
export interface SignatureImage {
  /** A PNG or JPEG file of at most 4 MB and 16 million pixels. Transparency is kept where the document permits it. */
  readonly bytes: Uint8Array
  /**
   * Where it stands: `beside` the text (above it where the rectangle is higher than wide), `behind` it, or `alone`,
   * without any text. Default: beside.
   */
  readonly position?: 'beside' | 'behind' | 'alone'
  /**
   * From 0 to 1. Where nothing may show through (PDF/A-1), any value below 1 makes the picture pale instead. Default:
   * 0.25 behind the text, else 1.
   */
  readonly opacity?: number
}

export interface SignOptions extends ReviewOptions, LevelOptions {
  /** The key and certificates that sign, or what makes them for each signer. */
  readonly identity: SigningIdentity | CmsIdentity | IdentityIssuer
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** The clock. Default: the system's. */
  readonly now?: () => Date
  /** Largest document taken, in bytes. Default 25 MB. */
  readonly maxBytes?: number
  /** Name of the document on the certificate page and in the record. Default: its title. */
  readonly documentName?: string
  /** Name of the service that seals, for the certificate page. Default: sealwright. */
  readonly serviceName?: string
  /** Why the document is signed, shown by viewers. Default: a sentence with the signer and the event id. */
  readonly reason?: string
  /** Where it is signed, shown by viewers. */
  readonly location?: string
  /**
   * Opens an encrypted document: the owner's password, or the user's, who may only do what the document permits. Bytes
   * are taken as they are: in PDFDocEncoding up to revision 4 of the encryption, in UTF-8 later. It stands in no error,
   * nor in the signed document. Default: none.
   */
  readonly password?: string | Uint8Array
  /** Fully qualified name of an existing, empty signature field to sign. Default: a new field. */
  readonly field?: string
  /** Certifies the document: 1 permits no change, 2 form filling and signing, 3 annotations too (DocMDP). */
  readonly certify?: 1 | 2 | 3
  /** Fonts beside those that come with the package, for the certificate page, the appearance and the text of a DOCX. */
  readonly fonts?: readonly FontSource[]
  /**
   * Whether a document that claims PDF/A or PDF/UA is signed so that the claim stays true. The record then goes where
   * the standard permits it, what is added is tagged, and nothing shows through where nothing may. Default: keep.
   */
  readonly conformance?: 'keep' | 'ignore'
  /**
   * Draws the new field. Default: invisible. An existing field is always drawn in its own rectangle; of the appearance it
   * takes the picture alone.
   */
  readonly appearance?: SignatureAppearance
}

/** Throws `invalid_request` for options that make no sense; callers in JavaScript may have left out anything. */
export function assertOptions(options: SignOptions): void {
  if (typeof options?.identity !== 'object' || options.identity === null) {
    throw invalid('options.identity is missing: it is what signs.')
  }
  for (const key of ['documentName', 'serviceName', 'reason', 'location', 'field'] as const) {
    if (options[key] !== undefined && typeof options[key] !== 'string') throw invalid(`${key} must be a string.`)
  }
  assertReviewOptions(options)
  assertLevelOptions(options)
  const { certify, conformance, field, appearance, fonts, maxBytes, password } = options
  assertPassword(password)
  if (fonts !== undefined && !(Array.isArray(fonts) && fonts.every(isFontSource))) {
    throw invalid('fonts must be a list of { family, bytes }.')
  }
  if (certify !== undefined && certify !== 1 && certify !== 2 && certify !== 3) {
    throw invalid('certify must be 1, 2 or 3.')
  }
  if (conformance !== undefined && conformance !== 'keep' && conformance !== 'ignore') {
    throw invalid("conformance must be 'keep' or 'ignore'.")
  }
  if (maxBytes !== undefined && !(maxBytes > 0)) throw invalid('maxBytes must be a positive number.')
  if (appearance === undefined) return
  assertImage(appearance.image)
  const { page = 1, rectangle } = appearance
  if (field !== undefined) {
    if (rectangle === undefined && appearance.page === undefined) return
    throw invalid('An existing field is drawn in its own place: give either field or appearance.rectangle.')
  }
  if (!Number.isInteger(page) || page < 1) throw invalid('appearance.page must be a page number, counted from 1.')
  const isPoint = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e6
  if (!Array.isArray(rectangle) || rectangle.length !== 4 || !rectangle.every(isPoint)) {
    throw invalid('appearance.rectangle must be four finite numbers.')
  }
  if (Math.abs(rectangle[2] - rectangle[0]) < 1 || Math.abs(rectangle[3] - rectangle[1]) < 1) {
    throw invalid('appearance.rectangle has no area.')
  }
}

function assertImage(image: SignatureImage | undefined): void {
  if (image === undefined) return
  const { bytes, position = 'beside', opacity = 1 } = image ?? {}
  if (!(bytes instanceof Uint8Array)) throw invalid('appearance.image.bytes must be a Uint8Array.')
  if (!['beside', 'behind', 'alone'].includes(position)) {
    throw invalid("appearance.image.position must be 'beside', 'behind' or 'alone'.")
  }
  if (!(opacity >= 0 && opacity <= 1)) throw invalid('appearance.image.opacity must be a number from 0 to 1.')
}

function isFontSource(font: FontSource | null | undefined): boolean {
  return typeof font?.family === 'string' && font.bytes instanceof Uint8Array
}

/**
 * The time on the caller's clock.
 *
 * @throws SealwrightError `invalid_request` when it is no date, or outside of the years 1950 to 9999 that certificates
 * and PDF dates can express.
 */
export function readClock({ now }: Pick<SignOptions, 'now'>): Date {
  const time = now === undefined ? new Date() : now()
  const year = time instanceof Date ? time.getUTCFullYear() : Number.NaN
  if (!(year >= 1950 && year <= 9999)) throw invalid('now() must give a valid Date.')
  return time
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
