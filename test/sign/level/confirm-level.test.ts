/**
 * Two programs of ours say what a signature is worth: confirmLevel to those who sign, verifyDocument to everybody. They must
 * never contradict each other, today or later on.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { confirmLevel } from '../../../src/sign/level/confirm-level.js'
import { PADES_LEVELS } from '../../../src/trust/trust-report.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { ENDED_CERTIFICATES } from '../../trust/matrix/ended-certificates.js'
import { OTHER_FAULTS } from '../../trust/matrix/other-faults.js'
import { PROOFS } from '../../trust/matrix/proofs.js'
import { REVOCATIONS } from '../../trust/matrix/revocations.js'
import { STATEMENTS } from '../../trust/matrix/statements.js'
import { signDated, stampDated } from '../../trust/support/dated-document.js'
import { makeCrl, makeStamp, when } from '../../trust/support/dated-pki.js'
import { cast, crlsOf, DAY_BEFORE, STAMPED, signLt, signLta, storeOf } from '../../trust/support/time-cast.js'

const ANCHORS = [cast.root.certificate.der, cast.oldRoot.certificate.der]
const rank = (level: string | null | undefined) => PADES_LEVELS.map(String).indexOf(String(level))

async function verify(bytes: Uint8Array, at: Date) {
  const { signers } = await verifyDocument(bytes, { trustAnchors: ANCHORS, now: () => at })
  return signers.filter(({ kind }) => kind === 'signature')
}

/** What the two say differently. */
async function contradictions(bytes: Uint8Array, at: Date): Promise<string[]> {
  const { levels, renewBefore } = await confirmLevel(bytes, { trustAnchors: ANCHORS, now: () => at })
  const found: string[] = []
  const today = await verify(bytes, at)
  for (const { fieldName, level, missing } of levels) {
    const signer = today.find((each) => each.fieldName === fieldName)
    // B-B is what there is below everything: verifyDocument may say that it is no PAdES signature at all.
    if (rank(level) > Math.max(0, rank(signer?.padesLevel))) found.push(`${level} is ${signer?.padesLevel}`)
    const told = signer?.missingEvidence.map(({ message }) => message) ?? []
    if (told.join() !== missing.join()) found.push(`${missing.join()} is ${told.join()}`)
    const moments = renewBefore === null || renewBefore <= at ? [at] : [at, renewBefore]
    for (const moment of rank(level) < rank('B-LT') ? [] : moments) {
      const later = (await verify(bytes, moment)).find((each) => each.fieldName === fieldName)
      const said = `${later?.indication} ${later?.subIndication} ${later?.padesLevel}`
      if (said !== `TOTAL-PASSED null ${level}`) found.push(`${level} at ${moment.toISOString()}: ${said}`)
    }
  }
  return found
}

const CASES = { ...ENDED_CERTIFICATES, ...REVOCATIONS, ...STATEMENTS, ...PROOFS, ...OTHER_FAULTS }

describe('confirmLevel and verifyDocument', () => {
  // What the host says of proofs and of freshness is for verifying alone.
  const groups = Object.entries(CASES).map(
    ([name, cases]) => [name, cases.filter(({ options }) => options === undefined)] as const,
  )
  describe.each(groups.filter(([, cases]) => cases.length > 0))('%s', (_, shared) => {
    it.each(shared.map((each) => [each.name, each] as const))('say the same: %s', async (_name, { make, on }) => {
      expect(await contradictions(await make(), when(on))).toEqual([])
    })
  })

  it('say the same of a document at every age', async () => {
    const found: string[] = []
    for (const bytes of [await signLt(), await signLta(), await signDated(cast.signer)]) {
      for (const on of ['2020-03-03', '2020-12-01', '2021-06-01', '2023-06-01', '2027-06-01', '2050-01-01']) {
        found.push(...(await contradictions(bytes, when(on))))
      }
    }
    expect(found).toEqual([])
  })
})

describe('the level that lasts', () => {
  const confirm = async (bytes: Uint8Array, on = '2020-03-02T12:00:00Z') =>
    confirmLevel(bytes, { trustAnchors: ANCHORS, now: () => when(on) })

  it('is given with what it rests on', async () => {
    expect(await confirm(await signDated(cast.signer))).toMatchObject({ level: 'B-B', renewBefore: null })
    expect(await confirm(await signLt())).toMatchObject({ level: 'B-LT', warnings: [] })
    const { level, renewBefore } = await confirm(await signLta())
    expect(level).toBe('B-LTA')
    // The newest stamp is of an authority that ends with 2024; a month is left to renew it.
    expect(renewBefore?.toISOString().slice(0, 7)).toBe('2024-11')
  })

  it('comes with each item that is missing', async () => {
    const missing = async (store: Parameters<typeof signLt>[0]) => (await confirm(await signLt(store))).levels[0]
    const certs = [cast.ca]
    expect(await missing({ store: { certs, crls: [] } })).toMatchObject({
      level: 'B-T',
      missing: ['Signer', 'CA', 'TSA 1', 'CA'].map(
        (name) => `Nothing that is kept with the document says whether CN=${name} was revoked.`,
      ),
    })
    const stale = [makeCrl(cast.ca, { at: '2019-06-01', next: '2019-06-15' })]
    expect((await missing({ store: { certs, crls: stale } }))?.level).toBe('B-T')
    const [root] = crlsOf(DAY_BEFORE)
    const ofRoot = root === undefined ? [] : [root]
    expect((await missing({ store: { certs, crls: ofRoot } }))?.missing).toEqual([
      'Nothing that is kept with the document says whether CN=Signer was revoked.',
      'Nothing that is kept with the document says whether CN=TSA 1 was revoked.',
    ])
  })

  it('is none by a stamp that proves nothing', async () => {
    expect((await confirm(await signLt({ tsa: cast.strangeTsa }))).level).toBe('B-B')
    const other = [() => makeStamp(cast.tsa1, Buffer.from('another value'), { at: STAMPED })]
    expect((await confirm(await signDated(cast.signer, { stamps: other, store: storeOf() }))).level).toBe('B-B')
  })

  it('is none that does not outlive the certificates', async () => {
    // The archive stamp came too late for what it should prove: the CRLs had long lost their freshness.
    const late = await stampDated(await signLt(), cast.longTsa, { at: '2022-06-01', fieldName: 'Timestamp1' })
    const { level, warnings } = await confirm(late, '2022-06-02')
    expect(rank(level)).toBeLessThan(rank('B-LT'))
    expect(warnings.join()).toContain('will not be provable')
  })
})
