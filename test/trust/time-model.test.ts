/**
 * Two stories told at random, whose endings are known without knowing how the verifier works.
 *
 * The thief: one day all keys whose certificates have ended are in his hands. Whatever he makes of them, backdated as he
 * likes, and whatever honest authorities stamp for him from that day on, nothing is proved to be older than that day.
 *
 * The archivist: a document that is signed while its certificate is good, and stamped anew before each stamp ends, with the
 * CRLs of the day before, is provable for as long as the last stamp lives.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { type Stored, signDated, stampDated, storeDated } from './support/dated-document.js'
import { type Holder, makeCrl, makeHolder, makeOcsp, NO_REV_AVAIL, when } from './support/dated-pki.js'
import { cast, crlsOf } from './support/time-cast.js'

const RUNS = 120
const DAY = 86_400_000

const day = (text: string) => when(text).getTime()
const iso = (time: number) => new Date(time).toISOString()
const between = (from: number, to: number) =>
  fc.integer({ min: Math.ceil(from / DAY), max: Math.floor(to / DAY) }).map((n) => n * DAY)

async function judge(bytes: Uint8Array, on: number) {
  const trustAnchors = [cast.root.certificate.der, cast.oldRoot.certificate.der]
  const report = await verifyDocument(bytes, { trustAnchors, now: () => new Date(on) })
  const signer = report.signers.find(({ kind }) => kind === 'signature')
  if (signer === undefined) throw new Error(report.reason)
  return { report, signer }
}

describe('the thief', () => {
  const { ca, oldCa, oldRoot, subCa, root } = cast
  const authorities = [cast.tsa1, cast.tsa2, cast.tsa3, cast.tsa4, cast.longTsa]
  const endOf = ({ certificate }: Holder) => certificate.notAfter.getTime()
  const startOf = ({ certificate }: Holder) => certificate.notBefore.getTime()

  /** Draws a time in somebody's validity. */
  const inLife = (holder: Holder) => between(startOf(holder) + DAY, endOf(holder) - DAY)

  const story = fc.record({
    theft: fc.constantFrom('2023-02-01', '2025-02-01', '2027-06-01', '2030-06-01').map(day),
    wait: fc.integer({ min: 1, max: 1500 }),
    victim: fc.constantFrom('signer', 'belowOldCa', 'belowOldRoot', 'belowSubCa', 'invented', 'exempt'),
    inventor: fc.constantFrom(oldCa, oldRoot, subCa),
    signatureStamps: fc.array(fc.record({ by: fc.nat(), at: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      maxLength: 3,
    }),
    documentStamps: fc.array(
      fc.record({ by: fc.nat(), at: fc.double({ min: 0, max: 1, noNaN: true }), withStore: fc.boolean() }),
      { maxLength: 4 },
    ),
    storeDays: fc.array(between(day('2019-02-01'), day('2022-06-01')), { maxLength: 3 }),
    isStoreLate: fc.boolean(),
    forgedAt: between(day('2019-02-01'), day('2022-06-01')),
  })

  /** Everything that the thief can put into a store: what was public once, and what stolen keys sign. */
  function storeOfThief(days: readonly number[], forgedAt: number, about: Holder): Stored {
    const forged = [oldCa, oldRoot, subCa].map((issuer) => makeCrl(issuer, { at: iso(forgedAt), next: '2044-01-01' }))
    const responders = [oldCa, subCa].map((issuer) =>
      makeHolder('Forged responder', { kind: 'nocheck-responder', issuer, from: '2019-01-01', to: '2044-12-31' }),
    )
    const answers =
      about.issuer === undefined
        ? []
        : responders.map((by) => makeOcsp(by, { about, at: iso(forgedAt), next: '2044-01-01' }))
    return {
      certs: [ca, oldCa, subCa],
      crls: [...days.flatMap((at) => crlsOf(iso(at))), ...forged, ...crlsOf('2019-06-01')],
      ocsps: answers,
    }
  }

  it('proves nothing that is older than the theft', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (plot) => {
        const { theft, inventor } = plot
        const judged = theft + plot.wait * DAY
        const invent = (extensions: readonly Uint8Array[]) =>
          makeHolder('Invented', { issuer: inventor, from: '2019-01-01', to: '2044-12-31', extensions })
        const victim =
          plot.victim === 'invented'
            ? invent([])
            : plot.victim === 'exempt'
              ? invent([NO_REV_AVAIL])
              : cast[plot.victim as 'signer']
        // Stolen authorities state any time of their lives, honest ones the present.
        const momentOf = (by: Holder, at: number) => {
          const [from, to] =
            endOf(by) < theft ? [startOf(by), endOf(by)] : [Math.max(theft, startOf(by)), Math.min(judged, endOf(by))]
          return from >= to ? undefined : iso(from + at * (to - from))
        }
        const store = storeOfThief(plot.storeDays, plot.forgedAt, victim)
        const stampedBy = plot.signatureStamps.flatMap(({ by, at }) => {
          const authority = authorities[by % authorities.length] as Holder
          const moment = momentOf(authority, at)
          return moment === undefined ? [] : [[authority, { at: moment }] as const]
        })
        let bytes = await signDated(victim, {
          stampedBy,
          ...(plot.isStoreLate ? {} : { store }),
          certificates: [subCa, oldCa],
        })
        for (const [i, { by, at, withStore }] of plot.documentStamps.entries()) {
          const authority = authorities[by % authorities.length] as Holder
          const moment = momentOf(authority, at)
          if (moment === undefined) continue
          bytes = await stampDated(bytes, authority, {
            ...{ at: moment, fieldName: `Timestamp${i}` },
            ...(withStore ? { store: { crls: crlsOf(moment) } } : {}),
          })
        }
        if (plot.isStoreLate) bytes = storeDated(bytes, store)
        const { signer } = await judge(bytes, judged)
        for (const { time, message } of signer.proofs) expect(Date.parse(time), message).toBeGreaterThanOrEqual(theft)
        expect(signer.indication, JSON.stringify([signer.trust, signer.timestamps], null, 1)).not.toBe('TOTAL-PASSED')
      }),
      { numRuns: RUNS, seed: 20261122 },
    )
  }, 120_000)

  it('is stopped by each of the things that a story varies', () => {
    // Without these the property would say nothing: the keys that end before the earliest theft, and those that do not.
    expect([cast.signer, cast.tsa1, oldCa, oldRoot].every((holder) => endOf(holder) < day('2023-02-01'))).toBe(true)
    expect([ca, root, cast.longTsa].every((holder) => endOf(holder) > day('2034-12-31'))).toBe(true)
    expect(inLife(cast.signer)).toBeDefined()
  })
})

