/**
 * Addresses in a certificate for more information about it (RFC 5280, 4.2.1.13 and 4.2.2.1). They come from the certificate's
 * author: check them before use.
 *
 * @module
 */

import {
  childrenOf,
  contentOf,
  DerReader,
  latin1,
  octetsOf,
  primitiveContextTag,
  readDer,
  readOid,
  TAG,
} from '../../cms/asn1.js'
import type { Certificate } from '../../cms/certificates.js'
import type { DistinguishedName } from '../../cms/names.js'
import { ALL_REASONS, readDistributionPoints } from '../../cms/revocation.js'

const AUTHORITY_INFO_ACCESS = '1.3.6.1.5.5.7.1.1'
const OCSP_METHOD = '1.3.6.1.5.5.7.48.1'
const CA_ISSUERS_METHOD = '1.3.6.1.5.5.7.48.2'
const CRL_DISTRIBUTION_POINTS = '2.5.29.31'
const FRESHEST_CRL = '2.5.29.46'

/** Addresses of OCSP responders; empty when the extension is absent or malformed. */
export function ocspUrlsOf(certificate: Certificate): string[] {
  return accessUrlsOf(certificate, OCSP_METHOD)
}

/** Addresses of the issuer's certificate: DER, PEM, or certs-only CMS. */
export function caIssuersUrlsOf(certificate: Certificate): string[] {
  return accessUrlsOf(certificate, CA_ISSUERS_METHOD)
}

/** Addresses of CRLs by the certificate's issuer for all reasons, each of which alone tells whether it was revoked. */
export function crlUrlsOf({ extensions, issuer }: Certificate): string[] {
  return urlsOf({ extensions }, CRL_DISTRIBUTION_POINTS, (value) => pointUrls(value, issuer))
}

/** Addresses of delta CRLs in a certificate or a CRL (freshestCRL; RFC 5280, 4.2.1.15 and 5.2.6). */
export function deltaCrlUrlsOf({ extensions, issuer }: Pick<Certificate, 'extensions' | 'issuer'>): string[] {
  return urlsOf({ extensions }, FRESHEST_CRL, (value) => pointUrls(value, issuer))
}

function pointUrls(value: Uint8Array, issuer: DistinguishedName): string[] {
  return readDistributionPoints(value, issuer)
    .filter(({ reasons, crlIssuer }) => reasons === ALL_REASONS && crlIssuer.length === 0)
    .flatMap(({ names }) => names)
    .flatMap((encoding) => {
      const name = readDer(encoding)
      return name.tag === primitiveContextTag(6) ? [latin1(contentOf(name))] : []
    })
}

function accessUrlsOf(certificate: Certificate, wanted: string): string[] {
  return urlsOf(certificate, AUTHORITY_INFO_ACCESS, (value) =>
    Array.from(childrenOf(readDer(value))).flatMap((access) => {
      const reader = new DerReader(access, TAG.sequence)
      const method = readOid(reader.read(TAG.oid, 'an access method'))
      const location = reader.readAny('an access location')
      return method === wanted && location.tag === primitiveContextTag(6) ? [latin1(octetsOf(location))] : []
    }),
  )
}

function urlsOf(
  { extensions }: Pick<Certificate, 'extensions'>,
  oid: string,
  read: (value: Uint8Array) => string[],
): string[] {
  const extension = extensions.find((each) => each.oid === oid)
  try {
    return extension === undefined ? [] : read(extension.value)
  } catch {
    return []
  }
}
