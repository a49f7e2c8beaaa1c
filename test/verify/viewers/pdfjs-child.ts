/**
 * The child of `pdfjs-process.ts`: draws the documents that it is sent, for the screen and for paper.
 *
 * @module
 */

import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { AnnotationMode, getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { answerJobs } from '../../support/job-process.js'
import type { Drawing, DrawingJob, SeenAnnotation } from './pdfjs-process.js'
import type { Picture } from './picture.js'

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** Where PDF.js finds the fonts that documents do not embed, and what else it loads on demand. */
const DATA = {
  standardFontDataUrl: `${folder}/standard_fonts/`,
  cMapUrl: `${folder}/cmaps/`,
  wasmUrl: `${folder}/wasm/`,
  iccUrl: `${folder}/iccs/`,
}

answerJobs(async ({ bytes, scale, maxPages }: DrawingJob): Promise<Drawing> => {
  // PDF.js takes the bytes for itself.
  const task = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false, ...DATA })
  try {
    const document = await task.promise
    return await drawPages(document, scale, Math.min(maxPages, document.numPages))
  } catch (error) {
    return { kind: 'failed', message: String(error) }
  } finally {
    await task.destroy()
  }
})

async function drawPages(document: PDFDocumentProxy, scale: number, count: number): Promise<Drawing> {
  const screen: Picture[] = []
  const print: Picture[] = []
  const annotations: SeenAnnotation[] = []
  let unit = 1
  for (let index = 0; index < count; index++) {
    const page = await document.getPage(index + 1)
    if (index === 0) unit = page.userUnit
    const size = scale / page.userUnit
    screen.push(await drawPage(page, size, 'display'))
    print.push(await drawPage(page, size, 'print'))
    // Markings are listed with the text under them: content that is not readable counts the same with and without them.
    await page.getTextContent()
    annotations.push(...(await readAnnotations(page, size, index)))
  }
  return { kind: 'drawn', pageCount: document.numPages, screen, print, annotations, unit }
}

async function drawPage(page: PDFPageProxy, scale: number, intent: 'display' | 'print'): Promise<Picture> {
  const viewport = page.getViewport({ scale })
  const [width, height] = [Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height))]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const target = { canvas: canvas as never, canvasContext: context as never }
  // Browsers show what was painted before a fault.
  await page
    .render({ ...target, viewport, intent, annotationMode: AnnotationMode.ENABLE })
    .promise.catch(() => undefined)
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, pixels: withoutAlpha(data) }
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0
    rgb[to + 1] = rgba[from + 1] ?? 0
    rgb[to + 2] = rgba[from + 2] ?? 0
  }
  return rgb
}

async function readAnnotations(page: PDFPageProxy, scale: number, index: number): Promise<SeenAnnotation[]> {
  const viewport = page.getViewport({ scale })
  const list = await page.getAnnotations({ intent: 'any' })
  return list.map((annotation: Record<string, unknown>) => {
    const [a = 0, b = 0, c = 0, d = 0] = (annotation['rect'] ?? []) as readonly number[]
    const corners = [...viewport.convertToViewportPoint(a, b), ...viewport.convertToViewportPoint(c, d)] as number[]
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners
    const textOf = (key: string) => (typeof annotation[key] === 'string' ? annotation[key] : undefined)
    return {
      page: index,
      id: String(annotation['id']),
      subtype: String(annotation['subtype']),
      pixels: [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const,
      fieldName: textOf('fieldName'),
      fieldType: textOf('fieldType'),
      fieldValue: textOf('fieldValue'),
      flags: Number(annotation['annotationFlags'] ?? 0),
      fieldFlags: typeof annotation['fieldFlags'] === 'number' ? annotation['fieldFlags'] : undefined,
      hasAppearance: annotation['hasAppearance'] === true,
    }
  })
}
