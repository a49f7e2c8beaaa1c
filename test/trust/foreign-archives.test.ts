/**
 * Long-term signatures with the habits of other programs, and every loss that can befall them.
 *
 * The revisions stand in the order in which DSS writes them: the signature, /DSS (without /VRI) in a revision of its
 * own, a document time stamp, and years later the same again. Signer and time stamps come from different CAs below
 * roots that certify each other, and an OCSP responder answers that is asked about itself. Each expectation is argued
 * from EN 319 102-1, not from what this verifier says; and of two documents of which one holds less, that one may never
 * prove more.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type UnknownRevocation, verifyDocument } from '../../src/index.js'
import { type Stored, signDated, stampDated, storeDated } from './support/dated-document.js'
import { type Holder, makeCrl, makeHolder, makeOcsp, when } from './support/dated-pki.js'

const root = makeHolder('Root A', { kind: 'ca', from: '2015-01-01', to: '2049-12-31' })
const otherRoot = makeHolder('Root B', { kind: 'ca', from: '2015-01-01', to: '2049-12-31' })
/** The key of root B under root A: the bridge that leads from the authorities to the anchor. */
const bridge = makeHolder('Root B', {
  ...{ kind: 'ca', issuer: root, renews: otherRoot, from: '2016-01-01', to: '2049-12-31' },
} as const)
const ca = makeHolder('Signing CA', { kind: 'ca', issuer: root, from: '2020-01-01', to: '2045-12-31' })
const stampCa = makeHolder('Stamping CA', { kind: 'ca', issuer: otherRoot, from: '2020-01-01', to: '2045-12-31' })
const signer = makeHolder('Signer', { issuer: ca, from: '2025-01-01', to: '2027-12-31' })
const responder = makeHolder('Responder', { kind: 'responder', issuer: ca, from: '2025-01-01', to: '2027-06-30' })
const tsaA = makeHolder('TSA A', { kind: 'tsa', issuer: stampCa, from: '2024-01-01', to: '2029-12-31' })
const tsaB = makeHolder('TSA B', { kind: 'tsa', issuer: stampCa, from: '2025-01-01', to: '2033-12-31' })
const tsaC = makeHolder('TSA C', { kind: 'tsa', issuer: stampCa, from: '2030-01-01', to: '2042-12-31' })

const crlOf = (issuer: Holder, year: number, month = '02-28') =>
  makeCrl(issuer, { at: `${year}-${month}`, next: `${year}-06-30` })

/** What the document may hold, by name. `ocsp` is about the signer, `responderCrl` about who made it. */
const PIECES = {
  caCert: { certs: [ca] },
  stampCaCert: { certs: [stampCa] },
  bridgeCert: { certs: [bridge] },
  ocsp: { ocsps: [makeOcsp(responder, { about: signer, at: '2026-02-28', next: '2026-06-30' })] },
  caCrl: { crls: [crlOf(ca, 2026)] },
  rootCrl: { crls: [crlOf(root, 2026)] },
  stampCaCrl: { crls: [crlOf(stampCa, 2026)] },
  otherRootCrl: { crls: [crlOf(otherRoot, 2026)] },
} satisfies Record<string, Stored>

type Piece = keyof typeof PIECES

const LATE: Stored = { crls: [crlOf(stampCa, 2032), crlOf(otherRoot, 2032), crlOf(root, 2032)] }

function merge(stores: readonly Stored[]): Stored {
  return {
    certs: stores.flatMap(({ certs = [] }) => certs),
    crls: stores.flatMap(({ crls = [] }) => crls),
    ocsps: stores.flatMap(({ ocsps = [] }) => ocsps),
  }
}

interface Shape {
  readonly lost?: readonly (Piece | 'token' | 'archive' | 'late')[]
  /** A second archive, in 2032. */
  readonly renewed?: boolean
}

const DOCUMENTS = new Map<string, Promise<Uint8Array>>()

function build(shape: Shape): Promise<Uint8Array> {
  const key = JSON.stringify(shape)
  const known = DOCUMENTS.get(key) ?? buildNew(shape)
  DOCUMENTS.set(key, known)
  return known
}

