/**
 * DOCX to PDF: reads the document, lays it out, and writes the pages.
 *
 * @module
 */

import type { DocxSource } from '../ooxml/package/package.js'
import type { ReadDocxOptions } from '../ooxml/read-docx.js'
import { accountForText } from '../typeset/account/account-for-text.js'
import { checkNumbers } from '../typeset/account/check-numbers.js'
import { layOutDocument } from '../typeset/flow/lay-out-document.js'
import { createFontLibrary } from '../typeset/fonts/font-library.js'
import type { FontSource } from '../typeset/fonts/font-source.js'
import { withShaper } from '../typeset/fonts/load-shaper-for.js'
import { readHostImages } from '../typeset/images/host-images.js'
import type { DocumentModel } from '../typeset/model/document-model.js'
import { conformanceRules } from '../typeset/paint/conformance.js'
import { writePdf } from '../typeset/paint/write-pdf.js'
import { buildStructure } from '../typeset/structure/build-structure.js'
import { createMeasureText } from '../typeset/text/measure-text.js'
import type { Conversion, ConverterOptions } from './conversion.js'
import { readWithEmbedded } from './embedded-pages.js'
import { pdfInformation } from './pdf-information.js'
import { pickReviewOptions } from './review-options.js'

/**
 * Typesets a DOCX as Word would and writes the pages as a PDF.
 *
 * @throws SealwrightError `invalid_document`, `unsupported_document`, `document_encrypted`, `document_too_complex`,
 * `pending_changes`, `cannot_conform`; the signal's reason when aborted
 */
export async function convertDocxToPdf(input: DocxSource, options: ConverterOptions): Promise<Conversion> {
  const { signal, fonts: sources = [] } = options
  signal?.throwIfAborted()
  const document = await readWithEmbedded(input, readingOptions(options))
  return await withShaper(() => typeset(document, sources, options))
}

/** How a DOCX is read that is to be typeset. */
function readingOptions({ signal, fonts: sources = [], ...options }: ConverterOptions): ReadDocxOptions {
  return {
    ...pickReviewOptions(options),
    createMeasureText: ({ embeddedFonts: embedded, hints }) =>
      createMeasureText(createFontLibrary({ embedded, sources, hints })),
    ...(signal === undefined ? {} : { signal }),
  }
}

async function typeset(
  document: DocumentModel,
  sources: readonly FontSource[],
  options: ConverterOptions,
): Promise<Conversion> {
  const { signal, conformance = 'PDF/A-3u', title, fileName } = options
  const { embeddedFonts: embedded, fontHints: hints } = document
  const fonts = createFontLibrary({ embedded, sources, hints, needsShaper: true })
  const laidOut = layOutDocument(document, { fonts, ...(signal === undefined ? {} : { signal }) })
  const unseen = [...accountForText(document, laidOut), ...checkNumbers(document, laidOut)]
  const information = pdfInformation(document, { title, fileName })
  const { version, needsTitle } = conformanceRules(conformance)
  const structure = buildStructure(document, information.language, { version })
  const { bytes, warnings } = await writePdf(laidOut.pages, document.images, information, {
    fonts,
    hostImages: await readHostImages(document.images.values(), signal),
    structure,
    conformance,
    mustConform: options.conformance !== undefined,
  })
  const undescribed = needsTitle ? describeUndescribed(structure.undescribed) : []
  const missing = [...fonts.missing].map(([text, family]) => `No font has the character ${describe(text)} (${family}).`)
  const all = [...document.warnings, ...laidOut.warnings, ...unseen, ...warnings, ...missing, ...undescribed]
  return { bytes, warnings: [...new Set(all)] }
}

/** Only the standards for accessible documents ask for alternative text; for others there is no warning. */
function describeUndescribed(count: number): string[] {
  if (count === 0) return []
  return [count === 1 ? 'A picture has no alternative text.' : `${count} pictures have no alternative text.`]
}

function describe(text: string): string {
  const codes = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  })
  return codes.join(' ')
}
