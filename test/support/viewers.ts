/**
 * What three viewers show of a PDF: Poppler, MuPDF and PDF.js. They recover from damage in different ways, so together
 * they tell whether a document is the same to everybody.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { withFiles } from './oracles.js'
import { runTool } from './tools.js'

/** A digest of the pictures of all pages for each viewer; `unreadable` when it shows nothing. */
export interface Pictures {
  readonly poppler: string
  readonly mupdf: string
  readonly pdfjs: string
}

/** Coarse, but a word that changes changes pixels. */
const DPI = 36
const POINTS_PER_INCH = 72

/** Lets the viewers draw all pages of a PDF, one after the other. */
export function picturesOf(bytes: Uint8Array): Promise<Pictures> {
  return withFiles({ 'in.pdf': bytes }, async (path) => {
    const input = path('in.pdf')
    await runTool('pdftoppm', ['-r', String(DPI), '-gray', input, path('poppler')])
    await runTool('mutool', ['draw', '-q', '-r', String(DPI), '-c', 'gray', '-o', path('mupdf-%d.pgm'), input])
    return {
      poppler: await digestOf(path('.'), 'poppler-'),
      mupdf: await digestOf(path('.'), 'mupdf-'),
      pdfjs: await drawWithPdfjs(bytes),
    }
  })
}

const NOTHING = 'unreadable'

/** A digest of all files whose name begins so. */
async function digestOf(folder: string, prefix: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort()
  if (names.length === 0) return NOTHING
  const hash = createHash('sha256')
  for (const name of names) hash.update(await readFile(join(folder, name)))
  return hash.digest('hex')
}

async function drawWithPdfjs(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: bytes.slice(), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false })
  const hash = createHash('sha256')
  try {
    const document = await task.promise
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const viewport = page.getViewport({ scale: DPI / POINTS_PER_INCH })
      const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
      // The types ask for a canvas of the browser's; this one does as well.
      await page.render({ canvas: canvas as never, viewport }).promise
      hash.update(canvas.data())
    }
    return hash.digest('hex')
  } catch {
    return NOTHING
  } finally {
    await task.destroy()
  }
}
