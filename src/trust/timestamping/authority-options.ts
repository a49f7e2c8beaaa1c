/**
 * Sources of time stamps, and the options of asking them.
 *
 * @module
 */

import type { TimestampHash } from '../../cms/timestamps.js'
import type { FetchFunction } from '../../net/host-request.js'

/** Limits of a call to an authority. */
export interface TimestampCallOptions {
  readonly signal?: AbortSignal
  /** The clock that the authority's time is compared with. Default: the system's. */
  readonly now?: () => Date
}

/**
 * Anything that gives time-stamp tokens. `timestampAuthority` makes one for an address; a host can bring its own, for example
 * over the `signatures/timestamp` of a CSC service. Its tokens are checked before they are used.
 */
export interface TimestampAuthority {
  /** Its address, by which a signature field may request it (/TimeStamp of seed values). */
  readonly url?: string
  /** The digest that this authority is asked to stamp. Default SHA-256. */
  readonly hash?: TimestampHash
  /** Largest difference between its time and ours, in milliseconds. Default 5 minutes. */
  readonly clockToleranceMs?: number
  /**
   * Stamps a digest.
   *
   * @param hashName `sha256`, `sha384` or `sha512`
   * @param digest digest by that algorithm
   * @returns the TimeStampToken (ContentInfo), in the authority's own bytes
   */
  timestamp(hashName: TimestampHash, digest: Uint8Array, options?: TimestampCallOptions): Promise<Uint8Array>
}

/** Options of timestampAuthority. */
export interface TimestampAuthorityOptions {
  /** Further header fields, for example `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Object identifier of the policy that stamps must follow. Default: any. */
  readonly policy?: string | undefined
  /** Digest that is stamped. Default `sha256`. */
  readonly hash?: TimestampHash | undefined
  /** Time for one try, in milliseconds; an authority that does not answer is tried twice. Default 5 s. */
  readonly timeoutMs?: number | undefined
  /** Largest difference between the authority's time and ours, in milliseconds. Default 5 minutes. */
  readonly clockToleranceMs?: number | undefined
  /** Makes the requests, for hosts behind a proxy. Default: the global `fetch`. */
  readonly fetch?: FetchFunction | undefined
}
