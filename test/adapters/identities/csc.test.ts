/**
 * Remote signing services of the Cloud Signature Consortium, in both versions of its protocol.
 *
 * @module
 */

import { randomBytes, sign as signWith, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CscHashes, type CscOptions, identityFromCsc } from '../../../adapters/identities/csc.js'
import { type SignatureAlgorithm, verifyDocument } from '../../../src/index.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { codeOf, sign } from '../../sign/signing.js'
import { hasTool } from '../../support/tools.js'
import { describeHostile } from './hostile-service.js'
import {
  type ServiceKey,
  type ServiceReply,
  type ServiceRequest,
  SigningService,
  serviceKey,
  signDigest,
} from './signing-service.js'

const HASHES: Record<string, number> = {
  '2.16.840.1.101.3.4.2.1': 32,
  '2.16.840.1.101.3.4.2.2': 48,
  '2.16.840.1.101.3.4.2.3': 64,
}

interface Manners {
  readonly algo: readonly string[]
  readonly info?: object
  readonly pin?: string
}

/** A remote signing service after the CSC specification, 1.0.4 and 2.0.0.2. A SAD is for the hashes that it was asked for. */
function rssp(version: 1 | 2, key: ServiceKey, { algo, info = {}, pin }: Manners): SigningService['answer'] {
  const granted = new Map<string, string>()
  return async ({ method, path, headers, body }) => {
    const isOurs = headers.authorization === 'Bearer token' && body['credentialID'] === 'seal-01'
    if (method !== 'POST' || !isOurs)
      return { status: 400, body: { error: 'invalid_request', error_description: 'Invalid credentialID' } }
    const hashes = body[version === 1 ? 'hash' : 'hashes'] as string[] | undefined
    switch (path) {
      case `/csc/v${version}/credentials/info`: {
        const certificates = [new X509Certificate(key.certificate).raw.toString('base64')]
        const cert = { status: 'valid', certificates }
        return { body: { key: { status: 'enabled', algo, len: 2048 }, cert, authMode: 'explicit', ...info } }
      }
      case `/csc/v${version}/credentials/authorize`: {
        if (secretIn(version, body) !== pin)
          return { status: 400, body: { error: 'invalid_pin', error_description: 'Wrong PIN' } }
        if (hashes === undefined || body['numSignatures'] !== hashes.length) return { status: 400, body: {} }
        if (version === 2 && HASHES[String(body['hashAlgorithmOID'])] === undefined) return { status: 400, body: {} }
        const SAD = randomBytes(16).toString('hex')
        granted.set(SAD, hashes.join())
        return { body: { SAD, expiresIn: 300 } }
      }
      case `/csc/v${version}/signatures/signHash`: {
        const SAD = String(body['SAD'])
        if (hashes === undefined || granted.get(SAD) !== hashes.join())
          return { status: 400, body: { error: 'invalid_sad' } }
        granted.delete(SAD)
        return signHashes(version, key, hashes, body)
      }
      default:
        return { status: 404, body: {} }
    }
  }
}

function secretIn(version: 1 | 2, body: ServiceRequest['body']): unknown {
  if (version === 1) return body['PIN']
  const data = body['authData'] as { id: string; value: string }[]
  return data.find(({ id }) => id === 'PIN')?.value
}

async function signHashes(
  version: 1 | 2,
  key: ServiceKey,
  hashes: readonly string[],
  body: ServiceRequest['body'],
): Promise<ServiceReply> {
  const length = HASHES[String(body[version === 1 ? 'hashAlgo' : 'hashAlgorithmOID'])]
  if (version === 2 && body['operationMode'] !== 'S') return { status: 400, body: {} }
  const signatures = hashes.map(async (hash) => {
    const digest = Buffer.from(hash, 'base64')
    if (body['signAlgo'] === '1.3.101.112') return signWith(null, digest, key.key)
    if (digest.length !== length) throw new Error('The hash is of another length.')
    if (body['signAlgo'] !== '1.2.840.113549.1.1.10') return signDigest(key, digest)
    // RSASSA-PSS-params: the salt is the last number in it.
    const parameters = Buffer.from(String(body['signAlgoParams']), 'base64')
    if (parameters[0] !== 0x30 || parameters[1] !== parameters.length - 2)
      throw new Error('The parameters are malformed.')
    return signDigest(key, digest, { saltLength: parameters.at(-1) ?? 0 })
  })
  return { body: { signatures: (await Promise.all(signatures)).map((each) => each.toString('base64')) } }
}

