/**
 * verifyDocument and functions for its report.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { isBytes } from '../input/foreign-values.js'
import type { FileInput } from '../input/read-input.js'
import type { SignerReport, VerificationReport } from './report.js'
import type { VerifyOptions } from './verify-options.js'

/** Loaded by the first call, since programs that only sign or convert do not need it. */
let loaded: Promise<typeof import('./verify-pdf.js')> | undefined

/**
 * Verifies a signed PDF. Only the file decides: nothing is fetched and nothing is repaired, so a file whose structure
 * two readers could see differently is not valid.
 *
 * @param input The PDF: its bytes, a Blob, a stream or an async iterable of bytes; at most 25 MB unless
 * `options.maxBytes` says otherwise.
 * @returns The report. `valid` is true only when there is at least one signature, every signature is intact, nothing
 * was changed after any of them that its rules do not permit, and, where `trustAnchors` are given, every chain ends in
 * one. A document without a signature, or one that is damaged, gets a report with `valid: false`.
 * @throws SealwrightError `invalid_document` when the input is no PDF at all, `document_encrypted` when it needs a
 * password, `file_too_large`, `invalid_request`.
 * @example
 * ```ts
 * const report = await verifyDocument(await readFile('contract.pdf'))
 * if (!report.valid) console.error(report.reason)
 * ```
 */
export async function verifyDocument(input: FileInput, options: VerifyOptions = {}): Promise<VerificationReport> {
  loaded ??= import('./verify-pdf.js')
  return (await loaded).verifyPdf(input, options)
}

/**
 * The bytes of the revision that a signature covers: what the signer saw, without anything that came later.
 *
 * @param input The bytes that were verified.
 * @param signer An entry of the report's `signers`.
 * @returns A view of the input, or `undefined` when the signature's ByteRange cannot be used.
 * @throws SealwrightError `invalid_request` for anything else
 * @example
 * ```ts
 * const original = signedRevision(bytes, report.signers[0])
 * ```
 */
export function signedRevision(input: Uint8Array, signer: SignerReport): Uint8Array | undefined {
  if (!isBytes(input)) throw invalidArgument('The bytes that were verified are missing.')
  if (signer?.coverage === undefined) throw invalidArgument('The signer must be an entry of the signers of a report.')
  const { byteRange, revision } = signer.coverage
  if (byteRange === null || revision === null) return undefined
  const [, , start = 0, length = 0] = byteRange
  return input.subarray(0, start + length)
}

function invalidArgument(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
