/**
 * Tells whether all readers decode a stream in the same way (ISO 32000-2, 7.3.8.2 and 7.4).
 *
 * @module
 */

import type { SecurityHandler } from '../encryption/security-handler.js'
import { nameOf, PdfDict, type PdfObject, type PdfStream } from '../objects.js'
import type { Resolve } from './decode-stream.js'

/** Keys of inline images and of external data that most readers use in any stream (Tables 5 and 91). */
export const SHORT_KEYS = ['F', 'DP', 'FFilter', 'FDecodeParms'] as const

/** Types of streams that some readers decrypt in a special way, and others like all streams (7.6.2, 7.6.6). */
const CRYPT_TYPES: ReadonlySet<string | undefined> = new Set(['Metadata', 'EmbeddedFile', 'XRef', 'ObjStm'])

/** Predictors in Table 10. */
const PREDICTORS: ReadonlySet<unknown> = new Set([1, 2, 10, 11, 12, 13, 14, 15])
/** The predictor of TIFF, which viewers undo alike for samples of whole bytes. */
const DIFFERENCES = 2
const BITS: ReadonlySet<unknown> = new Set([1, 2, 4, 8, 16])
/** Most colour components for which Poppler can undo a predictor. */
const MAX_COLOURS = 32

const isCount = (value: PdfObject, max = 2 ** 31 - 1): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max

const isBoolean = (value: PdfObject): boolean => typeof value === 'boolean'

/** Decode parameters on which the result depends. Some readers treat one of a wrong type as absent. */
const PARAMETERS: Readonly<Record<string, (value: PdfObject) => boolean>> = {
  Predictor: (value) => PREDICTORS.has(value),
  Columns: (value) => isCount(value),
  Colors: (value) => isCount(value, MAX_COLOURS),
  BitsPerComponent: (value) => BITS.has(value),
  EarlyChange: (value) => value === 0 || value === 1,
  K: (value) => Number.isInteger(value),
  BlackIs1: isBoolean,
  EncodedByteAlign: isBoolean,
  EndOfLine: isBoolean,
  EndOfBlock: isBoolean,
}

/**
 * True for a stream that is unpacked alike by all readers: by /Filter and /DecodeParms alone, a dictionary for a name and an
 * array for an array, with parameters of their kinds; and in an encrypted document decrypted as most streams are, with the
 * padding that belongs there.
 *
 * @param security The encryption of the document that holds it; `undefined` for one that is not encrypted.
 *
 * @example
 * ```ts
 * if (!isPackedPlainly(stream, (object) => document.resolve(object), document.security)) return undefined
 * ```
 */
export function isPackedPlainly(
  stream: PdfStream,
  resolve: Resolve,
  security: Pick<SecurityHandler, 'isPaddedPlainly'> | undefined,
): boolean {
  const { dict } = stream
  if (SHORT_KEYS.some((key) => dict.has(key))) return false
  const filter = resolve(dict.get('Filter'))
  const params = resolve(dict.get('DecodeParms'))
  if (!fitsFilter(filter, params)) return false
  if (!itemsOf(params).every((item) => hasPlainParameters(resolve(item), resolve))) return false
  if (security === undefined) return true
  if (!security.isPaddedPlainly(stream)) return false
  const isCrypt = itemsOf(filter).some((name) => nameOf(resolve(name)) === 'Crypt')
  return !isCrypt && !CRYPT_TYPES.has(nameOf(resolve(dict.get('Type'))))
}

/** True when parameters match filters: one dictionary for one name, a list for a list. Either may be a reference. */
export function fitsFilter(filter: PdfObject, params: PdfObject | undefined): boolean {
  if (params === undefined || params === null) return true
  return Array.isArray(params) ? Array.isArray(filter) && params.length === filter.length : !Array.isArray(filter)
}

function itemsOf(object: PdfObject): readonly PdfObject[] {
  return Array.isArray(object) ? object : [object]
}

function hasPlainParameters(params: PdfObject, resolve: Resolve): boolean {
  if (params === null) return true
  if (!(params instanceof PdfDict)) return false
  const bits = resolve(params.get('BitsPerComponent')) ?? 8
  if (resolve(params.get('Predictor')) === DIFFERENCES && bits !== 8) return false
  return Object.entries(PARAMETERS).every(([key, isRight]) => !params.has(key) || isRight(resolve(params.get(key))))
}
