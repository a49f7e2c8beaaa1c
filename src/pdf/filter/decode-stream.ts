/**
 * Decodes the data of a stream according to its dictionary (ISO 32000-2, 7.3.8 and 7.4).
 *
 * @module
 */

import { nameOf, numberOf, PdfDict, type PdfObject } from '../objects.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { decodeStream, type StreamFilter, tooLarge } from './filters.js'

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
  if (filters.length === 0) {
    if (options.maxBytes !== undefined && data.length > options.maxBytes) throw tooLarge()
    return data
  }
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
  const params: Record<string, number> = {}
  for (const name of ['predictor', 'colors', 'bitsPerComponent', 'columns', 'earlyChange']) {
    const value = numberOf(resolve(dict.get(name.charAt(0).toUpperCase() + name.slice(1))))
    if (value !== undefined) params[name] = value
  }
  return params
}
