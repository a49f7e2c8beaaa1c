/**
 * A statement about whether a certificate was revoked: an OCSP answer, a CRL, or several CRLs that say it together.
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

/** A statement about one certificate, signed by someone who is authorised to make it. */
export interface RevocationStatement {
  readonly status: 'good' | 'revoked'
  readonly revocation: Revocation | undefined
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  readonly source: 'ocsp' | 'crl'
  /** Whose keys signed it. */
  readonly signers: readonly StatementSigner[]
  /** Certificates that expired after this are still covered (archiveCutoff, expiredCertsOnCRL). */
  readonly retainedSince: Date | undefined
  readonly signatureAlgorithms: readonly AlgorithmIdentifier[]
  /** The items that it was read from: one, or several that only together say it, such as a CRL with its delta CRL. */
  readonly items: readonly StoredItem[]
}

/** Whose key signed a statement. */
export interface StatementSigner {
  readonly certificate: Certificate
  /**
   * Who issued its certificate, where it is not the issuer of the certificate in question: then it is a responder, or an issuer of
   * CRLs, that may have been revoked itself.
   */
  readonly issuer: Certificate | undefined
}

/** Whether the issuer still knew of the certificate when it made the statement. */
export function tellsAboutEnded(
  { thisUpdate, retainedSince }: Pick<RevocationStatement, 'thisUpdate' | 'retainedSince'>,
  { notAfter }: Certificate,
): boolean {
  return thisUpdate <= notAfter || (retainedSince !== undefined && retainedSince <= notAfter)
}

/** Whether a statement was signed by a certificate, so that it proves nothing about that one. */
export function isSignedBy({ signers }: RevocationStatement, { der }: Certificate): boolean {
  return signers.some(({ certificate }) => equalBytes(certificate.der, der))
}

/** The earliest end of the certificates that signed a statement. */
export function endOfSigners({ signers }: RevocationStatement): Date | undefined {
  return earliestOf(...signers.map(({ certificate }) => certificate.notAfter))
}

/**
 * Until when a statement could not be forged, by what is known of its algorithms and keys; undefined while nothing is. Those count as
 * well with which a responder, or an issuer of CRLs, was certified.
 *
 * @param sha1Until the host's own end of SHA-1 in statements; that of certificates if left out
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

/** Whether the certificate says of itself that nobody needs to ask (noRevAvail, short-term); a malformed one does not. */
export function isExempt(certificate: Certificate): boolean {
  return holds(isNeverRevoked, certificate)
}

/** Whether a responder need not be asked about: for the reasons of {@link isExempt}, or by id-pkix-ocsp-nocheck. */
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
 * RFC 3161, 4.1: reasons after which what the key signed before stays good: unspecified (when it is given as a reason),
 * affiliationChanged, superseded and cessationOfOperation. Without a reason anything may have happened.
 */
const HARMLESS_REASONS: ReadonlySet<number> = new Set([0, 3, 4, 5])

/** Whether the key was under control until the revocation. */
export function isHarmlessRevocation({ reason }: Revocation): boolean {
  return reason !== undefined && HARMLESS_REASONS.has(reason)
}

/** Whether the certificate is only suspended (RFC 5280, 5.3.1: certificateHold). */
export function isSuspension({ revocation }: Pick<RevocationStatement, 'revocation'>): boolean {
  return revocation?.reason === REASON.certificateHold
}

/** Whether a statement says that the certificate was revoked for good. */
export function isFinal(statement: RevocationStatement): boolean {
  return statement.status === 'revoked' && !isSuspension(statement)
}

/** From when on signatures by the key prove nothing: the revocation, or when a compromise is thought to have begun. */
export function badSince({ date, reason, invalidityDate }: Revocation): Date {
  const isCompromise =
    reason === REASON.keyCompromise || reason === REASON.cACompromise || reason === REASON.aACompromise
  return isCompromise && invalidityDate !== undefined && invalidityDate < date ? invalidityDate : date
}

/** The GeneralizedTime that an extension holds; an unreadable one counts as absent. */
export function timeIn(extensions: readonly CertificateExtension[], wanted: string): Date | undefined {
  const extension = extensions.find(({ oid }) => oid === wanted)
  try {
    return extension === undefined ? undefined : readTime(readDer(extension.value))
  } catch {
    return undefined
  }
}
