/**
 * Keys in Azure Key Vault, behind a service that answers as its reference says.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityFromAzureKeyVault } from '../../../adapters/identities/azure-key-vault.js'
import { type SignatureAlgorithm, verifyDocument } from '../../../src/index.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { codeOf, sign } from '../../sign/signing.js'
import { hasTool } from '../../support/tools.js'
import { describeHostile } from './hostile-service.js'
import { plainEcdsa, type ServiceKey, SigningService, serviceKey, signDigest } from './signing-service.js'

const PATH = '/keys/seal/0123456789abcdef0123456789abcdef'
const accessToken = async () => 'eyJ.token'

/** Key Vault as its REST reference describes it (keys, Get Key and Sign, 7.4). */
function vault(key: ServiceKey, { saltLength = 0, kty = '' } = {}): SigningService['answer'] {
  return async ({ method, path, headers, body }) => {
    if (headers.authorization !== 'Bearer eyJ.token') return { status: 401, body: { error: { message: 'No token.' } } }
    const kid = `http://${headers.host}${PATH}`
    if (method === 'GET' && path === `${PATH}?api-version=7.4`) {
      const jwk = key.publicKey.export({ format: 'jwk' })
      return {
        body: { key: { ...jwk, kid, kty: kty || jwk.kty, key_ops: ['sign', 'verify'] }, attributes: { enabled: true } },
      }
    }
    const alg = String(body['alg'])
    if (method !== 'POST' || path !== `${PATH}/sign?api-version=7.4`) return { status: 404, body: {} }
    const value = String(body['value'])
    const digest = Buffer.from(value, 'base64url')
    const isFit = /^[\w-]+$/.test(value) && digest.length === Number(alg.slice(2)) / 8
    if (!isFit || !/^[RPE]S(256|384|512)$/.test(alg)) return { status: 400, body: { error: { message: `Bad ${alg}` } } }
    const salt = alg.startsWith('P') ? { saltLength: saltLength || digest.length } : {}
    const signature = await signDigest(key, digest, salt)
    return { body: { kid, value: (alg.startsWith('E') ? plainEcdsa(signature) : signature).toString('base64url') } }
  }
}

describe.skipIf(!hasTool('openssl'))('identityFromAzureKeyVault', () => {
  let service: SigningService
  beforeAll(async () => {
    service = await SigningService.open(() => ({ body: {} }))
  })
  afterAll(() => service.close())

  const open = (kind: Parameters<typeof serviceKey>[0] = 'ec', algorithm?: SignatureAlgorithm) =>
    identityFromAzureKeyVault({
      keyId: `${service.url}${PATH}`,
      accessToken,
      certificates: serviceKey(kind).certificate,
      ...(algorithm === undefined ? {} : { algorithm }),
    })

  it.each([
    ['rsa', undefined],
    ['rsa', { name: 'RSASSA-PSS', hash: 'SHA-384' }],
    ['rsa', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }],
    ['ec', undefined],
  ] as const)('signs with a key for %s (%o)', async (kind, algorithm) => {
    service.answer = vault(serviceKey(kind))
    const report = await verifyDocument(await sign(makePdf(ONE_PAGE), { identity: await open(kind, algorithm) }))
    expect(report.valid).toBe(true)
  })

  it('knows keys in hardware', async () => {
    service.answer = vault(serviceKey('rsa'), { kty: 'RSA-HSM' })
    expect((await open('rsa')).algorithm).toEqual({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' })
  })

  it('refuses another key, one that cannot be read, and Ed25519', async () => {
    service.answer = vault(serviceKey('ec', 'other'))
    expect(await codeOf(open())).toBe('key_mismatch')
    service.answer = () => ({ body: { key: { kty: 'oct' } } })
    expect(await codeOf(open())).toBe('invalid_identity')
    expect(await codeOf(open('ed25519'))).toBe('invalid_identity')
    const keyId = `${service.url}/keys/seal`
    const certificates = serviceKey('ec').certificate
    expect(await codeOf(identityFromAzureKeyVault({ keyId, accessToken, certificates }))).toBe('invalid_identity')
  })

  it('refuses a signature with another salt, and one by another version of the key', async () => {
    service.answer = vault(serviceKey('rsa'), { saltLength: 20 })
    const identity = await open('rsa', { name: 'RSASSA-PSS', hash: 'SHA-256' })
    expect(await codeOf(sign(makePdf(ONE_PAGE), { identity }))).toBe('signing_failed')
    service.answer = () => ({ body: { kid: `${service.url}/keys/seal/1`, value: 'AAAA' } })
    await expect(Promise.resolve(identity.sign(new Uint8Array(3)))).rejects.toThrow(/another key/)
  })

  describeHostile({
    answer: (request) => vault(serviceKey('ec'))(request),
    signing: /\/sign\?/,
    open: (url, options) =>
      identityFromAzureKeyVault({
        keyId: `${url}${PATH}`,
        accessToken,
        certificates: serviceKey('ec').certificate,
        ...options,
      }),
  })
})
