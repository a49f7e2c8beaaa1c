/**
 * Conversions without Node.js, loaded by `convertFile`.
 *
 * @module
 */

import { checkOptions } from '../../input/check-options.js'
import type { FileInput } from '../../input/read-input.js'
import { raceAbort } from '../../pace/race-abort.js'
import { useAssets, type WebAssets } from '../../platform/web/late-assets.js'
import {
  CONVERT_OPTIONS,
  type ConvertedFile,
  type ConvertOptions,
  type ConvertRequest,
  convertFile,
} from '../convert-file.js'

/** Conversion options, and the location of the files that conversions need. */
export interface WebConvertOptions extends Omit<ConvertOptions, 'assets'> {
  /** Where fonts, hyphenation patterns and HarfBuzz are. It holds for all later calls, too. */
  readonly assets?: WebAssets
}

/** Uses the files of `assets`, and converts. */
export async function convertHere(
  input: FileInput | string,
  request: ConvertRequest,
  options: WebConvertOptions,
): Promise<ConvertedFile> {
  checkOptions(options, CONVERT_OPTIONS)
  const { assets, ...others } = options
  useAssets(assets)
  const converting = convertFile(input, request, others)
  // Other calls may wait for a file that is being fetched, so aborting this call does not abort the fetch.
  return others.signal === undefined ? converting : raceAbort(converting, others.signal)
}
