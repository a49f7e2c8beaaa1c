/**
 * Signature statuses and their order.
 *
 * @module
 */
import type { SignatureStatus } from './report.js'

/** The worst of some statuses; `valid` when there are none. */
export function worstStatus(statuses: readonly SignatureStatus[]): SignatureStatus {
  if (statuses.includes('invalid')) return 'invalid'
  return statuses.includes('indeterminate') ? 'indeterminate' : 'valid'
}
