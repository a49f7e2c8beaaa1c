/**
 * Writes a complete new PDF file.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { Pace } from '../../pace/pace.js'
import type { Steps } from '../../pace/turns.js'
import { PdfDict, PdfName, type PdfRef, PdfStream, PdfString } from '../../pdf/objects.js'
import { latin1Bytes } from '../../pdf/reading.js'
import { textString } from '../../pdf/text.js'
import { PdfFileWriter } from '../../pdf/writing.js'
import type { Page } from '../display/display-list.js'
import type { DocumentInformation } from '../model/document-model.js'
import type { ImageSource } from '../model/drawing-model.js'
import { type AddedPages, type PaintOptions, paintByPage } from './add-pages.js'
import { type ConformanceChoice, type ConformanceRules, conformanceRules } from './conformance.js'
import { addInformation, addMetadata } from './document-metadata.js'
import { addOutline } from './outline.js'
import { PendingContents } from './pending-contents.js'
import { deflatedSrgbProfile } from './srgb-profile.js'

/** Number of pages from which on contents are compressed in other threads. For fewer pages, this takes as long. */
const MANY_PAGES = 4

/** Options for writing a file. */
interface WriteOptions extends PaintOptions {
  /** The standards that the file claims; left out: none. The caller ensures that the pages meet their requirements. */
  readonly conformance?: ConformanceChoice
  /** Whether a file that cannot follow the standard is refused instead of written without the claim. */
  readonly mustConform?: boolean
}

/** A new PDF file, and warnings in plain English about parts that could not be shown. */
interface WrittenPdf {
  readonly bytes: Uint8Array
  readonly warnings: readonly string[]
}

/**
 * Writes pages as a new PDF file: fonts embedded as subsets, links, an outline of the headings, metadata.
 *
 * @param images by the keys that picture items name
 * @param pace lets the event loop turn between pages, objects and the like
 * @throws SealwrightError `invalid_font` when a font that is used cannot be embedded, `cannot_conform`
 * @example
 * ```ts
 * const { bytes, warnings } = await writePdf(pages, model.images, model.information, { fonts })
 * ```
 */
export async function writePdf(
  pages: readonly Page[],
  images: ReadonlyMap<string, ImageSource>,
  information: DocumentInformation,
  options: WriteOptions = {},
  pace = new Pace({}),
): Promise<WrittenPdf> {
  const warnings = new Set<string>()
  const warn = (message: string) => {
    warnings.add(message)
    options.warn?.(message)
  }
  const file = new PdfFileWriter()
  const tree = file.allocate()
  const contents = pages.length < MANY_PAGES ? undefined : new PendingContents(file)
  const wanted = options.conformance === undefined ? undefined : conformanceRules(options.conformance)
  const painting = { ...options, warn, contents, followsUa2: wanted?.followsUa2 ?? false }
  const added = await paintAll(paintByPage(file, pages, images, tree, painting), contents, pace)
  const kids = added.pages.map((page) => page.ref)
  file.put(tree, new PdfDict({ Type: PdfName.of('Pages'), Kids: kids, Count: kids.length }))
  const fault = wanted === undefined ? undefined : findFault(wanted, information, added)
  if (fault !== undefined && options.mustConform === true) {
    throw new SealwrightError('cannot_conform', `${[options.conformance].flat().join(' and ')}: ${fault}`)
  }
  const rules = fault === undefined ? wanted : undefined
  const catalog = addCatalog(file, tree, added, information, rules)
  const hasInformation = rules?.hasInformation ?? true
  await contents?.settle(0)
  const bytes = await pace.run(
    file.finishInSteps(
      { Root: catalog, ...(hasInformation ? { Info: addInformation(file, information) } : {}) },
      { version: rules?.version ?? options.structure?.version ?? '1.7', xref: 'stream', objectStreams: true, id: true },
    ),
  )
  return { bytes, warnings: [...warnings] }
}

function addCatalog(
  file: PdfFileWriter,
  tree: PdfRef,
  added: AddedPages,
  information: DocumentInformation,
  rules: ConformanceRules | undefined,
): PdfRef {
  const outline = addOutline(file, added.marks.headings, added.targets)
  const { title, language } = information
  return file.add(
    new PdfDict({
      Type: PdfName.of('Catalog'),
      Pages: tree,
      Metadata: addMetadata(file, information, rules?.identification),
      ...(rules?.hasOutputIntent ? { OutputIntents: [addOutputIntent(file)] } : {}),
      ...(outline === undefined ? {} : { Outlines: outline }),
      ...(language === undefined || language === '' ? {} : { Lang: textString(language) }),
      ...(title === undefined ? {} : { ViewerPreferences: new PdfDict({ DisplayDocTitle: true }) }),
      ...(added.structureTree === undefined
        ? {}
        : { StructTreeRoot: added.structureTree, MarkInfo: new PdfDict({ Marked: true }) }),
    }),
  )
}

/** Paints pages one after the other, and waits while too many contents are still being compressed. */
async function paintAll(
  steps: Steps<AddedPages>,
  contents: PendingContents | undefined,
  pace: Pace,
): Promise<AddedPages> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (contents !== undefined) await contents.settle()
    await pace.pause(step.value)
  }
}

/** The reason in words why a file cannot follow the standards; undefined if it can. */
function findFault(
  { hasOutputIntent, needsTitle }: ConformanceRules,
  { title = '' }: DocumentInformation,
  { usesInk }: AddedPages,
): string | undefined {
  // PDF/A requires all colours in one space or calibrated, which CMYK pictures are not (ISO 19005-2, 6.2.4.3).
  if (hasOutputIntent && usesInk) return 'a picture is in the colours of printing inks (CMYK).'
  // Readers show the title instead of the file name (ISO 14289-1, 7.1; ISO 14289-2, 8.11).
  if (needsTitle && title.trim() === '')
    return 'the document has no title and no text to take one from: name it with "title".'
  return undefined
}

/** Adds the output intent: colours without a colour space of their own are sRGB (ISO 19005-2, 6.2.3). */
function addOutputIntent(file: PdfFileWriter): PdfRef {
  const entries = new PdfDict({ N: 3, Filter: PdfName.of('FlateDecode') })
  const profile = file.add(new PdfStream(entries, deflatedSrgbProfile()))
  return file.add(
    new PdfDict({
      Type: PdfName.of('OutputIntent'),
      S: PdfName.of('GTS_PDFA1'),
      OutputConditionIdentifier: new PdfString(latin1Bytes('sRGB')),
      Info: new PdfString(latin1Bytes('sRGB IEC61966-2.1')),
      DestOutputProfile: profile,
    }),
  )
}
