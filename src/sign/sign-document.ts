/**
 * signDocument: signs a PDF or a DOCX.
 *
 * @module
 */
import type { FileInput } from '../input/read-input.js'
import { loadLateParts } from '../platform/late-parts.js'
import type { SignRequest } from './request/request.js'
import type { SignedDocument } from './seal-document.js'
import type { SignOptions } from './sign-options.js'

/** Loaded by the first call: programs that only verify or convert need not load it. */
let loaded: Promise<typeof import('./seal-document.js')> | undefined

/**
 * Signs a PDF, or a DOCX, which is converted to PDF first. The result begins with every byte of that PDF; what is added
 * is one increment that holds the audit record as an associated file, the certificate page unless it is disabled, and a
 * PAdES baseline signature (ETSI EN 319 142-1, B-B) over the whole. The result is checked before it is returned.
 *
 * @param input The PDF or DOCX, told apart by content: its bytes, a Blob, a stream or an async iterable of bytes; at
 * most 25 MB unless `options.maxBytes` says otherwise. It is not changed.
 * @param request Who signed, what happened before, and what else to record; validated against its schema.
 * @returns The bytes of the signed PDF.
 * @throws SealwrightError `invalid_request`, `file_too_large`, `invalid_document`, `unsupported_document`,
 * `document_encrypted`, `document_too_complex`, `pending_changes`, `document_locked`, `already_signed`,
 * `would_invalidate_signatures`, `field_unavailable`, `seed_value_not_met`, `certificate_expired`,
 * `certificate_not_yet_valid`, `invalid_identity`, `signing_failed`, `missing_dependency`.
 * @example
 * ```ts
 * const identity = await identityFromPkcs12(await readFile('key.p12'), passphrase)
 * const { bytes } = await signDocument(await readFile('contract.pdf'), {
 *   signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
 *   auditTrail: [{ timestamp: new Date().toISOString(), type: 'submit', data: { form: 'nda' } }],
 * }, { identity })
 * ```
 */
export async function signDocument(
  input: FileInput,
  request: SignRequest,
  options: SignOptions,
): Promise<SignedDocument> {
  loaded ??= import('./seal-document.js')
  const [{ sealDocument }] = await Promise.all([loaded, loadLateParts()])
  return sealDocument(input, request, options)
}
