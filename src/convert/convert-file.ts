import { assertInput, SealwrightError } from '../errors.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { CONFORMANCES, type Conformance } from '../typeset/paint/conformance.js'
import type { Converter, ConverterOptions, SourceFormat, TargetFormat, TextFormat } from './conversion.js'
import { CONVERTERS, TEXT_CONVERTERS } from './converters.js'
import { detectFormat } from './detect-format.js'
import { assertReviewOptions } from './review-options.js'

/** What is to become of a file. */
export interface ConvertRequest {
  /** Told from the content, the file's name and its content type, in this order, when left out. */
  readonly from?: SourceFormat
  /** `pdf` when left out. A DOCX can also become `html` or `md`: its text and structure, without its looks. */
  readonly to?: TargetFormat | TextFormat
  /** Helps to tell the format, and gives the result its name. */
  readonly fileName?: string
  /** Helps to tell the format. */
  readonly contentType?: string
}

/** How to go about it. */
export interface ConvertOptions extends ConverterOptions {
  /** Largest file that is taken, in bytes. Default 25 MB. */
  readonly maxBytes?: number
}

/** A converted file. */
export interface ConvertedFile {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** The input's name with the new ending, where there was one. */
  readonly fileName?: string
  /** What the result does not show as the source does, such as characters that no font has. Empty when all is well. */
  readonly warnings: readonly string[]
}

/** Media types of what conversions make. */
export const TARGET_MEDIA_TYPES: Readonly<Record<TargetFormat | TextFormat, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

type AllConverters = ReadonlyMap<string, Converter>

const ALL_CONVERTERS: AllConverters = new Map([...CONVERTERS, ...TEXT_CONVERTERS])

/**
 * Converts a file. Nothing is fetched and no file is read but the package's own fonts.
 *
 * @param input the file, at most 25 MB unless `options.maxBytes` says otherwise. It is not changed.
 * @throws SealwrightError `unsupported_conversion`, `file_too_large`, `invalid_request`, `invalid_document`,
 * `unsupported_document`, `document_encrypted`, `document_too_complex`, `pending_changes`,
 * `cannot_conform`; the signal's reason when aborted
 * @example
 * ```ts
 * const { bytes, warnings } = await convertFile(await readFile('contract.docx'), { to: 'pdf' })
 * await writeFile('contract.pdf', bytes)
 * ```
 */
export async function convertFile(
  input: Uint8Array,
  request: ConvertRequest = {},
  options: ConvertOptions = {},
): Promise<ConvertedFile> {
  const { maxBytes = MAX_DOCUMENT_BYTES, ...converterOptions } = options
  options.signal?.throwIfAborted()
  assertInput(input, maxBytes, 'file')
  assertReviewOptions(options)
  assertConformance(options.conformance)
  const { fileName, to = 'pdf' } = request
  const from = request.from ?? detectFormat({ ...request, bytes: input })
  const convert = from === undefined ? undefined : ALL_CONVERTERS.get(`${from}>${to}`)
  if (convert === undefined) {
    throw new SealwrightError('unsupported_conversion', describeUnsupported(ALL_CONVERTERS, from, to))
  }
  const { bytes, warnings } = await convert(input, {
    ...(fileName === undefined ? {} : { fileName }),
    ...converterOptions,
  })
  return {
    bytes,
    contentType: TARGET_MEDIA_TYPES[to],
    ...(fileName === undefined ? {} : { fileName: renameTo(fileName, to) }),
    warnings,
  }
}

function assertConformance(conformance: Conformance | undefined): void {
  if (conformance === undefined || CONFORMANCES.includes(conformance)) return
  throw new SealwrightError('invalid_request', `conformance must be one of ${CONFORMANCES.join(', ')}.`)
}

/** The name with another ending; `document` where nothing is left of it. */
export function renameTo(fileName: string, to: TargetFormat | TextFormat): string {
  return `${fileName.replace(/\.[^.]{1,10}$/, '') || 'document'}.${to}`
}

/** Says what cannot be done and what can. */
export function describeUnsupported(
  table: AllConverters,
  from: SourceFormat | undefined,
  to: TargetFormat | TextFormat,
): string {
  const what = from === undefined ? 'The kind of file was not recognised.' : `${from} cannot be converted to ${to}.`
  const list = [...table.keys()].map((pair) => pair.replace('>', ' to ')).join(', ')
  return `${what} Supported: ${list}.`
}
