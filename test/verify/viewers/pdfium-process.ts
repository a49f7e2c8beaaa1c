/**
 * PDFium, which Chrome and Edge show documents with, in a process of its own. LibreOffice brings the library along.
 *
 * @module
 */

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { JobProcess } from '../../support/job-process.js'
import { hasTool } from '../../support/tools.js'
import type { DrawingJob } from './pdfjs-process.js'
import type { Picture } from './picture.js'

/** The pages of a document, for the screen and for paper; none where it could not be opened. */
export interface PdfiumDrawing {
  readonly kind: 'drawn'
  readonly screen: readonly Picture[]
  readonly print: readonly Picture[]
  /** For the screen, when the document is loaded piece by piece. */
  readonly piecewise: readonly Picture[]
}

/** Where Debian's libreoffice-core has it. */
export const PDFIUM_LIBRARY = '/usr/lib/libreoffice/program/libpdfiumlo.so'

const CHILD = fileURLToPath(new URL('./pdfium-child.ts', import.meta.url))

/**
 * Whether PDFium can be asked here.
 *
 * @throws Error in CI when LibreOffice is missing, as every tool does
 */
export function hasPdfium(): boolean {
  return hasTool('soffice') && existsSync(PDFIUM_LIBRARY)
}

/** Draws documents one after the other. */
export class PdfiumProcess extends JobProcess<DrawingJob, PdfiumDrawing> {
  constructor({ timeoutMs }: { timeoutMs: number }) {
    super(CHILD, timeoutMs)
  }
}
