/**
 * Conversions where there is no Node.js: what `convertFile` loads there.
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

/** How to convert, and where the files are that this needs. */
export interface WebConvertOptions extends Omit<ConvertOptions, 'assets'> {
  /** Where fonts, hyphenation patterns and HarfBuzz are. It holds for all later calls, too. */
  readonly assets?: WebAssets
}

/** Converts a file, with the files that `assets` names. */
export async function convertHere(
  input: FileInput | string,
  request: ConvertRequest,
  options: WebConvertOptions,
): Promise<ConvertedFile> {
  checkOptions(options, CONVERT_OPTIONS)
  const { assets, ...others } = options
  useAssets(assets)
  const converting = convertFile(input, request, others)
  // Other calls may wait for a file that is being fetched, so the request for it is not aborted.
  return others.signal === undefined ? converting : raceAbort(converting, others.signal)
}
