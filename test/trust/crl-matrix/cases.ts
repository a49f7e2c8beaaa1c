/**
 * All cases of the matrix of CRLs, and the answer of our own verifier.
 *
 * @module
 */

import { TrustBudget } from '../../../src/trust/paths/trust-paths.js'
import { findFact, RevocationStatements } from '../../../src/trust/revocation/revocation.js'
import { readRevocationData } from '../../../src/trust/revocation/revocation-data.js'
import { createPool } from '../../../src/trust/trust-anchors.js'
import { when } from '../support/dated-pki.js'
import { type CrlCase, type Status, TODAY, world } from './case.js'
import { DATES } from './dates.js'
import { DELTAS } from './deltas.js'
import { ENTRIES } from './entries.js'
import { ISSUERS } from './issuers.js'
import { PARTITIONS } from './partitions.js'

/** By what they are about. */
export const CRL_CASES: Readonly<Record<string, readonly CrlCase[]>> = {
  ...PARTITIONS,
  ...DELTAS,
  ...ISSUERS,
  ...DATES,
  ...ENTRIES,
}

/** The answer of our own verifier. */
export function judgeCase({ about, crls, others = [], at = TODAY }: CrlCase): Status {
  const { issuer } = about
  if (issuer === undefined) throw new Error('A case is about an issued certificate.')
  const pool = createPool([world.ca, ...others].map(({ certificate }) => certificate))
  const certificates = { pool, anchors: createPool([world.root.certificate]) }
  const statements = new RevocationStatements(readRevocationData(crls, []), new TrustBudget(), certificates)
  const moment = { certificate: about.certificate, at: when(at), now: when(at) }
  return findFact(statements.about(about.certificate, issuer.certificate), moment).status
}
