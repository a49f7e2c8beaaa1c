/**
 * Decodes the data of a stream according to its dictionary (ISO 32000-2, 7.3.8 and 7.4).
 *
 * @module
 */

import { nameOf, numberOf, PdfDict, type PdfObject } from '../objects.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { decodeStream, type StreamFilter } from './filters.js'

/** Resolves a reference to its object. Other objects are returned themselves; absent ones become null. */
export type Resolve = (object: PdfObject | undefined) => PdfObject

/**
 * Decodes stream data through the filters that its dictionary names.
 *
 * @throws SealwrightError `invalid_document` for data that no filter accepts, `document_too_complex` past the limits.
 */
export function decodeStreamData(
  dict: PdfDict,
  data: Uint8Array,
  resolve: Resolve,
  options: { maxBytes?: number; tolerant?: boolean } = {},
): Uint8Array {
  const filters = readFilters(dict, resolve)
  if (filters.length === 0) return data
  const floor = 1024 * 1024
  const byRatio = Math.max(floor, data.length * PDF_LIMITS.maxInflateRatio)
  const maxBytes = Math.min(options.maxBytes ?? PDF_LIMITS.maxDecodedStreamBytes, byRatio)
  return decodeStream(data, filters, { maxBytes, tolerant: options.tolerant ?? false })
}

/** The /Filter and /DecodeParms of a stream as a list, resolved. */
function readFilters(dict: PdfDict, resolve: Resolve): StreamFilter[] {
  const filter = resolve(dict.get('Filter'))
  const names = Array.isArray(filter) ? filter.map((item) => nameOf(resolve(item))) : [nameOf(filter)]
  const params = resolve(dict.get('DecodeParms'))
  const filters: StreamFilter[] = []
  names.forEach((name, i) => {
    if (name === undefined) return
    const raw = Array.isArray(params) ? resolve(params[i]) : i === 0 ? params : null
    filters.push({ name, params: raw instanceof PdfDict ? readParams(raw, resolve) : {} })
  })
  return filters
}

function readParams(dict: PdfDict, resolve: Resolve): StreamFilter['params'] {
  const params: { -readonly [K in keyof StreamFilter['params']]: StreamFilter['params'][K] } = {}
  const read = (key: string) => numberOf(resolve(dict.get(key)))
  const predictor = read('Predictor')
  const colors = read('Colors')
  const bitsPerComponent = read('BitsPerComponent')
  const columns = read('Columns')
  const earlyChange = read('EarlyChange')
  if (predictor !== undefined) params.predictor = predictor
  if (colors !== undefined) params.colors = colors
  if (bitsPerComponent !== undefined) params.bitsPerComponent = bitsPerComponent
  if (columns !== undefined) params.columns = columns
  if (earlyChange !== undefined) params.earlyChange = earlyChange
  return params
}
