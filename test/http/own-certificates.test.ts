/**
 * How a service recognises what it sealed itself.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { ApiOptions } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { developmentIdentity, type SigningIdentity, type VerificationReport } from '../../src/index.js'
import { derToPem } from '../cms/openssl-keys.js'
import { ask, makeApi } from './support/api.js'

const { sign } = requestExamples()

/** Signs over HTTP with one identity and verifies with a service of these options. */
async function roundTrip(signing: SigningIdentity, options: Partial<ApiOptions>): Promise<VerificationReport> {
  const signed = await ask(await makeApi({ identity: signing }), '/v1/sign', { json: sign.minimal.value })
  expect(signed.status).toBe(200)
  const verified = await ask(await makeApi(options), '/v1/verify', { json: await signed.json() })
  expect(verified.status).toBe(200)
  return (await verified.json()) as VerificationReport
}

const leafOf = (identity: SigningIdentity) => identity.certificates[0] ?? new Uint8Array(0)

describe('a service and its own signatures', () => {
  it('knows those of its identity, present and past, however they are given', async () => {
    const [present, past] = [await developmentIdentity(), await developmentIdentity()]
    const ways: Partial<ApiOptions>[] = [
      { identity: past },
      { identity: present, identities: [past] },
      { identity: present, identities: [{ certificates: past.certificates }] },
      { identity: present, identities: [leafOf(past)] },
      { identity: present, identities: [derToPem(leafOf(past))] },
      { identity: present, verify: { ownCertificates: [leafOf(past)] } },
    ]
    for (const options of ways) {
      const { signer, reason } = await roundTrip(past, options)
      expect(signer).toMatchObject({
        sealedByThisService: true,
        name: 'Ada Lovelace',
        nameSource: 'audit',
        warnings: [],
      })
      expect(reason).toContain('made by this service')
    }
    const { signer } = await roundTrip(past, { identity: present })
    expect(signer).toMatchObject({ sealedByThisService: false, status: 'valid' })
  })

  it('knows them in worker threads too', async () => {
    const identity = await developmentIdentity()
    const signed = await ask(await makeApi({ identity }), '/v1/sign', { json: sign.minimal.value })
    const url = new URL('./support/worker.mjs', import.meta.url)
    const api = await makeApi({ identity, workers: { url, threads: 1 }, verify: { policy: { requireOwnSeal: true } } })
    try {
      const report = (await (await ask(api, '/v1/verify', { json: await signed.json() })).json()) as VerificationReport
      expect(report).toMatchObject({ valid: true, signer: { sealedByThisService: true, policy: { status: 'valid' } } })
    } finally {
      await api.close()
    }
  })

  it('counts the certificate that signs alone as its own, not those of its issuers', async () => {
    const [issuer, leaf] = [await developmentIdentity(), await developmentIdentity()]
    const identity = { ...leaf, certificates: [leafOf(leaf), leafOf(issuer)] }
    const { signer } = await roundTrip(issuer, { identity })
    expect(signer?.sealedByThisService).toBe(false)
  })

  it('may accept nothing but documents that it sealed itself', async () => {
    const verify = { policy: { requireOwnSeal: true } } as const
    const [own, stranger] = [await developmentIdentity(), await developmentIdentity()]
    expect((await roundTrip(own, { identity: own, verify })).valid).toBe(true)
    const report = await roundTrip(stranger, { identity: own, verify })
    expect(report).toMatchObject({ valid: false, signer: { reasons: [{ code: 'policy_own_seal' }] } })
  })

  it.each([
    [{ identities: ['nonsense'] }, 'cannot be read'],
    [{ identities: [{ certificates: [] }] }, 'without a certificate'],
    [{ identities: [undefined] }, 'without a certificate'],
    [{ verify: { policy: { requireSeal: true } } }, 'did you mean requireOwnSeal?'],
  ])('refuses %j at once, and not when somebody verifies', async (options, message) => {
    await expect(makeApi(options as Partial<ApiOptions>)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    })
  })
})
