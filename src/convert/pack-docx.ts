/**
 * Packs the files of a written document into an archive.
 *
 * @module
 */

import type { Pace } from '../pace/pace.js'
import type { Conversion, ConverterOptions } from './conversion.js'
import type { ConversionBudget } from './conversion-budget.js'
import { isFallbackFile } from './docx-writer/package/media.js'
import { packZip, type ZipFile } from './docx-writer/package/zip-writer.js'

/** A written document, and its remaining budget. */
export interface MadeDocx {
  readonly files: readonly ZipFile[]
  readonly warnings: readonly string[]
  readonly budget: ConversionBudget
}

/** Draws pictures for programs that do not support SVG, and creates the archive. */
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