const RSA = '1.2.840.113549.1.1.1'
const SHA256_RSA = '1.2.840.113549.1.1.11'
const PSS = '1.2.840.113549.1.1.10'
const ECDSA = '1.2.840.10045.4.3.2'

describe.skipIf(!hasTool('openssl')).each([1, 2] as const)('identityFromCsc, version %i', (version) => {
  let service: SigningService
  beforeAll(async () => {
    service = await SigningService.open(() => ({ body: {} }))
  })
  afterAll(() => service.close())

  const open = (options: Partial<CscOptions> = {}) =>
    identityFromCsc({
      baseUrl: `${service.url}/csc/v${version}`,
      version,
      credentialId: 'seal-01',
      accessToken: async () => 'token',
      ...options,
    })

  it.each<[Parameters<typeof serviceKey>[0], readonly string[], SignatureAlgorithm | undefined]>([
    ['rsa', [RSA], undefined],
    ['rsa', [SHA256_RSA, RSA], undefined],
    ['rsa', [RSA, PSS], { name: 'RSASSA-PSS', hash: 'SHA-256' }],
    ['rsa', [PSS], { name: 'RSASSA-PSS', hash: 'SHA-512' }],
    ['ec', [ECDSA], undefined],
    ['ed25519', ['1.3.101.112'], undefined],
  ])('signs with a credential for %s (%j)', async (kind, algo, algorithm) => {
    service.answer = rssp(version, serviceKey(kind), { algo, pin: '1234' })
    const identity = await open({ authorize: { pin: '1234' }, ...(algorithm === undefined ? {} : { algorithm }) })
    const report = await verifyDocument(await sign(makePdf(ONE_PAGE), { identity }))
    expect(report.valid).toBe(true)
  })

  it('lets the host authorise the very hash that is signed', async () => {
    const answer = rssp(version, serviceKey('ec'), { algo: [ECDSA] })
    service.answer = answer
    const asked: CscHashes[] = []
    const identity = await open({
      authorize: async (request) => {
        asked.push(request)
        const names =
          version === 1
            ? { hash: request.hashes }
            : { hashes: request.hashes, hashAlgorithmOID: request.hashAlgorithm, authData: [] }
        const body = { credentialID: request.credentialId, numSignatures: 1, ...names }
        const url = `${service.url}/csc/v${version}/credentials/authorize`
        const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
        const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
        return ((await response.json()) as { SAD: string }).SAD
      },
    })
    expect((await verifyDocument(await sign(makePdf(ONE_PAGE), { identity }))).valid).toBe(true)
    expect(asked.map(({ hashes }) => hashes.length)).toEqual([1])
  })

  it('says what the service has against it', async () => {
    service.answer = rssp(version, serviceKey('ec'), { algo: [ECDSA], pin: '1234' })
    const identity = await open({ authorize: { pin: '0000' } })
    const failed = Promise.resolve(identity.sign(new Uint8Array(3)))
    await expect(failed).rejects.toMatchObject({
      code: 'signing_failed',
      message: expect.stringMatching(/Wrong PIN|invalid_pin/),
    })
    await expect(failed).rejects.not.toThrow('0000')
    const unsuited: readonly Manners[] = [
      { algo: [RSA] },
      { algo: [] },
      { algo: [ECDSA], info: { key: { status: 'disabled', algo: [ECDSA] } } },
      { algo: [ECDSA], info: { cert: { status: 'expired', certificates: ['AAAA'] } } },
    ]
    for (const manners of unsuited) {
      service.answer = rssp(version, serviceKey('ec'), manners)
      expect(await codeOf(open())).toBe('invalid_identity')
    }
    service.answer = rssp(version, serviceKey('ec'), { algo: [ECDSA], info: { cert: { status: 'valid' } } })
    expect(await codeOf(open())).toBe('signing_failed')
  })

  it('refuses signatures that are none, too many, or of another key', async () => {
    const honest = rssp(version, serviceKey('ec'), { algo: [ECDSA] })
    service.answer = honest
    const identity = await open()
    for (const signatures of [undefined, [], ['AAAA', 'AAAA'], [5], ['AAAA']]) {
      service.answer = (request) => (request.path.endsWith('signHash') ? { body: { signatures } } : honest(request))
      expect(await codeOf(sign(makePdf(ONE_PAGE), { identity }))).toBe('signing_failed')
    }
  })

  const answer = rssp(version, serviceKey('ec'), { algo: [ECDSA] })
  describeHostile({
    answer,
    signing: /signHash/,
    open: (url, options) =>
      identityFromCsc({
        baseUrl: `${url}/csc/v${version}/`,
        version,
        credentialId: 'seal-01',
        accessToken: async () => 'token',
        ...options,
      }),
  })
})
