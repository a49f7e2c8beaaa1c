/**
 * Makes a DOCX of a text: decodes it, reads it, writes the document and packs its files.
 *
 * @module
 */

import { Pace } from '../pace/pace.js'
import type { Conversion, ConverterOptions, DocxFiles } from './conversion.js'
import { type ConversionBudget, createConversionBudget } from './conversion-budget.js'
import type { DecodedFile } from './decode-text.js'
import type { FlowBlock, FlowDocument, FlowInline } from './docx-writer/flow-document.js'
import { isFallbackFile } from './docx-writer/package/media.js'
import { packZip, type ZipFile } from './docx-writer/package/zip-writer.js'
import { writeDocxFilesInSteps } from './docx-writer/write-docx.js'
import type { ReadHtmlOptions, ReadHtmlResult } from './html/read-html.js'

/** How the bytes of a format of text become a document. */
export interface ReadableText {
  /** @throws SealwrightError `invalid_document` for bytes that are no text */
  readonly decode: (input: Uint8Array, charset?: string) => DecodedFile
  /** @throws SealwrightError `document_too_complex` */
  readonly read: (text: string, options: ConverterOptions & ReadHtmlOptions, pace: Pace) => Promise<ReadHtmlResult>
}

/** Shares of the progress: making the files, of which reading the text is a part, and then packing them. */
const MADE_SHARE = 0.9
const READ_SHARE = 0.7

/**
 * Writes a text as a DOCX.
 *
 * @throws SealwrightError what reading throws; `invalid_document` and the like for a reference document that is no DOCX; the
 * signal's reason when aborted
 */
export async function makeDocx(
  source: ReadableText,
  input: Uint8Array,
  options: ConverterOptions,
  pace = new Pace({ signal: options.signal }),
): Promise<Conversion> {
  const [making, packing] = pace.split(MADE_SHARE)
  const { files, warnings, budget } = await makeFiles(source, input, options, making)
  packing.enter('write', 1)
  if (!files.some(isFallbackFile)) return { bytes: await packZip(files, packing), warnings }
  // For programs that draw no SVG.
  const { drawFallbacks } = await import('./draw-fallbacks.js')
  const drawn = await drawFallbacks(files, options, { budget, pace: packing })
  return { bytes: await packZip(drawn.files, packing), warnings: [...warnings, ...drawn.warnings] }
}

/**
 * The files of the DOCX, for what reads it at once and draws SVG itself.
 *
 * @throws SealwrightError as {@link makeDocx} does
 */
export async function makeDocxFiles(
  source: ReadableText,
  input: Uint8Array,
  options: ConverterOptions,
  pace = new Pace({ signal: options.signal }),
): Promise<DocxFiles> {
  const { files, warnings } = await makeFiles(source, input, options, pace)
  return { files: files.filter((file) => !isFallbackFile(file)), warnings }
}

/** A written document, and its remaining budget. */
interface MadeFiles {
  readonly files: readonly ZipFile[]
  readonly warnings: readonly string[]
  readonly budget: ConversionBudget
}

async function makeFiles(
  { decode, read }: ReadableText,
  input: Uint8Array,
  options: ConverterOptions,
  pace: Pace,
): Promise<MadeFiles> {
  options.signal?.throwIfAborted()
  const [reading, writing] = pace.split(READ_SHARE)
  reading.enter('read', 1)
  const budget = createConversionBudget(input.length, options.budget)
  const { text, encoding, warnings: doubts } = decode(input, options.charset)
  const { document, warnings } = await read(text, { ...options, encoding, budget }, reading)
  writing.enter('write', 1)
  const files = await writeWithPages(document, options, { budget, pace: writing })
  return { files, warnings: [...doubts, ...warnings], budget }
}

/** Makes the files of a DOCX. If its text names page numbers, the document is typeset first to find them. */
async function writeWithPages(
  document: FlowDocument,
  options: ConverterOptions,
  { budget, pace }: { readonly budget: ConversionBudget; readonly pace: Pace },
): Promise<readonly ZipFile[]> {
  const restoreBudget = budget.mark()
  const files = await pace.run(writeDocxFilesInSteps(document, options, { budget }))
  if (!namesPages(document.blocks)) return files
  const { findPages } = await import('./find-pages.js')
  const pageOf = await findPages(files, options, pace)
  // The files that were typeset are not needed any more, so their memory is given back.
  restoreBudget()
  return await pace.run(writeDocxFilesInSteps(document, options, { budget, pageOf }))
}

/** Whether the text names the pages of bookmarks. */
function namesPages(blocks: readonly FlowBlock[]): boolean {
  return blocks.some((block) => {
    if (block.kind === 'paragraph') return namesPagesInline(block.inlines)
    return block.kind === 'table' && block.rows.some(({ cells }) => cells.some((cell) => namesPages(cell.blocks)))
  })
}

function namesPagesInline(inlines: readonly FlowInline[]): boolean {
  return inlines.some(
    (inline) => inline.kind === 'pageReference' || (inline.kind === 'link' && namesPagesInline(inline.inlines)),
  )
}
