/**
 * The service's own certificates, by which it recognises its own signatures.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { isBytes } from '../input/foreign-values.js'
import { readAnchors } from '../trust/qualified.js'
import { certificateList, readTrustAnchors } from '../trust/trust-anchors.js'
import { assertVerifyOptions } from '../verify/verify-options.js'
import type { ApiOptions } from './api-options.js'

/**
 * The options with the certificates of all identities, present and past, added to the options for verifying.
 *
 * @throws SealwrightError `invalid_request` for a certificate that cannot be read, and for a policy that makes no sense. Both
 * would otherwise fail only with the first request that needs them.
 */
export function withOwnCertificates(options: ApiOptions): ApiOptions {
  const { identity, identities = [], verify = {}, sign = {}, extend = {} } = options
  assertVerifyOptions(verify)
  readAnchors(verify.trustAnchors, 'verify.trustAnchors')
  readAnchors(verify.timestampAnchors, 'verify.timestampAnchors')
  for (const [name, { trustAnchors, timestampAnchors }] of Object.entries({ sign, extend })) {
    readTrustAnchors(trustAnchors, `${name}.trustAnchors`)
    readTrustAnchors(timestampAnchors, `${name}.timestampAnchors`)
  }
  const past = [...identities.map(certificateOf), ...certificateList(verify.ownCertificates)]
  readTrustAnchors(past, 'identities')
  // A certificate of the present identity that cannot be read is left out here: signing reports it.
  const own = 'certificates' in identity ? [...identity.certificates.slice(0, 1).filter(isReadable), ...past] : past
  return { ...options, verify: { ...verify, ownCertificates: own } }
}

function certificateOf(identity: NonNullable<ApiOptions['identities']>[number]): Uint8Array | string {
  if (typeof identity === 'string' || isBytes(identity)) return identity
  const [leaf] = identity?.certificates ?? []
  if (leaf === undefined) {
    throw new SealwrightError('invalid_request', 'identities holds an entry without a certificate.')
  }
  return leaf
}

function isReadable(certificate: Uint8Array): boolean {
  try {
    return readTrustAnchors([certificate], 'identity') !== undefined
  } catch {
    return false
  }
}
