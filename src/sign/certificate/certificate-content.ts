/**
 * The contents of the certificate page.
 *
 * @module
 */

/** Contents of the certificate page. Free-form data may hold any JSON value. */
export interface CertificateContent {
  /** Title or file name. */
  readonly documentName: string
  /** SHA-256 of the input document, 64 hexadecimal digits. */
  readonly inputSha256: string
  readonly inputBytes: number
  /** The PDF that the input was converted to, if that was a DOCX. */
  readonly converted?: { readonly sha256: string; readonly bytes: number } | undefined
  readonly eventId: string
  readonly signer: {
    readonly name: string
    readonly email: string
    readonly ip?: string | undefined
    readonly userAgent?: string | undefined
  }
  /** Events in time order. */
  readonly events: readonly {
    /** Time of the event in ISO 8601, UTC. */
    readonly timestamp: string
    readonly type: string
    readonly data: Record<string, unknown>
    /** Digest of the hash chain up to and including this event, in hexadecimal. */
    readonly digest: string
  }[]
  /** All parties that are to sign. */
  readonly parties?: CertificateParties | undefined
  readonly metadata?: Record<string, unknown> | undefined
  readonly sealedAt: Date
  /** The service that seals the document. A host's own service has no version here. */
  readonly service: { readonly name: string; readonly version?: string | undefined }
  /** Subject of the signing certificate. */
  readonly certificateSubject?: string | undefined
  /** Issuer of the certificate, if it was made for this signature only. */
  readonly certificateIssuer?: string | undefined
  /** Serial number of such a certificate, in hexadecimal. */
  readonly certificateSerial?: string | undefined
  readonly signatureAlgorithm?: string | undefined
  /** False when files may not be attached, and the record is in the private data. Default: true. */
  readonly isRecordAttached?: boolean
  /** Where the document can be checked. */
  readonly verificationUrl?: string | undefined
  /** Last digest of the hash chain, in hexadecimal. */
  readonly chainDigest: string
}

/** The parties, each with a row for its signature. */
export interface CertificateParties {
  /** Heading of the rows. */
  readonly title: string
  readonly rows: readonly CertificateParty[]
}

/** One party. */
export interface CertificateParty {
  readonly name: string
  readonly email: string
  readonly role?: string | undefined
  /** Smallest height of the signature's place at a width, both in twips. */
  heightFor(width: number): number
}
