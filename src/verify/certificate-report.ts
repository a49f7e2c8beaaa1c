/**
 * What the report says about a certificate.
 *
 * @module
 */

import { hash } from 'node:crypto'
import { equalNames } from '../cms/distinguished-name.js'
import { formatName, toHex } from '../cms/name-text.js'
import { RecentCache } from '../cms/recent-cache.js'
import { checkSignature, readVerificationScheme } from '../cms/signature-verification.js'
import type { Certificate } from '../cms/x509.js'
import { subjectAltEmailsOf } from '../cms/x509-extensions.js'
import type { CertificateReport } from './report.js'

const described = new RecentCache<CertificateReport>(64)

/** The facts of a certificate, for people. */
export function describeCertificate(certificate: Certificate): CertificateReport {
  return described.get(certificate.der, () => ({
    subject: formatName(certificate.subject),
    issuer: formatName(certificate.issuer),
    serialNumber: toHex(certificate.serialNumber),
    notBefore: certificate.notBefore.toISOString(),
    notAfter: certificate.notAfter.toISOString(),
    fingerprint: hash('sha256', certificate.der),
    selfSigned: isSelfSigned(certificate),
  }))
}

/** Whether the certificate names itself as its issuer and bears its own key's signature. */
function isSelfSigned(certificate: Certificate): boolean {
  return equalNames(certificate.subject, certificate.issuer) && isIssuedBy(certificate, certificate)
}

/** Whether the certificate bears a signature by the issuer's key. */
export function isIssuedBy(certificate: Certificate, issuer: Pick<Certificate, 'publicKey'>): boolean {
  const scheme = readVerificationScheme(certificate.signatureAlgorithm)
  return (
    scheme !== undefined &&
    checkSignature(scheme, issuer.publicKey, [certificate.tbs], certificate.signature) === 'match'
  )
}

/** The name a certificate gives its subject: common name, else organization; undefined when it has neither. */
export function subjectNameOf(certificate: Certificate): string | undefined {
  return certificate.subject.commonName ?? certificate.subject.organization
}

/** The e-mail address of the subject: of the subject alternative name (RFC 5280, 4.1.2.6), else of the subject. */
export function subjectEmailOf(certificate: Certificate): string | undefined {
  try {
    const [email] = subjectAltEmailsOf(certificate)
    if (email !== undefined) return email
  } catch {
    // A malformed extension names nobody; whether it spoils the certificate is for the path validation to say.
  }
  return certificate.subject.email
}
