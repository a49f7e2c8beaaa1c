/**
 * Keys in the transit engine of Vault, behind a service that answers as its reference says.
 *
 * @module
 */

import { sign as signWith } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityFromVault, type VaultOptions } from '../../../adapters/identities/vault.js'
import { verifyDocument } from '../../../src/index.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { codeOf, sign } from '../../sign/signing.js'
import { hasTool } from '../../support/tools.js'
import { describeHostile } from './hostile-service.js'
import {
  plainEcdsa,
  type ServiceKey,
  type ServiceRequest,
  SigningService,
  serviceKey,
  signDigest,
} from './signing-service.js'

/** The transit engine as its API documentation describes it, with its defaults. */
function transit(key: ServiceKey, versions: readonly ServiceKey[] = [key]): SigningService['answer'] {
  return async ({ method, path, headers, body }) => {
    if (headers['x-vault-token'] !== 'hvs.token' || headers['x-vault-request'] !== 'true') {
      return { status: 403, body: { errors: ['permission denied'] } }
    }
    if (method === 'GET' && path === '/v1/transit/keys/seal%20it') {
      const keys = versions.map((each, index) => [String(index + 1), { public_key: publicKeyOf(each) }])
      return { body: { data: { name: 'seal it', keys: Object.fromEntries(keys) } } }
    }
    if (method !== 'POST' || path !== '/v1/transit/sign/seal%20it') return { status: 404, body: { errors: [] } }
    const version = Number(body['key_version'] ?? versions.length)
    const signature = await answerSign(versions[version - 1] ?? key, body)
    return { body: { data: { signature: `vault:v${version}:${signature.toString('base64')}`, key_version: version } } }
  }
}

async function answerSign(key: ServiceKey, body: ServiceRequest['body']): Promise<Buffer> {
  const {
    input,
    prehashed = false,
    signature_algorithm = 'pss',
    salt_length = 'auto',
    marshaling_algorithm = 'asn1',
  } = body
  const given = Buffer.from(String(input), 'base64')
  if (key.key.asymmetricKeyType === 'ed25519') return signWith(null, given, key.key)
  if (prehashed !== true || body['hash_algorithm'] !== `sha2-${8 * given.length}`) throw new Error('Not a digest.')
  if (key.key.asymmetricKeyType === 'ec') {
    const der = await signDigest(key, given)
    return marshaling_algorithm === 'asn1' ? der : plainEcdsa(der)
  }
  // As long as fits, unless told otherwise.
  const saltLength = salt_length === 'hash' ? given.length : 256 - given.length - 2
  return signDigest(key, given, signature_algorithm === 'pkcs1v15' ? {} : { saltLength })
}

function publicKeyOf({ publicKey }: ServiceKey): string {
  if (publicKey.asymmetricKeyType !== 'ed25519') return publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
}

describe.skipIf(!hasTool('openssl'))('identityFromVault', () => {
  let service: SigningService
  beforeAll(async () => {
    service = await SigningService.open(() => ({ body: {} }))
  })
  afterAll(() => service.close())

  const open = (kind: Parameters<typeof serviceKey>[0] = 'ec', options: Partial<VaultOptions> = {}) =>
    identityFromVault({
      address: `${service.url}/`,
      token: () => 'hvs.token',
      key: 'seal it',
      certificates: serviceKey(kind).certificate,
      ...options,
    })

  it.each([
    ['rsa', {}],
    ['rsa', { algorithm: { name: 'RSASSA-PSS', hash: 'SHA-256' } }],
    ['rsa', { algorithm: { name: 'RSASSA-PSS', hash: 'SHA-512' } }],
    ['ec', {}],
    ['ed25519', {}],
  ] as const)('signs with a key for %s (%o)', async (kind, options) => {
    service.answer = transit(serviceKey(kind))
    const report = await verifyDocument(await sign(makePdf(ONE_PAGE), { identity: await open(kind, options) }))
    expect(report.valid).toBe(true)
  })

  it('stays with its version when the key is rotated', async () => {
    const [first, second] = [serviceKey('ec'), serviceKey('ec', 'next')]
    service.answer = transit(first, [first, second])
    const report = await verifyDocument(await sign(makePdf(ONE_PAGE), { identity: await open() }))
    expect(report.valid).toBe(true)
    expect(await codeOf(open('ec', { keyVersion: 2 }))).toBe('key_mismatch')
    expect(await codeOf(open('ec', { keyVersion: 3 }))).toBe('invalid_identity')
  })

  it('asks for the namespace, and does without reading the key', async () => {
    service.answer = transit(serviceKey('ec', 'other'))
    service.requests.length = 0
    const identity = await open('ec', { checkKey: false, namespace: 'team' })
    expect(service.requests).toEqual([])
    expect(await codeOf(sign(makePdf(ONE_PAGE), { identity }))).toBe('signing_failed')
    expect(service.requests[0]?.headers['x-vault-namespace']).toBe('team')
  })

  it.each(['vault:v2:AAAA', 'AAAA', 'vault:v1:', 'vault:v1:%%'])('refuses %s as a signature', async (signature) => {
    const identity = await open('ec', { checkKey: false })
    service.answer = () => ({ body: { data: { signature } } })
    await expect(Promise.resolve(identity.sign(new Uint8Array(3)))).rejects.toMatchObject({ code: 'signing_failed' })
  })

  describeHostile({
    answer: (request) => transit(serviceKey('ec'))(request),
    signing: /\/sign\//,
    open: (address, options) =>
      identityFromVault({
        address,
        token: async () => 'hvs.token',
        key: 'seal it',
        certificates: serviceKey('ec').certificate,
        ...options,
      }),
  })
})
