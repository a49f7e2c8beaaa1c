/**
 * What the PDF of a document says about itself.
 *
 * @module
 */

import { headingOf } from '../typeset/flow/heading-title.js'
import type { DocumentInformation, DocumentModel } from '../typeset/model/document-model.js'
import { isLanguageTag } from '../typeset/structure/build-structure.js'

/** The language of a document that names none: an accessible PDF has to name one. */
const DEFAULT_LANGUAGE = 'en'

/** What the PDF of a document says about itself: its title is the first heading or the file's name where it has none. */
export function pdfInformation(
  document: DocumentModel,
  fileName: string | undefined,
): DocumentInformation & { readonly language: string } {
  const { information } = document
  const own = information.title?.trim()
  const title = own ? information.title : (firstHeading(document) ?? nameOf(fileName))
  const { language = '' } = information
  return {
    ...information,
    ...(title === undefined ? {} : { title }),
    language: isLanguageTag(language) ? language : DEFAULT_LANGUAGE,
  }
}

function firstHeading({ sections }: DocumentModel): string | undefined {
  for (const { blocks } of sections) {
    for (const block of blocks) {
      const heading = block.kind === 'paragraph' ? headingOf(block) : undefined
      if (heading !== undefined) return heading.title
    }
  }
  return undefined
}

function nameOf(fileName: string | undefined): string | undefined {
  return fileName?.replace(/^.*[\\/]/, '').replace(/\.[^.]{1,10}$/, '') || undefined
}
