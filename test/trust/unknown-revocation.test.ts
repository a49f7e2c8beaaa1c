/**
 * Verdicts on signatures when nobody knows whether a certificate of its path was revoked (EN 319 102-1, 5.2.6.4). For who is
 * who see support/time-cast.ts.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { derNull, derOid, derSequence } from '../../src/cms/asn1/der-writer.js'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { type RevocationFetcher, type VerifyOptions, verifyDocument } from '../../src/index.js'
import {
  ca as listedCa,
  root as listedRoot,
  listsOf,
  makeService,
  makeSigner,
} from '../trust-lists/qualification/case.js'
import { signDated, stampDated } from './support/dated-document.js'
import { extension, type Holder, makeCrl, makeHolder, makeOcsp, NO_REV_AVAIL, when } from './support/dated-pki.js'
import { AFTERWARDS, cast, crlsOf, DAY_BEFORE, revoke, STAMPED, signLt, storeOf } from './support/time-cast.js'

const ON = '2020-03-05'

async function verify(bytes: Uint8Array, options: VerifyOptions = {}, on = ON) {
  const trustAnchors = [cast.root.certificate.der]
  const report = await verifyDocument(bytes, { trustAnchors, now: () => when(on), ...options })
  const signer = report.signers.find(({ kind }) => kind === 'signature')
  if (signer === undefined) throw new Error(report.reason)
  const { indication, subIndication, warnings, signedAtSource } = signer
  return {
    ...{ report, signer, signedAtSource, valid: report.valid },
    verdict: subIndication ?? indication,
    codes: warnings.map(({ code }) => code),
  }
}

const [CRL_OF_ROOT, , , CRL_OF_CA] = crlsOf(DAY_BEFORE)
const known = (...crls: readonly (Uint8Array | undefined)[]) => ({
  certs: [cast.ca],
  crls: crls.filter((crl) => crl !== undefined),
})
const bare = () => signDated(cast.longSigner, { store: known() })
const PASSED = 'TOTAL-PASSED'

describe('a signature of which nothing is known', () => {
  it('is valid, and its indication says to try later', async () => {
    const { valid, verdict, codes, report, signer } = await verify(await bare())
    expect([valid, verdict, codes]).toEqual([true, 'TRY_LATER', ['revocation_unknown']])
    expect(report.reason).toContain('whether the certificate has been revoked is not known')
    expect(signer).toMatchObject({ status: 'valid', trust: { status: 'trusted', revocation: { status: 'unknown' } } })
  })

  it.each([
    ['is not valid where the host refuses', { unknownRevocation: 'refuse' }, [false, 'TRY_LATER', []]],
    ['is not valid by the older name either', { requireRevocation: true }, [false, 'TRY_LATER', []]],
    [
      'passes where the host does not ask, with a warning for each certificate',
      { unknownRevocation: 'accept' },
      [true, PASSED, ['revocation_unknown', 'revocation_unknown']],
    ],
    [
      'is what it is by default where the host says so',
      { unknownRevocation: 'indicate' },
      [true, 'TRY_LATER', ['revocation_unknown']],
    ],
  ] as const)('%s', async (_, options, gives) => {
    const { valid, verdict, codes } = await verify(await bare(), options)
    expect([valid, verdict, codes]).toEqual(gives)
  })

  it.each([
    { unknownRevocation: 'accept', requireRevocation: true },
    { unknownRevocation: 'refuse', requireRevocation: false },
  ] as const)('options that contradict each other are refused: %j', async (options) => {
    await expect(verify(await bare(), options)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('requireRevocation'),
    })
  })

  it('is not asked about where there are no anchors', async () => {
    const { report, signer } = await verify(await bare(), { trustAnchors: [] })
    expect([report.valid, signer.subIndication]).toEqual([true, 'NO_CERTIFICATE_CHAIN_FOUND'])
  })
})

describe('who is asked about', () => {
  const signedBy = (signer: Holder, ...crls: readonly (Uint8Array | undefined)[]) =>
    signDated(signer, { store: known(...crls) })
  const exemptCa = makeHolder('Exempt CA', {
    ...{ kind: 'ca', issuer: cast.root, from: '2015-01-01', to: '2044-12-31', extensions: [NO_REV_AVAIL] },
  } as const)
  const belowExempt = makeHolder('Below', { issuer: exemptCa, from: '2019-01-01', to: '2039-12-31' })
  const oneShot = { on: '2020-03-01T10:01:00Z' }

  it.each([
    ['the signer and the CA, and both are known', cast.longSigner, [CRL_OF_ROOT, CRL_OF_CA], PASSED, ON],
    ['the signer alone is known', cast.longSigner, [CRL_OF_CA], 'TRY_LATER', ON],
    ['the CA alone is known', cast.longSigner, [CRL_OF_ROOT], 'TRY_LATER', ON],
    ['noRevAvail, and the CA is known', cast.oneShot, [CRL_OF_ROOT], PASSED, oneShot.on],
    ['noRevAvail, and the CA is not known', cast.oneShot, [], 'TRY_LATER', oneShot.on],
    ['short-term, and the CA is known', cast.shortTerm, [CRL_OF_ROOT], PASSED, oneShot.on],
    ['short-term, and the CA is not known', cast.shortTerm, [], 'TRY_LATER', oneShot.on],
  ] as const)('%s', async (_, signer, crls, gives, on) => {
    expect((await verify(await signedBy(signer, ...crls), {}, on)).verdict).toBe(gives)
  })

  it('names the certificate that nobody knows about', async () => {
    const { signer } = await verify(await signedBy(cast.longSigner, CRL_OF_CA))
    expect(signer.warnings[0]?.message).toContain('CN=CA')
  })

  it('a CA that says that it is never revoked is asked about all the same (RFC 9608, 3)', async () => {
    const store = { certs: [exemptCa], crls: [makeCrl(exemptCa, { at: DAY_BEFORE, next: '2020-03-14' })] }
    expect((await verify(await signDated(belowExempt, { store }))).verdict).toBe('TRY_LATER')
    const whole = { ...store, crls: [...store.crls, ...(CRL_OF_ROOT === undefined ? [] : [CRL_OF_ROOT])] }
    expect((await verify(await signDated(belowExempt, { store: whole }))).verdict).toBe(PASSED)
  })

  it('a signer that says what only responders may say (id-pkix-ocsp-nocheck)', async () => {
    const purposes = derSequence(derOid('1.3.6.1.5.5.7.3.9'), derOid('1.3.6.1.5.5.7.3.4'))
    const extensions = [extension('2.5.29.37', purposes), extension('1.3.6.1.5.5.7.48.1.5', derNull())]
    const signer = makeHolder('Sly', { issuer: cast.ca, from: '2019-01-01', to: '2039-12-31', extensions })
    expect((await verify(await signedBy(signer, CRL_OF_ROOT))).verdict).toBe('TRY_LATER')
    expect((await verify(await signedBy(signer, CRL_OF_ROOT, CRL_OF_CA))).verdict).toBe(PASSED)
  })

  it('nobody above the anchor, and not the anchor', async () => {
    const bytes = await signedBy(cast.longSigner, CRL_OF_CA)
    expect((await verify(bytes, { trustAnchors: [cast.ca.certificate.der] })).verdict).toBe(PASSED)
    const alone = await signedBy(cast.longSigner)
    expect((await verify(alone, { trustAnchors: [cast.longSigner.certificate.der] })).verdict).toBe(PASSED)
  })
})

describe('who answers', () => {
  const by = (responder: Holder, ...more: readonly Uint8Array[]) =>
    signDated(cast.longSigner, {
      store: {
        ...known(CRL_OF_ROOT),
        ocsps: [makeOcsp(responder, { about: cast.longSigner, at: DAY_BEFORE, next: '2020-03-10' }), ...more],
      },
    })
  const aboutResponder = (by_: Holder) => makeOcsp(by_, { about: cast.responder, at: DAY_BEFORE, next: '2020-03-10' })

  it.each([
    ['the issuer', () => by(cast.ca), PASSED, []],
    ['a responder that need not be asked about', () => by(cast.longNocheck), PASSED, []],
    ['one of whom nobody knows', () => by(cast.responder), 'TRY_LATER', ['revocation_signer_unknown']],
    [
      'one that vouches for itself',
      () => by(cast.responder, aboutResponder(cast.responder)),
      'TRY_LATER',
      ['revocation_signer_unknown'],
    ],
    ['one that the issuer vouches for', () => by(cast.responder, aboutResponder(cast.ca)), PASSED, []],
    ['one that another one vouches for', () => by(cast.responder, aboutResponder(cast.longNocheck)), PASSED, []],
  ] as const)('%s', async (_, make, gives, codes) => {
    const { valid, verdict, codes: found } = await verify(await make())
    expect([valid, verdict, found]).toEqual([true, gives, codes])
  })

  it('over the network, and then who answers is asked about as well', async () => {
    const asked: string[] = []
    const fetchRevocation: RevocationFetcher = async ({ certificate }) => {
      const { subject } = parseCertificate(certificate)
      asked.push(subject.commonName ?? '')
      if (subject.commonName === 'Checked responder') return { ocsps: [aboutResponder(cast.ca)] }
      if (subject.commonName === 'CA') return { crls: CRL_OF_ROOT === undefined ? [] : [CRL_OF_ROOT] }
      return { ocsps: [makeOcsp(cast.responder, { about: cast.longSigner, at: DAY_BEFORE, next: '2020-03-10' })] }
    }
    expect((await verify(await bare(), { fetchRevocation })).verdict).toBe(PASSED)
    expect(asked).toEqual(['Long signer', 'Checked responder', 'CA'])
  })
})

describe('how old a statement may be', () => {
  const signed = () => signDated(cast.longSigner, { store: storeOf() })

  it.each([
    ['at nextUpdate', '2020-03-14T10:00:00Z', PASSED, []],
    ['five minutes later, by which clocks may differ', '2020-03-14T10:05:00Z', PASSED, []],
    ['a second after that', '2020-03-14T10:05:01Z', 'TRY_LATER', ['revocation_not_fresh']],
  ] as const)('%s', async (_, on, gives, codes) => {
    const { valid, verdict, codes: found, signer } = await verify(await signed(), {}, on)
    expect([valid, verdict, found]).toEqual([true, gives, codes])
    expect(signer.trust.revocation.status).toBe(gives === PASSED ? 'good' : 'unknown')
    if (gives !== PASSED) expect(signer.warnings[0]?.message).toContain('of 2020-02-29, says nothing about 2020-03-14')
  })

  it('the time that is proved counts, not the present', async () => {
    const bytes = await signLt({ by: cast.longSigner, tsa: cast.longTsa })
    expect((await verify(bytes, {}, '2021-03-05')).verdict).toBe(PASSED)
    const stampedLater = await signLt({
      ...{ by: cast.longSigner, tsa: cast.longTsa },
      stampedBy: [[cast.longTsa, { at: '2020-03-14T10:05:01Z' }]],
    })
    expect((await verify(stampedLater, {}, '2021-03-05')).verdict).toBe('TRY_LATER')
  })
})

describe('a time stamp whose authority nobody knows about', () => {
  /** The CRL of the CA is about the authority too, so that the signer is told of by OCSP. */
  const aboutSigner = makeOcsp(cast.longNocheck, { about: cast.longSigner, at: DAY_BEFORE, next: '2020-03-10' })
  const aboutTsa = makeOcsp(cast.longNocheck, { about: cast.longTsa, at: DAY_BEFORE, next: '2020-03-10' })
  const make = (by: Holder, ocsps: readonly Uint8Array[]) =>
    signLt({ by, tsa: cast.longTsa, store: { ...known(CRL_OF_ROOT), ocsps } })

  it('still says when it was signed, for all but the indication', async () => {
    const { valid, verdict, signedAtSource, codes, signer } = await verify(
      await make(cast.longSigner, [aboutSigner]),
      {},
      '2020-04-05',
    )
    expect([valid, verdict, signedAtSource]).toEqual([true, 'TRY_LATER', 'timestamp'])
    expect(codes).toEqual(['revocation_not_fresh', 'timestamp_unconfirmed'])
    expect(signer.timestamp).toMatchObject({
      ...{ status: 'valid', indication: 'INDETERMINATE', subIndication: 'TRY_LATER' },
      trust: { status: 'trusted' },
    })
    const whole = await verify(await make(cast.longSigner, [aboutSigner, aboutTsa]), {}, '2020-04-05')
    expect([whole.verdict, whole.codes]).toEqual([PASSED, []])
  })

  it('is not needed while the signer is known today', async () => {
    const { verdict, codes } = await verify(await make(cast.longSigner, [aboutSigner]))
    expect([verdict, codes]).toEqual([PASSED, ['timestamp_unconfirmed']])
  })

  it('saves no signer that was revoked later from the indication, and does from being called invalid', async () => {
    const later = makeOcsp(cast.longNocheck, {
      ...{ about: cast.longSigner, at: '2020-03-20', next: '2020-03-30' },
      revoked: { on: '2020-03-15' },
    })
    const open = await verify(await make(cast.longSigner, [later]), {}, '2020-03-21')
    expect([open.valid, open.verdict]).toEqual([true, 'REVOKED_NO_POE'])
    const whole = await verify(await make(cast.longSigner, [later, aboutTsa]), {}, '2020-03-21')
    expect([whole.valid, whole.verdict]).toEqual([true, PASSED])
  })

  it('nor one that has ended since', async () => {
    const ofSigner = makeOcsp(cast.longNocheck, { about: cast.signer, at: DAY_BEFORE, next: '2020-03-10' })
    const open = await verify(await make(cast.signer, [ofSigner]), {}, '2023-06-01')
    expect([open.valid, open.verdict]).toEqual([true, 'OUT_OF_BOUNDS_NOT_REVOKED'])
    expect((await verify(await make(cast.signer, [ofSigner, aboutTsa]), {}, '2023-06-01')).verdict).toBe(PASSED)
    const accepted = await verify(await make(cast.signer, [ofSigner]), { unknownRevocation: 'accept' }, '2023-06-01')
    expect(accepted.verdict).toBe(PASSED)
  })

  it('proves nothing where the host refuses', async () => {
    const refused = await verify(await make(cast.longSigner, [aboutSigner]), { unknownRevocation: 'refuse' })
    expect([refused.valid, refused.verdict, refused.signedAtSource]).toEqual([true, PASSED, 'claimed'])
  })

  it('and none of an archive either', async () => {
    const signed = await make(cast.signer, [
      aboutTsa,
      makeOcsp(cast.longNocheck, { about: cast.signer, at: DAY_BEFORE, next: '2020-03-10' }),
    ])
    const archived = await stampDated(signed, cast.earlyTsa, { at: AFTERWARDS, fieldName: 'Archive' })
    // The signature has a stamp of its own that is known.
    expect((await verify(archived, {}, '2023-06-01')).verdict).toBe(PASSED)
    const alone = await stampDated(
      await signDated(cast.signer, { store: storeOf() }),
      makeHolder('New TSA', { kind: 'tsa', issuer: cast.oldCa, from: '2019-01-01', to: '2022-12-31' }),
      { at: AFTERWARDS, fieldName: 'Archive' },
    )
    expect((await verify(alone, {}, '2021-06-01')).verdict).toBe(PASSED)
    const unknown = await stampDated(
      await signDated(cast.signer, { store: known(CRL_OF_ROOT, CRL_OF_CA) }),
      makeHolder('New TSA', { kind: 'tsa', issuer: cast.oldCa, from: '2019-01-01', to: '2022-12-31' }),
      { at: AFTERWARDS, fieldName: 'Archive', certificates: [cast.oldCa] },
    )
    const open = await verify(unknown, {}, '2021-06-01')
    expect([open.valid, open.verdict]).toEqual([true, 'OUT_OF_BOUNDS_NOT_REVOKED'])
    expect(STAMPED < AFTERWARDS).toBe(true)
  })
})

