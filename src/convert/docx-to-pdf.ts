import { readDocx } from '../ooxml/read-docx.js'
import { layOutDocument } from '../typeset/flow/lay-out-document.js'
import { createFontLibrary } from '../typeset/fonts/font-library.js'
import { loadShaper } from '../typeset/fonts/shaper.js'
import { writePdf } from '../typeset/paint/write-pdf.js'
import type { Conversion, ConverterOptions } from './conversion.js'

/**
 * Sets a DOCX as Word would and writes the pages as a PDF.
 *
 * @throws SealwrightError `invalid_document`, `unsupported_document`, `document_encrypted`, `document_too_complex`;
 * the signal's reason when aborted
 */
export async function convertDocxToPdf(input: Uint8Array, options: ConverterOptions): Promise<Conversion> {
  const { signal, fonts: sources = [] } = options
  signal?.throwIfAborted()
  await loadShaper()
  const document = readDocx(input, signal === undefined ? {} : { signal })
  const fonts = createFontLibrary({ embedded: document.embeddedFonts, sources, hints: document.fontHints })
  const laidOut = layOutDocument(document, { fonts, ...(signal === undefined ? {} : { signal }) })
  const { bytes, warnings } = writePdf(laidOut.pages, document.images, document.information, { fonts })
  const missing = [...fonts.missing].map(([text, family]) => `No font has the character ${describe(text)} (${family}).`)
  return { bytes, warnings: [...new Set([...document.warnings, ...laidOut.warnings, ...warnings, ...missing])] }
}

function describe(text: string): string {
  const codes = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  })
  return codes.join(' ')
}
