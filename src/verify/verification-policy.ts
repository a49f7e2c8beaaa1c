/**
 * What a host demands of signatures beyond the standards.
 *
 * @module
 */
import { checkOptions, members, type OptionTable, oneOf, SWITCH } from '../input/check-options.js'
import type { ChangeLevel } from './report.js'

/**
 * A policy turns things that the default permits into findings. It never permits what the default refuses. What it refuses is
 * `indeterminate` and not `invalid`: nothing is broken, the host wants more (EN 319 102-1: SIG_CONSTRAINTS_FAILURE).
 *
 * @example
 * ```ts
 * const policy: VerificationPolicy = { weakAlgorithms: 'refuse', requireTrust: true }
 * const report = await verifyDocument(bytes, { trustAnchors, policy })
 * ```
 */
export interface VerificationPolicy {
  /**
   * How far later changes may go, in this order: nothing, validation data and document time stamps, form filling and
   * further signatures, annotations. What the signatures themselves permit holds as well. Default `annotations`.
   */
  readonly laterChanges?: Exclude<ChangeLevel, 'other'> | undefined
  /**
   * `refuse`: no digest or key that was no longer acceptable when the signature was made, such as MD5 and SHA-1.
   * Default `warn`.
   */
  readonly weakAlgorithms?: 'warn' | 'refuse' | undefined
  /** Every chain must end in an anchor. Without `trustAnchors`, nothing is valid. */
  readonly requireTrust?: boolean | undefined
  /** A time stamp whose chain ends in an anchor must prove when a signature was made. */
  readonly requireTimestamp?: boolean | undefined
  /** A signature must name its certificate in a signed attribute, as PAdES does. */
  readonly requireSigningCertificate?: boolean | undefined
  /**
   * The indication must be `TOTAL-PASSED`: a chain to an anchor, and a proof of time where that matters. Without this option,
   * a certificate that has expired since is believed to have signed at the claimed time.
   */
  readonly requireTotalPassed?: boolean | undefined
  /**
   * The signature must be qualified under Regulation (EU) No 910/2014: a `signature` (QESig), a `seal` (QESeal), or `any` of the
   * two. Needs trusted lists in `trustAnchors`.
   */
  readonly requireQualified?: 'signature' | 'seal' | 'any' | undefined
  /** The last signature must cover the whole file. */
  readonly requireWholeFile?: boolean | undefined
  /** One of the signatures must be made with one of `ownCertificates`. */
  readonly requireOwnSeal?: boolean | undefined
}

/** Table of the members of a policy, used by {@link readPolicy}. */
export const POLICY_TABLE: OptionTable<VerificationPolicy> = {
  laterChanges: oneOf(['none', 'validation-data', 'form-filling', 'annotations']),
  weakAlgorithms: oneOf(['warn', 'refuse']),
  requireTrust: SWITCH,
  requireTimestamp: SWITCH,
  requireSigningCertificate: SWITCH,
  requireTotalPassed: SWITCH,
  requireQualified: oneOf(['signature', 'seal', 'any']),
  requireWholeFile: SWITCH,
  requireOwnSeal: SWITCH,
}

/**
 * Checks a policy. A misspelt member would silently drop a rule that the host relies on, so unknown ones are refused.
 *
 * @throws SealwrightError `invalid_request` for unknown members and values, with the nearest name
 */
export function readPolicy(policy: unknown): VerificationPolicy {
  if (policy === undefined) return {}
  checkOptions({ policy }, { policy: members(POLICY_TABLE) })
  return policy as VerificationPolicy
}