async function buildNew({ lost = [], renewed = false }: Shape): Promise<Uint8Array> {
  const kept = (Object.keys(PIECES) as Piece[]).filter((piece) => !lost.includes(piece)).map((piece) => PIECES[piece])
  const stampedBy = lost.includes('token') ? [] : [[tsaA, { at: '2026-03-01T10:00:05Z' }] as const]
  let bytes = await signDated(signer, { stampedBy, claimed: 'D:20260301100000Z' })
  bytes = storeDated(bytes, merge(kept))
  if (!lost.includes('archive')) {
    bytes = await stampDated(bytes, tsaB, { at: '2026-03-02T10:00:00Z', fieldName: 'Archive1' })
  }
  if (!renewed) return bytes
  if (!lost.includes('late')) bytes = storeDated(bytes, LATE)
  return stampDated(bytes, tsaC, { at: '2032-03-02T10:00:00Z', fieldName: 'Archive2' })
}

const trustAnchors = [root.certificate.der]

const VERDICTS = new Map<string, ReturnType<typeof judgeNew>>()

function judge(shape: Shape, on: string, unknownRevocation: UnknownRevocation = 'accept') {
  const key = JSON.stringify([shape, on, unknownRevocation])
  const known = VERDICTS.get(key) ?? judgeNew(shape, on, unknownRevocation)
  VERDICTS.set(key, known)
  return known
}

async function judgeNew(shape: Shape, on: string, unknownRevocation: UnknownRevocation) {
  const report = await verifyDocument(await build(shape), { trustAnchors, unknownRevocation, now: () => when(on) })
  const found = report.signers.find(({ kind }) => kind === 'signature')
  if (found === undefined) throw new Error(report.reason)
  return found
}

const YEARS = ['2026-04-01', '2028-04-01', '2031-04-01', '2040-04-01'] as const
const PASSED = 'TOTAL-PASSED'

/** Verdicts of the four years; `?` stands for any that is not passed. */
const STORIES: readonly (readonly [string, Shape, readonly [string, string, string, string], string])[] = [
  // TSA B lives to 2033 and proves all that stands before it; afterwards nobody vouches for the time of anything.
  ['whole', {}, [PASSED, PASSED, PASSED, '?'], 'B-LTA'],
  // 5.6.3.4: the newest stamp first. TSA C proves in 2040 that the stamp by TSA B and its data existed in 2032.
  ['renewed', { renewed: true }, [PASSED, PASSED, PASSED, PASSED], 'B-LTA'],
  // 5.6.2.2.4: without a statement of the time, known to be from then, TSA B cannot be judged after 2033.
  ['renewed without data for the archive', { renewed: true, lost: ['late'] }, [PASSED, PASSED, PASSED, '?'], 'B-LTA'],
  // The first stamp dates the signature; the document time stamp of the next day does as well.
  ['without a stamp of the signature', { lost: ['token'] }, [PASSED, PASSED, PASSED, '?'], 'B-LTA'],
  // TSA A ended in 2029, the signer in 2027. The CRL of the CA, which lives, says until then what the OCSP answer says.
  ['without an archive', { lost: ['archive'] }, [PASSED, PASSED, '?', '?'], 'B-LT'],
  // 5.2.6.4 and 5.5.4: the certificate ended, and nothing proves when it was used.
  ['without any stamp', { lost: ['archive', 'token'] }, [PASSED, '?', '?', '?'], 'B-B'],
  // Either the OCSP answer or the CRL speaks about the signer.
  ['by CRLs alone', { lost: ['ocsp'] }, [PASSED, PASSED, PASSED, '?'], 'B-LTA'],
  // Neither does: revocation of an ended certificate is not known (OUT_OF_BOUNDS_NO_POE). No B-LT from the start.
  ['without a word about the signer', { lost: ['ocsp', 'caCrl'] }, [PASSED, '?', '?', '?'], 'B-T'],
  // Without the CRL nobody speaks about the responder, which had no nocheck: its answer is no B-LT. Its certificate
  // ended in 2027, but the archive proves the answer to be older (5.6.2.4, step 1).
  ['by OCSP alone', { lost: ['caCrl'] }, [PASSED, PASSED, PASSED, '?'], 'B-T'],
  // The same without the archive: in 2028 anyone may have had the key of the responder (REVOCATION_OUT_OF_BOUNDS_NO_POE).
  ['by OCSP alone, without an archive', { lost: ['caCrl', 'archive'] }, [PASSED, '?', '?', '?'], 'B-T'],
  // A CRL of the stamping CA is what a past validation of TSA A rests on, but the stamp by TSA B stands without it.
  ['without a word about the authorities', { lost: ['stampCaCrl'] }, [PASSED, PASSED, PASSED, '?'], 'B-T'],
  // No path from the authorities to root A: their stamps are those of strangers, and prove nothing.
  ['without the bridge', { lost: ['bridgeCert'] }, [PASSED, '?', '?', '?'], 'B-T'],
  ['without the stamping CA', { lost: ['stampCaCert'] }, [PASSED, '?', '?', '?'], 'B-T'],
  // No path from the signer.
  ['without the signing CA', { lost: ['caCert'] }, ['?', '?', '?', '?'], 'B-T'],
]

