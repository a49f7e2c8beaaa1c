/**
 * The numbers of pages that the text of a document refers to, which only its pages tell.
 *
 * @module
 */

import type { DocxSource } from '../ooxml/package/package.js'
import { findTargets } from '../typeset/account/find-targets.js'
import { layOutDocument } from '../typeset/flow/lay-out-document.js'
import { createFontLibrary } from '../typeset/fonts/font-library.js'
import { loadShaper, ShaperMissing } from '../typeset/fonts/shaper.js'
import type { ConverterOptions } from './conversion.js'
import { readingOptions } from './docx-to-pdf.js'
import { readWithEmbedded } from './embedded-pages.js'

/**
 * Lays a DOCX out and finds the pages of its bookmarks.
 *
 * @returns the number of each bookmark's page, as the page itself has it
 */
export async function findPages(
  docx: DocxSource,
  bookmarks: ReadonlySet<string>,
  options: ConverterOptions,
): Promise<ReadonlyMap<string, string>> {
  try {
    return await layOutAndFind(docx, bookmarks, options)
  } catch (error) {
    if (!(error instanceof ShaperMissing)) throw error
    await loadShaper()
    return await layOutAndFind(docx, bookmarks, options)
  }
}

async function layOutAndFind(
  docx: DocxSource,
  bookmarks: ReadonlySet<string>,
  options: ConverterOptions,
): Promise<ReadonlyMap<string, string>> {
  const { signal, fonts: sources = [] } = options
  const model = await readWithEmbedded(docx, readingOptions(options))
  const { embeddedFonts: embedded, fontHints: hints } = model
  const fonts = createFontLibrary({ embedded, sources, hints, needsShaper: true })
  const laidOut = layOutDocument(model, { fonts, ...(signal === undefined ? {} : { signal }) })
  const targets = findTargets(model, laidOut.pages)
  const found = new Map<string, string>()
  for (const bookmark of bookmarks) {
    const label = laidOut.pageLabels[targets.page(bookmark) ?? -1]
    if (label !== undefined) found.set(bookmark, label)
  }
  return found
}
