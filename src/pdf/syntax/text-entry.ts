/**
 * Reads texts in dictionaries.
 *
 * @module
 */
import type { PdfDocument } from '../document.js'
import { type PdfDict, PdfString } from '../objects.js'
import { decodeTextString } from './text-string.js'

/** The text of an entry; `null` when it is absent, empty or not a string. */
export function readTextEntry(document: PdfDocument, dict: PdfDict, key: string): string | null {
  const value = document.lookup(dict, key)
  if (!(value instanceof PdfString)) return null
  const text = decodeTextString(value.bytes)
  return text === '' ? null : text
}