/** What becomes of them where the host asks about everybody, as it does by default. Of others it is the same. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  'without a word about the signer': ['?', '?', '?', '?'],
  // Nobody knows whether the responder, which is to be asked about, was revoked when it answered.
  'by OCSP alone': ['?', '?', '?', '?'],
  'by OCSP alone, without an archive': ['?', '?', '?', '?'],
  // While the signer lives, what is known of it today is enough.
  'without a word about the authorities': [PASSED, '?', '?', '?'],
}

describe('an archive as other programs build it', () => {
  it.each(STORIES)('%s, for who asks about everybody', async (name, shape, gives) => {
    const found = await Promise.all(YEARS.map(async (on) => (await judge(shape, on, 'indicate')).indication))
    expect(found.map((each) => (each === PASSED ? PASSED : '?'))).toEqual(ASKED[name] ?? gives)
    const accepted = await Promise.all(YEARS.map(async (on) => (await judge(shape, on)).status))
    expect(await Promise.all(YEARS.map(async (on) => (await judge(shape, on, 'indicate')).status))).toEqual(accepted)
  })

  it.each(STORIES)('%s', async (_, shape, gives, level) => {
    const found: (string | undefined)[] = []
    for (const on of YEARS) {
      const { indication, subIndication } = await judge(shape, on)
      expect(indication === PASSED ? null : subIndication).toSatisfy(
        (each) => each === null || each !== 'FORMAT_FAILURE',
      )
      found.push(indication === PASSED ? PASSED : '?')
    }
    expect(found).toEqual(gives)
    expect((await judge(shape, YEARS[0])).padesLevel).toBe(level)
  })

  it('says exactly what is missing', async () => {
    const sub = async (shape: Shape, on: string) => (await judge(shape, on)).subIndication
    expect(await sub({ lost: ['caCrl', 'archive'] }, YEARS[1])).toBe('REVOCATION_OUT_OF_BOUNDS_NO_POE')
    expect(await sub({ lost: ['ocsp', 'caCrl'] }, YEARS[1])).toBe('OUT_OF_BOUNDS_NO_POE')
    expect(await sub({ lost: ['caCert'] }, YEARS[0])).toBe('NO_CERTIFICATE_CHAIN_FOUND')
    expect(await sub({ lost: ['archive'] }, YEARS[2])).toBe('OUT_OF_BOUNDS_NOT_REVOKED')
    expect(await sub({}, YEARS[3])).toBe('OUT_OF_BOUNDS_NOT_REVOKED')
  })
})

const LEVELS = [null, 'B-B', 'B-T', 'B-LT', 'B-LTA']
const LOSSES = [...(Object.keys(PIECES) as Piece[]), 'token', 'archive'] as const

describe('what holds less', { timeout: 120_000 }, () => {
  it('never proves more: every loss of two pieces against every loss of one', async () => {
    const rank = async (shape: Shape, on: string) => {
      const { indication, padesLevel } = await judge(shape, on)
      return { passed: indication === PASSED, level: LEVELS.indexOf(padesLevel) }
    }
    const wrong: string[] = []
    for (const renewed of [false, true]) {
      for (const on of [YEARS[1], YEARS[3]]) {
        for (const [i, one] of LOSSES.entries()) {
          const more = await rank({ lost: [one], renewed }, on)
          for (const other of LOSSES.slice(i + 1)) {
            const less = await rank({ lost: [one, other], renewed }, on)
            const more2 = await rank({ lost: [other], renewed }, on)
            const isMore = (a: typeof less, b: typeof less) => (a.passed && !b.passed) || a.level > b.level
            // A signature with a stamp of its own needs the data for that stamp, too: without it, it may be of a higher level.
            const sameStamps = one === 'token' || other === 'token' ? { ...less, level: 0 } : less
            if (isMore(sameStamps, more) || isMore(sameStamps, more2)) wrong.push(`${on} ${renewed} ${one}+${other}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('and of one document, what passes later passed before', async () => {
    for (const [name, shape] of STORIES) {
      const passed: boolean[] = []
      for (const on of YEARS.slice(shape.renewed === true ? 3 : 0)) {
        passed.push((await judge(shape, on)).indication === PASSED)
      }
      expect(
        passed.toSorted((a, b) => Number(b) - Number(a)),
        name,
      ).toEqual(passed)
    }
  })
})
