/**
 * Validation times and proofs that the host gives.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { type VerifyOptions, verifyDocument } from '../../src/index.js'
import type { RevocationFetcher } from '../../src/trust/revocation/revocation-fetcher.js'
import { signDated } from './support/dated-document.js'
import { type Holder, makeHolder, type RevokedOptions, when } from './support/dated-pki.js'
import { cast, crlsOf, STAMPED, signLt, signLta, storeOf } from './support/time-cast.js'

async function verify(bytes: Uint8Array, on: string, options: VerifyOptions = {}) {
  const trustAnchors = [cast.root.certificate.der]
  const report = await verifyDocument(bytes, { trustAnchors, now: () => when(on), ...options })
  const signer = report.signers.find(({ kind }) => kind === 'signature')
  if (signer === undefined) throw new Error(report.reason)
  return { report, signer, verdict: [signer.indication, signer.subIndication] }
}

describe('timestampAnchors', () => {
  it('an empty list counts as left out: time stamps of strangers prove nothing, and those below trustAnchors do', async () => {
    const stamped = (tsa: Holder) => signDated(cast.signer, { stampedBy: [[tsa, { at: STAMPED }]], store: storeOf() })
    const options = { timestampAnchors: [] }
    const { signer, verdict } = await verify(await stamped(cast.strangeTsa), '2021-06-01', options)
    expect(verdict).toEqual(['INDETERMINATE', 'OUT_OF_BOUNDS_NOT_REVOKED'])
    expect(signer).toMatchObject({ signedAtSource: 'claimed', timestamp: { trust: { status: 'untrusted' } } })
    const honest = await verify(await stamped(cast.tsa1), '2021-06-01', options)
    expect(honest.verdict).toEqual(['TOTAL-PASSED', null])
    expect(honest.signer.signedAtSource).toBe('timestamp')
  })
})

describe('validationTime', () => {
  it('judges as of a moment of the future', async () => {
    const bytes = await signLta()
    expect((await verify(bytes, '2023-06-01')).verdict).toEqual(['TOTAL-PASSED', null])
    const later = await verify(bytes, '2023-06-01', { validationTime: when('2031-01-01') })
    expect(later.verdict).toEqual(['INDETERMINATE', 'OUT_OF_BOUNDS_NOT_REVOKED'])
  })

  it('judges as of the past, and says what is not proved of it', async () => {
    const bytes = await signLt()
    const { verdict, signer } = await verify(bytes, '2031-06-01', { validationTime: when('2020-12-01') })
    expect(verdict).toEqual(['TOTAL-PASSED', null])
    expect(signer.signedAtSource).toBe('timestamp')
    // Before it was signed: its time stamp is of the future, and a claim proves nothing.
    const early = await verify(bytes, '2031-06-01', { validationTime: when('2020-01-01') })
    expect(early.signer.timestamp?.findings.map(({ code }) => code)).toEqual(['timestamp_in_future'])
    expect(early.signer.warnings.map(({ code }) => code)).toContain('validation_time_unproved')
    expect(early.signer.proofs).toEqual([])
  })

  it('hears of a revocation before that moment, whenever it was told', async () => {
    const revoked = [{ who: cast.longSigner, on: '2020-04-01' }]
    const bytes = await signDated(cast.longSigner, { store: { certs: [cast.ca], crls: crlsOf('2020-06-01', revoked) } })
    const at = (day: string) => verify(bytes, '2031-06-01', { validationTime: when(day) })
    expect((await at('2020-05-01')).verdict).toEqual(['INDETERMINATE', 'REVOKED_NO_POE'])
  })

  it.each([
    [{ validationTime: new Date(Number.NaN) }],
    [{ validationTime: '2020-01-01' }],
    [{ proofs: {} }],
    [{ proofs: [{}] }],
    [{ proofs: [{ since: when('2020-01-01'), sha256: 'abc' }] }],
    [{ proofs: [{ since: when('2020-01-01'), name: 7 }] }],
    [{ revocationFreshness: { mode: 'never' } }],
    [{ revocationFreshness: { mode: 'interval', maxAgeMs: -1 } }],
    [{ revocationFreshness: { mode: 'after-signature', graceMs: '1 day' } }],
  ])('and the rest is refused where it makes no sense: %j', async (options) => {
    const verifying = verifyDocument(await signLt(), options as VerifyOptions)
    await expect(verifying).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('proofs of the host', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

  it('count for the revision that they name, and for what came before it', async () => {
    const first = await signDated(cast.signer, { store: storeOf() })
    const both = await signDated(cast.signer, { fieldName: 'Signature2' }, first)
    const proofs = [{ since: when('2020-03-10'), sha256: sha256(first), name: 'event log' }]
    const { report } = await verify(both, '2023-06-01', { proofs })
    expect(report.signers.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED', 'INDETERMINATE'])
    expect(report.signers[0]).toMatchObject({
      signedAt: '2020-03-10T00:00:00.000Z',
      signedAtSource: 'host',
      proofs: [{ kind: 'host', name: 'event log', message: 'existed on 2020-03-10: proof of the host event log' }],
    })
    const whole = [{ since: when('2020-03-10'), sha256: sha256(both).toUpperCase() }]
    const all = await verify(both, '2023-06-01', { proofs: whole })
    expect(all.report.signers.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED'])
  })
})

describe('of several paths', () => {
  it('the one that still holds is taken: CAs renew certificates for one key', async () => {
    const { root, oldCa, belowOldCa } = cast
    const renewed = makeHolder('Old CA', {
      kind: 'ca',
      issuer: root,
      from: '2015-01-01',
      to: '2044-12-31',
      renews: oldCa,
    })
    const outlives = makeHolder('Outlives its CA', { issuer: oldCa, from: '2019-01-01', to: '2039-12-31' })
    for (const certs of [
      [oldCa, renewed],
      [renewed, oldCa],
    ]) {
      const { verdict } = await verify(
        await signDated(outlives, { store: { ...storeOf('2024-05-31'), certs } }),
        '2024-06-01',
      )
      expect(verdict).toEqual(['TOTAL-PASSED', null])
    }
    const { verdict } = await verify(await signDated(outlives, { store: storeOf('2024-05-31') }), '2024-06-01')
    expect(verdict).toEqual(['INDETERMINATE', 'NO_POE'])
    expect(belowOldCa.issuer).toBe(oldCa)
  })
})

describe('revocation that is asked for online', () => {
  const fetched: string[] = []
  const fetchRevocation =
    (revoked: readonly RevokedOptions[]): RevocationFetcher =>
    async ({ certificate }) => {
      fetched.push(parseCertificate(certificate).subject.commonName ?? '')
      return { crls: crlsOf('2020-06-10', revoked) }
    }

  it('is that of today where only the signer claims a time, whatever old data the file brings', async () => {
    const bytes = await signDated(cast.longSigner, { store: storeOf() })
    const offline = await verify(bytes, '2020-06-12')
    expect([offline.report.valid, ...offline.verdict]).toEqual([true, 'INDETERMINATE', 'TRY_LATER'])
    const online = await verify(bytes, '2020-06-12', {
      fetchRevocation: fetchRevocation([{ who: cast.longSigner, on: '2020-02-01' }]),
    })
    expect([online.report.valid, ...online.verdict]).toEqual([false, 'INDETERMINATE', 'REVOKED_NO_POE'])
    expect(fetched).toContain('Long signer')
  })

  it('tells of the stolen key of an authority', async () => {
    const bytes = await signLt({ by: cast.longSigner, tsa: cast.longTsa })
    const options = { fetchRevocation: fetchRevocation([{ who: cast.longTsa, on: '2020-05-01', reason: 1 }]) }
    const { signer } = await verify(bytes, '2020-06-12', options)
    expect(signer).toMatchObject({ signedAtSource: 'claimed', timestamp: { indication: 'INDETERMINATE' } })
  })

  it('does without where it fails', async () => {
    const bytes = await signDated(cast.longSigner, { store: storeOf() })
    const offline = () => Promise.reject(new Error('offline'))
    const { verdict, signer } = await verify(bytes, '2020-03-05', { fetchRevocation: offline })
    expect([...verdict, signer.trust.revocation.status]).toEqual(['TOTAL-PASSED', null, 'good'])
  })
})

describe('the policy requireTotalPassed', () => {
  it('refuses what is only claimed, and keeps its indication', async () => {
    const policy = { requireTotalPassed: true }
    const bytes = await signLt()
    expect((await verify(bytes, '2020-06-01', { policy })).report.valid).toBe(true)
    const { report, verdict, signer } = await verify(bytes, '2031-06-01', { policy })
    expect([report.valid, ...verdict]).toEqual([false, 'INDETERMINATE', 'OUT_OF_BOUNDS_NOT_REVOKED'])
    expect(signer.policy.findings.map(({ code }) => code)).toEqual(['policy_total_passed'])
    expect((await verify(bytes, '2031-06-01')).report.valid).toBe(true)
  })
})

describe('every statement about time names its proof', () => {
  it('in words', async () => {
    const { signer } = await verify(await signLta(), '2023-06-01')
    expect(signer.proofs.map(({ message }) => message)).toEqual([
      'existed on 2020-03-01: time stamp of the signature',
      'existed on 2020-03-02: document time stamp Timestamp1',
    ])
    expect(signer.timestamp?.proofs.map(({ message }) => message)).toEqual([
      'existed on 2020-03-02: document time stamp Timestamp1',
    ])
    expect(signer.trust.evidence).toEqual(['The signature existed on 2020-03-01: time stamp of the signature.'])
    const { signer: below } = await verify(await signLta({ by: cast.belowOldCa, archive: cast.longTsa }), '2024-06-01')
    expect(below.trust.evidence).toEqual([
      'A CRL of 2020-02-29, which existed on 2020-03-02: document time stamp Timestamp1: CN=Old CA was not revoked.',
      'A CRL of 2020-02-29, which existed on 2020-03-02: document time stamp Timestamp1: CN=Below the old CA was not revoked.',
      'The signature existed on 2020-03-01: time stamp of the signature.',
    ])
  })
})
