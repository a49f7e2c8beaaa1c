/**
 * Finds the signer of an identity.
 *
 * @module
 */
import type { CmsSigner } from './cms-signer.js'
import { createForeignSigner } from './foreign-cms-signer.js'
import type { CmsIdentity, SigningIdentity } from './identity.js'
import { createKeySigner } from './key-signer.js'

const signers = new WeakMap<object, CmsSigner>()

/**
 * The signer for an identity, made once per identity object.
 *
 * @throws SealwrightError `invalid_identity` when its certificates or its algorithm cannot be used
 */
export function signerOfIdentity(identity: SigningIdentity | CmsIdentity): CmsSigner {
  let signer = signers.get(identity)
  if (signer === undefined) {
    signer = 'signDetached' in identity ? createForeignSigner(identity) : createKeySigner(identity)
    signers.set(identity, signer)
  }
  return signer
}
