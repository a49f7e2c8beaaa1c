import { readDocx } from '../ooxml/read-docx.js'
import { layOutDocument } from '../typeset/flow/lay-out-document.js'
import type { FontSource } from '../typeset/fonts/font-face.js'
import { createFontLibrary } from '../typeset/fonts/font-library.js'
import { loadShaper, ShaperMissing } from '../typeset/fonts/shaper.js'
import type { DocumentModel } from '../typeset/model/document-model.js'
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
  const document = readDocx(input, signal === undefined ? {} : { signal })
  try {
    return typeset(document, sources, signal)
  } catch (error) {
    if (!(error instanceof ShaperMissing)) throw error
    // HarfBuzz takes longer to load than a page takes to set, and plain text does without.
    await loadShaper()
    return typeset(document, sources, signal)
  }
}

function typeset(document: DocumentModel, sources: readonly FontSource[], signal: AbortSignal | undefined): Conversion {
  const { embeddedFonts: embedded, fontHints: hints } = document
  const fonts = createFontLibrary({ embedded, sources, hints, needsShaper: true })
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
