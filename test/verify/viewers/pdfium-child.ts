/**
 * The child of `pdfium-process.ts`: draws the documents that it is sent as Chromium does, pages with their annotations
 * first and the form over them.
 *
 * @module
 */

import koffi from 'koffi'
import { answerJobs } from '../../support/job-process.js'
import { piecewiseOpener } from './pdfium-pieces.js'
import { PDFIUM_LIBRARY, type PdfiumDrawing } from './pdfium-process.js'
import type { DrawingJob } from './pdfjs-process.js'
import type { Picture } from './picture.js'

/** A pointer that only the library looks into. */
type Handle = object | null

const library = koffi.load(PDFIUM_LIBRARY)
const openPiecewise = piecewiseOpener(library)
const initialize: () => void = library.func('void FPDF_InitLibrary()')
const openDocument: (bytes: Uint8Array, size: number, password: null) => Handle = library.func(
  'void* FPDF_LoadMemDocument(const uint8_t* data, int size, const char* password)',
)
const closeDocument: (document: Handle) => void = library.func('void FPDF_CloseDocument(void* document)')
const countPages: (document: Handle) => number = library.func('int FPDF_GetPageCount(void* document)')
const openPage: (document: Handle, index: number) => Handle = library.func(
  'void* FPDF_LoadPage(void* document, int index)',
)
const closePage: (page: Handle) => void = library.func('void FPDF_ClosePage(void* page)')
const widthOf: (page: Handle) => number = library.func('double FPDF_GetPageWidth(void* page)')
const heightOf: (page: Handle) => number = library.func('double FPDF_GetPageHeight(void* page)')
const createBitmap: (width: number, height: number, format: number, pixels: Uint8Array, stride: number) => Handle =
  library.func('void* FPDFBitmap_CreateEx(int width, int height, int format, uint8_t* pixels, int stride)')
const destroyBitmap: (bitmap: Handle) => void = library.func('void FPDFBitmap_Destroy(void* bitmap)')
/** Bitmap, page, left, top, width, height, rotation, flags. */
type Draw = (bitmap: Handle, page: Handle, ...place: [number, number, number, number, number, number]) => void
const drawPage: Draw = library.func(
  'void FPDF_RenderPageBitmap(void* bitmap, void* page, int x, int y, int width, int height, int rotation, int flags)',
)
const openForm: (document: Handle, callbacks: Uint8Array) => Handle = library.func(
  'void* FPDFDOC_InitFormFillEnvironment(void* document, uint8_t* callbacks)',
)
const closeForm: (form: Handle) => void = library.func('void FPDFDOC_ExitFormFillEnvironment(void* form)')
const drawForm: (form: Handle, ...how: Parameters<Draw>) => void = library.func(
  'void FPDF_FFLDraw(void* form, void* bitmap, void* page, int x, int y, int width, int height, int rotation, int flags)',
)
const enterPage: (page: Handle, form: Handle) => void = library.func(
  'void FORM_OnAfterLoadPage(void* page, void* form)',
)
const leavePage: (page: Handle, form: Handle) => void = library.func(
  'void FORM_OnBeforeClosePage(void* page, void* form)',
)

/** Four bytes for each pixel: blue, green, red and one that means nothing (fpdfview.h). */
const BGRX = 3
const DRAW_ANNOTATIONS = 0x01
const FOR_PRINTING = 0x800
/** More than the structure of callbacks has: version 1, and none that is set. */
const CALLBACKS_SIZE = 1024

initialize()

answerJobs(async ({ bytes, scale, maxPages }: DrawingJob): Promise<PdfiumDrawing> => {
  const screen: Picture[] = []
  const print: Picture[] = []
  // The library reads from these bytes until the document is closed.
  const data = Buffer.from(bytes)
  const document = openDocument(data, data.length, null)
  const piecewise = drawPiecewise({ bytes, scale, maxPages })
  if (document === null) return { kind: 'drawn', screen, print, piecewise }
  const form = openFormOf(document)
  for (let index = 0; index < Math.min(maxPages, countPages(document)); index++) {
    const page = openPage(document, index)
    if (page === null) continue
    enterPage(page, form)
    screen.push(takePicture(page, form, scale, DRAW_ANNOTATIONS))
    print.push(takePicture(page, form, scale, DRAW_ANNOTATIONS | FOR_PRINTING))
    leavePage(page, form)
    closePage(page)
  }
  closeForm(form)
  closeDocument(document)
  return { kind: 'drawn', screen, print, piecewise }
})

function openFormOf(document: Handle): Handle {
  const callbacks = new Uint8Array(CALLBACKS_SIZE)
  new DataView(callbacks.buffer).setInt32(0, 1, true)
  return openForm(document, callbacks)
}

/** The pages for the screen, each loaded when its bytes have come. */
function drawPiecewise({ bytes, scale, maxPages }: DrawingJob): Picture[] {
  const pictures: Picture[] = []
  const opened = openPiecewise(bytes)
  if (opened === undefined) return pictures
  const form = openFormOf(opened.document)
  for (let index = 0; index < Math.min(maxPages, countPages(opened.document)); index++) {
    opened.fetchPage(index)
    const page = openPage(opened.document, index)
    if (page === null) continue
    enterPage(page, form)
    pictures.push(takePicture(page, form, scale, DRAW_ANNOTATIONS))
    leavePage(page, form)
    closePage(page)
  }
  closeForm(form)
  opened.close(closeDocument)
  return pictures
}

function takePicture(page: Handle, form: Handle, scale: number, flags: number): Picture {
  const width = Math.max(1, Math.ceil(widthOf(page) * scale))
  const height = Math.max(1, Math.ceil(heightOf(page) * scale))
  const pixels = new Uint8Array(width * height * 4).fill(0xff)
  const bitmap = createBitmap(width, height, BGRX, pixels, width * 4)
  drawPage(bitmap, page, 0, 0, width, height, 0, flags)
  drawForm(form, bitmap, page, 0, 0, width, height, 0, flags)
  destroyBitmap(bitmap)
  return { width, height, pixels: toRgb(pixels) }
}

function toRgb(bgrx: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((bgrx.length / 4) * 3)
  for (let from = 0, to = 0; from < bgrx.length; from += 4, to += 3) {
    rgb[to] = bgrx[from + 2] ?? 0
    rgb[to + 1] = bgrx[from + 1] ?? 0
    rgb[to + 2] = bgrx[from] ?? 0
  }
  return rgb
}
