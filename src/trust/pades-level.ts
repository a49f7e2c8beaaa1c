/**
 * PAdES baseline levels (ETSI EN 319 142-1, 6) by what a file holds.
 *
 * @module
 */

import { isPades } from './sub-filters.js'
import type { PadesLevel } from './trust-report.js'

export interface PadesFacts {
  readonly subFilter: string | undefined
  /** Whether a signing-certificate attribute binds the certificate. */
  readonly bindsCertificate: boolean
  /** Whether a time stamp that is intact, over the signature value or the document, proves when it was made. */
  readonly hasTimestamp: boolean
  /** Whether the document holds certificates, CRLs or OCSP responses for the signature (/DSS, or inside the signature). */
  readonly hasValidationData: boolean
  /** Whether an intact document time stamp covers that validation data. */
  readonly hasArchiveTimestamp: boolean
}

/** The level; null for what is no PAdES baseline signature. Each level includes those below it. */
export function detectPadesLevel(facts: PadesFacts): PadesLevel | null {
  if (!isPades(facts.subFilter) || !facts.bindsCertificate) return null
  if (!facts.hasTimestamp) return 'B-B'
  if (!facts.hasValidationData) return 'B-T'
  return facts.hasArchiveTimestamp ? 'B-LTA' : 'B-LT'
}
