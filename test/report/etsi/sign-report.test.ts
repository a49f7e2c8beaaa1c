/**
 * Signed validation reports: what is signed, by whom, and what is refused.
 *
 * @module
 */

import { createHash, verify, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderReport } from '../../../src/report/render-report.js'
import type { SignatureAlgorithm, SigningIdentity } from '../../../src/sign/identity/identity.js'
import { identityFromPem } from '../../../src/sign/identity/pem-identity.js'
import { canonicalizeDocument, canonicalizeElement, type TextSink } from '../../../src/trust-lists/xml/canonical-xml.js'
import { attributeValue, contentText, nestedElements } from '../../../src/trust-lists/xml/signed-tree.js'
import type { VerificationReport } from '../../../src/verify/report.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { codeOf, identityOf, sign } from '../../sign/signing.js'
import { makeTestKey } from '../../support/keys.js'
import { makeContract } from '../../verify/support/contract.js'
import { readReport } from './read-report.js'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'

let report: VerificationReport

beforeAll(async () => {
  report = await verifyDocument(await sign(makeContract().bytes))
})

const render = async (identity: SigningIdentity) => (await renderReport(report, { format: 'etsi-xml', identity })).bytes

function textOf(write: (sink: TextSink) => void): string {
  let text = ''
  write((piece) => {
    text += piece
  })
  return text
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** Checks a signed report step by step (XML-DSig, 3.2), with the canonicalizer that trusted lists are checked with. */
function isRight(bytes: Uint8Array, check: (signed: Buffer, value: Buffer, key: X509Certificate) => boolean): boolean {
  const { xml, all, texts } = readReport(bytes)
  const [signature] = all('Signature')
  const [info] = all('SignedInfo')
  const [properties] = all('SignedProperties')
  if (signature === undefined || info === undefined || properties === undefined) return false
  const references = nestedElements(info, DSIG, 'Reference')
  const digests = references.map((each) => contentText(nestedElements(each, DSIG, 'DigestValue')[0]))
  const whole = sha256(textOf((sink) => canonicalizeDocument(xml, signature, sink)))
  const own = sha256(textOf((sink) => canonicalizeElement(properties, 'exclusive', sink)))
  expect(references.map((each) => attributeValue(each, 'URI'))).toEqual(['', '#report-signed-properties'])
  const signed = Buffer.from(textOf((sink) => canonicalizeElement(info, 'exclusive', sink)))
  const certificate = new X509Certificate(Buffer.from(texts('X509Certificate').at(-1) ?? '', 'base64'))
  const value = Buffer.from(texts('SignatureValue')[0] ?? '', 'base64')
  return digests[0] === whole && digests[1] === own && check(signed, value, certificate)
}

describe('a signed report', () => {
  it('is signed by RSA as a whole, and names the certificate in three places', async () => {
    const identity = await identityOf('rsa')
    const bytes = await render(identity)
    expect(isRight(bytes, (signed, value, { publicKey }) => verify('sha256', signed, publicKey, value))).toBe(true)
    const { texts } = readReport(bytes)
    const der = Buffer.from(identity.certificates[0] ?? new Uint8Array())
    expect(texts('X509Certificate')).toEqual([der.toString('base64'), der.toString('base64')])
    expect(texts('DigestValue')).toContain(createHash('sha256').update(der).digest('base64'))
    expect(texts('MimeType')).toEqual(['application/xml'])
    expect(Date.now() - Date.parse(texts('SigningTime').at(-1) ?? '')).toBeLessThan(60_000)
  })

  it('notices each letter that is changed', async () => {
    const bytes = await render(await identityOf('rsa'))
    const check = (signed: Buffer, value: Buffer, { publicKey }: X509Certificate) =>
      verify('sha256', signed, publicKey, value)
    for (const [from, to] of [
      ['urn:etsi:019102:mainindication:indeterminate', 'urn:etsi:019102:mainindication:total-passed'],
      ['application/xml', 'application/pdf'],
      ['rsa-sha256', 'rsa-sha512'],
    ] as const) {
      const text = new TextDecoder().decode(bytes)
      expect(text).toContain(from)
      expect(isRight(new TextEncoder().encode(text.replaceAll(from, to)), check), from).toBe(false)
    }
  })

  it('is signed by curves with r and s side by side, however short they are', async () => {
    const identity = await identityOf('ec')
    let length = 0
    // In DER, a value of 32 bytes has no leading zeros.
    const short: SigningIdentity = {
      ...identity,
      async sign(data, options) {
        for (;;) {
          const value = await identity.sign(data, options)
          length = value.length
          if (length < 70) return value
        }
      },
    }
    for (const each of [identity, short]) {
      const right = isRight(await render(each), (signed, value, { publicKey }) => {
        expect(value).toHaveLength(64)
        return verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, value)
      })
      expect(right).toBe(true)
    }
    expect(length).toBeLessThan(70)
  })

  it('is signed by Ed25519 and RSASSA-PSS', async () => {
    const ed = isRight(await render(await identityOf('ed25519')), (signed, value, { publicKey }) =>
      verify(null, signed, publicKey, value),
    )
    expect(ed).toBe(true)
    const algorithm = { name: 'RSASSA-PSS', hash: 'SHA-384' } as const
    const bytes = await render(await identityFromPem(makeTestKey('rsa'), { algorithm }))
    expect(new TextDecoder().decode(bytes)).toContain('http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1')
    const pss = isRight(bytes, (signed, value, { publicKey }) =>
      verify('sha384', signed, { key: publicKey, padding: 6, saltLength: 48 }, value),
    )
    expect(pss).toBe(true)
  })

  it('is not made by what cannot sign it', async () => {
    const identity = await identityOf('rsa')
    const other = await identityOf('ec')
    const wrong: [string, Partial<SigningIdentity>][] = [
      ['signing_failed', { sign: () => new Uint8Array(256) }],
      ['signing_failed', { sign: () => Promise.reject(new Error('No.')) }],
      ['invalid_identity', { certificates: other.certificates }],
      ['invalid_identity', { certificates: [] }],
      ['invalid_identity', { certificates: [new Uint8Array(9)] }],
      ['invalid_identity', { algorithm: { name: 'ML-DSA-44' } as SignatureAlgorithm }],
    ]
    for (const [code, changes] of wrong) expect(await codeOf(render({ ...identity, ...changes }))).toBe(code)
    const cms = { signDetached: async () => new Uint8Array() } as never
    expect(await codeOf(render(cms))).toBe('invalid_request')
    expect(await codeOf(renderReport(report, { format: 'pdf', identity }))).toBe('invalid_request')
  })

  it('ends with the reason of a signal that aborts it', async () => {
    const identity = await identityOf('rsa')
    const controller = new AbortController()
    const slow = { ...identity, sign: () => new Promise<Uint8Array>(() => controller.abort(new Error('Enough.'))) }
    const rendering = renderReport(report, { format: 'etsi-xml', identity: slow, signal: controller.signal })
    await expect(rendering).rejects.toThrow('Enough.')
  })
})
