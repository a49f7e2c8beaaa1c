/**
 * `convertFile` where there is no Node.js. All that it needs is loaded by its first call, so that pages which only
 * verify do without.
 *
 * @module
 */

import type { ConvertedFile, ConvertRequest } from '../convert/convert-file.js'
import type { FileInput } from '../input/read-input.js'
import type { WebConvertOptions } from './typesetting.js'

/**
 * Converts a file, as the function of the same name does on Node.js. Nothing is fetched but files of the folder that `assets`
 * names: those that the document needs, each once.
 *
 * @param input the file: its bytes, a Blob, a stream or an async iterable of bytes, and for Markdown and HTML a string;
 * at most 25 MB unless `options.maxBytes` says otherwise. It is not changed.
 * @throws SealwrightError `unsupported_conversion`, `file_too_large`, `invalid_request`, `invalid_document`,
 * `unsupported_document`, `document_encrypted`, `document_too_complex`, `pending_changes`, `cannot_conform`;
 * `missing_dependency` where `assets` is left out or a file of its folder is not there; the signal's reason when
 * aborted
 * @example
 * ```ts
 * const { bytes, warnings } = await convertFile(file, { to: 'pdf' }, { assets: { url: '/sealwright/' } })
 * ```
 */
export async function loadAndConvert(
  input: FileInput | string,
  request: ConvertRequest = {},
  options: WebConvertOptions = {},
): Promise<ConvertedFile> {
  const { convertHere } = await import('./typesetting.js')
  return convertHere(input, request, options)
}
