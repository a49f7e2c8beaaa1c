/**
 * Claimed times near the beginning of a certificate: the clocks of a signer and of a CA differ.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { signDated } from './support/dated-document.js'
import { makeHolder, when } from './support/dated-pki.js'
import { cast, storeOf } from './support/time-cast.js'

/** Judges a signature that claims 10:00 by a certificate that begins then or later. */
async function judgeFrom(from: string, on = '2020-03-02T12:00:00Z') {
  const signer = makeHolder('Signer', { issuer: cast.ca, from, to: '2021-01-01' })
  const bytes = await signDated(signer, { store: storeOf('2020-03-01T10:30:00Z') })
  const trustAnchors = [cast.root.certificate.der]
  const { valid, signers } = await verifyDocument(bytes, { trustAnchors, now: () => when(on) })
  return [valid, signers[0]?.indication, signers[0]?.subIndication, signers[0]?.signedAt]
}

const CLAIMED = '2020-03-01T10:00:00Z'

it.each(['2020-03-01T10:00:00Z', '2020-03-01T10:00:01Z', '2020-03-01T10:05:00Z'])(
  'a certificate that begins at %s may have signed at 10:00 by a clock that is slow',
  async (from) => {
    expect(await judgeFrom(from)).toEqual([true, 'TOTAL-PASSED', null, CLAIMED])
  },
)

it.each(['2020-03-01T10:05:01Z', '2020-03-02T00:00:00Z'])(
  'a certificate that begins at %s did not sign at 10:00',
  async (from) => {
    expect(await judgeFrom(from)).toEqual([false, 'TOTAL-FAILED', 'NOT_YET_VALID', CLAIMED])
  },
)

it('a certificate that has not begun at all has not signed', async () => {
  expect(await judgeFrom('2020-03-01T10:04:00Z', '2020-03-01T10:02:00Z')).toEqual([
    false,
    'TOTAL-FAILED',
    'NOT_YET_VALID',
    CLAIMED,
  ])
})
