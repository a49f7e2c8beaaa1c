/**
 * Options of extendDocument, and its result.
 *
 * @module
 */

import type { OwnBytes } from '../../bytes.js'
import { BYTE_LIMIT, checkOptions, FUNCTION, type OptionTable, oneOf, SIGNAL } from '../../input/check-options.js'
import type { OnProgress } from '../../pace/pace.js'
import { PASSWORD } from '../../pdf/reading.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import { EVIDENCE_OPTIONS, type EvidenceOptions, ON_UNAVAILABLE } from './level-options.js'

export interface ExtendOptions extends EvidenceOptions {
  /** `B-T`, `B-LT` or `B-LTA` (default). `B-LTA` renews the archive of a document that already has that level. */
  readonly level?: Exclude<PadesLevel, 'B-B'> | undefined
  /** What happens when a level cannot be reached: an error (default), or the highest possible level, with a warning. */
  readonly onUnavailable?: 'fail' | 'degrade' | undefined
  /** Opens an encrypted document. Default: none. */
  readonly password?: string | Uint8Array | undefined
  /** Largest accepted document, in bytes. Default 25 MB. */
  readonly maxBytes?: number | undefined
  /** The clock. Default: the system's. */
  readonly now?: (() => Date) | undefined
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Is told how far the call is, at most once for each percent: `{ done, total, stage }`. What it throws is ignored. */
  readonly onProgress?: OnProgress | undefined
}

/** An extended document. */
export interface ExtendedDocument {
  /** The document; the same bytes when nothing had to be added. */
  readonly bytes: OwnBytes
  readonly contentType: 'application/pdf'
  /** The level that all of its signatures have now, confirmed by the verifier for the time after the certificates' end. */
  readonly level: PadesLevel
  /**
   * When it should be extended again: 30 days before the first certificate of its proof expires, or before a key of its time
   * stamp is expected to be too short (RSA below 3,072 bits: end of 2030, NIST SP 800-57); null when unknown.
   */
  readonly renewBefore: Date | null
  /** Warnings in plain English: signers whose certificates are unknown or have expired, and data that was unavailable. */
  readonly warnings: readonly string[]
}

export const EXTEND_OPTIONS: OptionTable<ExtendOptions> = {
  ...EVIDENCE_OPTIONS,
  level: oneOf(['B-T', 'B-LT', 'B-LTA']),
  onUnavailable: ON_UNAVAILABLE,
  password: PASSWORD,
  maxBytes: BYTE_LIMIT,
  now: FUNCTION,
  signal: SIGNAL,
  onProgress: FUNCTION,
}

/** Throws `invalid_request` for invalid options. */
export function assertExtendOptions(options: ExtendOptions): void {
  checkOptions(options, EXTEND_OPTIONS)
}
