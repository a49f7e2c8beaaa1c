/**
 * The part of the report that names what the verdicts rest on. Plain data.
 *
 * @module
 */

import type { ProofReport } from '../trust/trust-report.js'

/** How much of each object is reported: its digest, or its bytes as well. */
export const OBJECT_CONTENTS = ['digests', 'bytes'] as const

export type ObjectContents = (typeof OBJECT_CONTENTS)[number]

/** Certificates, revocation data and time stamps that the verdicts rest on, and what exactly was signed. */
export interface ValidationObjectsReport {
  /** One for each entry of `signers`, in the same order. */
  readonly signatures: readonly SignatureObjectReport[]
  /** Certificates of all paths, and of those who signed revocation data about them. Each stands once. */
  readonly certificates: readonly CertificateObjectReport[]
  /** CRLs and OCSP responses about certificates of the paths, from the document or fetched. Each stands once. */
  readonly revocations: readonly RevocationObjectReport[]
}

/** Something that was used, by its digest. */
export interface ObjectReport {
  /** SHA-256 of the encoding, hexadecimal. */
  readonly sha256: string
  /** The encoding in base64; null where only digests were asked for. */
  readonly base64: string | null
}

/** Something that stands in the document, with what proves since when. */
interface ProvedObjectReport extends ObjectReport {
  /** What proves that it existed, the earliest first; empty where nothing but this verification does. */
  readonly proofs: readonly ProofReport[]
}

/** An X.509 certificate. */
export interface CertificateObjectReport extends ProvedObjectReport {
  /** RFC 4514. */
  readonly subject: string
}

/** A CRL, or an OCSP response. */
export interface RevocationObjectReport extends ProvedObjectReport {
  readonly kind: 'crl' | 'ocsp'
}

/** What was signed, and by which path. */
export interface SignatureObjectReport {
  /**
   * Digest of the data to be signed: of the signed attributes in DER, by the digest algorithm of the signature. Null where there
   * are none, or where that algorithm is not known.
   */
  readonly digest: { readonly algorithm: string; readonly base64: string } | null
  /** The signature value in base64; null for a signature that cannot be read. */
  readonly value: string | null
  /** From the signer up, as far as a path was found. */
  readonly path: readonly PathObjectReport[]
  /** One for each entry of the signer's `timestamps`, in the same order. */
  readonly timestamps: readonly TimestampObjectReport[]
  /** One for each entry of the signer's `contentTimestamps`, in the same order. */
  readonly contentTimestamps: readonly TimestampObjectReport[]
}

/** The token of a time stamp. */
export interface TimestampObjectReport extends ObjectReport {
  /** From its authority up. */
  readonly path: readonly PathObjectReport[]
}

/** A certificate of a path. */
export interface PathObjectReport {
  /** The entry of `certificates`, by its SHA-256. */
  readonly sha256: string
  /** The word of its issuer on its revocation; null where nothing authentic says anything, and for the last of the path. */
  readonly revocation: RevocationFactReport | null
}

/** What an issuer says: that a certificate was revoked, else the newest word on it. */
export interface RevocationFactReport {
  readonly status: 'good' | 'revoked'
  /** When it was revoked or suspended, ISO 8601; null for a good one. */
  readonly revokedAt: string | null
  /** CRLReason (RFC 5280, 5.3.1); null where none is given. */
  readonly reason: string | null
  /** When it was stated, ISO 8601. */
  readonly thisUpdate: string
  /** Entries of `revocations` by their SHA-256: one, or several that only together say it. */
  readonly objects: readonly string[]
}
