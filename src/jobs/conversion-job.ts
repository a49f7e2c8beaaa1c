/**
 * Converting as a job that can be handed to another thread.
 *
 * @module
 */

import type { ConverterOptions, ConverterTable, SourceFormat, TargetFormat } from '../convert/conversion.js'
import { warningsOfEmpty } from '../convert/convert-file.js'
import { SealwrightError } from '../errors.js'
import type { Job, JobContext } from '../work/job.js'
import { encodeDocument } from './document-job.js'

/**
 * Options of convertFile that the host may set for the API. They go to the worker threads, so they are plain data: a
 * loader of resources is for library calls.
 */
export type ConvertSettings = Omit<ConverterOptions, 'signal' | 'loadResource'>

/** A file to convert. */
export interface ConversionJob extends Job<ConversionReply> {
  readonly kind: 'convert'
  readonly input: Uint8Array
  readonly from: SourceFormat
  readonly to: TargetFormat
  readonly options: ConvertSettings
  /** Media type and name of the file in an answer in JSON. Left out: the answer is the file itself. */
  readonly describedAs?: { readonly contentType: string; readonly fileName: string }
}

/** The body of the answer, and the warnings about what it loses. */
export interface ConversionReply {
  readonly reply: Uint8Array
  readonly warnings: readonly string[]
}

/**
 * Does the job.
 *
 * @throws SealwrightError `unsupported_conversion`, and what the converter throws
 */
export async function runConversionJob(
  { input, from, to, options: settings, describedAs }: ConversionJob,
  { signal }: JobContext,
  converters: ConverterTable,
): Promise<ConversionReply> {
  const convert = converters.get(`${from}>${to}`)
  if (convert === undefined) throw new SealwrightError('unsupported_conversion', 'There is no such conversion.')
  const empty = warningsOfEmpty(input)
  const { bytes, warnings: own } = await convert(input, { ...settings, ...(signal === undefined ? {} : { signal }) })
  const warnings = [...empty, ...own]
  if (describedAs === undefined) return { reply: bytes, warnings }
  const { contentType, fileName } = describedAs
  return { reply: encodeDocument(bytes, contentType, { warnings }, fileName), warnings }
}
