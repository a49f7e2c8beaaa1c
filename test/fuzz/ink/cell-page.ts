/**
 * Documents of many small pages, each drawn in its own way, and what the comparison of pages and four viewers make of each.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { ContentReader } from '../../../src/ink/content/content-reader.js'
import { type Drawing, replay } from '../../../src/ink/content/drawing.js'
import { PictureParts } from '../../../src/ink/raster/area-mask.js'
import { Sheet } from '../../../src/ink/raster/sheet.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { PdfDict, PdfRef } from '../../../src/pdf/objects.js'
import { makePdf, streamText } from '../../pdf/make-pdf.js'
import { hasPdfium, PdfiumProcess } from '../../verify/viewers/pdfium-process.js'
import { PdfjsProcess } from '../../verify/viewers/pdfjs-process.js'
import { type Picture, readPpm } from '../../verify/viewers/picture.js'

/** Side of a cell, in points. */
export const CELL = 40
/** Cells of one document. */
export const CELLS = 300
const WHOLE: Box = [0, 0, CELL, CELL]
/** Number of the first page; its content has the next one. */
const FIRST = 101

/** What is drawn in a cell: content in a square of 40 points, its resources by category, and the objects that they need. */
export interface CellDrawing {
  readonly content: string
  /** Texts of dictionary entries, without their brackets. */
  readonly resources?: Readonly<Record<string, string>>
  /** Further entries of its page. */
  readonly page?: string
}

/** Collects the objects that cells need. */
export class PageObjects {
  readonly objects: Record<number, string> = {}
  #next = FIRST + 2 * CELLS

  /** Adds an object and gives its reference. */
  add(text: string): string {
    const num = this.#next++
    this.objects[num] = text
    return `${num} 0 R`
  }
}

/** A document with a page for each cell. Viewers that give up at a fault lose one cell. */
export function cellPages(objects: PageObjects, cells: readonly CellDrawing[], catalog = ''): Uint8Array {
  const pages = cells.flatMap(({ content, resources = {}, page: more = '' }, i) => {
    const entries = Object.entries(resources).map(([key, text]) => `/${key} <<${text}>>`)
    const num = FIRST + 2 * i
    const page = `<</Type /Page /Parent 2 0 R /Contents ${num + 1} 0 R /Resources <<${entries.join(' ')}>> ${more}>>`
    return [
      [num, page],
      [num + 1, streamText('', content)],
    ] as const
  })
  const kids = cells.map((_, i) => `${FIRST + 2 * i} 0 R`).join(' ')
  return makePdf({
    1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    2: `<</Type /Pages /Kids [${kids}] /Count ${cells.length} /MediaBox [${WHOLE.join(' ')}]>>`,
    ...Object.fromEntries(pages),
    ...objects.objects,
  })
}

/** What the comparison of pages takes a cell for. */
export interface OwnView {
  readonly sheet: Sheet
  /** What it could not interpret. */
  readonly unknown: Drawing['unknown']
}

/** Draws the cells as the verifier does. */
export function drawOwn(file: Uint8Array, count: number): OwnView[] {
  const document = PdfDocument.open(file)
  const budget = createContentBudget(100_000_000)
  const reader = new ContentReader(document, budget)
  return Array.from({ length: count }, (_, i) => {
    const page = document.get(new PdfRef(FIRST + 2 * i))
    if (!(page instanceof PdfDict)) throw new Error('A page is missing.')
    const sheet = new Sheet(WHOLE, budget, { colours: new PictureParts(WHOLE) })
    const drawing = reader.page(page)
    replay(drawing, sheet)
    return { sheet, unknown: drawing.unknown }
  })
}

/** Number of a point among those that a sheet knows. */
export function cellAt({ sheet: { frame } }: OwnView, x: number, y: number): number {
  return Math.floor(y * frame.scale) * frame.width + Math.floor(x * frame.scale)
}

/** The colour that the comparison of pages knows at a point, 0 to 255; `undefined` where it knows none. */
export function knownAt(own: OwnView, x: number, y: number): readonly number[] | undefined {
  const cell = cellAt(own, x, y)
  const { vague, unknown } = own.sheet.looks
  if (vague[cell] !== 0 || unknown[cell] !== 0) return undefined
  return own.sheet.colourAt(cell).map((value) => Math.round(255 * value))
}

export const CELL_VIEWERS = ['poppler', 'MuPDF', 'PDF.js', 'PDF.js, printed', 'PDFium', 'PDFium, printed'] as const
/** Pictures of cells, by viewer. */
export type CellViews = Readonly<Record<(typeof CELL_VIEWERS)[number], readonly (Picture | undefined)[]>>

/** Draws documents of cells in all viewers. Call `close` at the end. */
export class CellViewers {
  readonly #pdfjs = new PdfjsProcess({ timeoutMs: 120_000 })
  readonly #pdfium = hasPdfium() ? new PdfiumProcess({ timeoutMs: 120_000 }) : undefined
  readonly #folder = mkdtempSync(join(tmpdir(), 'sealwright-cells-'))

  async draw(file: Uint8Array, count: number): Promise<CellViews> {
    const path = join(this.#folder, 'cells.pdf')
    writeFileSync(path, file)
    const job = { bytes: file, scale: 1, maxPages: count }
    const [pdfjs, pdfium] = await Promise.all([this.#pdfjs.run(job), this.#pdfium?.run(job)])
    const poppler = spawnSync('pdftoppm', ['-r', '72', path], {
      maxBuffer: 100_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const drawn = pdfjs.kind === 'drawn' ? pdfjs : { screen: [], print: [] }
    const byPdfium = pdfium?.kind === 'drawn' ? pdfium : { screen: [], print: [] }
    return {
      poppler: readPpm(poppler.stdout),
      MuPDF: this.#drawByMupdf(path, count),
      'PDF.js': drawn.screen,
      'PDF.js, printed': drawn.print,
      PDFium: byPdfium.screen,
      'PDFium, printed': byPdfium.print,
    }
  }

  /** Pages that fail have no picture. */
  #drawByMupdf(path: string, count: number): (Picture | undefined)[] {
    const pathOf = (page: number | string) => join(this.#folder, `${page}.ppm`)
    for (let page = 1; page <= count; page++) rmSync(pathOf(page), { force: true })
    spawnSync('mutool', ['draw', '-i', '-q', '-r', '72', '-o', pathOf('%d'), path], { stdio: 'ignore' })
    return Array.from({ length: count }, (_, i) => {
      return existsSync(pathOf(i + 1)) ? readPpm(readFileSync(pathOf(i + 1)))[0] : undefined
    })
  }

  close(): void {
    this.#pdfjs.close()
    this.#pdfium?.close()
    rmSync(this.#folder, { recursive: true })
  }
}

/** The colours at a point of a cell, 0 to 255, in all viewers that show the cell. */
export function seenByAll(
  views: CellViews,
  cell: number,
  x: number,
  y: number,
): (readonly [(typeof CELL_VIEWERS)[number], readonly number[]])[] {
  return CELL_VIEWERS.flatMap((viewer) => {
    const picture = views[viewer][cell]
    if (picture === undefined) return []
    const at = 3 * ((picture.height - 1 - Math.floor(y)) * picture.width + Math.floor(x))
    return [[viewer, [...picture.pixels.subarray(at, at + 3)]] as const]
  })
}
