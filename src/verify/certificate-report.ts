/**
 * Describes certificates for the report.
 *
 * @module
 */

import { toHex } from '../bytes.js'
import { OID } from '../cms/asn1.js'
import {
  type Certificate,
  certificateDigest,
  certificatePoliciesOf,
  isIssuedBy,
  subjectAltEmailsOf,
} from '../cms/certificates.js'
import { equalNames, formatName } from '../cms/names.js'
import { countMisses } from '../platform/late-parts.js'
import { findKnownPolicy } from '../trust/integrity.js'
import type { CertificatePolicyReport, CertificateReport } from './report.js'

/**
 * Descriptions of certificates. A certificate seen recently is the same object (`parseCertificate`), so its description is
 * reused.
 */
const described = new WeakMap<Certificate, CertificateReport>()

/** The facts of a certificate, for people. */
export function describeCertificate(certificate: Certificate): CertificateReport {
  const known = described.get(certificate)
  if (known !== undefined) return known
  const misses = countMisses()
  const report: CertificateReport = {
    ...nameAndEmail(certificate),
    subject: formatName(certificate.subject),
    issuer: formatName(certificate.issuer),
    serialNumber: toHex(certificate.serialNumber),
    notBefore: certificate.notBefore.toISOString(),
    notAfter: certificate.notAfter.toISOString(),
    fingerprint: toHex(certificateDigest(certificate)),
    selfSigned: isSelfSigned(certificate),
    policies: describePolicies(certificate),
  }
  if (countMisses() === misses) described.set(certificate, report)
  return report
}

/** Most policies that are listed. No certificate has as many. */
const MAX_POLICIES = 32

/** The policies of a certificate; none if the extension is malformed. Path validation decides whether that invalidates it. */
function describePolicies(certificate: Certificate): readonly CertificatePolicyReport[] {
  try {
    return (certificatePoliciesOf(certificate) ?? []).slice(0, MAX_POLICIES).map((id) => {
      const { name = null, country = null } = findKnownPolicy(id) ?? {}
      return { id, name, country }
    })
  } catch {
    return []
  }
}

function nameAndEmail(certificate: Certificate): Pick<CertificateReport, 'name' | 'email'> {
  const { names, emails } = certifiedSubject(certificate)
  return { name: names[0] ?? null, email: emails[0] ?? null }
}

/** Whether the certificate names itself as its issuer and bears its own key's signature. */
function isSelfSigned(certificate: Certificate): boolean {
  return equalNames(certificate.subject, certificate.issuer) && isIssuedBy(certificate, certificate)
}

/** The subject of a certificate: all its names and addresses, the one to show first. */
export interface CertifiedSubject {
  readonly names: readonly string[]
  readonly emails: readonly string[]
}

const subjects = new WeakMap<Certificate, CertifiedSubject>()

/**
 * Reads the subject of a certificate. Names are, in this order: name in full, common name, given name and surname, pseudonym,
 * organization. Addresses are those of the subject alternative name (RFC 5280, 4.2.1.6), then that of the subject (4.1.2.6).
 */
export function certifiedSubject(certificate: Certificate): CertifiedSubject {
  let subject = subjects.get(certificate)
  if (subject === undefined) {
    subject = readSubject(certificate)
    subjects.set(certificate, subject)
  }
  return subject
}

function readSubject(certificate: Certificate): CertifiedSubject {
  const { commonName, givenName, surname, pseudonym, organization, email, parts } = certificate.subject
  // X.520, 6.2.1: the name in full, which may have been too long for the common name.
  const fullName = parts.findLast(({ oid }) => oid === OID.name)?.value
  const personal = givenName !== undefined && surname !== undefined ? `${givenName} ${surname}` : surname
  return {
    names: withoutBlanks([fullName, commonName, personal, pseudonym, organization]),
    emails: withoutBlanks([...alternativeEmails(certificate), email]),
  }
}

function withoutBlanks(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.filter((text) => text !== undefined && text.trim() !== ''))] as string[]
}

/**
 * E-mail addresses of the subject alternative name; none if the extension is malformed. Path validation decides whether that
 * invalidates the certificate.
 */
function alternativeEmails(certificate: Certificate): readonly string[] {
  try {
    return subjectAltEmailsOf(certificate)
  } catch {
    return []
  }
}
