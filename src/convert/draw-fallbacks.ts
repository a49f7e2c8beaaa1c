/**
 * Draws the pictures beside SVG drawings in a DOCX, for programs that do not support SVG: LibreOffice, Pages, Google Docs and
 * Word before 2016.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { Pace } from '../pace/pace.js'
import { createFontLibrary, type FontLibrary } from '../typeset/fonts.js'
import { withShaper } from '../typeset/load-shaper-for.js'
import { damagedImage, drawPicture, readImage } from '../typeset/painting.js'
import type { ConverterOptions } from './conversion.js'
import type { ConversionBudget } from './conversion-budget.js'
import { type FallbackFile, isFallbackFile } from './docx-writer/package/media.js'
import type { ZipFile } from './docx-writer/package/zip-writer.js'
import { packPng } from './docx-writer/write-png.js'

/** Options and budget for drawing. */
interface DrawingContext {
  readonly budget: ConversionBudget
  readonly pace: Pace
}

/** Pixels per twip: two for each pixel of CSS, so that the pictures are sharp on paper and on fine screens. */
const PIXELS_PER_TWIP = 2 / 15
/** Maximum number of pixels of a picture. A larger drawing gets a lower resolution. */
const MAX_PIXELS = 2_000_000
/** Bytes that a pixel takes while it is drawn and written. */
const BYTES_PER_PIXEL = 12
/** Steps that reading a character of a drawing takes. */
const STEPS_PER_CHARACTER = 4
/** Pixels that count as one step of the budget. */
const PIXELS_PER_STEP = 4

/**
 * Draws the pictures beside the drawings. A drawing that cannot be drawn, or not within the budget, stays a grey box, with a
 * warning.
 *
 * @throws the signal's reason when aborted
 */
export async function drawFallbacks(
  files: readonly ZipFile[],
  { fonts: sources = [] }: ConverterOptions,
  context: DrawingContext,
): Promise<{ readonly files: readonly ZipFile[]; readonly warnings: readonly string[] }> {
  const fonts = createFontLibrary({ sources, needsShaper: true })
  const warnings = new Set<string>()
  const drawn: ZipFile[] = []
  let isSpent = false
  for (const file of files) {
    if (!isFallbackFile(file)) {
      drawn.push(file)
      continue
    }
    const restore = context.budget.mark()
    try {
      if (isSpent) throw new SealwrightError('document_too_complex', 'No more drawings are drawn.')
      const bytes = await withShaper(() => drawFallback(file, fonts, context, warnings))
      context.budget.hold('drawings', bytes.length)
      drawn.push({ name: file.name, bytes, stored: true })
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      // The budget spent in vain is returned, and no further drawing is tried.
      if (error.code === 'document_too_complex') {
        isSpent = true
        restore()
      }
      warnings.add(describeGrey(error))
      drawn.push(file)
    }
  }
  return { files: drawn, warnings: [...warnings] }
}

async function drawFallback(
  { svg, width, height }: FallbackFile,
  fonts: FontLibrary,
  { budget, pace }: DrawingContext,
  warnings: Set<string>,
): Promise<Uint8Array> {
  budget.step('drawings', STEPS_PER_CHARACTER * svg.length)
  const image = readImage(svg, { fonts })
  if (image.kind !== 'vector') throw damagedImage('SVG')
  const { missing = new Set() } = image
  if (missing.size > 0) warnings.add(`${UNKNOWN_SVG} without some of its parts: ${[...missing].join(', ')}.`)
  const scale = Math.min(PIXELS_PER_TWIP, Math.sqrt(MAX_PIXELS / (width * height)))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const bytes = size.width * size.height * BYTES_PER_PIXEL
  budget.hold('drawings', bytes)
  const spend = (count: number) => budget.step('drawings', count / PIXELS_PER_STEP)
  try {
    return await packPng(await pace.run(drawPicture(image, { ...size, spend })))
  } finally {
    budget.hold('drawings', -bytes)
  }
}

function describeGrey({ code, message }: SealwrightError): string {
  const reason = code === 'document_too_complex' ? 'There is too much to draw in it.' : message
  return `${UNKNOWN_SVG} as a grey box. ${reason}`
}

const UNKNOWN_SVG = 'Programs that do not know SVG show a drawing'
