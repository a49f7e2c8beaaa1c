/**
 * `signDocument` and `prepareSignature` where there is no Node.js. What sets text is loaded by the first call that
 * names its files.
 *
 * @module
 */

import type { FileInput } from '../input/read-input.js'
import type { WebAssets } from '../platform/web/late-assets.js'
import type { SignRequest } from '../sign/request/request.js'
import type { SignedDocument } from '../sign/seal-document.js'
import { signDocument } from '../sign/sign-document.js'
import type { SignOptions } from '../sign/sign-options.js'
import type { PreparedSignature, PrepareOptions } from '../sign/two-phase/prepare-signature.js'
import { prepareSignature } from '../sign/two-phase-signature.js'

/** Where fonts, hyphenation patterns and HarfBuzz are. */
interface WithAssets {
  /** Needed by each call that makes a certificate page or a visible signature, or signs a DOCX. */
  readonly assets?: WebAssets | undefined
}

/** Options of signing, and the location of the files that text needs. */
export interface WebSignOptions extends Omit<SignOptions, 'assets'>, WithAssets {}

/** Options of preparing a signature, and the location of the files that text needs. */
export interface WebPrepareOptions extends Omit<PrepareOptions, 'assets'>, WithAssets {}

/**
 * Signs a PDF or a DOCX, as the function of the same name does on Node.js. Without `assets` no text can be set: ask for
 * `certificate: { enabled: false }` then, and for no `appearance`.
 *
 * @param input the file: its bytes, a Blob, a stream or an async iterable of bytes; at most 25 MB unless
 * `options.maxBytes` says otherwise. It is not changed.
 * @throws SealwrightError as on Node.js; `missing_dependency` where `assets` is left out or a file of its folder is not there
 * @example
 * ```ts
 * const { bytes } = await signDocument(pdf, request, { identity, assets: { url: '/sealwright/' } })
 * ```
 */
export async function signInPage(
  input: FileInput,
  request: SignRequest,
  options: WebSignOptions,
): Promise<SignedDocument> {
  const { assets, ...others } = options ?? {}
  if (assets === undefined) return signDocument(input, request, options as SignOptions)
  const { signHere } = await import('./typesetting.js')
  return signHere(input, request, others, assets)
}

/**
 * Prepares a signature in two steps, as the function of the same name does on Node.js; `assets` as in signDocument.
 *
 * @throws SealwrightError as on Node.js; `missing_dependency` where `assets` is left out or a file of its folder is not there
 */
export async function prepareInPage(
  input: FileInput,
  request: SignRequest,
  options: WebPrepareOptions,
): Promise<PreparedSignature> {
  const { assets, ...others } = options ?? {}
  if (assets === undefined) return prepareSignature(input, request, options as PrepareOptions)
  const { prepareHere } = await import('./typesetting.js')
  return prepareHere(input, request, others, assets)
}
