import { PdfFileWriter } from '../../pdf/file-writer.js'
import { PdfDict, PdfName } from '../../pdf/objects.js'
import { textString } from '../../pdf/text-string.js'
import type { DocumentInformation } from '../model/document-model.js'
import type { ImageSource } from '../model/drawing-model.js'
import { type PaintOptions, paintPages } from './add-pages.js'
import type { Page } from './display-list.js'
import { addInformation, addMetadata } from './document-metadata.js'
import { addOutline } from './outline.js'

/** A new PDF file, and in plain English what could not be shown in it. */
export interface WrittenPdf {
  readonly bytes: Uint8Array
  readonly warnings: readonly string[]
}

/**
 * Writes pages as a new PDF file: fonts embedded as subsets, links, an outline of the headings, metadata.
 *
 * @param images by the keys that picture items name
 * @throws SealwrightError `invalid_font` when a font that is used cannot be embedded
 * @example
 * ```ts
 * const { bytes, warnings } = writePdf(pages, model.images, model.information, { fonts })
 * ```
 */
export function writePdf(
  pages: readonly Page[],
  images: ReadonlyMap<string, ImageSource>,
  information: DocumentInformation,
  options: PaintOptions = {},
): WrittenPdf {
  const warnings = new Set<string>()
  const warn = (message: string) => {
    warnings.add(message)
    options.warn?.(message)
  }
  const file = new PdfFileWriter()
  const tree = file.allocate()
  const added = paintPages(file, pages, images, tree, { ...options, warn })
  const kids = added.pages.map((page) => page.ref)
  file.put(tree, new PdfDict({ Type: PdfName.of('Pages'), Kids: kids, Count: kids.length }))
  const outline = addOutline(file, added.marks.headings, added.pages)
  const { title, language } = information
  const catalog = file.add(
    new PdfDict({
      Type: PdfName.of('Catalog'),
      Pages: tree,
      Metadata: addMetadata(file, information),
      ...(outline === undefined ? {} : { Outlines: outline }),
      ...(language === undefined || language === '' ? {} : { Lang: textString(language) }),
      ...(title === undefined ? {} : { ViewerPreferences: new PdfDict({ DisplayDocTitle: true }) }),
    }),
  )
  const bytes = file.finish(
    { Root: catalog, Info: addInformation(file, information) },
    { xref: 'stream', objectStreams: true },
  )
  return { bytes, warnings: [...warnings] }
}
