/**
 * Fetches validation data from the network: OCSP answers, CRLs, and certificates of issuers.
 *
 * @module
 */

import { checkOptions } from '../../input/check-options.js'
import type { RevocationFetcher } from '../revocation/revocation-fetcher.js'
import { ONLINE_REVOCATION_OPTIONS, type OnlineRevocationOptions } from './online-revocation-options.js'
import type { OnlineSource } from './online-source.js'

/** A source of validation data. It is a {@link RevocationFetcher} for `verifyDocument` and the `revocation` of signing. */
export interface OnlineRevocation extends RevocationFetcher {
  /**
   * The issuer's certificates, from the addresses in a certificate (caIssuers), in DER; empty when none can be fetched.
   * Nothing is checked.
   */
  issuersOf(certificate: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<readonly Uint8Array[]>
}

/**
 * Fetches what tells whether certificates were revoked: an OCSP answer where there is a responder, else a CRL. Every
 * answer is judged before it is returned: it must be signed by someone who may, be about the certificate, and be fresh.
 * Answers are kept until shortly before their nextUpdate, and concurrent calls for the same answer share one request.
 *
 * The addresses come out of certificates, so requests go to public addresses on the ports of the web alone, with three
 * redirects at most. Make it once and keep it: an address that gave no answer twice in a row is not asked again for a
 * while, as in `timestampAuthority`.
 *
 * @example
 * ```ts
 * const report = await verifyDocument(pdf, { trustAnchors, fetchRevocation: onlineRevocation() })
 * ```
 */
export function onlineRevocation(options: OnlineRevocationOptions = {}): OnlineRevocation {
  checkOptions(options, ONLINE_REVOCATION_OPTIONS)
  let loaded: Promise<OnlineSource> | undefined
  const open = () => {
    loaded ??= import('./online-source.js').then((module) => new module.OnlineSource(options))
    return loaded
  }
  const fetcher: RevocationFetcher = async (request) => (await open()).fetchRevocation(request)
  return Object.assign(fetcher, {
    issuersOf: async (certificate: Uint8Array, call: { readonly signal?: AbortSignal } = {}) =>
      (await open()).fetchIssuers(certificate, call.signal),
  })
}
