/**
 * PDF.js in a process of its own, which many documents share.
 *
 * @module
 */

import { fileURLToPath } from 'node:url'
import { JobProcess } from '../../support/job-process.js'
import type { Picture } from './picture.js'

/** What to draw. */
export interface DrawingJob {
  readonly bytes: Uint8Array
  /** Pixels per point. */
  readonly scale: number
  readonly maxPages: number
}

/** An annotation as PDF.js reads it. */
export interface SeenAnnotation {
  /** Counted from 0. */
  readonly page: number
  /** Its reference, as "12R". */
  readonly id: string
  readonly subtype: string
  /** Left, top, right, bottom in pixels of the page as it is drawn. */
  readonly pixels: readonly [number, number, number, number]
  readonly fieldName: string | undefined
  readonly fieldType: string | undefined
  readonly fieldValue: string | undefined
  /** /F. */
  readonly flags: number
  /** /Ff, own or inherited. */
  readonly fieldFlags: number | undefined
  readonly hasAppearance: boolean
}

/** What came of it. */
export type Drawing =
  | {
      readonly kind: 'drawn'
      readonly pageCount: number
      readonly screen: readonly Picture[]
      readonly print: readonly Picture[]
      readonly annotations: readonly SeenAnnotation[]
      /** Of the first page, in points (UserUnit); pictures and places are of the size that pages have without it. */
      readonly unit: number
    }
  | { readonly kind: 'failed'; readonly message: string }

const CHILD = fileURLToPath(new URL('./pdfjs-child.ts', import.meta.url))

/** Draws documents one after the other. */
export class PdfjsProcess extends JobProcess<DrawingJob, Drawing> {
  constructor({ timeoutMs = 60_000 }: { timeoutMs?: number } = {}) {
    super(CHILD, timeoutMs)
  }
}
