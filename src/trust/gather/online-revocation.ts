/**
 * Validation data from the network: OCSP answers, CRLs, and certificates of issuers.
 *
 * @module
 */

import type { AddressResolver } from '../../net/guarded-lookup.js'
import type { FetchFunction } from '../../net/host-request.js'
import type { RevocationFetcher } from '../trust.js'
import type { OnlineSource } from './online-source.js'
import type { RevocationStore } from './revocation-store.js'

/** Options of onlineRevocation. */
export interface OnlineRevocationOptions {
  /**
   * Hosts of your own, as `name` or `name:port`, that certificates may lead to though their addresses are private or their ports
   * unusual: the CA in your house. All others must be public and on port 80 or 443.
   */
  readonly trustedHosts?: readonly string[]
  /** Makes the requests, for hosts behind a proxy. The addresses are then not guarded here: the proxy has to do it. */
  readonly fetch?: FetchFunction
  /** Time for one request, in milliseconds. Default 5 s. */
  readonly timeoutMs?: number
  /** Largest CRL taken, in bytes. Default 10 MB. */
  readonly maxCrlBytes?: number
  /** Sends a nonce to OCSP responders; an answer with another one is refused (RFC 9654). Default false: most give the same answer to all. */
  readonly nonce?: boolean
  /** Keeps answers until they are renewed. Default: 64 MB of memory. */
  readonly store?: RevocationStore
  /** The clock. Default: the system's. */
  readonly now?: () => Date
  /** Maps host names to addresses. Default: the system's resolver. */
  readonly resolve?: AddressResolver
}

/** A source of validation data. It is a {@link RevocationFetcher} for `verifyDocument` and the `revocation` of signing. */
export interface OnlineRevocation extends RevocationFetcher {
  /** Certificates that a certificate says its issuer has (caIssuers), in DER; empty when none can be had. Nothing is checked. */
  issuersOf(certificate: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<readonly Uint8Array[]>
}

/**
 * Fetches what tells whether certificates were revoked: an OCSP answer where there is a responder, else a CRL. Every answer is
 * judged before it is given out: it must be signed by who may, be about the certificate, and be fresh. Answers are kept until
 * shortly before their nextUpdate, and who asks for the same at the same time shares one request.
 *
 * The addresses come out of certificates, so requests go to public addresses on the ports of the web alone, with three
 * redirects at most.
 *
 * @example
 * ```ts
 * const report = await verifyDocument(pdf, { trustAnchors, fetchRevocation: onlineRevocation() })
 * ```
 */
export function onlineRevocation(options: OnlineRevocationOptions = {}): OnlineRevocation {
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
