/**
 * Options of verifyDocument.
 *
 * @module
 */

import type { RevocationFetcher } from './trust/trust.js'

export interface VerifyOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** The clock, for what is valid today. Default: the system's. */
  readonly now?: () => Date
  /** Largest document taken, in bytes. Default 25 MB. */
  readonly maxBytes?: number
  /**
   * Certificates that are trusted, DER or PEM. With anchors a signature is only valid when its chain ends in one of
   * them; without, trust is reported as not evaluated and integrity decides alone.
   */
  readonly trustAnchors?: readonly (Uint8Array | string)[]
  /** Anchors for time-stamping authorities. Default: `trustAnchors`. */
  readonly timestampAnchors?: readonly (Uint8Array | string)[]
  /** Fetches revocation data; nothing is fetched without it. The addresses come from the document: guard them. */
  readonly fetchRevocation?: RevocationFetcher
  /** Distrusts certificates for which no revocation data is at hand. Default false. */
  readonly requireRevocation?: boolean
}
