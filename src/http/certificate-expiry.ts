/**
 * How long the service can still sign.
 *
 * @module
 */

import { X509Certificate } from 'node:crypto'
import type { CmsIdentity, IdentityIssuer, SigningIdentity } from '../sign/identity/identity.js'

const MS_PER_DAY = 86_400_000

/** Days until the certificate that signs, or that issues those that do, expires; undefined where it is not known. */
export function daysUntilExpiry(
  identity: SigningIdentity | CmsIdentity | IdentityIssuer,
  now = Date.now(),
): number | undefined {
  const [leaf] =
    'certificates' in identity
      ? identity.certificates
      : 'issuerCertificates' in identity
        ? identity.issuerCertificates
        : []
  if (leaf === undefined) return undefined
  try {
    return (Date.parse(new X509Certificate(leaf).validTo) - now) / MS_PER_DAY
  } catch {
    return undefined
  }
}
