/**
 * How the host fetches revocation data from the network.
 *
 * @module
 */

/** A request to the host to fetch data. */
export interface RevocationRequest {
  /** The certificate in question in DER. */
  readonly certificate: Uint8Array
  /** Its issuer in DER. */
  readonly issuer: Uint8Array
  /** Addresses of OCSP responders in the certificate. They come from the document: treat them as hostile. */
  readonly ocspUrls: readonly string[]
  readonly crlUrls: readonly string[]
  readonly signal?: AbortSignal
}

/** Fetches revocation data from the network: encodings of CRLs and OCSP responses. Without one, nothing is fetched. */
export type RevocationFetcher = (
  request: RevocationRequest,
) => Promise<{ readonly crls?: readonly Uint8Array[]; readonly ocsps?: readonly Uint8Array[] }>
