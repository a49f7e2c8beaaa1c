/**
 * Converting as a job that can be handed to another thread.
 *
 * @module
 */

import type {
  Conversion,
  ConverterOptions,
  ConverterTable,
  SourceFormat,
  TargetFormat,
} from '../../convert/conversion.js'
import { CONVERTERS } from '../../convert/converters.js'
import { SealwrightError } from '../../errors.js'

/**
 * Options of convertFile that the host may set for the API. They go to the worker threads, so they are plain data: a
 * loader of resources is for library calls.
 */
export type ConvertSettings = Omit<ConverterOptions, 'signal' | 'loadResource'>

/** A file to convert. */
export interface ConversionJob {
  readonly kind: 'convert'
  readonly input: Uint8Array
  readonly from: SourceFormat
  readonly to: TargetFormat
  readonly options: ConvertSettings
}

/**
 * Does the job.
 *
 * @throws SealwrightError `unsupported_conversion`, and what the converter throws
 */
export async function runConversionJob(
  { input, from, to, options: settings }: ConversionJob,
  options: { readonly signal?: AbortSignal },
  converters: ConverterTable = CONVERTERS,
): Promise<Conversion> {
  const convert = converters.get(`${from}>${to}`)
  if (convert === undefined) throw new SealwrightError('unsupported_conversion', 'There is no such conversion.')
  const { signal } = options
  return await convert(input, { ...settings, ...(signal === undefined ? {} : { signal }) })
}
