/**
 * Options of extendDocument, and what it gives.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { assertPassword } from '../../pdf/password.js'
import type { PadesLevel } from '../../trust/trust-report.js'
import { assertEvidenceOptions, type EvidenceOptions } from './level-options.js'

export interface ExtendOptions extends EvidenceOptions {
  /** `B-T`, `B-LT` or `B-LTA` (default), which renews the archive of a document that has that level already. */
  readonly level?: Exclude<PadesLevel, 'B-B'>
  /** What becomes of a level that cannot be reached: an error (default), or the highest one that can, with a warning. */
  readonly onUnavailable?: 'fail' | 'degrade'
  /** Opens an encrypted document. Default: none. */
  readonly password?: string | Uint8Array
  /** Largest document taken, in bytes. Default 25 MB. */
  readonly maxBytes?: number
  /** The clock. Default: the system's. */
  readonly now?: () => Date
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** An extended document. */
export interface ExtendedDocument {
  /** The document; the same bytes when nothing had to be added. */
  readonly bytes: Uint8Array
  readonly contentType: 'application/pdf'
  /** The level that all of its signatures have now, as the verifier confirms it for the time after the certificates' end. */
  readonly level: PadesLevel
  /** When it should be extended again: 30 days before the first certificate ends that its proof rests on; null when unknown. */
  readonly renewBefore: Date | null
  /** In plain English: signers whose certificates are unknown or have ended, and what could not be had. */
  readonly warnings: readonly string[]
}

/** Throws `invalid_request` for options that make no sense. */
export function assertExtendOptions(options: ExtendOptions): void {
  if (typeof options !== 'object' || options === null) throw invalid('options are missing.')
  const { level, onUnavailable, password, maxBytes } = options
  assertEvidenceOptions(options)
  assertPassword(password)
  if (level !== undefined && level !== 'B-T' && level !== 'B-LT' && level !== 'B-LTA') {
    throw invalid('level must be B-T, B-LT or B-LTA.')
  }
  if (onUnavailable !== undefined && onUnavailable !== 'fail' && onUnavailable !== 'degrade') {
    throw invalid('onUnavailable must be fail or degrade.')
  }
  if (maxBytes !== undefined && !(maxBytes > 0)) throw invalid('maxBytes must be a positive number.')
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
