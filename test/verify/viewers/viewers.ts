/**
 * The pages of a document as four viewers show them: poppler, MuPDF, PDF.js and PDFium.
 *
 * @module
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SealwrightError } from '../../../src/errors.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { numberOf, PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import type { JobFailure } from '../../support/job-process.js'
import { hasPdfium, type PdfiumDrawing, PdfiumProcess } from './pdfium-process.js'
import { type Drawing, type DrawingJob, PdfjsProcess, type SeenAnnotation } from './pdfjs-process.js'
import { type Picture, readPpm } from './picture.js'

/** Viewers; PDF.js and PDFium draw for the screen and for paper. PDFium reads other bytes when a file comes in pieces. */
export const VIEWERS = [
  'poppler',
  'MuPDF',
  'PDF.js',
  'PDF.js, printed',
  'PDFium',
  'PDFium, printed',
  'PDFium, piece by piece',
] as const
export type ViewerName = (typeof VIEWERS)[number]

/** The pages of a document in each viewer, and its annotations as PDF.js reads them. */
export interface Views {
  /** A viewer that could not open the document shows no pages. */
  readonly pages: Readonly<Record<ViewerName, readonly Picture[]>>
  readonly pageCount: number
  readonly annotations: readonly SeenAnnotation[]
}

/** Pixels per inch: letters of 8 points are still told apart. */
export const RESOLUTION = 60
/** Pages that are drawn; what is forged stands on the first ones. */
const MAX_PAGES = 4
const TIMEOUT_MS = 30_000
/** Points. */
const ICON_HEIGHT = 20

/** Draws documents. Call `close` at the end. */
export class Viewers {
  readonly #pdfjs = new PdfjsProcess({ timeoutMs: TIMEOUT_MS })
  readonly #pdfium = hasPdfium() ? new PdfiumProcess({ timeoutMs: TIMEOUT_MS }) : undefined
  readonly #folder = mkdtempSync(join(tmpdir(), 'sealwright-viewers-'))
  #count = 0

  /** All work at the same time. */
  async draw(bytes: Uint8Array): Promise<Views> {
    const path = join(this.#folder, `${this.#count++}.pdf`)
    await writeFile(path, bytes)
    const last = String(MAX_PAGES)
    const job = { bytes, scale: RESOLUTION / 72, maxPages: MAX_PAGES }
    const [poppler, mupdf, pdfjs, pdfium] = await Promise.all([
      // What its windows show, and the others too; by itself the program draws the whole of the sheet.
      drawBy('pdftoppm', ['-cropbox', '-r', String(RESOLUTION), '-l', last, path]),
      drawByMupdf(path, RESOLUTION),
      this.#drawByPdfjs(job),
      this.#drawByPdfium(job),
    ])
    const document = openOrUndefined(bytes)
    const drawn = pdfjs.kind === 'drawn' ? pdfjs : { pageCount: 0, screen: [], print: [], annotations: [], unit: 1 }
    // PDF.js and MuPDF enlarge a page by its unit (14.11.1, UserUnit), the others do not.
    const inPoints = drawn.unit === 1 ? mupdf : await drawByMupdf(path, RESOLUTION / drawn.unit)
    await rm(path)
    return {
      pages: {
        poppler,
        MuPDF: inPoints,
        'PDF.js': drawn.screen,
        'PDF.js, printed': drawn.print,
        PDFium: pdfium.screen,
        'PDFium, printed': pdfium.print,
        'PDFium, piece by piece': pdfium.piecewise,
      },
      pageCount: drawn.pageCount,
      annotations: drawn.annotations.map((annotation) => withRectangle(document, annotation)),
    }
  }

  /** Once more when it did not end in time or died: then the machine may have been busy. */
  async #drawByPdfjs(job: DrawingJob): Promise<Drawing | JobFailure> {
    const drawing = await this.#pdfjs.run(job)
    return drawing.kind === 'timeout' || drawing.kind === 'crashed' ? this.#pdfjs.run(job) : drawing
  }

