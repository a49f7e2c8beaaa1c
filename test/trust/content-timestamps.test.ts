/**
 * Content time stamps: the signature was made after them (EN 319 102-1, 5.3.4 and 5.5.4).
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import type { VerifyOptions } from '../../src/verify/verify-options.js'
import { signDated, stampDated } from './support/dated-document.js'
import { attribute, type Holder, makeCrl, makeHolder, makeStamp, when } from './support/dated-pki.js'
import { AFTERWARDS, cast, DAY_BEFORE, revoke, STAMPED, signLt, storeOf } from './support/time-cast.js'

const CRL_TIMES = { at: DAY_BEFORE, next: '2020-04-29T10:00:00Z' }

const CONTENT_STAMP = '1.2.840.113549.1.9.16.2.20'

/** Signed attributes with a content time stamp. */
const stamped = (at: string, by: Holder = cast.longTsa, over?: Uint8Array) => ({
  signed: (content: Uint8Array) => [attribute(CONTENT_STAMP, makeStamp(by, over ?? content, { at }))],
})

async function judge(bytes: Uint8Array, on: string, options: VerifyOptions = {}) {
  const trustAnchors = [cast.root.certificate.der]
  const report = await verifyDocument(bytes, { trustAnchors, now: () => when(on), ...options })
  const signer = report.signers.find(({ kind }) => kind === 'signature')
  if (signer === undefined) throw new Error(report.reason)
  return { ...signer, codes: signer.warnings.map(({ code }) => code), valid: report.valid }
}

