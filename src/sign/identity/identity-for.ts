/**
 * Chooses the identity that signs one document.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { CmsIdentity, IdentityIssuer, IssuedTo, SigningIdentity } from './identity.js'

/** An identity, and what to do after it has signed. */
interface ChosenIdentity {
  readonly identity: SigningIdentity | CmsIdentity
  /** True when it was made for this signature only. */
  readonly isIssued: boolean
  forget(): void
}

/**
 * The identity in the options, or the one that their issuer makes for the signer.
 *
 * @throws SealwrightError what the issuer throws; `invalid_identity` when it returns no identity
 */
export async function identityFor(
  { identity, signal }: { identity: SigningIdentity | CmsIdentity | IdentityIssuer; signal?: AbortSignal | undefined },
  signer: IssuedTo,
  now: Date,
): Promise<ChosenIdentity> {
  if (!isIssuer(identity)) return { identity, isIssued: false, forget: () => undefined }
  const { name, email } = signer
  const issued = await identity.issueIdentity({ name, email }, signal === undefined ? { now } : { now, signal })
  if (typeof issued?.forget !== 'function') {
    throw new SealwrightError('invalid_identity', 'The issuer did not give an identity with a forget() method.')
  }
  return { identity: issued, isIssued: true, forget: () => issued.forget() }
}

/** True for an issuer, which makes identities and does not sign itself. */
export function isIssuer(identity: SigningIdentity | CmsIdentity | IdentityIssuer): identity is IdentityIssuer {
  return 'issueIdentity' in identity
}
