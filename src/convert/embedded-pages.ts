/**
 * HTML, web archives and plain text that are embedded in a DOCX (w:altChunk), converted for its reader.
 *
 * @module
 */

import type { EmbeddedPart } from '../ooxml/embedded-document.js'
import type { DocxSource } from '../ooxml/package/package.js'
import { type ReadDocxOptions, readDocxInSteps } from '../ooxml/read-docx.js'
import { Pace } from '../pace/pace.js'
import { withLateParts } from '../platform/late-parts.js'
import type { DocumentModel } from '../typeset/model/document-model.js'
import type { ConvertedPart } from './embedded-part.js'
import { EMBEDDED_TYPES, type EmbeddedType } from './embedded-types.js'

const TYPES: ReadonlySet<string> = new Set(EMBEDDED_TYPES)

/**
 * Reads a DOCX with its embedded HTML pages and plain text. Addresses in them are not fetched, so that a DOCX cannot make the
 * host send requests.
 *
 * @throws what `readDocx` throws
 */
export function readWithEmbedded(
  input: DocxSource,
  options: ReadDocxOptions,
  pace = new Pace({ signal: options.signal }),
): Promise<DocumentModel> {
  // Columns are measured with fonts, which may have to be loaded.
  return withLateParts(() => readWhole(input, options, pace))
}

async function readWhole(input: DocxSource, options: ReadDocxOptions, pace: Pace): Promise<DocumentModel> {
  const wanted = new Map<string, EmbeddedPart & { readonly mediaType: EmbeddedType }>()
  const converted = new Map<string, ConvertedPart>()
  const convertEmbedded = (part: EmbeddedPart): Uint8Array | undefined => {
    if (!isReadable(part)) return undefined
    const result = converted.get(part.key)
    if (result === undefined) wanted.set(part.key, part)
    else if ('error' in result) throw result.error
    return result?.docx
  }
  const document = await pace.run(readDocxInSteps(input, { ...options, convertEmbedded }))
  if (wanted.size === 0) return document
  // Converting HTML is asynchronous and reading a DOCX is not. The DOCX is therefore read again once all embedded parts are
  // converted.
  const { convertEmbeddedPart } = await import('./embedded-part.js')
  const warnings = new Set<string>()
  for (const [key, part] of wanted) {
    converted.set(key, await convertEmbeddedPart(part, part.mediaType, options.signal, warnings))
  }
  const whole = await pace.run(readDocxInSteps(input, { ...options, convertEmbedded }))
  return { ...whole, warnings: [...whole.warnings, ...warnings] }
}

function isReadable(part: EmbeddedPart): part is EmbeddedPart & { readonly mediaType: EmbeddedType } {
  return TYPES.has(part.mediaType)
}
