/**
 * Documents that several parties sign, each in a row of the certificate page.
 *
 * @module
 */
import type { PartyRequest, SignRequest } from '../../../src/sign/request/request.js'
import type { SignedDocument } from '../../../src/sign/seal-document.js'
import { signDocument } from '../../../src/sign/sign-document.js'
import type { SignOptions } from '../../../src/sign/sign-options.js'
import { identityOf } from '../signing.js'

export const ADA: PartyRequest = { name: 'Ada Lovelace', email: 'ada@example.com', role: 'Author' }
export const CHARLES: PartyRequest = { name: 'Charles Babbage', email: 'charles@example.com', role: 'Engineer' }
export const MARY: PartyRequest = { name: 'Mary Somerville', email: 'mary@example.com' }

/** So many parties; the first three are Ada, Charles and Mary. */
export function partiesOf(count: number): PartyRequest[] {
  const others = Array.from({ length: Math.max(0, count - 3) }, (_, i) => ({
    name: `Party Number ${i + 4}`,
    email: `party${i + 4}@example.com`,
    ...(i % 2 === 0 ? { role: 'Guarantor' } : {}),
  }))
  return [ADA, CHARLES, MARY, ...others].slice(0, count)
}

/** What a party sends when it signs. */
export function requestOf(
  { name, email }: PartyRequest,
  certificate: SignRequest['certificate'] = {},
  changes: Partial<SignRequest> = {},
): SignRequest {
  return {
    signer: { name, email, ip: '192.0.2.17' },
    auditTrail: [
      { timestamp: '2026-11-20T09:00:00Z', type: 'open' },
      { timestamp: '2026-11-20T09:01:00Z', type: 'consent', data: { text: 'I agree.' } },
      { timestamp: '2026-11-20T09:02:00Z', type: 'submit' },
    ],
    certificate,
    ...changes,
  }
}

/** Signs for one party. */
export async function signAs(
  input: Uint8Array,
  party: PartyRequest,
  certificate: SignRequest['certificate'] = {},
  options: Partial<SignOptions> = {},
): Promise<SignedDocument> {
  return signDocument(input, requestOf(party, certificate), { identity: await identityOf(), ...options })
}

/**
 * Lets so many parties sign, one after the other; gives the document after each.
 *
 * @param first options of the first signature alone
 */
export async function signByAll(
  input: Uint8Array,
  parties: readonly PartyRequest[],
  options: Partial<SignOptions> = {},
  first: Partial<SignOptions> = {},
): Promise<Uint8Array[]> {
  const stages: Uint8Array[] = []
  let bytes = input
  for (const [i, party] of parties.entries()) {
    const certificate = i === 0 ? { parties: [...parties] } : {}
    const signed = await signAs(bytes, party, certificate, { ...options, ...(i === 0 ? first : {}) })
    bytes = signed.bytes
    stages.push(bytes)
  }
  return stages
}
