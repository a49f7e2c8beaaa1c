/**
 * What signDocument needs of an identity: the size of its CMS, and the CMS over a digest.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'

/** The value of /SubFilter for a CMS. */
export type CmsSubFilter = 'ETSI.CAdES.detached' | 'adbe.pkcs7.detached'

/** Properties of a CMS that are known before it is made. */
export interface CmsMeasure {
  /** Largest size in bytes. */
  readonly maxBytes: number
  /**
   * Encodings that it satisfies, the most specific first: `ETSI.CAdES.detached` if it has an ESS signing-certificate
   * attribute, and `adbe.pkcs7.detached`.
   */
  readonly subFilters: readonly [CmsSubFilter, ...CmsSubFilter[]]
  /** Name of its digest algorithm in node:crypto. */
  readonly digestAlgorithm: string
}

/** `subFilters` of a CMS. */
export function subFiltersOf(hasSigningCertificate: boolean): CmsMeasure['subFilters'] {
  return hasSigningCertificate ? ['ETSI.CAdES.detached', 'adbe.pkcs7.detached'] : ['adbe.pkcs7.detached']
}

/** Makes the CMS for the signatures of one identity. */
export interface CmsSigner {
  /** True when we can add signed attributes to its CMS. */
  readonly takesAttributes: boolean
  /** Algorithm of the document digest. */
  readonly digestAlgorithm: 'sha256' | 'sha384' | 'sha512'
  /** Common name of the signer's certificate. Unknown before the first `measure` when the identity makes its own CMS. */
  readonly commonName: string | undefined
  readonly email: string | undefined
  /** The signer's certificate, then its issuers. Empty before the first `measure` when the identity makes its own CMS. */
  readonly certificates: readonly Certificate[]
  /**
   * Properties of the CMS, found from a real one if necessary.
   *
   * @throws SealwrightError `certificate_expired`, `certificate_not_yet_valid`, `signing_failed`
   */
  measure(now: Date, signal?: AbortSignal): Promise<CmsMeasure>
  /**
   * The CMS over a document digest, after checking its signature and digest. A CMS of a CmsIdentity can be larger than
   * measured. Then measure again, which returns the larger size, and sign again.
   *
   * @param digest digest by `digestAlgorithm` over the signed bytes
   * @param content returns the signed bytes; only called for an identity that makes its own CMS
   * @throws SealwrightError `signing_failed`, `certificate_expired`, `certificate_not_yet_valid`; the signal's reason when
   *   aborted
   */
  createCms(
    digest: Uint8Array,
    content: () => Uint8Array,
    options: {
      readonly now: Date
      readonly signal?: AbortSignal
      /** Encodings of further signed attributes, if the signer accepts them. */
      readonly signedAttributes?: readonly Uint8Array[]
    },
  ): Promise<Uint8Array>
}