describe('statements with SHA-1', () => {
  const old = makeHolder('Old signer', { issuer: cast.root, from: '2012-01-01', to: '2039-12-31' })
  const crl = (at: string, next: string, revoked = false) =>
    makeCrl(cast.root, { at, next, digest: 'sha1', revoked: revoked ? [revoke(old, '2016-06-01')] : [] })
  const make = (bytes: Uint8Array) => signDated(old, { store: { crls: [bytes] }, claimed: 'D:20161201100000Z' })
  const before = crl('2016-12-01', '2016-12-20')
  const proofs = [{ since: when('2016-12-05') }]

  it.each([
    ['made before 2017 and proved to be', before, { proofs }, PASSED, []],
    ['made before 2017, on its own word', before, {}, 'TRY_LATER', ['revocation_not_fresh']],
    [
      'made in 2017 and proved',
      crl('2017-01-01', '2017-01-20'),
      { proofs: [{ since: when('2017-01-05') }] },
      'TRY_LATER',
      ['revocation_algorithm_weak'],
    ],
    [
      'made in 2017, for a host that goes on until 2018',
      crl('2017-01-01', '2017-01-20'),
      { proofs: [{ since: when('2017-01-05') }], sha1RevocationUntil: when('2018-01-01') },
      PASSED,
      [],
    ],
    ['of today', crl('2020-03-01', '2020-03-20'), {}, 'TRY_LATER', ['revocation_algorithm_weak']],
    [
      'of today, for a host that still takes it',
      crl('2020-03-01', '2020-03-20'),
      { sha1RevocationUntil: when('2021-01-01') },
      PASSED,
      [],
    ],
  ] as const)('%s', async (_, bytes, options, gives, codes) => {
    const { valid, verdict, codes: found } = await verify(await make(bytes), options)
    expect([valid, verdict, found]).toEqual([true, gives, codes])
  })

  it.each([
    ['sha1', {}, 'TRY_LATER'],
    ['sha1', { sha1RevocationUntil: when('2021-01-01') }, PASSED],
    ['sha256', {}, PASSED],
  ] as const)('are those by responders that were certified with it: %s %j', async (digest, options, gives) => {
    const kind = { kind: 'nocheck-responder', issuer: cast.root, from: '2019-01-01', to: '2039-12-31' } as const
    const dates = { at: '2020-03-01', next: '2020-03-20' }
    const answer = makeOcsp(makeHolder('Responder', { ...kind, digest }), { about: old, ...dates })
    expect((await verify(await signDated(old, { store: { ocsps: [answer] } }), options)).verdict).toBe(gives)
  })

  it('are believed when they say that somebody was revoked', async () => {
    const { valid, verdict } = await verify(await make(crl('2020-03-01', '2020-03-20', true)))
    expect([valid, verdict]).toEqual([false, 'REVOKED_NO_POE'])
  })
})

