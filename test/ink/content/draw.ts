/**
 * Draws sheets for tests of the content interpreter.
 *
 * @module
 */

import { type ContentBudget, createContentBudget } from '../../../src/ink/content/content-budget.js'
import { ContentReader } from '../../../src/ink/content/content-reader.js'
import { type Drawing, replay } from '../../../src/ink/content/drawing.js'
import { Sheet as InkSheet, type SheetOptions } from '../../../src/ink/raster/sheet.js'
import { readLines } from '../../../src/ink/text/text-order.js'
import type { VisibleGlyph } from '../../../src/ink/text/visible-text.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { PdfDict, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { makePdf, streamText } from '../../pdf/make-pdf.js'

export const PAGE: Box = [0, 0, 200, 200]

/** What a test draws: the page's content, its resources, further objects from 10 on, further entries of page and catalog. */
export interface Sheet {
  readonly content: string
  readonly resources?: string
  readonly objects?: Readonly<Record<number, string>>
  readonly page?: string
  readonly catalog?: string
  readonly budget?: ContentBudget
}

export interface Drawn {
  readonly file: Uint8Array
  readonly reader: ContentReader
  readonly drawing: Drawing
  readonly visible: readonly VisibleGlyph[]
  /** The visible text in reading order. */
  readonly text: string
  /** Codes of what is unknown. */
  readonly unknown: readonly string[]
}

/** Fonts that every sheet has: F1 Helvetica, F2 Times-Bold, F3 Courier, all with WinAnsiEncoding. */
const FONTS = ['Helvetica', 'Times-Bold', 'Courier']
  .map((name, i) => `/F${i + 1} <</Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding>>`)
  .join(' ')

/** A document of one page of 200 by 200 points. */
export function sheetFile({ content, resources = '', objects = {}, page = '', catalog = '' }: Sheet): Uint8Array {
  const fonts = resources.includes('/Font') ? '' : `/Font <<${FONTS}>>`
  return makePdf({
    1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources <<${fonts} ${resources}>> ${page}>>`,
    4: streamText('', content),
    ...objects,
  })
}

/** Draws the page of a sheet. */
export function draw(sheet: Sheet | string): Drawn {
  const file = sheetFile(typeof sheet === 'string' ? { content: sheet } : sheet)
  const budget = typeof sheet === 'string' ? undefined : sheet.budget
  const document = PdfDocument.open(file)
  const reader = new ContentReader(document, budget ?? createContentBudget())
  const page = document.get(new PdfRef(3))
  if (!(page instanceof PdfDict)) throw new Error('the sheet has no page')
  const drawing = reader.page(page)
  const visible = reader.visible(drawing)
  const unknown = drawing.unknown.map(({ code }) => code)
  return { file, reader, drawing, visible, text: readVisibleText(visible), unknown }
}

/** The visible text, a line for each, in the order in which it is read. */
export function readVisibleText(glyphs: readonly VisibleGlyph[]): string {
  return readLines(glyphs)
    .map(({ logical }) => logical)
    .join('\n')
}

/** The stream with a number, of a document that was drawn. */
export function streamOf({ reader }: Drawn, num: number): PdfStream {
  const stream = reader.document.get(new PdfRef(num))
  if (!(stream instanceof PdfStream)) throw new Error(`object ${num} is no stream`)
  return stream
}

/** Adds up what a drawing covers of a region. */
export function cover({ drawing, reader }: Drawn, region: Box = PAGE, options: SheetOptions = {}): InkSheet {
  const area = new InkSheet(region, reader.budget, options)
  replay(drawing, area)
  return area
}

/** Mean coverage of a box, rounded to hundredths. */
export function hiddenOf(drawn: Drawn, box: Box, options: SheetOptions = {}): number {
  return Math.round(cover(drawn, PAGE, options).coverageOf(box).mean * 100) / 100
}

/** Why the glyph that shows a character cannot be seen; empty when it can. */
export function reasonsFor({ visible }: Drawn, character: string): readonly string[] {
  const found = visible.find(({ meaning }) => meaning.text === character)
  if (found === undefined) throw new Error(`no glyph shows ${character}`)
  return [...found.hidden, ...found.doubts]
}
