/**
 * Attempts to make a signature seem older than it is, or proved where it is not: none may succeed, and none may cost more
 * than it brings.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type SignerReport, type VerifyOptions, verifyDocument } from '../../src/index.js'
import { TrustBudget } from '../../src/trust/paths/trust-paths.js'
import { RevocationStatements } from '../../src/trust/revocation/revocation.js'
import { readRevocationData } from '../../src/trust/revocation/revocation-data.js'
import { signDated, stampDated, storeDated } from './support/dated-document.js'
import { makeCrl, makeHolder, makeOcsp, when } from './support/dated-pki.js'
import { AFTERWARDS, cast, crlsOf, DAY_BEFORE, revoke, STAMPED, signLt, signLta, storeOf } from './support/time-cast.js'

async function verify(bytes: Uint8Array, on: string, options: VerifyOptions = {}) {
  const trustAnchors = [cast.root.certificate.der, cast.oldRoot.certificate.der]
  const report = await verifyDocument(bytes, { trustAnchors, now: () => when(on), ...options })
  const signer = report.signers.find(({ kind }) => kind === 'signature') as SignerReport
  const stamps = report.signers.filter(({ kind }) => kind === 'document-timestamp')
  return { report, signer, stamps }
}

const codes = (findings: readonly { code: string }[]) => findings.map(({ code }) => code)

describe('nobody makes a signature seem older', () => {
  it('with the old keys of a signer and of an authority', async () => {
    const forged = await signLt()
    const { signer, report } = await verify(forged, '2031-06-01')
    expect(signer).toMatchObject({ indication: 'INDETERMINATE', signedAtSource: 'claimed', proofs: [] })
    expect(codes(signer.warnings)).toEqual(['expired_without_timestamp', 'timestamp_without_proof'])
    expect(signer.timestamp).toMatchObject({ indication: 'INDETERMINATE', trust: { status: 'indeterminate' } })
    expect(report.reason).toContain('not proved')
    const strict = await verify(forged, '2031-06-01', { policy: { requireTimestamp: true } })
    expect(strict.report.valid).toBe(false)
  })

  it('with the old key of a responder, which states when it signed by itself', async () => {
    // The responder lived in the first half of 2020; today somebody has its key, and the signer was revoked.
    const [crlOfRoot] = crlsOf('2023-05-31')
    const signed = (producedAt: string, at: string) =>
      signDated(cast.longSigner, {
        claimed: 'D:20230601080000Z',
        store: {
          certs: [cast.ca],
          crls: crlOfRoot === undefined ? [] : [crlOfRoot],
          ocsps: [makeOcsp(cast.nocheck, { about: cast.longSigner, at, next: '2023-06-30', producedAt })],
        },
      })
    for (const [producedAt, at] of [
      ['2020-03-01', '2023-05-31'],
      ['2023-05-31', '2023-05-31'],
      ['2020-03-01', '2020-06-30'],
      ['2020-06-29', '2020-06-29'],
    ] as const) {
      const { signer } = await verify(await signed(producedAt, at), '2023-06-01', { requireRevocation: true })
      expect([producedAt, at, signer.indication, signer.subIndication]).toEqual([
        producedAt,
        at,
        'INDETERMINATE',
        'TRY_LATER',
      ])
    }
  })

  it('with an answer that promises no next one, and is a month old', async () => {
    const [crlOfRoot] = crlsOf('2020-04-30')
    const ocsps = [makeOcsp(cast.nocheck, { about: cast.longSigner, at: '2020-04-01' })]
    const crls = crlOfRoot === undefined ? [] : [crlOfRoot]
    const bytes = await signDated(cast.longSigner, { store: { certs: [cast.ca], crls, ocsps } })
    const { signer } = await verify(bytes, '2020-05-01', { requireRevocation: true })
    expect([signer.indication, signer.subIndication]).toEqual(['INDETERMINATE', 'TRY_LATER'])
  })

  it('with the old key of an authority, for a signer that was revoked since', async () => {
    const store = storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01', 1)])
    const { signer, report } = await verify(await signLt({ by: cast.longSigner, store }), '2023-06-01')
    expect([report.valid, signer.status, signer.subIndication]).toEqual([false, 'invalid', 'REVOKED_NO_POE'])
  })

  it('with an old key between a good stamp and the signature', async () => {
    // In 2029 somebody finds the keys of the signer, tsa1 and tsa2, and has the outcome stamped by an honest authority.
    const forged = await signLta()
    const laundered = await stampDated(forged, cast.tsa4, {
      ...{ at: '2029-06-01', fieldName: 'Honest', store: storeOf('2029-05-31') },
    })
    const { signer, stamps } = await verify(laundered, '2030-06-01')
    expect(signer.indication).toBe('INDETERMINATE')
    expect(signer.proofs.map(({ message }) => message)).toEqual(['existed on 2029-06-01: document time stamp Honest'])
    expect(stamps.map(({ indication }) => indication)).toEqual(['INDETERMINATE', 'TOTAL-PASSED'])
  })

  it('with stamps that have ended and prove each other', async () => {
    let bytes = await signLta()
    for (const name of ['A', 'B', 'C']) {
      bytes = await stampDated(bytes, cast.tsa2, { at: AFTERWARDS, fieldName: name, store: storeOf(DAY_BEFORE) })
    }
    const { signer, stamps } = await verify(bytes, '2026-06-01')
    expect(signer).toMatchObject({ indication: 'INDETERMINATE', proofs: [] })
    expect(stamps.map(({ proofs }) => proofs)).toEqual([[], [], [], []])
  })

  it('with a stamp over other bytes', async () => {
    const wrong = await stampDated(await signLt(), cast.longTsa, {
      ...{ at: AFTERWARDS, fieldName: 'Wrong', over: Buffer.from('%PDF of another') },
    })
    const { signer, stamps } = await verify(wrong, '2023-06-01')
    expect(stamps[0]).toMatchObject({ status: 'invalid', subIndication: 'HASH_FAILURE' })
    expect(signer).toMatchObject({ indication: 'INDETERMINATE', proofs: [] })
  })

  it.each([
    ['a stranger', () => cast.strangeTsa],
    ['a certificate that is not for it', () => cast.noPurposeTsa],
    ['a signer', () => cast.longSigner],
  ])('with a stamp of %s', async (_, who) => {
    const stamped = await stampDated(await signLt(), who(), { at: AFTERWARDS, fieldName: 'Stranger' })
    const { signer } = await verify(stamped, '2023-06-01')
    expect(signer).toMatchObject({ indication: 'INDETERMINATE', proofs: [] })
    const own = await verify(await signLt({ stampedBy: [[who(), { at: STAMPED }]] }), '2023-06-01')
    expect(own.signer).toMatchObject({ indication: 'INDETERMINATE', proofs: [] })
  })

  it('with a stamp of the future', async () => {
    const early = await stampDated(await signLt(), cast.tsa3, { at: '2024-06-01', fieldName: 'Early' })
    const { signer, stamps } = await verify(early, '2023-06-01')
    expect(codes(stamps[0]?.timestamp?.findings ?? [])).toEqual(['timestamp_in_future'])
    expect(signer.proofs).toEqual([])
  })

  it('nor younger, with a stamp of a stranger from after the archive stamp', async () => {
    const signed = await signLt({
      by: cast.longSigner,
      stampedBy: [
        [cast.longTsa, { at: STAMPED }],
        [cast.strangeTsa, { at: '2020-06-01' }],
      ],
    })
    const archived = await stampDated(signed, cast.longTsa, { at: AFTERWARDS, fieldName: 'Timestamp1' })
    const { signer } = await verify(archived, '2020-07-01')
    expect(signer.indication).toBe('TOTAL-PASSED')
  })

  it('with a stamp that came before the signature', async () => {
    const stamped = await stampDated(await signDated(cast.longSigner, { store: storeOf() }), cast.longTsa, {
      ...{ at: AFTERWARDS, fieldName: 'Before' },
    })
    const later = await signDated(cast.signer, { fieldName: 'Later' }, stamped)
    const { report } = await verify(later, '2023-06-01')
    const last = report.signers.at(-1)
    expect(last).toMatchObject({ fieldName: 'Later', proofs: [], indication: 'INDETERMINATE' })
  })

  it('with the word of a revoked responder, or of one that answers for itself', async () => {
    const own = makeOcsp(cast.responder, { about: cast.responder, at: DAY_BEFORE, next: '2020-03-10' })
    const about = makeOcsp(cast.responder, { about: cast.longSigner, at: DAY_BEFORE, next: '2020-03-10' })
    const revoked = makeCrl(cast.ca, {
      ...{ at: '2020-02-01', next: '2020-02-10', revoked: [revoke(cast.responder, '2020-01-15', 1)] },
    })
    const bytes = await signDated(cast.longSigner, {
      store: { certs: [cast.ca], crls: [revoked], ocsps: [own, about] },
    })
    const { signer } = await verify(bytes, '2020-03-05', { requireRevocation: true })
    expect(signer.trust.revocation.status).toBe('unknown')
  })

  it('with a level that nothing of its own path bears out', async () => {
    const elsewhere = makeHolder('Another root', { kind: 'ca', from: '2010-01-01', to: '2044-12-31' })
    const crl = makeCrl(elsewhere, { at: DAY_BEFORE, next: '2020-03-10' })
    const { signer } = await verify(await signLt({ store: { certs: [cast.ca], crls: [crl] } }), '2020-03-05')
    expect(signer.padesLevel).toBe('B-T')
    // Without anchors the level is told from the file alone.
    const { signer: plain } = await verify(await signLta(), '2020-03-05', { trustAnchors: [] })
    expect(plain).toMatchObject({ padesLevel: 'B-LTA', indication: 'INDETERMINATE' })
    const { signer: bare } = await verify(await signLta({ store: { crls: [crl] } }), '2020-03-05', { trustAnchors: [] })
    expect(bare.padesLevel).toBe('B-T')
  })
})

describe('what is in a file costs no more than its size', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      makeOcsp(cast.longNocheck, {
        about: cast.longSigner,
        at: new Date(when(DAY_BEFORE).getTime() - i * 1000).toISOString(),
      }),
    )

  it('cannot drown what is fetched', async () => {
    const { ca, longSigner, strangeTsa } = cast
    const forged = Array.from({ length: 600 }, (_, i) =>
      makeCrl(ca, { at: new Date(when(DAY_BEFORE).getTime() + i * 1000).toISOString(), forgedBy: strangeTsa }),
    )
    const bytes = await signDated(longSigner, { store: { certs: [ca], crls: forged } })
    const told = crlsOf('2020-06-10', [revoke(longSigner, '2020-02-01')])
    const { signer } = await verify(bytes, '2020-06-12', { fetchRevocation: async () => ({ crls: told }) })
    expect([signer.status, signer.subIndication]).toEqual(['invalid', 'REVOKED_NO_POE'])
  })

  it('reads what is there several times once', () => {
    const answers = many(3)
    const data = readRevocationData([], Array.from({ length: 500 }, () => answers).flat())
    const statements = new RevocationStatements(data, new TrustBudget())
    expect(statements.about(cast.longSigner.certificate, cast.ca.certificate)).toHaveLength(3)
  })

  it('of thousands of certificates, CRLs and answers, each several times', async () => {
    const noise = Array.from({ length: 60 }, (_, i) =>
      makeCrl(cast.strangeTsa, { at: new Date(when(DAY_BEFORE).getTime() - i * 1000).toISOString() }),
    )
    const answers = many(100)
    const times = <T>(items: readonly T[], count: number) => Array.from({ length: count }, () => items).flat()
    const measure = async (factor: number) => {
      const store = {
        certs: times([cast.ca, cast.tsa1, cast.tsa2, cast.oldCa], 125 * factor),
        crls: times([...crlsOf(DAY_BEFORE), ...noise], 8 * factor),
        ocsps: times(answers, 5 * factor),
      }
      const bytes = storeDated(await signLta({ archive: cast.longTsa }), store)
      await verify(bytes, '2023-06-01')
      const before = process.cpuUsage()
      const { signer } = await verify(bytes, '2023-06-01')
      const { user, system } = process.cpuUsage(before)
      return { signer, ms: (user + system) / 1000 }
    }
    const [small, large] = [await measure(1), await measure(8)]
    expect(small.signer.indication).toBe('TOTAL-PASSED')
    expect(large.signer.indication).toBe('TOTAL-PASSED')
    expect(large.ms).toBeLessThan(20 * small.ms + 200)
  }, 120_000)
})
