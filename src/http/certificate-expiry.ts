/**
 * How long the service can still sign, by its certificate.
 *
 * @module
 */

import { X509Certificate } from 'node:crypto'
import type { CmsIdentity, IdentityIssuer, SigningIdentity } from '../sign/identity/identity.js'

const MS_PER_DAY = 86_400_000

type Identity = SigningIdentity | CmsIdentity | IdentityIssuer

/**
 * Validity of the certificate that signs, or that issues the signing certificates, in milliseconds since 1970. Undefined where
 * it is not known.
 */
export function certificateValidity(identity: Identity): { readonly from: number; readonly until: number } | undefined {
  const [leaf] =
    'certificates' in identity
      ? identity.certificates
      : 'issuerCertificates' in identity
        ? identity.issuerCertificates
        : []
  if (leaf === undefined) return undefined
  try {
    const { validFrom, validTo } = new X509Certificate(leaf)
    return { from: Date.parse(validFrom), until: Date.parse(validTo) }
  } catch {
    return undefined
  }
}

/** Days until that certificate expires. */
export function daysUntilExpiry(identity: Identity, now = Date.now()): number | undefined {
  const validity = certificateValidity(identity)
  return validity === undefined ? undefined : (validity.until - now) / MS_PER_DAY
}
