/**
 * prepareSignature and completeSignature: signing in two steps with a key that is elsewhere.
 *
 * @module
 */
import type { FileInput } from '../input/read-input.js'
import { loadLateParts } from '../platform/late-parts.js'
import type { SignRequest } from './request/request.js'
import type { SignedDocument } from './seal-document.js'
import type { CompleteOptions } from './two-phase/complete-signature.js'
import type { PreparedSignature, PrepareOptions } from './two-phase/prepare-signature.js'

/**
 * Does everything that comes before the key: converts, plans, appends the record and the page, and gives the bytes to sign.
 * Whoever holds the key signs them, in a second or a day, and {@link completeSignature} finishes; the process may end in
 * between. Several documents prepared together can be signed with one authorisation, as a CSC service gives for a list of
 * hashes.
 *
 * @throws SealwrightError as signDocument, save for what goes wrong with the key
 *
 * @example
 * ```ts
 * const { toBeSigned, state, document } = await prepareSignature(pdf, request, { identity, secret })
 * // ... store state and document; the signer signs toBeSigned elsewhere ...
 * const { bytes } = await completeSignature(state, signature, { document, secret })
 * ```
 */
export async function prepareSignature(
  input: FileInput,
  request: SignRequest,
  options: PrepareOptions,
): Promise<PreparedSignature> {
  const [{ prepareSealing }] = await Promise.all([import('./two-phase/prepare-signature.js'), loadLateParts()])
  return prepareSealing(input, request, options)
}

/**
 * Finishes a signature that {@link prepareSignature} prepared, in this process or another one: checks the value against the
 * certificate, adds the time stamp and what else belongs to the level, and checks the result.
 *
 * @param state the state that prepareSignature gave
 * @param signature signature over `toBeSigned`; ECDSA as DER or as r and s side by side
 * @throws SealwrightError `signing_state_invalid` when state or document are not as they were, `signing_state_expired`,
 * `signing_failed` when the signature does not fit the certificate, `certificate_expired`, and for levels above B-B
 * `timestamp_…` and `validation_data_unavailable`
 */
export async function completeSignature(
  state: Uint8Array,
  signature: Uint8Array,
  options: CompleteOptions,
): Promise<SignedDocument> {
  const [{ completeSealing }] = await Promise.all([import('./two-phase/complete-signature.js'), loadLateParts()])
  return completeSealing(state, signature, options)
}
