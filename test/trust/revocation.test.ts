/**
 * What CRLs and OCSP answers say, and whose word counts.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childrenOf, contentOf, encodingOf, onlyChildOf, readDer } from '../../src/cms/asn1/der.js'
import { derExplicit, derNull, derOid, derSequence } from '../../src/cms/asn1/der-writer.js'
import { findRevocation, parseCrl } from '../../src/cms/certificate/crl.js'
import { parseOcspResponse } from '../../src/cms/certificate/ocsp.js'
import { SealwrightError } from '../../src/errors.js'
import { evaluateTrust } from '../../src/trust/over-time/trust.js'
import { readRevocationData } from '../../src/trust/revocation/revocation-data.js'
import type { RevocationRequest } from '../../src/trust/revocation/revocation-fetcher.js'
import { createPool } from '../../src/trust/trust-anchors.js'
import { CA_EXTENSIONS, type IssuedCredential, type RevokedEntry, TestCa } from '../cms/test-ca.js'
import { createRandom, mutate } from '../support/mutate.js'
import { hasTool } from '../support/tools.js'
import { makeTrustOptions, type TrustFacts } from './support/options.js'

const DAY = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY)

describe.skipIf(!hasTool('openssl'))('check 22: revocation', () => {
  let ca: TestCa
  let root: IssuedCredential
  let issuer: IssuedCredential
  let leaf: IssuedCredential
  let other: IssuedCredential
  let responder: IssuedCredential
  /** Says that the issuer is good, so that only the leaf's status is open. */
  let rootCrl: Uint8Array

  beforeAll(() => {
    ca = new TestCa()
    root = ca.issue('root', { extensions: CA_EXTENSIONS })
    issuer = ca.issue('issuer', { issuer: root, extensions: CA_EXTENSIONS })
    leaf = ca.issue('leaf', { issuer, extensions: ['keyUsage=digitalSignature'] })
    other = ca.issue('other', { issuer, extensions: ['keyUsage=digitalSignature'] })
    responder = ca.issue('responder', { issuer, extensions: ['extendedKeyUsage=OCSPSigning', 'noCheck=ignored'] })
    rootCrl = ca.makeCrl(root, [], { last: -400, next: 400 })
  })
  afterAll(() => ca.remove())

  async function judge(
    data: { crls?: readonly Uint8Array[]; ocsps?: readonly Uint8Array[] },
    options: Partial<TrustFacts> = {},
    signer = leaf,
  ) {
    const now = new Date(Date.now() + 2000)
    const { report, warnings } = await evaluateTrust(
      signer.parsed,
      createPool([issuer.parsed]),
      makeTrustOptions({
        anchors: createPool([root.parsed]),
        fetchRevocation: undefined,
        now,
        revocation: readRevocationData([rootCrl, ...(data.crls ?? [])], data.ocsps ?? []),
        ...options,
      }),
    )
    return {
      trust: report.status,
      revocation: report.revocation.status,
      codes: [...report.findings, ...warnings].map(({ code }) => code),
    }
  }

  const GOOD = { trust: 'trusted', revocation: 'good', codes: [] }
  const UNKNOWN = { trust: 'trusted', revocation: 'unknown', codes: [] }
  const REVOKED = { trust: 'untrusted', revocation: 'revoked', codes: ['certificate_revoked'] }

  describe('by CRL', () => {
    it('is good when the issuer does not list the certificate, unknown without a CRL of the issuer', async () => {
      expect(await judge({ crls: [ca.makeCrl(issuer, [{ credential: other, date: daysFromNow(-5) }])] })).toEqual(GOOD)
      expect(await judge({})).toEqual(UNKNOWN)
      const impostor = ca.issue('impostor', { subject: '/CN=issuer', extensions: CA_EXTENSIONS })
      expect(await judge({ crls: [ca.makeCrl(impostor)] })).toEqual(UNKNOWN)
    })

    it('tells revocation before the signature from revocation after it', async () => {
      const crls = [ca.makeCrl(issuer, [{ credential: leaf, date: daysFromNow(-5), reason: 'superseded' }])]
      expect(await judge({ crls })).toEqual(REVOKED)
      const at = daysFromNow(-10)
      const proven = await judge({ crls }, { at, isTimeProven: true })
      expect(proven).toEqual({ ...GOOD, codes: ['certificate_revoked_later'] })
      const claimed = await judge({ crls }, { at })
      expect(claimed).toEqual({ trust: 'indeterminate', revocation: 'revoked', codes: ['certificate_revoked_no_poe'] })
    })

    it('reads reasons and dates', () => {
      const date = new Date(Math.floor(daysFromNow(-5).getTime() / 1000) * 1000)
      const list = parseCrl(ca.makeCrl(issuer, [{ credential: leaf, date, reason: 'keyCompromise' }]))
      expect(findRevocation(list, leaf.parsed)).toEqual({ date, reason: 1, invalidityDate: undefined })
      expect(findRevocation(list, other.parsed)).toBeUndefined()
    })

    it('counts a key as bad from its invalidity date on', async () => {
      const invalid = `${daysFromNow(-20).toISOString().slice(0, 10).replaceAll('-', '')}000000Z`
      const revoked = { credential: leaf, date: daysFromNow(-5), reason: `keyTime,${invalid}` }
      const crls = [ca.makeCrl(issuer, [revoked])]
      const judgeAt = (days: number) => judge({ crls }, { at: daysFromNow(days), isTimeProven: true })
      expect(await judgeAt(-10)).toEqual(REVOKED)
      expect((await judgeAt(-30)).trust).toBe('trusted')
    })

    it('uses a CRL within its time only, and a later one for an earlier moment', async () => {
      const stale = ca.makeCrl(issuer, [], { last: -60, next: -30 })
      expect(await judge({ crls: [stale] })).toEqual(UNKNOWN)
      expect(await judge({ crls: [stale] }, { at: daysFromNow(-40), isTimeProven: true })).toEqual(GOOD)
      expect(await judge({ crls: [stale] }, { at: daysFromNow(-90), isTimeProven: true })).toEqual(GOOD)
      expect(await judge({ crls: [ca.makeCrl(issuer, [], { last: 3 })] })).toEqual(UNKNOWN)
    })

    it('does not use one that came after the certificate expired, when it may be gone from the list', async () => {
      const expired = ca.issue('expired', { issuer, to: -50 })
      const at = daysFromNow(-60)
      const after = ca.makeCrl(issuer)
      expect((await judge({ crls: [after] }, { at, isTimeProven: true }, expired)).revocation).toBe('unknown')
      const before = ca.makeCrl(issuer, [], { last: -55 })
      expect((await judge({ crls: [before] }, { at, isTimeProven: true }, expired)).revocation).toBe('good')
    })

    it('believes the latest of several', async () => {
      const good = ca.makeCrl(issuer, [], { last: -4 })
      const bad = ca.makeCrl(issuer, [{ credential: leaf, date: daysFromNow(-3) }], { last: -2 })
      expect(await judge({ crls: [good, bad] })).toEqual(REVOKED)
      expect(await judge({ crls: [bad, good] })).toEqual(REVOKED)
    })

    it.each([
      ['onlyuser:TRUE', true],
      ['onlyCA:TRUE', false],
      ['onlyAA:TRUE', false],
      ['indirectCRL:TRUE', true],
      ['onlysomereasons:keyCompromise', false],
      ['fullname:URI:http://crl.example.com/b', false],
      ['fullname:URI:http://crl.example.com/a', true],
    ])('with the scope %s speaks about the signer: %s', async (scope, isUsable) => {
      const pointed = ca.issue('pointed', {
        issuer,
        extensions: ['crlDistributionPoints=URI:http://crl.example.com/a'],
      })
      const crl = ca.makeCrl(issuer, [], {
        extensions: ['issuingDistributionPoint=critical,@idp', '[idp]', scope.replace(':', '=')],
      })
      expect((await judge({ crls: [crl] }, {}, pointed)).revocation).toBe(isUsable ? 'good' : 'unknown')
    })

    it('does not use delta CRLs and other unknown critical extensions', async () => {
      const delta = ca.makeCrl(issuer, [], { extensions: ['2.5.29.27=critical,DER:020101'] })
      expect(await judge({ crls: [delta] })).toEqual(UNKNOWN)
    })

    it('needs the key usage cRLSign', async () => {
      const mute = ca.issue('mute', {
        issuer: root,
        extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'],
      })
      const below = ca.issue('below', { issuer: mute })
      const { report } = await evaluateTrust(
        below.parsed,
        createPool([mute.parsed]),
        makeTrustOptions({
          anchors: createPool([root.parsed]),
          fetchRevocation: undefined,
          at: new Date(),
          isTimeProven: true,
          revocation: readRevocationData([rootCrl, ca.makeCrl(mute)], []),
        }),
      )
      expect(report.revocation.status).toBe('unknown')
    })

    it('sees a revoked intermediate', async () => {
      const crls = [ca.makeCrl(root, [{ credential: issuer, date: daysFromNow(-5) }]), ca.makeCrl(issuer)]
      expect(await judge({ crls })).toEqual(REVOKED)
    })
  })

  describe('by OCSP', () => {
    const answer = (revoked: readonly RevokedEntry[] = [], signer = responder, args: readonly string[] = []) =>
      ca.makeOcsp(issuer, signer, leaf, revoked, args)

    it('is good or revoked as the responder says', async () => {
      expect(await judge({ ocsps: [answer()] })).toEqual(GOOD)
      expect(await judge({ ocsps: [answer([{ credential: leaf, date: daysFromNow(-5) }])] })).toEqual(REVOKED)
      expect(await judge({ ocsps: [answer()] }, {}, other)).toEqual(UNKNOWN)
    })

    it('may be signed by the issuer itself, and name the responder by its key', async () => {
      expect(await judge({ ocsps: [answer([], issuer)] })).toEqual(GOOD)
      expect(await judge({ ocsps: [answer([], responder, ['-resp_key_id'])] })).toEqual(GOOD)
    })

    it('is not believed from anybody else', async () => {
      const plain = ca.issue('plain', { issuer })
      expect(await judge({ ocsps: [answer([], plain)] })).toEqual(UNKNOWN)
      const strange = ca.issue('strange', { issuer: root, extensions: ['extendedKeyUsage=OCSPSigning'] })
      expect(await judge({ ocsps: [answer([], strange)] })).toEqual(UNKNOWN)
      const expired = ca.issue('oldResponder', { issuer, to: -1, extensions: ['extendedKeyUsage=OCSPSigning'] })
      expect(await judge({ ocsps: [answer([], expired)] })).toEqual(UNKNOWN)
    })

    it('is not believed with a broken signature', async () => {
      const ocsp = answer([], responder, ['-resp_no_certs'])
      expect(await judge({ ocsps: [ocsp] })).toEqual(UNKNOWN)
      const issued = answer([], issuer, ['-resp_no_certs'])
      expect(await judge({ ocsps: [issued] })).toEqual(GOOD)
      issued[issued.length - 3] = (issued.at(-3) ?? 0) ^ 1
      expect(await judge({ ocsps: [issued] })).toEqual(UNKNOWN)
    })

    it('wins over an older CRL', async () => {
      const crls = [ca.makeCrl(issuer, [], { last: -1 })]
      const ocsps = [answer([{ credential: leaf, date: daysFromNow(-5) }])]
      expect(await judge({ crls, ocsps })).toEqual(REVOKED)
    })

    it('is read bare as well', async () => {
      const ocsp = answer()
      const whole = parseOcspResponse(ocsp)
      const start = Buffer.from(ocsp).indexOf(whole.tbs)
      // A SEQUENCE header of four bytes stands before the signed part.
      expect(parseOcspResponse(ocsp.subarray(start - 4)).tbs).toEqual(whole.tbs)
    })
  })

  describe('check 25: nothing is fetched unless the host does it', () => {
    it('asks the host for what is not embedded, with the addresses in the certificate', async () => {
      const pointed = ca.issue('online', {
        issuer,
        extensions: [
          'crlDistributionPoints=URI:http://crl.example.com/a',
          'authorityInfoAccess=OCSP;URI:http://ocsp.example.com',
        ],
      })
      const requests: RevocationRequest[] = []
      const fetchRevocation = async (request: RevocationRequest) => {
        requests.push(request)
        return { crls: [ca.makeCrl(issuer)] }
      }
      expect(await judge({}, { fetchRevocation }, pointed)).toEqual(GOOD)
      expect(requests).toEqual([
        {
          certificate: pointed.parsed.der,
          issuer: issuer.parsed.der,
          ocspUrls: ['http://ocsp.example.com'],
          crlUrls: ['http://crl.example.com/a'],
        },
      ])
    })

    it('reports that fetching failed, and can insist on an answer', async () => {
      const fetchRevocation = async () => {
        throw new Error('offline')
      }
      expect(await judge({}, { fetchRevocation })).toEqual(UNKNOWN)
      const strict = await judge({}, { unknownRevocation: 'refuse' })
      expect(strict).toEqual({ trust: 'indeterminate', revocation: 'unknown', codes: ['revocation_unknown'] })
      // Old data does not prove what is only claimed.
      const crls = [ca.makeCrl(issuer, [], { last: -60, next: -30 })]
      const at = daysFromNow(-40)
      expect(await judge({ crls }, { at, unknownRevocation: 'refuse' })).toEqual(strict)
      expect(await judge({ crls }, { at, unknownRevocation: 'refuse', isTimeProven: true })).toEqual(GOOD)
    })
  })

  it('is in structures without anything behind their parts, with one algorithm', () => {
    const crl = ca.makeCrl(issuer)
    const [list, algorithm, signature] = Array.from(childrenOf(readDer(crl)), encodingOf) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ]
    expect(parseCrl(derSequence(list, algorithm, signature)).der).toEqual(crl)
    const sha512 = derSequence(derOid('1.2.840.113549.1.1.13'), derNull())
    expect(() => parseCrl(derSequence(list, sha512, signature))).toThrow(SealwrightError)

    const ocsp = ca.makeOcsp(issuer, issuer, leaf)
    const [status, bytes] = Array.from(childrenOf(readDer(ocsp)), encodingOf) as [Uint8Array, Uint8Array]
    expect(parseOcspResponse(derSequence(status, bytes)).responses).toHaveLength(1)
    expect(() => parseOcspResponse(derSequence(status, bytes, bytes))).toThrow(SealwrightError)
    const answer = onlyChildOf(readDer(bytes))
    expect(() =>
      parseOcspResponse(derSequence(status, derExplicit(0, derSequence(contentOf(answer), derNull())))),
    ).toThrow(SealwrightError)
  })

  it('survives damaged data with nothing but SealwrightError, and believes none of it', async () => {
    const random = createRandom(3)
    const crl = ca.makeCrl(issuer, [{ credential: leaf, date: daysFromNow(-5) }])
    const ocsp = ca.makeOcsp(issuer, issuer, leaf, [{ credential: leaf, date: daysFromNow(-5) }])
    const mutants = Array.from({ length: 600 }, (_, i) => mutate(i % 2 ? crl : ocsp, random).bytes)
    for (const bytes of mutants) {
      for (const parse of [parseCrl, parseOcspResponse]) {
        try {
          parse(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(SealwrightError)
        }
      }
      expect((await judge({ crls: [bytes], ocsps: [bytes] })).revocation).not.toBe('good')
    }
  })
})
