/**
 * Options that lift a signature above PAdES B-B (ETSI EN 319 142-1, 6).
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { TimestampAuthority } from '../../trust/timestamping/authority-options.js'
import type { RevocationFetcher } from '../../trust/trust.js'
import type { PadesLevel } from '../../trust/trust-report.js'

/** What time stamps and validation data are had from. */
export interface EvidenceOptions {
  /** Time-stamping authorities, asked in this order until one gives a stamp that passes every check. */
  readonly timestampAuthorities?: readonly TimestampAuthority[]
  /**
   * Certificates that are trusted, DER or PEM. They tell where the paths end whose validation data is gathered. Default: the
   * last certificate of each path, when it is self-signed.
   */
  readonly trustAnchors?: readonly (Uint8Array | string)[]
  /** Anchors for time-stamping authorities; with them (or `trustAnchors`), a stamp that leads to none is refused. Default: `trustAnchors`. */
  readonly timestampAnchors?: readonly (Uint8Array | string)[]
  /** Where CRLs, OCSP responses and missing issuers come from. Default: `onlineRevocation()`, public addresses alone. */
  readonly revocation?: RevocationFetcher
}

/** Options of signDocument for more than B-B. */
export interface LevelOptions extends EvidenceOptions {
  /**
   * What the signature is to be: `B-B` a signature; `B-T` with a time stamp; `B-LT` with all that is needed to validate it
   * later; `B-LTA` with a time stamp over the whole as well. Default B-B.
   */
  readonly level?: PadesLevel
  /** What becomes of a level that cannot be reached: an error (default), or the highest one that can, with a warning. */
  readonly onUnavailable?: 'fail' | 'degrade'
  /** Writes /VRI as well, for validators of old, in a revision of its own. Default false. */
  readonly vri?: boolean
  /**
   * Permits `certify: 1` together with `B-LTA`: the standard allows the time stamp (ISO 32000-2, 12.8.2.2), but Acrobat
   * and others call the certification broken by it. Default false.
   */
  readonly allowIncompatible?: boolean
}

const LEVELS: readonly PadesLevel[] = ['B-B', 'B-T', 'B-LT', 'B-LTA']

/** Whether `level` is at least `wanted`. */
export function reaches(level: PadesLevel, wanted: PadesLevel): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(wanted)
}

/** Throws `invalid_request` for options that make no sense. */
export function assertLevelOptions(options: LevelOptions): void {
  const { level, onUnavailable } = options
  assertEvidenceOptions(options)
  if (level !== undefined && !LEVELS.includes(level)) throw invalid(`level must be one of ${LEVELS.join(', ')}.`)
  if (onUnavailable !== undefined && onUnavailable !== 'fail' && onUnavailable !== 'degrade') {
    throw invalid('onUnavailable must be fail or degrade.')
  }
  if (reaches(level ?? 'B-B', 'B-T') && (options.timestampAuthorities ?? []).length === 0) {
    throw invalid(`Level ${level} needs timestampAuthorities.`)
  }
}

/** Throws `invalid_request` for options that make no sense. */
export function assertEvidenceOptions({ timestampAuthorities, revocation }: EvidenceOptions): void {
  const isList = timestampAuthorities === undefined || Array.isArray(timestampAuthorities)
  if (!isList || !(timestampAuthorities ?? []).every((each) => typeof each?.timestamp === 'function')) {
    throw invalid('timestampAuthorities must be a list of what timestampAuthority() makes.')
  }
  if (revocation !== undefined && typeof revocation !== 'function') {
    throw invalid('revocation must be what onlineRevocation() makes, or a function like it.')
  }
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}
