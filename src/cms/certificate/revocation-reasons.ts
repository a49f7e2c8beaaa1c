/**
 * Names of the reasons for a revocation (RFC 5280, 5.3.1). removeFromCRL is left out, since it revokes a revocation.
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

/** The name of a CRLReason; `undefined` for an absent or unknown one. */
export function nameOfReason(reason: number | undefined): string | undefined {
  return reason === undefined ? undefined : NAMES.get(reason)
}