  /** Where PDFium is not installed it has nothing to say. */
  async #drawByPdfium(job: DrawingJob): Promise<Omit<PdfiumDrawing, 'kind'>> {
    const first = await this.#pdfium?.run(job)
    const drawing = first?.kind === 'timeout' || first?.kind === 'crashed' ? await this.#pdfium?.run(job) : first
    return drawing?.kind === 'drawn' ? drawing : { screen: [], print: [], piecewise: [] }
  }

  close(): void {
    this.#pdfjs.close()
    this.#pdfium?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/**
 * PDF.js makes the place of a note as small as its icon, which MuPDF puts into the middle of /Rect; and viewers draw
 * lines through the points of an annotation wherever /Rect is.
 */
function withRectangle(document: PdfDocument | undefined, annotation: SeenAnnotation): SeenAnnotation {
  if (document === undefined || annotation.subtype === 'Widget') return annotation
  const dict = document.resolve(new PdfRef(Number.parseInt(annotation.id, 10)))
  if (!(dict instanceof PdfDict)) return annotation
  if (annotation.subtype === 'Link') return withBorder(document, dict, annotation)
  if (annotation.hasAppearance) return annotation
  const scaled = (key: string) => numbersOf(document, dict.get(key)).map((side) => (side * RESOLUTION) / 72)
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = scaled('Rect')
  const keys = annotation.subtype === 'Text' ? ['Rect'] : ['Rect', 'InkList', 'Vertices', 'L', 'QuadPoints']
  const points = keys.flatMap(scaled)
  const [x, y] = [points.filter((_, i) => i % 2 === 0), points.filter((_, i) => i % 2 === 1)]
  if (points.length < 4 || points.length % 2 !== 0) return annotation
  const [l, t, r, b] = annotation.pixels
  // PDFium has the icon of a note stand on the lower edge, however low the rectangle is.
  const icon = annotation.subtype === 'Text' ? (ICON_HEIGHT * RESOLUTION) / 72 : 0
  // Where PDF.js has the upper left corner of /Rect tells where the origin of an upright page is.
  // Poppler and MuPDF draw markers with round ends, a quarter of their height wide.
  const end = annotation.subtype === 'Highlight' ? (Math.max(...y) - Math.min(...y)) / 4 : 0
  const [dx, dy] = [l - Math.min(x1, x2), t + Math.max(y1, y2)]
  return {
    ...annotation,
    pixels: [
      Math.min(l, dx + Math.min(...x) - end),
      Math.min(t, dy - Math.max(...y), dy - Math.min(...y) - icon),
      Math.max(r, dx + Math.max(...x) + end),
      Math.max(b, dy - Math.min(...y)),
    ],
  }
}

/** Poppler strokes the border of a link across the edge of its rectangle, also besides an appearance. */
function withBorder(document: PdfDocument, dict: PdfDict, annotation: SeenAnnotation): SeenAnnotation {
  const style = document.resolve(dict.get('BS'))
  const width = style instanceof PdfDict ? document.resolve(style.get('W')) : document.resolve(dict.get('Border'))
  const points = Math.abs((Array.isArray(width) ? numberOf(document.resolve(width[2])) : numberOf(width)) ?? 1)
  const half = (points * RESOLUTION) / 72 / 2
  const [left, top, right, bottom] = annotation.pixels
  return { ...annotation, pixels: [left - half, top - half, right + half, bottom + half] }
}

/** Undefined for a file that viewers have to search: where its annotations stand is then theirs to say. */
function openOrUndefined(bytes: Uint8Array): PdfDocument | undefined {
  try {
    return PdfDocument.open(bytes)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

/** All numbers of an array, those of arrays in it included. */
function numbersOf(document: PdfDocument, object: PdfObject | undefined): number[] {
  const value = document.resolve(object)
  if (Array.isArray(value)) return value.flatMap((item) => numbersOf(document, item))
  const number = numberOf(value)
  return number === undefined ? [] : [number]
}

/** Draws two documents, for those who need no more. */
export async function drawEach(one: Uint8Array, other: Uint8Array): Promise<[Views, Views]> {
  const viewers = new Viewers()
  try {
    return [await viewers.draw(one), await viewers.draw(other)]
  } finally {
    viewers.close()
  }
}

/** Runs a program that writes PPM pictures. Those that it wrote before it failed count. */
function drawByMupdf(path: string, resolution: number): Promise<Picture[]> {
  return drawBy('mutool', ['draw', '-q', '-r', String(resolution), '-F', 'ppm', '-o', '-', path, `1-${MAX_PAGES}`])
}

function drawBy(program: string, args: readonly string[]): Promise<Picture[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'ignore'] })
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      resolve(readPpm(Buffer.concat(chunks)))
    })
  })
}