describe('the archivist', () => {
  const story = fc.record({
    signer: fc.constantFrom('signer', 'longSigner', 'belowOldCa', 'belowOldRoot', 'belowSubCa', 'shortTerm'),
    signed: between(day('2019-06-01'), day('2020-11-01')),
    first: fc.constantFrom('tsa1', 'tsa2', 'longTsa'),
    archivedAfter: fc.integer({ min: 0, max: 10 }),
    second: between(day('2023-02-01'), day('2024-11-01')),
    third: between(day('2028-02-01'), day('2029-11-01')),
    renewals: fc.integer({ min: 0, max: 2 }),
    wait: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  it('can prove the signature for as long as the last stamp lives', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (plot) => {
        const certs = [cast.ca, cast.oldCa, cast.subCa]
        const signed = plot.signer === 'shortTerm' ? day('2020-03-01T10:00:00Z') : plot.signed
        const storeBefore = (time: number): Stored => ({ certs, crls: crlsOf(iso(time - 3600_000)) })
        let bytes = await signDated(cast[plot.signer as 'signer'], {
          stampedBy: [[cast[plot.first as 'tsa1'], { at: iso(signed) }]],
          store: storeBefore(signed),
          claimed: `D:${iso(signed).replace(/\D/g, '').slice(0, 14)}Z`,
        })
        const archived = signed + plot.archivedAfter * DAY
        bytes = await stampDated(bytes, cast.tsa2, { at: iso(archived), fieldName: 'Timestamp1' })
        let [from, to] = [archived, cast.tsa2.certificate.notAfter.getTime()]
        for (const [at, by] of [[plot.second, cast.tsa3] as const, [plot.third, cast.tsa4] as const].slice(
          0,
          plot.renewals,
        )) {
          bytes = await stampDated(bytes, by, {
            at: iso(at),
            fieldName: by.name.replace(' ', ''),
            store: storeBefore(at),
          })
          ;[from, to] = [at, by.certificate.notAfter.getTime()]
        }
        const { signer } = await judge(bytes, from + DAY + plot.wait * (to - from - 2 * DAY))
        const told = JSON.stringify([signer.warnings, signer.trust, signer.timestamps], null, 1)
        expect([signer.indication, signer.padesLevel], told).toEqual(['TOTAL-PASSED', 'B-LTA'])
        expect(signer.signedAt).toBe(iso(signed))
      }),
      { numRuns: RUNS, seed: 20261122 },
    )
  }, 120_000)
})
