/**
 * Keys in Google Cloud KMS, behind a service that answers as its reference says.
 *
 * @module
 */

import { sign as signWith } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crc32c } from '../../../adapters/identities/crc32c.js'
import { identityFromGoogleKms } from '../../../adapters/identities/google-kms.js'
import { verifyDocument } from '../../../src/index.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { codeOf, sign } from '../../sign/signing.js'
import { hasTool } from '../../support/tools.js'
import { describeHostile } from './hostile-service.js'
import {
  type ServiceKey,
  type ServiceRequest,
  SigningService,
  type SignManner,
  serviceKey,
  signDigest,
} from './signing-service.js'

const NAME = 'projects/p/locations/europe-west3/keyRings/r/cryptoKeys/seal/cryptoKeyVersions/1'
const accessToken = async () => 'ya29.token'

/** Cloud KMS as its REST reference describes it (projects.locations.keyRings.cryptoKeys.cryptoKeyVersions). */
function kms(key: ServiceKey, algorithm: string, manner: SignManner = {}): SigningService['answer'] {
  return async ({ method, path, headers, body }) => {
    if (headers.authorization !== 'Bearer ya29.token') return { status: 401, body: { error: { message: 'No token.' } } }
    if (method === 'GET' && path === `/v1/${NAME}/publicKey`) {
      const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString()
      return { body: { pem, algorithm, name: NAME, pemCrc32c: String(crc32c(Buffer.from(pem))) } }
    }
    if (method !== 'POST' || path !== `/v1/${NAME}:asymmetricSign`) return { status: 404, body: {} }
    return { body: await answerSign(key, body, manner) }
  }
}

async function answerSign(key: ServiceKey, body: ServiceRequest['body'], manner: SignManner) {
  const digests = body['digest'] as Record<string, string> | undefined
  const given = Buffer.from(String(digests === undefined ? body['data'] : Object.values(digests)[0]), 'base64')
  const sum = Number(body[digests === undefined ? 'dataCrc32c' : 'digestCrc32c'])
  const signature = digests === undefined ? signWith(null, given, key.key) : await signDigest(key, given, manner)
  return {
    name: NAME,
    signature: signature.toString('base64'),
    signatureCrc32c: String(crc32c(signature)),
    [digests === undefined ? 'verifiedDataCrc32c' : 'verifiedDigestCrc32c']: sum === crc32c(given),
    protectionLevel: 'HSM',
  }
}

describe.skipIf(!hasTool('openssl'))('identityFromGoogleKms', () => {
  let service: SigningService
  beforeAll(async () => {
    service = await SigningService.open(() => ({ body: {} }))
  })
  afterAll(() => service.close())

  const open = (kind: Parameters<typeof serviceKey>[0] = 'ec') =>
    identityFromGoogleKms({
      keyVersion: NAME,
      accessToken,
      endpoint: service.url,
      certificates: serviceKey(kind).certificate,
    })

  it.each([
    ['rsa', 'RSA_SIGN_PKCS1_2048_SHA256', {}],
    ['rsa', 'RSA_SIGN_PSS_2048_SHA256', { saltLength: 32 }],
    ['rsa', 'RSA_SIGN_PKCS1_2048_SHA512', {}],
    ['ec', 'EC_SIGN_P256_SHA256', {}],
    ['ed25519', 'EC_SIGN_ED25519', {}],
  ] as const)('signs with a key for %s (%s), as the key version says', async (kind, algorithm, manner) => {
    service.answer = kms(serviceKey(kind), algorithm, manner)
    const report = await verifyDocument(await sign(makePdf(ONE_PAGE), { identity: await open(kind) }))
    expect(report.valid).toBe(true)
  })

  it('refuses a key that is not the one of the certificate, and kinds that do not sign documents', async () => {
    service.answer = kms(serviceKey('ec', 'other'), 'EC_SIGN_P256_SHA256')
    expect(await codeOf(open())).toBe('key_mismatch')
    for (const algorithm of ['RSA_DECRYPT_OAEP_2048_SHA256', 'RSA_SIGN_RAW_PKCS1_2048', 'undefined']) {
      service.answer = kms(serviceKey('ec'), algorithm)
      expect(await codeOf(open())).toBe('invalid_identity')
    }
    const wrong = { keyVersion: 'projects/p', accessToken, certificates: serviceKey('ec').certificate }
    expect(await codeOf(identityFromGoogleKms(wrong))).toBe('invalid_identity')
  })

  it.each([
    ['signature', { signatureCrc32c: '1' }],
    ['signature without a checksum', { signatureCrc32c: undefined }],
    ['digest that arrived otherwise', { verifiedDigestCrc32c: false }],
    ['signature by another version', { name: `${NAME}0` }],
    ['signature that is none', { signature: '***' }],
  ])('refuses a %s', async (_, change) => {
    const honest = kms(serviceKey('ec'), 'EC_SIGN_P256_SHA256')
    service.answer = honest
    const identity = await open()
    service.answer = async (request) => {
      const reply = (await honest(request)) as { body: object }
      return { body: { ...reply.body, ...change } }
    }
    expect(await codeOf(sign(makePdf(ONE_PAGE), { identity }))).toBe('signing_failed')
  })

  it('refuses a public key that was damaged on its way, and a signature with another salt', async () => {
    const honest = kms(serviceKey('rsa'), 'RSA_SIGN_PSS_2048_SHA256', { saltLength: 20 })
    service.answer = honest
    expect(await codeOf(sign(makePdf(ONE_PAGE), { identity: await open('rsa') }))).toBe('signing_failed')
    service.answer = async (request) => ({
      body: { ...((await honest(request)) as { body: object }).body, pemCrc32c: '5' },
    })
    expect(await codeOf(open('rsa'))).toBe('signing_failed')
  })

  it('computes checksums as RFC 3720 does', () => {
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa)
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43)
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e)
    expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283)
  })

  describeHostile({
    answer: (request) => kms(serviceKey('ec'), 'EC_SIGN_P256_SHA256')(request),
    signing: /asymmetricSign/,
    open: (endpoint, options) =>
      identityFromGoogleKms({
        keyVersion: NAME,
        accessToken,
        endpoint,
        certificates: serviceKey('ec').certificate,
        ...options,
      }),
  })
})
