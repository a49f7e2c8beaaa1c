/**
 * What signDocument needs of an identity: how large its CMS gets, and the CMS over a digest.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'

/** The value of /SubFilter for a CMS. */
export type CmsSubFilter = 'ETSI.CAdES.detached' | 'adbe.pkcs7.detached'

/** What is known of a CMS before it is made. */
export interface CmsMeasure {
  /** The most bytes that it takes. */
  readonly maxBytes: number
  /**
   * The encodings that it satisfies, the most specific first: `ETSI.CAdES.detached` with an ESS signing-certificate
   * attribute, and `adbe.pkcs7.detached`.
   */
  readonly subFilters: readonly [CmsSubFilter, ...CmsSubFilter[]]
  /** Digest algorithm in it, as node:crypto names it. */
  readonly digestAlgorithm: string
}

/** `subFilters` of a CMS. */
export function subFiltersOf(hasSigningCertificate: boolean): CmsMeasure['subFilters'] {
  return hasSigningCertificate ? ['ETSI.CAdES.detached', 'adbe.pkcs7.detached'] : ['adbe.pkcs7.detached']
}

/** Makes the CMS for the signatures of one identity. */
export interface CmsSigner {
  /** Whether we can add signed attributes to its CMS. */
  readonly takesAttributes: boolean
  /** Algorithm of the document digest. */
  readonly digestAlgorithm: 'sha256' | 'sha384' | 'sha512'
  /** Common name of the signer's certificate. Not known before the first `measure` when the identity makes its own CMS. */
  readonly commonName: string | undefined
  readonly email: string | undefined
  /** The signer's own, then its issuers. Empty before the first `measure` when the identity makes its own CMS. */
  readonly certificates: readonly Certificate[]
  /**
   * What the CMS will be like, learnt from a real one where need be.
   *
   * @throws SealwrightError `certificate_expired`, `certificate_not_yet_valid`, `signing_failed`
   */
  measure(now: Date, signal?: AbortSignal): Promise<CmsMeasure>
  /**
   * The CMS over a document digest, after its signature and digest have been checked. A CMS of a CmsIdentity can turn out
   * larger than measured: then measure again, which gives the larger size, and sign again.
   *
   * @param digest digest by `digestAlgorithm` over the signed bytes
   * @param content gives the signed bytes themselves; called only for an identity that makes its own CMS
   * @throws SealwrightError `signing_failed`, `certificate_expired`, `certificate_not_yet_valid`; the signal's reason when aborted
   */
  createCms(
    digest: Uint8Array,
    content: () => Uint8Array,
    options: {
      readonly now: Date
      readonly signal?: AbortSignal
      /** Encodings of further signed attributes, where the signer takes them. */
      readonly signedAttributes?: readonly Uint8Array[]
    },
  ): Promise<Uint8Array>
}
