/**
 * What a host asks of signatures beyond what the standards do.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import type { ChangeLevel } from './report.js'

/**
 * A policy makes findings of what the default permits. It never permits what the default refuses. What it refuses is
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
  readonly laterChanges?: Exclude<ChangeLevel, 'other'>
  /** `refuse`: no digest or key that was no longer acceptable when the signature was made, such as MD5 and SHA-1. Default `warn`. */
  readonly weakAlgorithms?: 'warn' | 'refuse'
  /** Every chain must end in an anchor: nothing is valid where `trustAnchors` are missing. */
  readonly requireTrust?: boolean
  /** A time stamp of an authority whose chain ends in an anchor must prove when a signature was made. */
  readonly requireTimestamp?: boolean
  /** A signature must name its certificate under the signature, as PAdES does. */
  readonly requireSigningCertificate?: boolean
  /**
   * The indication must be `TOTAL-PASSED`: a chain to an anchor, and proof of whatever time may have taken away. Without it,
   * a certificate that has ended since is believed to have signed when it claims to.
   */
  readonly requireTotalPassed?: boolean
  /** The last signature must cover the whole file. */
  readonly requireWholeFile?: boolean
  /** One of the signatures must be by one of `ownCertificates`. */
  readonly requireOwnSeal?: boolean
}

const ON_OFF = [true, false] as const

/** The members of a policy with their values: what {@link readPolicy} checks by. */
const MEMBERS: { readonly [K in keyof VerificationPolicy]-?: readonly VerificationPolicy[K][] } = {
  laterChanges: ['none', 'validation-data', 'form-filling', 'annotations'],
  weakAlgorithms: ['warn', 'refuse'],
  requireTrust: ON_OFF,
  requireTimestamp: ON_OFF,
  requireSigningCertificate: ON_OFF,
  requireTotalPassed: ON_OFF,
  requireWholeFile: ON_OFF,
  requireOwnSeal: ON_OFF,
}

/**
 * Checks a policy. A member that is misspelt would silently leave out what the host relies on, so none is passed over.
 *
 * @throws SealwrightError `invalid_request` for members and values that there are not, with the nearest name
 */
export function readPolicy(policy: unknown): VerificationPolicy {
  if (policy === undefined) return {}
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) throw invalid('policy must be an object.')
  for (const [name, value] of Object.entries(policy)) {
    const values: readonly unknown[] | undefined = Object.hasOwn(MEMBERS, name)
      ? MEMBERS[name as keyof VerificationPolicy]
      : undefined
    if (values === undefined) {
      const [shown, nearest] = [name.slice(0, MAX_NAME_LENGTH), nearestMember(name)]
      throw invalid(`policy.${shown} is not known; did you mean ${nearest}?`)
    }
    if (value !== undefined && !values.includes(value)) {
      throw invalid(`policy.${name} must be one of ${values.map((each) => JSON.stringify(each)).join(', ')}.`)
    }
  }
  return policy
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}

const MAX_NAME_LENGTH = 60

/** The member whose name takes the fewest letters to change. */
function nearestMember(name: string): string {
  const wanted = name.slice(0, MAX_NAME_LENGTH).toLowerCase()
  const ranked = Object.keys(MEMBERS).map((member) => ({
    member,
    distance: editDistance(wanted, member.toLowerCase()),
  }))
  return ranked.reduce((best, each) => (each.distance < best.distance ? each : best)).member
}

/** Letters to add, drop or change to get from one text to the other (Levenshtein), one row of the table at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
