/**
 * Identities that use the signers of the `@signpdf` packages.
 *
 * @module
 */

import { checkOptions, having, required } from '../../input/check-options.js'
import type { CmsIdentity } from './identity.js'

/** The shape of a `@signpdf` Signer, for example `P12Signer` of `@signpdf/signer-p12`. It is always called with a Buffer. */
export interface SignpdfSigner {
  sign(pdfBuffer: Uint8Array, signingTime?: Date): Promise<Uint8Array>
}

/**
 * Wraps a `@signpdf` signer. What it makes goes into the PDF as it is: if it lacks the attributes of PAdES, the
 * signature is marked as a plain CMS signature (`adbe.pkcs7.detached`). It is given the whole document in memory, and
 * called once more for the first document, to learn the size of its signatures.
 *
 * @example
 * ```ts
 * import { P12Signer } from '@signpdf/signer-p12'
 *
 * const identity = identityFromSignpdf(new P12Signer(p12, { passphrase }))
 * ```
 */
export function identityFromSignpdf(signer: SignpdfSigner): CmsIdentity {
  checkOptions({ signer }, { signer: required(having('sign')) })
  return {
    async signDetached(content, { signingTime, signal }) {
      signal?.throwIfAborted()
      const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
      rewind(signer)
      return signer.sign(buffer, signingTime)
    },
  }
}

/**
 * Resets P12Signer, which keeps its file in a node-forge buffer. The first signature reads it to the end, and the second
 * would find it empty.
 */
function rewind(signer: SignpdfSigner): void {
  const file: unknown = 'cert' in signer ? signer.cert : undefined
  const isForgeBuffer = typeof file === 'object' && file !== null && 'data' in file && 'read' in file
  if (isForgeBuffer && typeof file.read === 'number') file.read = 0
}
