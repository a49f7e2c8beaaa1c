/**
 * Names of the reasons for a revocation (RFC 5280, 5.3.1). removeFromCRL is not among them: it takes one back.
 *
 * @module
 */

const NAMES: ReadonlyMap<number, string> = new Map([
  [0, 'unspecified'],
  [1, 'keyCompromise'],
  [2, 'cACompromise'],
  [3, 'affiliationChanged'],
  [4, 'superseded'],
  [5, 'cessationOfOperation'],
  [6, 'certificateHold'],
  [9, 'privilegeWithdrawn'],
  [10, 'aACompromise'],
])

/** The name of a CRLReason; undefined for one that is not given, or not known. */
export function nameOfReason(reason: number | undefined): string | undefined {
  return reason === undefined ? undefined : NAMES.get(reason)
}
