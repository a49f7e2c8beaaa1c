/**
 * Finds certificates that may sign CRLs for another issuer: those below the issuer of the certificate in question, or below
 * one above it (RFC 5280, 6.3.3, f: the path must end in the same anchor).
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { type DistinguishedName, equalNames } from '../../cms/names.js'
import { findPath, type TrustBudget } from '../paths/trust-paths.js'
import { type CertificatePool, createPool, findBySubject, isInPool } from '../trust-anchors.js'
import type { StatementSigner } from './revocation-statement.js'

interface Search {
  readonly pool: CertificatePool
  readonly anchors: CertificatePool | undefined
  readonly budget: TrustBudget
  /** Time when the CRL was signed. */
  readonly at: Date
}

/** Most issuers above the one in question that are examined. */
const MAX_ISSUERS_ABOVE = 12

/** Most certificates of one name that are examined. A CRL issuer has two while it changes keys. */
const MAX_CANDIDATES = 8

/**
 * Finds the certificates of a name that were certified to sign CRLs, and were good at the time.
 *
 * @param issuer issuer of the certificate that names this CRL issuer; it was judged with its path
 */
export function findCrlIssuers(name: DistinguishedName, issuer: Certificate, search: Search): StatementSigner[] {
  const { pool, anchors, budget, at } = search
  const authorities = issuersAbove(issuer, search)
  const ends = createPool(authorities)
  const own = authorities.filter(({ subject }) => equalNames(subject, name))
  const others = findBySubject(pool, name)
    .filter((certificate) => !isInPool(ends, certificate))
    .slice(0, MAX_CANDIDATES)
  const certified = others.flatMap((certificate): StatementSigner[] => {
    const { path, fault } = findPath(certificate, { anchors: ends, pool, at, purpose: 'crl-signing', budget })
    const above = path[1]
    return fault === undefined && above !== undefined ? [{ certificate, issuer: above }] : []
  })
  const isAnchor = (certificate: Certificate) => anchors !== undefined && isInPool(anchors, certificate)
  return [
    // Certificates above the issuer that are in its path were judged with it.
    ...own.map((certificate) => ({
      certificate,
      issuer: isAnchor(certificate) ? undefined : issuerIn(certificate, search),
    })),
    ...certified,
  ]
}

/** An issuer with everything that issued it, up to anchors. Everything certified by these leads to the same anchor. */
function issuersAbove(issuer: Certificate, search: Search): Certificate[] {
  const found = [issuer]
  for (let at = 0; at < found.length && found.length < MAX_ISSUERS_ABOVE; at++) {
    const last = found[at]
    if (last === undefined || (search.anchors !== undefined && isInPool(search.anchors, last))) continue
    const above = issuersOf(last, search).filter((each) => !found.includes(each))
    for (const each of above) if (found.length < MAX_ISSUERS_ABOVE) found.push(each)
  }
  return found
}

function issuerIn(certificate: Certificate, search: Search): Certificate | undefined {
  return issuersOf(certificate, search)[0]
}

function issuersOf(certificate: Certificate, { pool, anchors, budget }: Search): Certificate[] {
  const known = [
    ...(anchors === undefined ? [] : findBySubject(anchors, certificate.issuer)),
    ...findBySubject(pool, certificate.issuer),
  ]
  return known.filter((each) => each !== certificate && budget.step() && budget.isIssuedBy(certificate, each))
}
