/**
 * Converting as a job that can be handed to another thread.
 *
 * @module
 */

import type { Conversion, ConverterTable, SourceFormat, TargetFormat } from '../convert/conversion.js'
import { CONVERTERS } from '../convert/converters.js'
import { SealwrightError } from '../errors.js'

/** A file to convert. */
export interface ConversionJob {
  readonly kind: 'convert'
  readonly input: Uint8Array
  readonly from: SourceFormat
  readonly to: TargetFormat
}

/**
 * Does the job.
 *
 * @throws SealwrightError `unsupported_conversion`, and what the converter throws
 */
export async function runConversionJob(
  { input, from, to }: ConversionJob,
  options: { readonly signal?: AbortSignal },
  converters: ConverterTable = CONVERTERS,
): Promise<Conversion> {
  const convert = converters.get(`${from}>${to}`)
  if (convert === undefined) throw new SealwrightError('unsupported_conversion', 'There is no such conversion.')
  return await convert(input, options)
}