describe('a content time stamp', () => {
  it('says after which time the signature was made, and no more', async () => {
    const bytes = await signLt({ ...stamped('2020-03-01T09:59:00Z'), tsa: cast.longTsa })
    const signer = await judge(bytes, '2020-03-05')
    expect(signer).toMatchObject({
      indication: 'TOTAL-PASSED',
      signedAfter: '2020-03-01T09:59:00.000Z',
      signedAt: when(STAMPED).toISOString(),
      padesLevel: 'B-LT',
    })
    expect(signer.contentTimestamps).toMatchObject([{ kind: 'content', status: 'valid', indication: 'TOTAL-PASSED' }])
    expect(signer.timestamps).toHaveLength(1)
    expect(signer.proofs).toHaveLength(1)
  })

  it('is no proof that the signature is old', async () => {
    const bytes = await signDated(cast.signer, { ...stamped('2020-03-01T09:59:00Z'), store: storeOf() })
    const signer = await judge(bytes, '2021-03-05')
    expect(signer).toMatchObject({ indication: 'INDETERMINATE', signedAtSource: 'claimed', padesLevel: 'B-B' })
    expect(signer.subIndication).toBe('OUT_OF_BOUNDS_NOT_REVOKED')
  })

  it.each([
    ['ended', cast.signer, '2021-01-02', storeOf(), '2021-03-05', 'EXPIRED'],
    [
      'was revoked',
      cast.longSigner,
      '2020-06-02',
      storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01')]),
      '2020-06-12',
      'REVOKED',
    ],
  ])('after the certificate %s makes it fail for certain', async (_, by, at, store, on, gives) => {
    for (const claimed of [undefined, 'D:20200301100000Z']) {
      const bytes = await signDated(by, { ...stamped(at), store, ...(claimed === undefined ? {} : { claimed }) })
      const signer = await judge(bytes, on)
      expect([signer.indication, signer.subIndication, signer.valid]).toEqual(['TOTAL-FAILED', gives, false])
    }
  })

  it('before the revocation leaves it open', async () => {
    const store = storeOf('2020-06-10', [revoke(cast.longSigner, '2020-06-01')])
    const bytes = await signDated(cast.longSigner, { ...stamped('2020-05-01'), store })
    const signer = await judge(bytes, '2020-06-12')
    expect([signer.indication, signer.subIndication]).toEqual(['INDETERMINATE', 'REVOKED_NO_POE'])
  })

  it('after the end of an algorithm makes it one that must not have been used', async () => {
    const bytes = await signDated(cast.sha1Signer, { digest: 'sha1', ...stamped('2020-03-01'), store: storeOf() })
    const signer = await judge(bytes, '2020-03-05')
    expect([signer.indication, signer.subIndication]).toEqual(['INDETERMINATE', 'CRYPTO_CONSTRAINTS_FAILURE'])
  })

  it('later than a time stamp over the signature contradicts it', async () => {
    const bytes = await signLt({ ...stamped('2020-03-01T12:00:00Z'), tsa: cast.longTsa })
    const signer = await judge(bytes, '2020-03-05')
    expect([signer.indication, signer.subIndication]).toEqual(['INDETERMINATE', 'TIMESTAMP_ORDER_FAILURE'])
    expect(signer.codes).toContain('content_timestamp_order')
  })

  it('over something else, or of a stranger, proves nothing and says so', async () => {
    for (const how of [
      stamped('2020-03-01T09:59:00Z', cast.longTsa, Uint8Array.of(1)),
      stamped('2020-03-01T09:59:00Z', cast.noPurposeTsa),
      { signed: () => [attribute(CONTENT_STAMP, Uint8Array.of(0x30, 0))] },
    ]) {
      const signer = await judge(await signLt({ ...how, tsa: cast.longTsa }), '2020-03-05')
      expect(signer).toMatchObject({ indication: 'TOTAL-PASSED', signedAfter: null })
      expect(signer.codes).toContain('content_timestamp_not_valid')
    }
    // The word of a stranger must not make a revoked certificate look younger, nor contradict anybody.
    const strange = await judge(
      await signLt({ ...stamped('2020-03-01T12:00:00Z', cast.strangeTsa), tsa: cast.longTsa }),
      '2020-03-05',
    )
    expect(strange).toMatchObject({ indication: 'TOTAL-PASSED', signedAfter: null })
  })

  it('of an authority that has ended proves its time with a later document time stamp alone', async () => {
    const plain = await signLt(stamped('2020-03-01T09:59:00Z', cast.tsa1))
    expect(await judge(plain, '2022-03-05')).toMatchObject({ signedAfter: null })
    const archived = await stampDated(plain, cast.longTsa, { at: AFTERWARDS, fieldName: 'Timestamp1' })
    expect(await judge(archived, '2022-03-05')).toMatchObject({
      signedAfter: '2020-03-01T09:59:00.000Z',
      indication: 'TOTAL-PASSED',
      padesLevel: 'B-LTA',
    })
  })

  it('needs validation data of its own for B-LT', async () => {
    const tsa = makeHolder('Lonely TSA', { kind: 'tsa', issuer: cast.oldCa, from: '2019-01-01', to: '2022-12-31' })
    const byLonely = stamped('2020-03-01T09:59:00Z', tsa)
    const store = { certs: [cast.ca, cast.oldCa], crls: [cast.root, cast.ca].map((by) => makeCrl(by, CRL_TIMES)) }
    const levelOf = async (more: readonly Uint8Array[]) => {
      const bytes = await signLt({
        ...byLonely,
        tsa: cast.longTsa,
        store: { ...store, crls: [...store.crls, ...more] },
      })
      return (await judge(bytes, '2020-03-05')).padesLevel
    }
    expect([await levelOf([]), await levelOf([makeCrl(cast.oldCa, CRL_TIMES)])]).toEqual(['B-T', 'B-LT'])
  })

  it('is not looked at without anchors beyond being intact', async () => {
    const bytes = await signLt({ ...stamped('2020-03-01T09:59:00Z'), tsa: cast.longTsa })
    const signer = await judge(bytes, '2020-03-05', { trustAnchors: [] })
    expect(signer).toMatchObject({ signedAfter: null, valid: true })
    expect(signer.contentTimestamps).toMatchObject([{ status: 'valid', indication: 'INDETERMINATE' }])
  })
})
