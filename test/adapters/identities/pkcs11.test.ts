/**
 * Keys in PKCS#11 tokens, with what can happen to their sessions.
 *
 * @module
 */

import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityFromPkcs11, type Pkcs11Handle, type Pkcs11Options } from '../../../adapters/identities/pkcs11.js'
import { SealwrightError, type SignatureAlgorithm, verifyDocument } from '../../../src/index.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { codeOf, sign } from '../../sign/signing.js'
import { bouncyCastleVerify, extractCms, opensslCmsVerify } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'
import { serviceKey } from './signing-service.js'
import { PIN, SoftToken } from './soft-token.js'

const IDS = { rsa: '01', ec: '02', ed25519: '03' } as const
type Kind = keyof typeof IDS

describe.runIf(hasTool('softhsm2-util'))('identityFromPkcs11, with SoftHSM2', () => {
  let token: SoftToken
  let slot: Pkcs11Handle
  beforeAll(() => {
    token = new SoftToken()
    for (const [kind, id] of Object.entries(IDS)) token.importKey(kind, id, serviceKey(kind as Kind).pem)
    token.importKey('twice', '11', serviceKey('ec', 'a').pem)
    token.importKey('twice', '12', serviceKey('ec', 'b').pem)
    slot = token.load()
    token.addCertificate(slot, IDS.rsa, new X509Certificate(serviceKey('rsa').certificate).raw)
  })
  afterAll(() => token.remove())

  const open = (kind: Kind = 'ec', options: Partial<Pkcs11Options> = {}) =>
    identityFromPkcs11({
      module: token,
      slot,
      pin: PIN,
      label: kind,
      certificates: serviceKey(kind).certificate,
      ...options,
    })

  it.each<[Kind, SignatureAlgorithm | undefined]>([
    ['rsa', undefined],
    ['rsa', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' }],
    ['rsa', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }],
    ['rsa', { name: 'RSASSA-PSS', hash: 'SHA-256' }],
    ['rsa', { name: 'RSASSA-PSS', hash: 'SHA-384' }],
    ['rsa', { name: 'RSASSA-PSS', hash: 'SHA-512' }],
    ['ec', undefined],
    ['ec', { name: 'ECDSA', hash: 'SHA-512' }],
    ['ed25519', undefined],
  ])('signs with a key for %s (%o)', async (kind, algorithm) => {
    const identity = open(kind, algorithm === undefined ? {} : { algorithm })
    const bytes = await sign(makePdf(ONE_PAGE), { identity })
    expect((await verifyDocument(bytes)).valid).toBe(true)
    const { cms, content } = extractCms(bytes)
    if (kind !== 'ed25519') expect(await opensslCmsVerify(cms, content, { cades: true })).toMatchObject({ valid: true })
    else if (hasTool('bouncycastle'))
      expect(await bouncyCastleVerify([{ cms, content }])).toMatchObject([{ valid: true }])
    identity.close()
  })

  it('takes the certificate from the token, and the key by its id', async () => {
    const { certificates: _, label: __, ...rest } = { certificates: '', label: '', module: token, slot, pin: PIN }
    const identity = identityFromPkcs11({ ...rest, id: Buffer.from(IDS.rsa, 'hex') })
    expect(Buffer.from(identity.certificates[0] ?? [])).toEqual(new X509Certificate(serviceKey('rsa').certificate).raw)
    expect((await verifyDocument(await sign(makePdf(ONE_PAGE), { identity }))).valid).toBe(true)
    identity.close()
    expect(() => identityFromPkcs11({ ...rest, label: 'ec' })).toThrow(
      expect.objectContaining({ code: 'invalid_identity' }),
    )
  })

  it('lets many signatures wait for one another', async () => {
    const identity = open()
    const documents = await Promise.all(Array.from({ length: 8 }, () => sign(makePdf(ONE_PAGE), { identity })))
    for (const bytes of documents) expect((await verifyDocument(bytes)).valid).toBe(true)
    identity.close()
  })

  it('opens the session once more when it was lost, and not after it was closed', async () => {
    const identity = open()
    await identity.sign(new Uint8Array(3))
    token.closeAllSessions(slot)
    expect(await identity.sign(new Uint8Array(3))).toBeInstanceOf(Uint8Array)
    identity.close()
    expect(await codeOf(Promise.resolve(identity.sign(new Uint8Array(3))))).toBe('signing_failed')
  })

  it('refuses keys that are not there, or there twice', () => {
    for (const label of ['none', 'twice']) {
      expect(() => open('ec', { label })).toThrow(expect.objectContaining({ code: 'invalid_identity' }))
    }
    expect(() => open('ec', { label: 'twice', id: Buffer.from('01', 'hex') })).toThrow(/no such private key/)
    const { label: _, ...unnamed } = {
      label: '',
      module: token,
      slot,
      pin: PIN,
      certificates: serviceKey('ec').certificate,
    }
    expect(() => identityFromPkcs11(unnamed)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    const chosen = open('ec', {
      label: 'twice',
      id: Buffer.from('12', 'hex'),
      certificates: serviceKey('ec', 'b').certificate,
    })
    expect(chosen.sign(new Uint8Array(3))).toBeInstanceOf(Promise)
    chosen.close()
  })

  it('finds out when the key is not the one of the certificate', async () => {
    const identity = open('ec', { certificates: serviceKey('ec', 'a').certificate })
    expect(await codeOf(sign(makePdf(ONE_PAGE), { identity }))).toBe('signing_failed')
    identity.close()
    // A key for RSA does not sign by ECDSA.
    const other = open('rsa', { certificates: serviceKey('ec').certificate })
    const failed = Promise.resolve(other.sign(new Uint8Array(3)))
    await expect(failed).rejects.toMatchObject({
      code: 'signing_failed',
      message: expect.stringContaining('The token failed'),
    })
    expect(await codeOf(sign(makePdf(ONE_PAGE), { identity: other }))).toBe('signing_failed')
    other.close()
  })

  it('tries a wrong PIN once, and does not repeat it', () => {
    token.closeAllSessions(slot)
    token.logins.length = 0
    let error: unknown
    try {
      open('ec', { pin: '99999' })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(SealwrightError)
    expect(error).toMatchObject({ code: 'wrong_passphrase' })
    expect(String((error as Error).message)).not.toContain('99999')
    expect(token.logins).toEqual(['99999'])
    open().close()
  })

  it('heeds the signal before it begins', async () => {
    const identity = open()
    const reason = new Error('enough')
    await expect(Promise.resolve(identity.sign(new Uint8Array(3), { signal: AbortSignal.abort(reason) }))).rejects.toBe(
      reason,
    )
    expect(await identity.sign(new Uint8Array(3))).toBeInstanceOf(Uint8Array)
    identity.close()
  })
})
