/**
 * DOCX to PDF: reads the document, typesets it, and writes the pages.
 *
 * @module
 */

import type { DocxSource } from '../ooxml/package/package.js'
import type { ReadDocxOptions } from '../ooxml/read-docx.js'
import { Pace } from '../pace/pace.js'
import { createFontLibrary } from '../typeset/fonts.js'
import {
  accountForText,
  buildStructureInSteps,
  checkNumbers,
  createDrawChart,
  layOutInSteps,
} from '../typeset/layout.js'
import { withShaper } from '../typeset/load-shaper-for.js'
import type { DocumentModel } from '../typeset/model/document-model.js'
import { conformanceRules, readHostImages, writePdf } from '../typeset/painting.js'
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
export async function convertDocxToPdf(
  input: DocxSource,
  options: ConverterOptions,
  pace = new Pace({ signal: options.signal }),
): Promise<Conversion> {
  options.signal?.throwIfAborted()
  const [reading, typesetting] = pace.split(READ_SHARE)
  reading.enter('read', 1)
  const document = await readWithEmbedded(input, readingOptions(options), reading)
  return await withShaper(() => typeset(document, options, typesetting))
}

/** Share of the progress that reading a DOCX counts for. */
const READ_SHARE = 0.15
/** Share of the remaining progress that typesetting and checking the pages counts for. */
const LAYOUT_SHARE = 0.55

/** Options for reading a DOCX that is to be typeset. */
function readingOptions({ signal, fonts: sources = [], ...options }: ConverterOptions): ReadDocxOptions {
  return {
    ...pickReviewOptions(options),
    createDrawChart: ({ embeddedFonts: embedded, hints }) =>
      createDrawChart(createFontLibrary({ embedded, sources, hints })),
    ...(signal === undefined ? {} : { signal }),
  }
}

async function typeset(document: DocumentModel, options: ConverterOptions, pace: Pace): Promise<Conversion> {
  const { signal, fonts: sources = [], conformance = 'PDF/A-3u', title, fileName } = options
  const { embeddedFonts: embedded, fontHints: hints } = document
  const fonts = createFontLibrary({ embedded, sources, hints, needsShaper: true })
  const [layingOut, writing] = pace.split(LAYOUT_SHARE)
  layingOut.enter('layOut', 1)
  const laidOut = await layingOut.run(layOutInSteps(document, { fonts, ...(signal === undefined ? {} : { signal }) }))
  writing.enter('write', 1)
  const unseen = await writing.run(accountForText(document, laidOut))
  const misnumbered = await writing.run(checkNumbers(document, laidOut))
  const information = pdfInformation(document, { title, fileName })
  const { version, needsTitle } = conformanceRules(conformance)
  const structure = await writing.run(buildStructureInSteps(document, information.language, { version }))
  const painting = {
    fonts,
    hostImages: await readHostImages(document.images.values(), signal),
    structure,
    conformance,
    mustConform: options.conformance !== undefined,
  }
  const { bytes, warnings } = await writePdf(laidOut.pages, document.images, information, painting, writing)
  const undescribed = needsTitle ? describeUndescribed(structure.undescribed) : []
  const missing = [...fonts.missing].map(([text, family]) => `No font has the character ${describe(text)} (${family}).`)
  const replaced = [...fonts.replacedByDocument].map(
    (family) => `The document brings its own ${family}: where the real one is installed, programs show that instead.`,
  )
  const all = [
    ...document.warnings,
    ...laidOut.warnings,
    ...unseen,
    ...misnumbered,
    ...warnings,
    ...missing,
    ...replaced,
    ...undescribed,
  ]
  return { bytes, warnings: [...new Set(all)] }
}

/** The warning about missing alternative text. Only the standards for accessible documents require it. */
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
