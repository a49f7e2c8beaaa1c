/**
 * How the host gets revocation data from the network.
 *
 * @module
 */

/** What the host is asked to fetch. */
export interface RevocationRequest {
  /** DER of the certificate in question, and of its issuer. */
  readonly certificate: Uint8Array
  readonly issuer: Uint8Array
  /** Where the certificate says that answers can be had. They come from the document: treat them as hostile. */
  readonly ocspUrls: readonly string[]
  readonly crlUrls: readonly string[]
  readonly signal?: AbortSignal
}

/** Gets revocation data from the network: encodings of CRLs and OCSP responses. Nothing is fetched without one. */
export type RevocationFetcher = (
  request: RevocationRequest,
) => Promise<{ readonly crls?: readonly Uint8Array[]; readonly ocsps?: readonly Uint8Array[] }>
