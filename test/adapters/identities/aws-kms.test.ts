/**
 * Keys in AWS KMS, behind a service that answers as its reference says.
 *
 * @module
 */

import { createHash, sign as signWith } from 'node:crypto'
import { KMS } from '@aws-sdk/client-kms'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { identityFromAwsKms } from '../../../adapters/identities/aws-kms.js'
import { type SignatureAlgorithm, verifyDocument } from '../../../src/index.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { codeOf, sign } from '../../sign/signing.js'
import { hasTool } from '../../support/tools.js'
import { type ServiceKey, type ServiceReply, SigningService, serviceKey, signDigest } from './signing-service.js'

const KEY_ID = 'alias/seal'

/** AWS KMS as its API reference describes it (TrentService, AWS JSON 1.1). */
function kms(key: ServiceKey, { saltLength = 0 } = {}): SigningService['answer'] {
  return async ({ method, headers, body }) => {
    const isSigned = /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\//.test(headers.authorization ?? '')
    if (method !== 'POST' || !isSigned) return fault('UnrecognizedClientException')
    if (body['KeyId'] !== KEY_ID) return fault('NotFoundException')
    switch (headers['x-amz-target']) {
      case 'TrentService.GetPublicKey': {
        const PublicKey = key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
        return { body: { KeyId: KEY_ID, PublicKey, KeyUsage: 'SIGN_VERIFY' } }
      }
      case 'TrentService.Sign':
        return answerSign(key, body, saltLength)
      default:
        return fault('UnknownOperationException')
    }
  }
}

async function answerSign(key: ServiceKey, body: Record<string, unknown>, saltLength: number): Promise<ServiceReply> {
  const { Message, MessageType = 'RAW', SigningAlgorithm } = body
  const message = Buffer.from(String(Message), 'base64')
  const [, family, bits] =
    /^(RSASSA_PKCS1_V1_5|RSASSA_PSS|ECDSA|ED25519)_SHA_(\d+)$/.exec(String(SigningAlgorithm)) ?? []
  if (message.length > 4096 || family === undefined) return fault('ValidationException')
  if (family === 'ED25519') {
    if (MessageType !== 'RAW' || key.key.asymmetricKeyType !== 'ed25519') return fault('InvalidKeyUsageException')
    return { body: { KeyId: KEY_ID, Signature: signWith(null, message, key.key).toString('base64') } }
  }
  const digest = MessageType === 'DIGEST' ? message : createHash(`sha${bits}`).update(message).digest()
  if (8 * digest.length !== Number(bits)) return fault('ValidationException')
  const manner = family === 'RSASSA_PSS' ? { saltLength: saltLength || digest.length } : {}
  const signature = await signDigest(key, digest, manner)
  return { body: { KeyId: KEY_ID, Signature: signature.toString('base64'), SigningAlgorithm } }
}

function fault(type: string, status = 400): ServiceReply {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: { __type: type, message: `This is ${type}.` },
  }
}

describe.skipIf(!hasTool('openssl'))('identityFromAwsKms, with the official client', () => {
  let service: SigningService
  const clients: KMS[] = []
  beforeAll(async () => {
    service = await SigningService.open(() => ({ body: {} }))
  })
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy()
  })
  afterAll(() => service.close())

  function makeClient(): KMS {
    const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' }
    const client = new KMS({ region: 'eu-central-1', endpoint: service.url, credentials, maxAttempts: 1 })
    clients.push(client)
    return client
  }

  const open = (kind: Parameters<typeof serviceKey>[0] = 'ec', algorithm?: SignatureAlgorithm, checkKey = true) =>
    identityFromAwsKms({
      client: makeClient(),
      keyId: KEY_ID,
      certificates: serviceKey(kind).certificate,
      checkKey,
      ...(algorithm === undefined ? {} : { algorithm }),
    })

  it.each([
    ['rsa', undefined],
    ['rsa', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }],
    ['rsa', { name: 'RSASSA-PSS', hash: 'SHA-256' }],
    ['rsa', { name: 'RSASSA-PSS', hash: 'SHA-384' }],
    ['ec', undefined],
    ['ed25519', undefined],
  ] as const)('signs with a key for %s (%o)', async (kind, algorithm) => {
    service.answer = kms(serviceKey(kind))
    const report = await verifyDocument(await sign(makePdf(ONE_PAGE), { identity: await open(kind, algorithm) }))
    expect(report.valid).toBe(true)
  })

  it('refuses a key that does not belong to the certificate', async () => {
    service.answer = kms(serviceKey('ec', 'other'))
    expect(await codeOf(open())).toBe('key_mismatch')
    service.answer = kms(serviceKey('rsa'))
    expect(await codeOf(open())).toBe('key_mismatch')
    service.answer = () => ({ body: { KeyId: KEY_ID } })
    expect(await codeOf(open())).toBe('invalid_identity')
  })

  it('refuses signatures by another key and with another salt', async () => {
    service.answer = kms(serviceKey('ec', 'other'))
    expect(await codeOf(sign(makePdf(ONE_PAGE), { identity: await open('ec', undefined, false) }))).toBe(
      'signing_failed',
    )
    service.answer = kms(serviceKey('rsa'), { saltLength: 20 })
    const identity = await open('rsa', { name: 'RSASSA-PSS', hash: 'SHA-256' })
    expect(await codeOf(sign(makePdf(ONE_PAGE), { identity }))).toBe('signing_failed')
    service.answer = () => ({ body: { KeyId: KEY_ID } })
    await expect(Promise.resolve(identity.sign(new Uint8Array(3)))).rejects.toThrow('AWS KMS gave no signature')
  })

  it.each([
    ['AccessDeniedException', 400, { code: 'invalid_identity' }],
    ['NotFoundException', 400, { code: 'invalid_identity' }],
    ['DisabledException', 400, { code: 'invalid_identity' }],
    ['ThrottlingException', 400, { code: 'signing_failed', retryAfterSeconds: 1 }],
    ['KMSInternalException', 500, { code: 'signing_failed', retryAfterSeconds: undefined }],
  ])('says what %s means', async (type, status, error) => {
    const identity = await open('ec', undefined, false)
    service.answer = () => fault(type, status)
    const message = expect.stringContaining(`${type}: This is ${type}.`)
    await expect(Promise.resolve(identity.sign(new Uint8Array(3)))).rejects.toMatchObject({ ...error, message })
  })

  it('heeds the signal', async () => {
    const identity = await open('ec', undefined, false)
    service.answer = () => () => undefined
    const reason = new Error('enough')
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 50)
    await expect(Promise.resolve(identity.sign(new Uint8Array(3), { signal: controller.signal }))).rejects.toBe(reason)
  })
})
