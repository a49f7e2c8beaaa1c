/**
 * extendDocument: raises signed documents to a level.
 *
 * @module
 */
import type { FileInput } from '../input/read-input.js'
import { loadLateParts } from '../platform/late-parts.js'
import type { ExtendedDocument, ExtendOptions } from './level/extend-options.js'

/** Loaded by the first call. */
let loaded: Promise<typeof import('./level/extend-signed.js')> | undefined

/**
 * Raises a signed document, made here or elsewhere, to a level, or renews its archive, by one increment:
 *
 * - `B-T`: a document time stamp, where a signature has no time stamp yet
 * - `B-LT`: validation data for all signatures and time stamps; a document time stamp where one is missing
 * - `B-LTA`: validation data, and a document time stamp over everything, whether there was one or not
 *
 * Signers whose chain is unknown or whose certificates have ended cost a warning, not the renewal.
 *
 * @throws SealwrightError `invalid_request`, `file_too_large`, `invalid_document`, `unsupported_document` for one without a
 * signature, `document_encrypted`, `document_locked`, `certificate_revoked`; unless `onUnavailable` is `degrade`,
 * `timestamp_…` and `validation_data_unavailable`
 *
 * @example
 * ```ts
 * const { bytes, level, renewBefore } = await extendDocument(signed, {
 *   level: 'B-LTA',
 *   timestampAuthorities: [timestampAuthority('https://tsa.example.com/tsr')],
 *   trustAnchors: [root],
 * })
 * ```
 */
export async function extendDocument(input: FileInput, options: ExtendOptions): Promise<ExtendedDocument> {
  loaded ??= import('./level/extend-signed.js')
  const [{ extendSigned }] = await Promise.all([loaded, loadLateParts()])
  return extendSigned(input, options)
}