describe('certificates for TLS', () => {
  const SERVER = '1.3.6.1.5.5.7.3.1'
  const CLIENT = '1.3.6.1.5.5.7.3.2'
  const SIGNING = '1.3.6.1.5.5.7.3.36'
  const CODE = '1.3.6.1.5.5.7.3.3'

  it.each([
    ['for servers', [SERVER], false, ['certificate_for_tls']],
    ['for servers and clients', [SERVER, CLIENT], false, ['certificate_for_tls']],
    ['for clients', [CLIENT], true, ['certificate_for_tls_clients']],
    ['for servers and documents', [SERVER, SIGNING], true, []],
    ['for clients and documents', [CLIENT, SIGNING], true, []],
    ['for code', [CODE], false, ['extended_key_usage_mismatch']],
    ['for servers and code', [SERVER, CODE], false, ['extended_key_usage_mismatch']],
  ] as const)('%s', async (_, purposes, valid, codes) => {
    const extensions = [extension('2.5.29.37', derSequence(...purposes.map(derOid)))]
    const signer = makeHolder('Purposeful', { issuer: cast.ca, from: '2019-01-01', to: '2039-12-31', extensions })
    const bytes = await signDated(signer, { store: storeOf() })
    const trusted = await verify(bytes)
    expect(trusted.valid).toBe(valid)
    expect([...trusted.signer.reasons.map(({ code }) => code), ...trusted.codes]).toEqual(codes)
    const { report, codes: warned } = await verify(bytes, { trustAnchors: [] })
    expect([report.valid, warned]).toEqual([true, codes.filter((code) => code !== 'extended_key_usage_mismatch')])
  })
})

