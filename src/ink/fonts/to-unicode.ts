/**
 * /ToUnicode (ISO 32000-2, 9.10.3): what a file claims about its codes.
 *
 * @module
 */

import { type PdfDict, PdfStream } from '../../pdf/objects.js'
import { CONTENT_LIMITS } from '../content/content-limits.js'
import type { ContentSource } from '../content/content-source.js'
import { parseCMap } from './cmap.js'

/** Characters by code; `undefined` when the font has no /ToUnicode, or it cannot be read. */
export function readToUnicode(source: ContentSource, font: PdfDict): ReadonlyMap<number, string> | undefined {
  const stream = source.lookup(font, 'ToUnicode')
  if (!(stream instanceof PdfStream)) return undefined
  const bytes = source.decode(stream, CONTENT_LIMITS.maxCMapBytes)
  return bytes === undefined ? undefined : parseCMap(bytes).characters
}
