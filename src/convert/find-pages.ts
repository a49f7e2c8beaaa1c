/**
 * On which pages the bookmarks of a DOCX are.
 *
 * @module
 */

import type { DocxSource } from '../ooxml/package/package.js'
import { findTargets } from '../typeset/account/find-targets.js'
import { layOutDocument } from '../typeset/flow/lay-out-document.js'
import { createFontLibrary } from '../typeset/fonts/font-library.js'
import { loadShaper, ShaperMissing } from '../typeset/fonts/shaper.js'
import { createMeasureText } from '../typeset/text/measure-text.js'
import type { ConverterOptions } from './conversion.js'
import type { PageOf } from './docx-writer/story.js'
import { readWithEmbedded } from './embedded-pages.js'

/**
 * Typesets a DOCX and tells the number of the page of each bookmark.
 *
 * @throws SealwrightError as `convertDocxToPdf`; the signal's reason when aborted
 */
export async function findPages(input: DocxSource, { signal, fonts: sources = [] }: ConverterOptions): Promise<PageOf> {
  const aborting = signal === undefined ? {} : { signal }
  const document = await readWithEmbedded(input, {
    createMeasureText: ({ embeddedFonts: embedded, hints }) =>
      createMeasureText(createFontLibrary({ embedded, sources, hints })),
    ...aborting,
  })
  const layOut = () => {
    const { embeddedFonts: embedded, fontHints: hints } = document
    const fonts = createFontLibrary({ embedded, sources, hints, needsShaper: true })
    const { pages, pageLabels } = layOutDocument(document, { fonts, ...aborting })
    const targets = findTargets(document, pages)
    return (bookmark: string) => pageLabels[targets.page(bookmark) ?? -1]
  }
  try {
    return layOut()
  } catch (error) {
    if (!(error instanceof ShaperMissing)) throw error
    await loadShaper()
    return layOut()
  }
}