describe('a qualified signature', () => {
  const lists = listsOf([makeService('2016-07-01 granted sig,root')])
  const sign = (crls: readonly Uint8Array[]) =>
    signDated(makeSigner('2018 qc sscd esig'), {
      certificates: [listedCa, listedRoot],
      store: { certs: [listedCa, listedRoot], crls },
    })
  const crl = makeCrl(listedCa, { at: '2020-03-02', next: '2035-01-01' })
  const qualify = async (crls: readonly Uint8Array[], options: VerifyOptions = {}) => {
    const report = await verifyDocument(await sign(crls), {
      trustAnchors: lists,
      now: () => when('2020-06-01'),
      ...options,
    })
    const { indication, subIndication, qualification } = report.signers[0] ?? {}
    return [
      ...[report.valid, subIndication ?? indication, qualification?.result, qualification?.ofCertificate],
      qualification?.reasons.map(({ code }) => code),
    ]
  }
  const UNKNOWN = ['qualification_revocation_unknown']

  it.each([
    ['whose certificate is known', [crl], {}, [true, PASSED, 'QESig', 'QESig', []]],
    ['whose certificate nobody knows about', [], {}, [true, 'TRY_LATER', 'indeterminate', 'QESig', UNKNOWN]],
    [
      'and the host does not ask',
      [],
      { unknownRevocation: 'accept' },
      [true, PASSED, 'indeterminate', 'QESig', UNKNOWN],
    ],
    [
      'and the host demands one',
      [],
      { unknownRevocation: 'accept', policy: { requireQualified: 'signature' } },
      [false, 'SIG_CONSTRAINTS_FAILURE', 'indeterminate', 'QESig', UNKNOWN],
    ],
  ] as const)('%s', async (_, crls, options, gives) => {
    expect(await qualify(crls, options)).toEqual(gives)
  })
})
