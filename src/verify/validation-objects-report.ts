/**
 * The part of the report that names what the verdicts rest on, as plain data.
 *
 * @module
 */

import type { ProofReport } from '../trust/trust-report.js'

/** How much of each object is reported: its digest, or its bytes as well. */
export const OBJECT_CONTENTS = ['digests', 'bytes'] as const

export type ObjectContents = (typeof OBJECT_CONTENTS)[number]

/** Certificates, revocation data and time stamps that the verdicts rest on, and what exactly was signed. */
export interface ValidationObjectsReport {
  /** Objects of each entry of `signers`, in the same order. */
  readonly signatures: readonly SignatureObjectReport[]
  /** Certificates of all paths, and of the signers of revocation data about them, each once. */
  readonly certificates: readonly CertificateObjectReport[]
  /** CRLs and OCSP responses about certificates of the paths, from the document or fetched, each once. */
  readonly revocations: readonly RevocationObjectReport[]
  /** Which of these objects the document security store has; null for a document without a store (ISO 32000-2, 12.8.4.3). */
  readonly store: StoredObjectsReport | null
}

/** Objects of the document security store, by their SHA-256. */
export interface StoredObjectsReport {
  readonly certificates: readonly string[]
  readonly revocations: readonly string[]
}

/** An object that was used, by its digest. */
export interface ObjectReport {
  /** SHA-256 of the encoding, in hexadecimal. */
  readonly sha256: string
  /** The encoding in base64; null when only digests were requested. */
  readonly base64: string | null
}

/** An object in the document, with proofs of its existence. */
interface ProvedObjectReport extends ObjectReport {
  /** Proofs that it existed, the earliest first; empty when only this verification proves it. */
  readonly proofs: readonly ProofReport[]
}

/** An X.509 certificate. */
export interface CertificateObjectReport extends ProvedObjectReport {
  /** Distinguished name by RFC 4514. */
  readonly subject: string
}

/** A CRL, or an OCSP response. */
export interface RevocationObjectReport extends ProvedObjectReport {
  readonly kind: 'crl' | 'ocsp'
}

/** What was signed, with the paths of its certificates. */
export interface SignatureObjectReport {
  /**
   * Digest of the data to be signed, which are the signed attributes in DER, by the digest algorithm of the signature. Null
   * when there are none, or the algorithm is unknown.
   */
  readonly digest: { readonly algorithm: string; readonly base64: string } | null
  /** The signature value in base64; null for a signature that cannot be read. */
  readonly value: string | null
  /** Certificates from the signer upwards, as far as a path was found. */
  readonly path: readonly PathObjectReport[]
  /** Objects of each entry of the signer's `timestamps`, in the same order. */
  readonly timestamps: readonly TimestampObjectReport[]
  /** Objects of each entry of the signer's `contentTimestamps`, in the same order. */
  readonly contentTimestamps: readonly TimestampObjectReport[]
  readonly attributes: SignatureAttributesReport
}

/** What a signature and its dictionary state, beyond what the entry of `signers` has. Nobody has judged it. */
export interface SignatureAttributesReport {
  /** Digest of the document in the signed attribute message-digest, in base64; null without that attribute. */
  readonly messageDigest: string | null
  /** Certificates that the signed attribute signing-certificate names, that of the signer first (RFC 5035). */
  readonly signingCertificates: readonly NamedCertificateReport[]
  /** Commitments of the signer, by their object identifiers (ETSI EN 319 122-1, 5.2.3). */
  readonly commitmentTypes: readonly string[]
  /** /Filter of the signature dictionary: the program that is to check it. */
  readonly filter: string | null
  readonly contactInfo: string | null
  /** Which of the objects the store names for this signature (/VRI); null when it has no entry for it. */
  readonly storeEntry: StoredObjectsReport | null
}

/** A certificate as a signed attribute names it. */
export interface NamedCertificateReport {
  readonly algorithm: string
  /** Digest of the certificate in base64. */
  readonly base64: string
}

/** The token of a time stamp. */
export interface TimestampObjectReport extends ObjectReport {
  /** Certificates from the time stamp authority upwards. */
  readonly path: readonly PathObjectReport[]
}

/** A certificate of a path. */
export interface PathObjectReport {
  /** SHA-256 of the certificate, which identifies its entry in `certificates`. */
  readonly sha256: string
  /**
   * Its issuer's statement on its revocation; null when there is no authentic one, and for the last certificate of the path.
   */
  readonly revocation: RevocationFactReport | null
}

/** Statement of an issuer: that a certificate was revoked, else the newest statement about it. */
export interface RevocationFactReport {
  readonly status: 'good' | 'revoked'
  /** Time of revocation or suspension, ISO 8601; null for a certificate that is good. */
  readonly revokedAt: string | null
  /** CRLReason (RFC 5280, 5.3.1); null where none is given. */
  readonly reason: string | null
  /** Time of the statement, ISO 8601. */
  readonly thisUpdate: string
  /** SHA-256 of the entries of `revocations` that make the statement: one, or several together. */
  readonly objects: readonly string[]
}
