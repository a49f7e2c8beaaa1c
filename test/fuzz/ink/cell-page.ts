/**
 * Pages of many small cells, each drawn in its own way, and what the comparison of pages and four viewers make of each cell.
 *
 * @module
 */

import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { ContentReader } from '../../../src/ink/content/content-reader.js'
import { replay } from '../../../src/ink/content/drawing.js'
import { PictureParts } from '../../../src/ink/raster/area-mask.js'
import { Sheet } from '../../../src/ink/raster/sheet.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { PdfDict, PdfRef } from '../../../src/pdf/objects.js'
import { makePdf, streamText } from '../../pdf/make-pdf.js'
import { RESOLUTION, VIEWERS, type ViewerName, type Views } from '../../verify/viewers/viewers.js'

/** Side of a cell, in points. */
export const CELL = 40
const [COLUMNS, ROWS] = [15, 20]
/** Cells of one page. */
export const CELLS = COLUMNS * ROWS

/** What is drawn in a cell: content in a square of 40 points, its resources by category, and the objects that they need. */
export interface CellDrawing {
  readonly content: string
  /** Texts of dictionary entries, without their brackets. */
  readonly resources?: Readonly<Record<string, string>>
}

/** Collects the objects of a page. */
export class PageObjects {
  readonly objects: Record<number, string> = {}
  #next = 10

  /** Adds an object and gives its reference. */
  add(text: string): string {
    const num = this.#next++
    this.objects[num] = text
    return `${num} 0 R`
  }
}

const WHOLE: Box = [0, 0, COLUMNS * CELL, ROWS * CELL]

/** A document of one page. Each cell is a form of its own, so that nothing reaches the next one. */
export function cellPage(objects: PageObjects, cells: readonly CellDrawing[]): Uint8Array {
  const forms = cells.map(({ content, resources = {} }) => {
    const entries = Object.entries(resources).map(([key, text]) => `/${key} <<${text}>>`)
    return objects.add(
      streamText(`/Subtype /Form /BBox [0 0 ${CELL} ${CELL}] /Resources <<${entries.join(' ')}>>`, content),
    )
  })
  const content = forms.map((_, i) => `q 1 0 0 1 ${originOf(i).join(' ')} cm /C${i} Do Q`).join('\n')
  const names = forms.map((form, i) => `/C${i} ${form}`).join(' ')
  return makePdf({
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: `<</Type /Page /Parent 2 0 R /MediaBox [${WHOLE.join(' ')}] /Contents 4 0 R /Resources <</XObject <<${names}>>>>>>`,
    4: streamText('', content),
    ...objects.objects,
  })
}

/** Lower left corner of a cell, in points. */
export function originOf(cell: number): readonly [number, number] {
  return [(cell % COLUMNS) * CELL, Math.floor(cell / COLUMNS) * CELL]
}

/** What the comparison of pages takes a page for. */
export interface OwnView {
  readonly sheet: Sheet
}

/** Draws the page as the verifier does. */
export function drawOwn(file: Uint8Array): OwnView {
  const document = PdfDocument.open(file)
  const budget = createContentBudget(100_000_000)
  const reader = new ContentReader(document, budget)
  const page = document.get(new PdfRef(3))
  if (!(page instanceof PdfDict)) throw new Error('The page is missing.')
  const sheet = new Sheet(WHOLE, budget, { scale: 1, colours: new PictureParts(WHOLE) })
  replay(reader.page(page), sheet)
  return { sheet }
}

/** The colour that the comparison of pages knows at a point, 0 to 255; `undefined` where it knows none. */
export function knownAt({ sheet }: OwnView, x: number, y: number): readonly number[] | undefined {
  const cell = Math.floor(y) * sheet.frame.width + Math.floor(x)
  const { vague, unknown } = sheet.looks
  if (vague[cell] !== 0 || unknown[cell] !== 0) return undefined
  return sheet.colourAt(cell).map((value) => Math.round(255 * value))
}

/** The colour that a viewer shows at a point, 0 to 255; `undefined` for a viewer that shows no page. */
function seenAt({ pages }: Views, viewer: ViewerName, x: number, y: number): readonly number[] | undefined {
  const picture = pages[viewer][0]
  if (picture === undefined) return undefined
  const px = Math.floor((x * RESOLUTION) / 72)
  const py = picture.height - 1 - Math.floor((y * RESOLUTION) / 72)
  const at = 3 * (py * picture.width + px)
  return [...picture.pixels.subarray(at, at + 3)]
}

/** The colours of all viewers that show the page. */
export function seenByAll(views: Views, x: number, y: number): (readonly [ViewerName, readonly number[]])[] {
  return VIEWERS.flatMap((viewer) => {
    const colour = seenAt(views, viewer, x, y)
    return colour === undefined ? [] : [[viewer, colour] as const]
  })
}
