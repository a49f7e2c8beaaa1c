/**
 * Options of signDocument.
 *
 * @module
 */

import { ASSETS, type AssetOptions } from '../assets/read-asset.js'
import { REVIEW_OPTIONS, type ReviewOptions } from '../convert/review-options.js'
import { SealwrightError } from '../errors.js'
import {
  BYTE_LIMIT,
  BYTES,
  type Check,
  checkOptions,
  FUNCTION,
  havingOneOf,
  invalidOption,
  members,
  must,
  numberFrom,
  type OptionTable,
  oneOf,
  required,
  SIGNAL,
  TEXT,
  wholeNumberFrom,
} from '../input/check-options.js'
import type { OnProgress } from '../pace/pace.js'
import { PASSWORD } from '../pdf/reading.js'
import { types } from '../platform/value-types.js'
import { FONTS, type FontSource } from '../typeset/fonts.js'
import { assertBrand, BRAND_TABLE, type CertificateBrand } from './certificate/brand.js'
import type { CmsIdentity, IdentityIssuer, SigningIdentity } from './identity/identity.js'
import { assertLevelOptions, LEVEL_OPTIONS, type LevelOptions } from './level/level-options.js'

/** Place and picture of a visible signature. */
export interface SignatureAppearance {
  /** Page number, counted from 1. Default 1. */
  readonly page?: number | undefined
  /**
   * Lower left x and y, upper right x and y, in points of the page's own coordinate system. Required, except for an existing
   * field, which keeps its position.
   */
  readonly rectangle?: readonly [number, number, number, number] | undefined
  /** Handwriting, a stamp or a logo. Default: none. */
  readonly image?: SignatureImage | undefined
}

/** A picture in a visible signature. */
export interface SignatureImage {
  /** A PNG or JPEG file of at most 4 MB and 16 million pixels. Transparency is kept where the document permits it. */
  readonly bytes: Uint8Array
  /**
   * Position of the picture: `beside` the text (above it in a rectangle that is higher than wide), `behind` it, or `alone`,
   * without any text. Default: beside.
   */
  readonly position?: 'beside' | 'behind' | 'alone' | undefined
  /**
   * Opacity from 0 to 1. If transparency is forbidden (PDF/A-1), any value below 1 makes the picture pale instead. Default:
   * 0.25 behind the text, else 1.
   */
  readonly opacity?: number | undefined
}

export interface SignOptions extends ReviewOptions, LevelOptions {
  /** The key and certificates that sign, or an issuer that makes them for each signer. */
  readonly identity: SigningIdentity | CmsIdentity | IdentityIssuer
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Receives the progress of the call, at most once for each percent: `{ done, total, stage }`. Errors that it throws are
   * ignored.
   */
  readonly onProgress?: OnProgress | undefined
  /** The clock. Default: the system's. */
  readonly now?: (() => Date) | undefined
  /** Largest accepted document, in bytes. Default 25 MB. */
  readonly maxBytes?: number | undefined
  /** Name of the document on the certificate page and in the record. Default: its title. */
  readonly documentName?: string | undefined
  /** Name of the service that seals, for the certificate page. Default: sealwright. */
  readonly serviceName?: string | undefined
  /** Why the document is signed, shown by viewers. Default: a sentence with the signer and the event id. */
  readonly reason?: string | undefined
  /** Place of signing, shown by viewers. */
  readonly location?: string | undefined
  /**
   * Opens an encrypted document: the owner's password, or the user's, who may only do what the document permits. Bytes
   * are taken as they are: in PDFDocEncoding up to revision 4 of the encryption, in UTF-8 later. It appears neither in
   * errors nor in the signed document. Default: none.
   */
  readonly password?: string | Uint8Array | undefined
  /** Fully qualified name of an existing, empty signature field to sign. Default: a new field. */
  readonly field?: string | undefined
  /** Logo, colours, language and more of the certificate page. Default: plain, in English. */
  readonly brand?: CertificateBrand | undefined
  /**
   * What happens to names and other values with characters that no font has. The certificate page and the appearance show
   * those by number (`‹U+5C0F›`). `warn` adds a warning, `refuse` does not sign (`text_not_showable`). Default: warn.
   */
  readonly unshowableText?: 'warn' | 'refuse' | undefined
  /** Certifies the document (DocMDP): 1 permits no change, 2 form filling and signing, 3 annotations too. */
  readonly certify?: 1 | 2 | 3 | undefined
  /**
   * The author's attestation about content that may change the look or the meaning of the document (ISO 32000-2, 12.8.7);
   * only together with `certify`. Default: none.
   */
  readonly legalAttestation?: string | undefined
  /** Fonts in addition to those that come with the package, for the certificate page, the appearance and the text of a DOCX. */
  readonly fonts?: readonly FontSource[] | undefined
  /**
   * Place of the package's files, for hosts that copy or bundle it, for the whole process from this call on. Default: where
   * it is installed.
   */
  readonly assets?: AssetOptions | undefined
  /**
   * Whether a document that claims PDF/A or PDF/UA is signed in such a way that the claim stays true. The record then goes
   * where the standard permits it, additions are tagged, and nothing is transparent where that is forbidden. Default: keep.
   */
  readonly conformance?: 'keep' | 'ignore' | undefined
  /**
   * Draws the new field. Default: invisible. An existing field keeps its rectangle, and only the picture of this option is
   * used for it.
   */
  readonly appearance?: SignatureAppearance | undefined
}

