/**
 * Finds the pages of the bookmarks in a DOCX.
 *
 * @module
 */

import type { DocxSource } from '../ooxml/package/package.js'
import type { Pace } from '../pace/pace.js'
import { createFontLibrary } from '../typeset/fonts.js'
import { createDrawChart, findTargets, layOutInSteps } from '../typeset/layout.js'
import { withShaper } from '../typeset/load-shaper-for.js'
import type { ConverterOptions } from './conversion.js'
import type { PageOf } from './docx-writer/story.js'
import { readWithEmbedded } from './embedded-pages.js'

/**
 * Typesets a DOCX and returns the page number of each bookmark.
 *
 * @throws SealwrightError as `convertDocxToPdf`; the signal's reason when aborted
 */
export async function findPages(
  input: DocxSource,
  { signal, fonts: sources = [] }: ConverterOptions,
  pace: Pace,
): Promise<PageOf> {
  const aborting = signal === undefined ? {} : { signal }
  const document = await readWithEmbedded(
    input,
    {
      createDrawChart: ({ embeddedFonts: embedded, hints }) =>
        createDrawChart(createFontLibrary({ embedded, sources, hints })),
      ...aborting,
    },
    pace,
  )
  return withShaper(async () => {
    const { embeddedFonts: embedded, fontHints: hints } = document
    const fonts = createFontLibrary({ embedded, sources, hints, needsShaper: true })
    const { pages, pageLabels } = await pace.run(layOutInSteps(document, { fonts, ...aborting }))
    const targets = await pace.run(findTargets(document, pages))
    return (bookmark: string) => pageLabels[targets.page(bookmark) ?? -1]
  })
}
