/**
 * Rows that somebody signs in the name of a party, with a trusted certificate of their own.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { derSequence, encodeDer } from '../../../src/cms/asn1/der-writer.js'
import { identityFromPem } from '../../../src/sign/identity/pem-identity.js'
import { listParties } from '../../../src/verify/parties/list-parties.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import type { VerifyOptions } from '../../../src/verify/verify-options.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { ADA, CHARLES, signAs } from '../../sign/parties/party-signing.js'
import { extension, type Holder, makeHolder, makeSignature, toPem } from '../../trust/support/dated-pki.js'
import { signRow } from './forge-row.js'

const LIFE = { from: '2020-01-01', to: '2044-01-01' } as const
const root = makeHolder('Root', { kind: 'ca', ...LIFE })
const person = (name: string, email?: string) =>
  makeHolder(name, {
    issuer: root,
    ...LIFE,
    ...(email === undefined
      ? {}
      : { extensions: [extension('2.5.29.17', derSequence(encodeDer(0x81, new TextEncoder().encode(email))))] }),
  })
const service = person('Sealing service')
const TRUSTED: VerifyOptions = { trustAnchors: [toPem(root)], unknownRevocation: 'accept' }

let first: Uint8Array
beforeAll(async () => {
  const key = String(service.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const identity = await identityFromPem({ key, certificate: toPem(service) })
  first = (await signAs(makePdf(ONE_PAGE), ADA, { parties: [ADA, CHARLES] }, { identity })).bytes
}, 60_000)

/** The second row, signed in the name of Charles; the record says so, and so does the row. */
const signedBy = (holder: Holder) => signRow(first, { by: { cms: async (content) => makeSignature(holder, content) } })

describe('a row that was signed with a trusted certificate', () => {
  it.each<[string, Holder, boolean]>([
    ['of the party', person('Charles Babbage'), true],
    ['of the party, with the words in another order', person('BABBAGE, Charles'), true],
    ['of the address of the party', person('C. B.', 'CHARLES@example.com'), true],
    ['of the service that listed the parties', service, true],
    ['of the same service, renewed', person('Sealing service'), true],
    ['of somebody else', person('Mallory'), false],
    ['of somebody else with another address', person('Mallory', 'mallory@example.com'), false],
    ['of somebody else with the same family', person('Mallory Babbage'), false],
  ])('%s', async (_, holder, isSigned) => {
    const { valid, complete, parties } = await listParties(await signedBy(holder), TRUSTED)
    expect([valid, complete]).toEqual([true, isSigned])
    expect(parties.map(({ state }) => state)).toEqual(['signed', isSigned ? 'signed' : 'doubtful'])
  })

  it('of another service is that of the host when the host says so', async () => {
    const other = person('Another service')
    const bytes = await signedBy(other)
    const options = { ...TRUSTED, ownCertificates: [toPem(service), toPem(other)] }
    expect((await listParties(bytes, options)).complete).toBe(true)
    expect((await listParties(bytes, TRUSTED)).complete).toBe(false)
  })

  it('is not doubted where nobody checks whose certificates are', async () => {
    const { document, signers } = await verifyDocument(await signedBy(person('Mallory')))
    expect(document.parties?.map(({ state }) => state)).toEqual(['signed', 'signed'])
    expect(signers[1]?.warnings.map(({ code }) => code)).toContain('signer_name_differs')
  })
})
