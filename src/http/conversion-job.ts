/**
 * Converting as a job that can be handed to another thread.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

/** What can be converted. */
export type SourceFormat = 'docx' | 'md' | 'html'
/** What it can become. */
export type TargetFormat = 'pdf' | 'docx'

/** Makes a file of one format from a file of another. */
export type Converter = (input: Uint8Array, options: { readonly signal?: AbortSignal }) => Promise<Uint8Array>

/** Every converter there is, by `from>to`. */
export type ConverterTable = ReadonlyMap<`${SourceFormat}>${TargetFormat}`, Converter>

/** A file to convert. */
export interface ConversionJob {
  readonly kind: 'convert'
  readonly input: Uint8Array
  readonly from: SourceFormat
  readonly to: TargetFormat
}

/** The converted file. */
export interface ConversionResult {
  readonly bytes: Uint8Array
}

/** The converters of this package. */
export const CONVERTERS: ConverterTable = new Map()

/**
 * Does the job.
 *
 * @throws SealwrightError `unsupported_conversion`, and what the converter throws
 */
export async function runConversionJob(
  { input, from, to }: ConversionJob,
  options: { readonly signal?: AbortSignal },
  converters: ConverterTable = CONVERTERS,
): Promise<ConversionResult> {
  const convert = converters.get(`${from}>${to}`)
  if (convert === undefined) throw new SealwrightError('unsupported_conversion', 'There is no such conversion.')
  return { bytes: await convert(input, options) }
}
