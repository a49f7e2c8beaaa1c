/**
 * Asking responders and fetching lists, with all that can go wrong.
 *
 * @module
 */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { derExplicit, derInteger, derOid, derSequence, derSetOf } from '../../../src/cms/asn1/der-writer.js'
import { SealwrightError } from '../../../src/errors.js'
import { signDocument } from '../../../src/sign/sign-document.js'
import { onlineRevocation } from '../../../src/trust/gather/online-revocation.js'
import { memoryRevocationStore } from '../../../src/trust/gather/revocation-store.js'
import { crlUrlsOf, ocspUrlsOf } from '../../../src/trust/revocation/revocation-urls.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { derToPem } from '../../cms/openssl-keys.js'
import type { IssuedCredential } from '../../cms/test-ca.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { requestWith } from '../../sign/signing.js'
import { buildOcspAnswer, ocspTryLater, readOcspRequest } from '../../support/build-ocsp.js'
import { type LongTermPki, openLongTermPki } from '../../support/long-term-pki.js'
import { hasTool } from '../../support/tools.js'

const DAY = 86_400_000

let pki: LongTermPki
let restore: () => void = () => undefined

beforeAll(async () => {
  pki = await openLongTermPki({ isFast: true })
}, 60_000)

beforeEach(() => {
  restore()
  restore = () => undefined
  pki.revoked.length = 0
  pki.pki.requests.length = 0
})

afterAll(() => pki.close())

function requestFor(credential: IssuedCredential = pki.signer()) {
  return {
    certificate: credential.parsed.der,
    issuer: pki.issuing.parsed.der,
    ocspUrls: ocspUrlsOf(credential.parsed),
    crlUrls: crlUrlsOf(credential.parsed),
  }
}

/** Answers about OCSP with something else, until the next test. */
function answerOcsp(answer: (certId: Uint8Array) => Uint8Array): void {
  const undo = pki.pki.stop('/ocsp')
  pki.pki.serve('/ocsp', async (body) => ({ body: answer(readOcspRequest(body).certId) }))
  restore = undo
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'none'
  } catch (error) {
    if (error instanceof SealwrightError) return `${error.code}: ${error.message}`
    throw error
  }
}

const good = (certId: Uint8Array, from = 0, to = 7) =>
  buildOcspAnswer({
    certId,
    responder: pki.issuing,
    thisUpdate: new Date(Date.now() + from * DAY),
    nextUpdate: new Date(Date.now() + to * DAY),
  })

describe.skipIf(!hasTool('openssl'))('online revocation data', () => {
  it('asks the responder by GET, and keeps its answer', async () => {
    const source = pki.revocation()
    const answers = await Promise.all(Array.from({ length: 4 }, () => source(requestFor())))
    await source(requestFor())
    expect(answers.every(({ ocsps }) => ocsps?.length === 1)).toBe(true)
    expect(pki.pki.requests).toEqual([expect.stringMatching(/^\/ocsp\/.* GET$/)])
  })

  it('asks anew once the answer is about to be renewed', async () => {
    let ahead = 0
    const now = () => new Date(Date.now() + ahead * DAY)
    const source = pki.revocation({ now, store: memoryRevocationStore({ now }) })
    await source(requestFor())
    ahead = 6
    await source(requestFor())
    expect(pki.pki.count('/ocsp')).toBe(1)
    ahead = 8
    pki.clock.days = 8
    await source(requestFor())
    pki.clock.days = 0
    expect(pki.pki.count('/ocsp')).toBe(2)
  })

  it('asks by POST where the address would get long', async () => {
    const path = `/${'o'.repeat(200)}`
    pki.pki.serve(path, async (body) => ({ body: good(readOcspRequest(body).certId) }))
    await pki.revocation()({ ...requestFor(), ocspUrls: [pki.pki.url(path)] })
    expect(pki.pki.requests).toEqual([`${path} POST`])
  })

  it.each([
    ['is stale', (certId: Uint8Array) => good(certId, -20, -10)],
    ['comes from the future', (certId: Uint8Array) => good(certId, 2, 9)],
    [
      'does not know',
      (id: Uint8Array) =>
        buildOcspAnswer({ certId: id, responder: pki.issuing, thisUpdate: new Date(), isUnknown: true }),
    ],
    [
      'is signed by another',
      (certId: Uint8Array) => buildOcspAnswer({ certId, responder: pki.authority, thisUpdate: new Date() }),
    ],
    ['is about another', (certId: Uint8Array) => good(changeLast(certId))],
    ['says try later', () => ocspTryLater()],
    ['is no answer', () => new Uint8Array(40)],
    ['was changed', (certId: Uint8Array) => changeAt(good(certId), 120)],
  ] as const)('takes the CRL where the OCSP answer %s', async (_, answer) => {
    answerOcsp(answer)
    const { crls = [], ocsps = [] } = await pki.revocation()(requestFor())
    expect([crls.length, ocsps.length]).toEqual([1, 0])
  })

  it('says what went wrong when nobody gives an answer that can be used', async () => {
    answerOcsp(() => ocspTryLater())
    const message = await messageOf(pki.revocation()({ ...requestFor(), crlUrls: [] }))
    expect(message).toContain('validation_data_unavailable')
    expect(message).toContain(pki.pki.host)
    expect(await messageOf(pki.revocation()({ ...requestFor(), ocspUrls: [], crlUrls: [] }))).toContain(
      'names neither an OCSP responder nor a CRL',
    )
  })

  it('takes a CRL in PEM, and none that is too large', async () => {
    const crl = pki.pki.ca.makeCrl(pki.issuing)
    const pem = derToPem(crl).replaceAll('CERTIFICATE', 'X509 CRL')
    pki.pki.serveBytes('/pem.crl', () => Buffer.from(pem))
    const request = { ...requestFor(), ocspUrls: [], crlUrls: [pki.pki.url('/pem.crl')] }
    expect((await pki.revocation()(request)).crls).toHaveLength(1)
    expect(await messageOf(pki.revocation({ maxCrlBytes: 100 })(request))).toContain('more than 100 bytes')
  })

  it('sends a nonce when asked to, and refuses the answer to another', async () => {
    // A responder need not repeat it.
    expect((await pki.revocation({ nonce: true })(requestFor())).ocsps).toHaveLength(1)
    answerOcsp((certId) => {
      const parts = { certId, responder: pki.issuing, thisUpdate: new Date() }
      return buildOcspAnswer({ ...parts, nonce: new Uint8Array(32) })
    })
    const { crls, ocsps } = await pki.revocation({ nonce: true })(requestFor())
    expect([crls?.length, ocsps?.length]).toEqual([1, undefined])
    expect((await pki.revocation()(requestFor())).ocsps).toHaveLength(1)
  })

  it.each([
    ['DER', () => pki.issuing.parsed.der],
    ['PEM', () => Buffer.from(pki.issuing.certificate)],
    ['certs-only CMS', () => certsOnly(pki.issuing.parsed.der)],
  ])('reads issuers as %s', async (name, body) => {
    const path = '/issuing.cer'
    pki.pki.serveBytes(path, body)
    const issuers = await pki.revocation().issuersOf(pki.signer().parsed.der)
    expect([name, issuers.map((der) => Buffer.compare(der, pki.issuing.parsed.der))]).toEqual([name, [0]])
  })

  it('gives up in time', async () => {
    restore = pki.pki.stall('/ocsp')
    const started = Date.now()
    const { crls } = await pki.revocation({ timeoutMs: 200 })(requestFor())
    expect(crls).toHaveLength(1)
    expect(Date.now() - started).toBeLessThan(3000)
  })
})

