/**
 * A statement on whether a certificate was revoked: an OCSP answer, a CRL, or several CRLs together.
 *
 * @module
 */

import { type AlgorithmIdentifier, equalBytes, readDer, readTime } from '../../cms/asn1.js'
import {
  type Certificate,
  type CertificateExtension,
  isNeverRevoked,
  isUncheckedResponder,
} from '../../cms/certificates.js'
import { REASON, type Revocation } from '../../cms/revocation.js'
import { earliestOf, issuanceReliableUntil, keyReliableUntil } from '../over-time/algorithm-dates.js'
import type { StoredItem } from './revocation-data.js'

/** A statement about one certificate, signed by an authorised key. */
export interface RevocationStatement {
  readonly status: 'good' | 'revoked'
  readonly revocation: Revocation | undefined
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  readonly source: 'ocsp' | 'crl'
  /** Owners of the keys that signed it. */
  readonly signers: readonly StatementSigner[]
  /** Time since which expired certificates are still covered (archiveCutoff, expiredCertsOnCRL). */
  readonly retainedSince: Date | undefined
  readonly signatureAlgorithms: readonly AlgorithmIdentifier[]
  /** The items that it was read from: one, or several that only together make it, such as a CRL with its delta CRL. */
  readonly items: readonly StoredItem[]
}

/** The owner of a key that signed a statement. */
export interface StatementSigner {
  readonly certificate: Certificate
  /**
   * Issuer of its certificate, if it is not the issuer of the certificate in question. Such a responder or CRL issuer may
   * have been revoked itself.
   */
  readonly issuer: Certificate | undefined
}

/** True when the issuer still knew about the expired certificate when it made the statement. */
export function tellsAboutEnded(
  { thisUpdate, retainedSince }: Pick<RevocationStatement, 'thisUpdate' | 'retainedSince'>,
  { notAfter }: Certificate,
): boolean {
  return thisUpdate <= notAfter || (retainedSince !== undefined && retainedSince <= notAfter)
}

/** True when a statement was signed by a certificate, so that it proves nothing about that one. */
export function isSignedBy({ signers }: RevocationStatement, { der }: Certificate): boolean {
  return signers.some(({ certificate }) => equalBytes(certificate.der, der))
}

/** The earliest end of validity among the signers of a statement. */
export function endOfSigners({ signers }: RevocationStatement): Date | undefined {
  return earliestOf(...signers.map(({ certificate }) => certificate.notAfter))
}

/**
 * Until when a statement could not be forged, by what is known of its algorithms and keys; undefined while nothing is.
 * Those count as well with which a responder, or an issuer of CRLs, was certified.
 *
 * @param sha1Until the host's own end of SHA-1 in statements; by default that of certificates
 */
export function reliableUntil(
  { signatureAlgorithms, signers }: RevocationStatement,
  sha1Until: Date | undefined,
): Date | undefined {
  return earliestOf(
    ...signatureAlgorithms.map((algorithm) => issuanceReliableUntil(algorithm, sha1Until)),
    ...signers.flatMap(({ certificate, issuer }) => [
      keyReliableUntil(certificate.publicKey),
      issuer === undefined ? undefined : issuanceReliableUntil(certificate.signatureAlgorithm, sha1Until),
    ]),
  )
}

/**
 * True when the certificate states that revocation need not be checked (noRevAvail, short-term); false for a malformed one.
 */
export function isExempt(certificate: Certificate): boolean {
  return holds(isNeverRevoked, certificate)
}

/** True when a responder's revocation need not be checked: by {@link isExempt}, or by id-pkix-ocsp-nocheck. */
export function isExemptResponder(certificate: Certificate): boolean {
  return isExempt(certificate) || holds(isUncheckedResponder, certificate)
}

function holds(test: (certificate: Certificate) => boolean, certificate: Certificate): boolean {
  try {
    return test(certificate)
  } catch {
    return false
  }
}

/**
 * Reasons after which earlier signatures of the key stay good (RFC 3161, 4.1): unspecified (if stated), affiliationChanged,
 * superseded and cessationOfOperation. Without a reason, the key may have been compromised.
 */
const HARMLESS_REASONS: ReadonlySet<number> = new Set([0, 3, 4, 5])

/** True when the key was under control until the revocation. */
export function isHarmlessRevocation({ reason }: Revocation): boolean {
  return reason !== undefined && HARMLESS_REASONS.has(reason)
}

/** True when the certificate is only suspended (RFC 5280, 5.3.1: certificateHold). */
export function isSuspension({ revocation }: Pick<RevocationStatement, 'revocation'>): boolean {
  return revocation?.reason === REASON.certificateHold
}

/** True when a statement says that the certificate was revoked for good. */
export function isFinal(statement: RevocationStatement): boolean {
  return statement.status === 'revoked' && !isSuspension(statement)
}

const COMPROMISES: ReadonlySet<number> = new Set([REASON.keyCompromise, REASON.cACompromise, REASON.aACompromise])

/**
 * Time from which signatures by the key prove nothing: that of the revocation, or of a suspected compromise. Without a reason
 * it may be one.
 */
export function badSince({ date, reason = REASON.keyCompromise, invalidityDate }: Revocation): Date {
  return COMPROMISES.has(reason) && invalidityDate !== undefined && invalidityDate < date ? invalidityDate : date
}

/** The GeneralizedTime in an extension; an unreadable one counts as absent. */
export function timeIn(extensions: readonly CertificateExtension[], wanted: string): Date | undefined {
  const extension = extensions.find(({ oid }) => oid === wanted)
  try {
    return extension === undefined ? undefined : readTime(readDer(extension.value))
  } catch {
    return undefined
  }
}
