/**
 * Options of onlineRevocation.
 *
 * @module
 */

import {
  BYTE_LIMIT,
  FUNCTION,
  having,
  listOf,
  numberFrom,
  type OptionTable,
  SWITCH,
  TEXT,
} from '../../input/check-options.js'
import type { AddressResolver } from '../../net/guarded-lookup.js'
import type { FetchFunction } from '../../net/host-request.js'
import type { RevocationStore } from './revocation-store.js'

/** Options of onlineRevocation. */
export interface OnlineRevocationOptions {
  /**
   * Hosts of your own, as `name` or `name:port`, for example an in-house CA. Certificates may lead to these even if their
   * addresses are private or their ports unusual. All others must be public and on port 80 or 443.
   */
  readonly trustedHosts?: readonly string[] | undefined
  /** Makes the requests, for hosts behind a proxy. Addresses are not checked then, so the proxy has to do that. */
  readonly fetch?: FetchFunction | undefined
  /** Time for one request, in milliseconds. Default 5 s. */
  readonly timeoutMs?: number | undefined
  /** Largest CRL that is accepted, in bytes. Default 10 MB. */
  readonly maxCrlBytes?: number | undefined
  /**
   * Sends a nonce to OCSP responders; an answer with another one is refused (RFC 9654). Default false, since most responders
   * give the same answer to everyone.
   */
  readonly nonce?: boolean | undefined
  /** Keeps answers until they are renewed. Default: 64 MB of memory. */
  readonly store?: RevocationStore | undefined
  /** The clock. Default: the system's. */
  readonly now?: (() => Date) | undefined
  /** Maps host names to addresses. Default: the system's resolver. */
  readonly resolve?: AddressResolver | undefined
}

/** Table of the options of onlineRevocation. */
export const ONLINE_REVOCATION_OPTIONS: OptionTable<OnlineRevocationOptions> = {
  trustedHosts: listOf(TEXT, 'hosts'),
  fetch: FUNCTION,
  timeoutMs: numberFrom(1),
  maxCrlBytes: BYTE_LIMIT,
  nonce: SWITCH,
  store: having('get', 'set'),
  now: FUNCTION,
  resolve: FUNCTION,
}