function changeLast(bytes: Uint8Array): Uint8Array {
  return changeAt(bytes, bytes.length - 1)
}

function changeAt(bytes: Uint8Array, at: number): Uint8Array {
  const changed = bytes.slice()
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

function certsOnly(certificate: Uint8Array): Uint8Array {
  const signedData = derSequence(
    derInteger(1),
    derSetOf([]),
    derSequence(derOid('1.2.840.113549.1.7.1')),
    derSetOf([certificate], 0xa0),
    derSetOf([]),
  )
  return derSequence(derOid('1.2.840.113549.1.7.2'), derExplicit(0, signedData))
}

describe.skipIf(!hasTool('openssl'))('addresses out of certificates', () => {
  it.each([
    'http://127.0.0.1/ocsp',
    'http://[::1]/ocsp',
    'http://10.0.0.1/ocsp',
    'http://169.254.169.254/latest/meta-data',
    'http://example.com:8080/ocsp',
    'http://example.com:22/ocsp',
    'http://user:word@example.com/ocsp',
    'file:///etc/passwd',
    'ldap://example.com/cn=ca',
  ])('%s is not asked', async (url) => {
    const message = await messageOf(onlineRevocation()({ ...requestFor(), ocspUrls: [url], crlUrls: [] }))
    expect(message).toContain('validation_data_unavailable')
    expect(message).not.toContain('cannot be reached')
  })

  it('a name that leads home is not asked, nor is a redirect that does', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const source = onlineRevocation({ resolve })
    const message = await messageOf(source({ ...requestFor(), ocspUrls: ['http://ca.example.com/'], crlUrls: [] }))
    expect(message).toContain('not on the public internet')
    pki.pki.serve('/away', async (_body, _request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      return undefined
    })
    const away = { ...requestFor(), ocspUrls: [pki.pki.url('/away')], crlUrls: [] }
    const trusting = onlineRevocation({ trustedHosts: [pki.pki.host] })
    expect(await messageOf(trusting(away))).toContain('neither 80 nor 443')
  })

  it('redirects end', async () => {
    pki.pki.serve('/round', async (_body, _request, response) => {
      response.writeHead(302, { location: '/round' }).end()
      return undefined
    })
    const round = { ...requestFor(), ocspUrls: [], crlUrls: [pki.pki.url('/round')] }
    expect(await messageOf(pki.revocation()(round))).toContain('too many times')
    expect(pki.pki.count('/round')).toBe(4)
  })
})

describe.skipIf(!hasTool('openssl'))('verifying with it', () => {
  it('learns what the document does not hold', async () => {
    const { bytes } = await signDocument(makePdf(ONE_PAGE), requestWith(), { identity: await pki.identity() })
    const options = { trustAnchors: pki.anchors, requireRevocation: true }
    expect((await verifyDocument(bytes, options)).valid).toBe(false)
    const fetched = await verifyDocument(bytes, { ...options, fetchRevocation: pki.revocation() })
    expect(fetched.signers[0]).toMatchObject({ status: 'valid', trust: { revocation: { status: 'good' } } })
    pki.revoked.push({ credential: pki.signer(), date: new Date(Date.now() - DAY) })
    const revoked = await verifyDocument(bytes, { ...options, fetchRevocation: pki.revocation() })
    expect(revoked.valid).toBe(false)
  })
})
