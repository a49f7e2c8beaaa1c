/**
 * Finds certificates that may sign CRLs for another issuer: those below the issuer of the certificate in question, or below
 * one above it (RFC 5280, 6.3.3, f: the path must end in the same anchor).
 *
 * @module
 */

import { basicConstraintsOf, type Certificate, keyUsageOf } from '../../cms/certificates.js'
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

/**
 * An issuer with all that issued it, up to anchors: whatever these certify leads to the same anchor. A certificate of
 * the document counts only where it is on the way to an anchor: anybody can make one with the name and the public key
 * of a CA, and have it issued by a key of their own.
 */
function issuersAbove(issuer: Certificate, search: Search): Certificate[] {
  const { anchors } = search
  const above = new Map<Certificate, readonly Certificate[]>([[issuer, []]])
  // What is added on the way is gone through as well.
  for (const last of above.keys()) {
    if (anchors !== undefined && isInPool(anchors, last)) continue
    const found = issuersOf(last, search).filter((each) => isAuthority(each, anchors))
    above.set(last, found)
    for (const each of found) if (above.size < MAX_ISSUERS_ABOVE && !above.has(each)) above.set(each, [])
  }
  if (anchors === undefined) return [...above.keys()]
  const anchored = new Set([...above.keys()].filter((each) => isInPool(anchors, each)))
  for (const top of anchored) {
    for (const [each, issuers] of above) if (issuers.includes(top)) anchored.add(each)
  }
  return [issuer, ...[...anchored].filter((each) => each !== issuer)]
}

/** Whether a certificate may issue others; one of version 1 cannot say so, and is an anchor by the word of the host. */
function isAuthority(certificate: Certificate, anchors: CertificatePool | undefined): boolean {
  try {
    const usage = keyUsageOf(certificate)
    const isFirstVersion = certificate.version === 1 && anchors !== undefined && isInPool(anchors, certificate)
    const isCa = isFirstVersion || basicConstraintsOf(certificate)?.isCa === true
    return isCa && (usage === undefined || usage.has('keyCertSign'))
  } catch {
    return false
  }
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
