/**
 * Options that raise a signature above PAdES B-B (ETSI EN 319 142-1, 6).
 *
 * @module
 */

import { FUNCTION, invalidOption, listOf, must, type OptionTable, oneOf, SWITCH } from '../../input/check-options.js'
import type { RevocationFetcher } from '../../trust/gathering.js'
import type { TimestampAuthority } from '../../trust/stamping.js'
import { CERTIFICATES, type CertificateSource } from '../../trust/trust-anchors.js'
import { PADES_LEVELS, type PadesLevel } from '../../trust/trust-report.js'

/** Sources of time stamps and validation data. */
export interface EvidenceOptions {
  /** Time-stamping authorities, asked in this order until one gives a stamp that passes every check. */
  readonly timestampAuthorities?: readonly TimestampAuthority[] | undefined
  /**
   * Trusted certificates, DER or PEM, at which the paths end whose validation data is gathered. Default: the last certificate
   * of each path, if it is self-signed.
   */
  readonly trustAnchors?: CertificateSource | undefined
  /**
   * Anchors for time-stamping authorities. With these (or `trustAnchors`), a stamp that leads to none of them is refused.
   * Default: `trustAnchors`.
   */
  readonly timestampAnchors?: CertificateSource | undefined
  /** Source of CRLs, OCSP responses and missing issuers. Default: `onlineRevocation()`, which only uses public addresses. */
  readonly revocation?: RevocationFetcher | undefined
}

/** Options of signDocument for levels above B-B. */
export interface LevelOptions extends EvidenceOptions {
  /**
   * Level of the signature: `B-B` a signature; `B-T` with a time stamp; `B-LT` with all data to validate it later; `B-LTA`
   * with a time stamp over everything as well. Default B-B.
   */
  readonly level?: PadesLevel | undefined
  /** What happens when a level cannot be reached: an error (default), or the highest possible level, with a warning. */
  readonly onUnavailable?: 'fail' | 'degrade' | undefined
  /**
   * Time-stamps the content before it is signed, in a signed attribute: proof that the signature was made after that time (a
   * content time stamp, ETSI EN 319 122-1, 5.2.8). Needs `timestampAuthorities`, and an identity whose CMS is made here.
   * Default false.
   */
  readonly contentTimestamp?: boolean | undefined
  /** Also writes /VRI, for older validators, in a separate revision. Default false. */
  readonly vri?: boolean | undefined
  /**
   * Permits `certify: 1` together with `B-LTA`. The standard allows the time stamp (ISO 32000-2, 12.8.2.2), but Acrobat and
   * others then report the certification as broken. Default false.
   */
  readonly allowIncompatible?: boolean | undefined
}

/** True when `level` is at least `wanted`. */
export function reaches(level: PadesLevel, wanted: PadesLevel): boolean {
  return PADES_LEVELS.indexOf(level) >= PADES_LEVELS.indexOf(wanted)
}

/** Check of what happens when a level cannot be reached. */
export const ON_UNAVAILABLE = oneOf(['fail', 'degrade'])

const AUTHORITY = must(
  'what timestampAuthority(url) makes, or another object with timestamp()',
  (value) => typeof (value as Partial<TimestampAuthority> | null)?.timestamp === 'function',
)

export const EVIDENCE_OPTIONS: OptionTable<EvidenceOptions> = {
  timestampAuthorities: listOf(AUTHORITY, 'what timestampAuthority() makes'),
  trustAnchors: CERTIFICATES,
  timestampAnchors: CERTIFICATES,
  revocation: FUNCTION,
}

export const LEVEL_OPTIONS: OptionTable<LevelOptions> = {
  ...EVIDENCE_OPTIONS,
  level: oneOf(PADES_LEVELS),
  onUnavailable: ON_UNAVAILABLE,
  contentTimestamp: SWITCH,
  vri: SWITCH,
  allowIncompatible: SWITCH,
}

/** Throws `invalid_request` for a level that the options give no means to reach. */
export function assertLevelOptions({ level = 'B-B', contentTimestamp, timestampAuthorities = [] }: LevelOptions): void {
  if (timestampAuthorities.length > 0) return
  if (reaches(level, 'B-T')) throw invalidOption(['timestampAuthorities'], `Level ${level} needs timestampAuthorities.`)
  if (contentTimestamp === true) {
    throw invalidOption(['timestampAuthorities'], 'contentTimestamp needs timestampAuthorities.')
  }
}
