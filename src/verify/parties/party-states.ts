/**
 * Tells which parties have signed.
 *
 * @module
 */
import { type AuditParty, isSameAddress } from '../../audit/parties.js'
import type { DocumentReport, PartyState, SignerReport } from '../report.js'
import { isSameName } from '../signature/signer-names.js'
import type { PartyRows } from './party-rows.js'

/** The parties of a document with their states; empty for a document without rows. */
export function describeParties(
  { parties, listedIn }: Pick<PartyRows, 'parties' | 'listedIn'>,
  signers: readonly SignerReport[],
): Pick<DocumentReport, 'parties'> {
  if (parties === undefined) return {}
  const byField = new Map(signers.map((signer) => [signer.fieldName, signer]))
  const lister = byField.get(listedIn ?? '')
  const states = parties.rows.map((party, index): PartyState => {
    const { name, email, role = null, field } = party
    const signer = byField.get(field)
    const state = signer === undefined ? 'unsigned' : isSignedFor(party, signer, lister) ? 'signed' : 'doubtful'
    return { row: index + 1, name, email, role, fieldName: field, state, signedAt: signer?.signedAt ?? null }
  })
  return { parties: states }
}

/**
 * True when a valid signature can be that of a party. A trusted certificate has to name the party, or belong to a service that
 * signs for its users: the host itself, or whoever signed the list of parties. The record proves nothing here, since anybody can
 * write the party's name into the record of a signature.
 */
function isSignedFor(party: AuditParty, signer: SignerReport, lister: SignerReport | undefined): boolean {
  const { status, trust, sealedByThisService, certificate } = signer
  if (status !== 'valid') return false
  if (trust.status !== 'trusted' || sealedByThisService) return true
  if (certificate === null) return false
  const isSameSeal = lister?.trust.status === 'trusted' && lister.certificate?.subject === certificate.subject
  const isOwnName = certificate.name !== null && isSameName(certificate.name, party.name)
  return isSameSeal || isOwnName || (certificate.email !== null && isSameAddress(certificate.email, party.email))
}
