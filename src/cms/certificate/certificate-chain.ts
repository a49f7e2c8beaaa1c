/**
 * Orders the certificates that came with a key. Whether a chain is trusted is decided elsewhere.
 *
 * @module
 */

import { equalBytes } from '../asn1/der.js'
import { IDENTITY_LIMITS } from '../identity-limits.js'
import { isIssuedBy } from './certificate-signature.js'
import { equalNames } from './distinguished-name.js'
import type { Certificate } from './x509.js'
import { authorityKeyIdentifierOf, subjectKeyIdentifierOf } from './x509-extensions.js'

/** True when the certificate names this issuer by its name and, where both have one, by its key identifier. */
export function namesIssuer(certificate: Certificate, issuer: Certificate): boolean {
  if (!equalNames(certificate.issuer, issuer.subject)) return false
  try {
    const wanted = authorityKeyIdentifierOf(certificate)
    const given = subjectKeyIdentifierOf(issuer)
    return wanted === undefined || given === undefined || equalBytes(wanted, given)
  } catch {
    return true
  }
}

/** The leaf, its issuer, that one's issuer and so on, as far as `others` contain them. Other certificates are left out. */
export function orderChain(leaf: Certificate, others: readonly Certificate[]): Certificate[] {
  const chain = [leaf]
  const left = new Set(others.filter((certificate) => !equalBytes(certificate.der, leaf.der)))
  for (let last = leaf; chain.length < IDENTITY_LIMITS.maxChainLength && !equalNames(last.issuer, last.subject); ) {
    const named = [...left].filter((candidate) => namesIssuer(last, candidate))
    const issuer = named.find((candidate) => isIssuedBy(last, candidate)) ?? named[0]
    if (issuer === undefined) break
    chain.push(issuer)
    left.delete(issuer)
    last = issuer
  }
  return chain
}
