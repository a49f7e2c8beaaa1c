/**
 * Addresses in a certificate that lead to more information about it (RFC 5280, 4.2.1.13 and 4.2.2.1). They come from
 * whoever made the certificate: check them before use.
 *
 * @module
 */

import { readDistributionPoints } from '../cms/crl.js'
import { childrenOf, contentOf, DerReader, octetsOf, primitiveContextTag, readDer, TAG } from '../cms/der.js'
import { latin1, readOid } from '../cms/der-values.js'
import type { Certificate } from '../cms/x509.js'

const AUTHORITY_INFO_ACCESS = '1.3.6.1.5.5.7.1.1'
const OCSP_METHOD = '1.3.6.1.5.5.7.48.1'
const CA_ISSUERS_METHOD = '1.3.6.1.5.5.7.48.2'
const CRL_DISTRIBUTION_POINTS = '2.5.29.31'

/** Addresses of OCSP responders; empty where the extension is absent or malformed. */
export function ocspUrlsOf(certificate: Certificate): string[] {
  return accessUrlsOf(certificate, OCSP_METHOD)
}

/** Addresses of the issuer's certificate: DER, PEM, or certs-only CMS. */
export function caIssuersUrlsOf(certificate: Certificate): string[] {
  return accessUrlsOf(certificate, CA_ISSUERS_METHOD)
}

/** Addresses of CRLs. */
export function crlUrlsOf(certificate: Certificate): string[] {
  return urlsOf(certificate, CRL_DISTRIBUTION_POINTS, (value) =>
    readDistributionPoints(value).flatMap((encoding) => {
      const name = readDer(encoding)
      return name.tag === primitiveContextTag(6) ? [latin1(contentOf(name))] : []
    }),
  )
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

function urlsOf(certificate: Certificate, oid: string, read: (value: Uint8Array) => string[]): string[] {
  const extension = certificate.extensions.find((each) => each.oid === oid)
  try {
    return extension === undefined ? [] : read(extension.value)
  } catch {
    return []
  }
}
