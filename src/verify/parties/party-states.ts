/**
 * Tells which parties have signed.
 *
 * @module
 */
import type { DocumentReport, PartyState, SignerReport } from '../report.js'
import type { PartyRows } from './party-rows.js'

/** The parties of a document with their states; empty for a document without rows. */
export function describeParties(
  { parties }: Pick<PartyRows, 'parties'>,
  signers: readonly SignerReport[],
): Pick<DocumentReport, 'parties'> {
  if (parties === undefined) return {}
  const byField = new Map(signers.map((signer) => [signer.fieldName, signer]))
  const states = parties.rows.map(({ name, email, role = null, field }, index): PartyState => {
    const signer = byField.get(field)
    const state = signer === undefined ? 'unsigned' : signer.status === 'valid' ? 'signed' : 'doubtful'
    return { row: index + 1, name, email, role, fieldName: field, state, signedAt: signer?.signedAt ?? null }
  })
  return { parties: states }
}