const IMAGE: OptionTable<SignatureImage> = {
  bytes: required(BYTES),
  position: oneOf(['beside', 'behind', 'alone']),
  opacity: numberFrom(0, 1),
}

const isCoordinate = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e6

const APPEARANCE: OptionTable<SignatureAppearance> = {
  page: wholeNumberFrom(1),
  rectangle: must(
    'four finite numbers',
    (value) => Array.isArray(value) && value.length === 4 && value.every(isCoordinate),
  ),
  image: members(IMAGE),
}

/** Table of all options of signDocument. */
export const SIGN_OPTIONS: OptionTable<SignOptions> = {
  ...REVIEW_OPTIONS,
  ...LEVEL_OPTIONS,
  identity: required(
    havingOneOf('an identity, as identityFromPem gives one', 'certificates', 'signDetached', 'issueIdentity'),
  ),
  signal: SIGNAL,
  onProgress: FUNCTION,
  now: FUNCTION,
  maxBytes: BYTE_LIMIT,
  documentName: TEXT,
  serviceName: TEXT,
  reason: TEXT,
  location: TEXT,
  password: PASSWORD,
  field: TEXT,
  brand: members(BRAND_TABLE),
  unshowableText: oneOf(['warn', 'refuse']),
  certify: oneOf([1, 2, 3]),
  legalAttestation: TEXT,
  fonts: FONTS,
  assets: ASSETS,
  conformance: oneOf(['keep', 'ignore']),
  appearance: members(APPEARANCE),
}

/**
 * Throws `invalid_request` for invalid options; callers in JavaScript may have left out anything.
 *
 * @param table options table of the called function, if it has more than signDocument
 */
export function assertOptions(
  options: Omit<SignOptions, 'identity'> & { readonly identity: object },
  table: Readonly<Record<string, Check>> = SIGN_OPTIONS,
): void {
  checkOptions(options, table)
  assertLevelOptions(options)
  assertBrand(options.brand)
  assertPlace(options)
}

/** Rules that a table cannot express: a signature has one place, which must be visible. */
function assertPlace({ field, appearance }: Pick<SignOptions, 'field' | 'appearance'>): void {
  if (appearance === undefined) return
  const { page, rectangle } = appearance
  if (field !== undefined) {
    if (rectangle === undefined && page === undefined) return
    const message =
      'An existing signature field keeps its position: leave out appearance.rectangle, or leave out field.'
    throw invalidOption(['appearance'], message)
  }
  const path = ['appearance', 'rectangle']
  if (rectangle === undefined) throw invalidOption(path, 'appearance.rectangle is missing.')
  if (Math.abs(rectangle[2] - rectangle[0]) < 1 || Math.abs(rectangle[3] - rectangle[1]) < 1) {
    throw invalidOption(path, 'appearance.rectangle has no area.')
  }
}

/**
 * The time on the caller's clock.
 *
 * @throws SealwrightError `invalid_request` when it is not a date, or outside of the years 1950 to 9999 that certificates
 *   and PDF dates can express.
 */
export function readClock({ now }: Pick<SignOptions, 'now'>): Date {
  const time = now === undefined ? new Date() : now()
  const year = types.isDate(time) ? time.getUTCFullYear() : Number.NaN
  if (!(year >= 1950 && year <= 9999)) throw invalid('now() must give a valid Date.')
  return time
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
