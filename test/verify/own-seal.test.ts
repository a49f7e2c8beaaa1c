/**
 * Signatures of the service that verifies.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { developmentIdentity, type SigningIdentity, signDocument, verifyDocument } from '../../src/index.js'
import { derToPem } from '../cms/openssl-keys.js'
import { createContract } from './support/form-contract.js'

const signer = { name: 'Ada Lovelace', email: 'ada@example.com' }
const auditTrail = [{ timestamp: '2026-11-20T10:00:00Z', type: 'submit' }]

async function seal(input: Uint8Array, identity: SigningIdentity): Promise<Uint8Array> {
  return (await signDocument(input, { signer, auditTrail, certificate: { enabled: false } }, { identity })).bytes
}

const leafOf = (identity: SigningIdentity) => identity.certificates[0] ?? new Uint8Array(0)

describe('signatures of the host itself', () => {
  let past: SigningIdentity
  let present: SigningIdentity
  let stranger: SigningIdentity

  beforeAll(async () => {
    past = await developmentIdentity({ name: 'Acme Sign Service' })
    present = await developmentIdentity({ name: 'Acme Sign Service' })
    stranger = await developmentIdentity({ name: 'Acme Sign Service' })
  })

  it('are known again by certificate, those of past identities too', async () => {
    const bytes = await seal(await seal(await seal(createContract(), past), stranger), present)
    const ownCertificates = [leafOf(present), derToPem(leafOf(past))]
    const report = await verifyDocument(bytes, { ownCertificates })
    expect(report.valid).toBe(true)
    expect(report.signers.map(({ sealedByThisService }) => sealedByThisService)).toEqual([true, false, true])
    expect(report.reason).toBe(
      'All 3 signatures are intact, 2 of them made by this service, and all later changes are permitted; who made the others was not checked, because no trust anchors were given.',
    )
  })

  it('have the record that tells of the document, whoever signs later', async () => {
    const sealAs = async (input: Uint8Array, identity: SigningIdentity, eventId: string) => {
      const request = { signer, auditTrail, eventId, certificate: { enabled: false } }
      return (await signDocument(input, request, { identity })).bytes
    }
    const bytes = await sealAs(await sealAs(createContract(), present, 'ours'), stranger, 'forged')
    const eventOf = async (options: Parameters<typeof verifyDocument>[1]) => {
      const { valid, document } = await verifyDocument(bytes, options)
      return [valid, document.eventId]
    }
    expect(await eventOf({ ownCertificates: [leafOf(present)] })).toEqual([true, 'ours'])
    expect(await eventOf({ ownCertificates: [leafOf(stranger), leafOf(present)] })).toEqual([true, 'forged'])
    expect(await eventOf({ trustAnchors: present.certificates })).toEqual([false, 'ours'])
    expect(await eventOf({})).toEqual([true, 'forged'])
  })

  it('are told from those of someone who signed again under the same name', async () => {
    const report = await verifyDocument(await seal(createContract(), stranger), { ownCertificates: [leafOf(present)] })
    expect(report).toMatchObject({ valid: true, signer: { sealedByThisService: false } })
    expect(report.reason).toBe(
      'The signature is intact, and nothing has been changed since; who signed was not checked, because no trust anchors were given.',
    )
    expect(report.signer?.certificate?.name).toBe(
      (await verifyDocument(await seal(createContract(), present))).signer?.certificate?.name,
    )
  })

  it('are named in the sentence, which then says no more about trust', async () => {
    const { reason, signer: last } = await verifyDocument(await seal(createContract(), present), {
      ownCertificates: [leafOf(present)],
    })
    expect(reason).toBe('The signature is intact and made by this service, and nothing has been changed since.')
    expect(last).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' })
  })

  it('are none when they are broken, and no anchors either', async () => {
    const bytes = await seal(createContract(), present)
    const broken = bytes.slice()
    broken[20] = (broken[20] ?? 0) ^ 1
    const ownCertificates = [leafOf(present)]
    expect((await verifyDocument(broken, { ownCertificates })).signer?.sealedByThisService).toBe(false)
    const distrusted = await verifyDocument(bytes, { ownCertificates, trustAnchors: [leafOf(stranger)] })
    expect(distrusted).toMatchObject({
      valid: false,
      signer: { sealedByThisService: true, status: 'indeterminate', trust: { status: 'untrusted' } },
    })
  })

  it('are not looked for without certificates', async () => {
    const bytes = await seal(createContract(), present)
    for (const options of [{}, { ownCertificates: [] }]) {
      expect((await verifyDocument(bytes, options)).signer?.sealedByThisService).toBe(false)
    }
    await expect(verifyDocument(bytes, { ownCertificates: ['nonsense'] })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('the indication', () => {
  it('is TOTAL-PASSED with a chain to an anchor only', async () => {
    const identity = await developmentIdentity()
    const bytes = await seal(createContract(), identity)
    const indicationWith = async (trustAnchors: Uint8Array[]) => {
      const { valid, signer: last } = await verifyDocument(bytes, { trustAnchors })
      return [valid, last?.indication, last?.subIndication]
    }
    expect(await indicationWith([])).toEqual([true, 'INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND'])
    expect(await indicationWith([leafOf(identity)])).toEqual([true, 'TOTAL-PASSED', null])
    const other = await developmentIdentity()
    expect(await indicationWith([leafOf(other)])).toEqual([false, 'INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND'])
  })

  it('is not TOTAL-PASSED once the certificate has expired and nothing proves an earlier time', async () => {
    const identity = await developmentIdentity()
    const bytes = await seal(createContract(), identity)
    const now = () => new Date(Date.now() + 50 * 365 * 86_400_000)
    const { valid, signer: last } = await verifyDocument(bytes, { trustAnchors: [leafOf(identity)], now })
    expect([valid, last?.indication, last?.subIndication]).toEqual([true, 'INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE'])
  })
})
