/**
 * The files of a written document put into an archive.
 *
 * @module
 */

import type { Pace } from '../pace/pace.js'
import type { Conversion, ConverterOptions } from './conversion.js'
import type { ConversionBudget } from './conversion-budget.js'
import { isFallbackFile } from './docx-writer/package/media.js'
import { packZip, type ZipFile } from './docx-writer/package/zip-writer.js'

/** A document that was written, and what is left of its budget. */
export interface MadeDocx {
  readonly files: readonly ZipFile[]
  readonly warnings: readonly string[]
  readonly budget: ConversionBudget
}

/** Draws the pictures for readers that do not know SVG, and makes the archive. */
export async function packDocx(
  { files, warnings, budget }: MadeDocx,
  options: ConverterOptions,
  pace: Pace,
): Promise<Conversion> {
  if (!files.some(isFallbackFile)) return { bytes: await packZip(files, pace), warnings }
  const { drawFallbacks } = await import('./draw-fallbacks.js')
  const drawn = await drawFallbacks(files, options, { budget, pace })
  return { bytes: await packZip(drawn.files, pace), warnings: [...warnings, ...drawn.warnings] }
}
