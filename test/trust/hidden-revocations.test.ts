/**
 * Revocations that a later revision tries to hide by the structure of the document security store. Whoever appends it has no
 * key of an authority.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { CRYPTO_LIMITS } from '../../src/limits.js'
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { dict, stream } from '../verify/support/notation.js'
import { type Revision, revise } from '../verify/support/revise.js'
import { signDated, stampDated } from './support/dated-document.js'
import { makeCrl, makeHolder, makeOcsp, when } from './support/dated-pki.js'
import { AFTERWARDS, cast, crlsOf, DAY_BEFORE, revoke, STAMPED, storeOf } from './support/time-cast.js'

const { ca, root, longSigner, longTsa } = cast
const REVOKED_BY_OCSP = {
  ...storeOf(DAY_BEFORE),
  ocsps: [
    makeOcsp(ca, {
      ...{ about: longSigner, at: '2020-03-01T09:00:00Z', next: '2020-03-05' },
      revoked: { on: '2020-02-15', reason: 1 },
    }),
  ],
}
const REVOKED_BY_CRL = storeOf('2020-03-01T09:00:00Z', [revoke(longSigner, '2020-02-15', 1)])
const sign = (store: typeof REVOKED_BY_OCSP | typeof REVOKED_BY_CRL) =>
  signDated(longSigner, { stampedBy: [[longTsa, { at: STAMPED }]], store })

const OPTIONS = [{}, { requireRevocation: true }] as const

/** How good the signature is; 0 for one that was revoked, -1 for none. */
async function rankOf(bytes: Uint8Array, on = '2020-03-05', options: (typeof OPTIONS)[number] = {}): Promise<number> {
  const now = () => when(on)
  const { signers } = await verifyDocument(bytes, { trustAnchors: [root.certificate.der], now, ...options })
  const signer = signers.find(({ kind }) => kind === 'signature')
  const trust = ['untrusted', 'indeterminate', 'trusted'].indexOf(signer?.trust.status ?? '')
  return trust + (signer?.indication === 'TOTAL-PASSED' ? 10 : 0)
}

/** The same in several years and settings. */
async function ranksOf(bytes: Uint8Array): Promise<number[]> {
  const ranks: number[] = []
  for (const on of ['2020-03-05', '2023-06-01']) {
    for (const options of OPTIONS) ranks.push(await rankOf(bytes, on, options))
  }
  return ranks
}

function storeIn(revision: Pick<Revision, 'document'>): PdfDict {
  const store = revision.document.resolve(revision.document.catalog.get('DSS'))
  return store instanceof PdfDict ? store : new PdfDict()
}

it.each([
  ['an answer that is listed among the CRLs', REVOKED_BY_OCSP, 'OCSPs', 'CRLs'],
  ['a CRL that is listed among the answers', REVOKED_BY_CRL, 'CRLs', 'OCSPs'],
])('%s still tells of a revocation', async (_, store, from, to) => {
  const hidden = revise(await sign(store), (revision) => {
    const old = storeIn(revision)
    const [own, other] = [from, to].map((key) => (old.get(key) ?? []) as PdfObject[])
    revision.set(revision.document.catalogRef, { DSS: new PdfDict({ [to]: [...(own ?? []), ...(other ?? [])] }) })
  })
  expect(await ranksOf(hidden)).toEqual([0, 0, 0, 0])
})

/** Numbers that are the same in every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

const others = { kind: 'ca', from: '2010-01-01', to: '2044-12-31' } as const
const otherRoot = makeHolder('Root', others)
const otherCa = makeHolder('CA', { ...others, issuer: otherRoot })
const GOOD = { next: '2020-03-25', at: '2020-03-03' }

/** What anybody has or can make: of another CA with the same name, by keys without a right to it, old, or broken. */
const ITEMS: readonly Uint8Array[] = [
  makeCrl(otherCa, GOOD),
  makeCrl(ca, { ...GOOD, forgedBy: longSigner }),
  makeOcsp(longSigner, { ...GOOD, about: longSigner }),
  makeOcsp(otherCa, { ...GOOD, about: longSigner }),
  makeOcsp(longTsa, { ...GOOD, about: longSigner }),
  makeHolder('CA', { ...others, issuer: otherRoot, renews: ca }).certificate.der,
  otherCa.certificate.der,
  longSigner.certificate.der,
  new Uint8Array(0),
  makeCrl(ca, GOOD).slice(0, -3),
]
const OLD: readonly Uint8Array[] = [
  makeCrl(ca, { at: '2020-02-01', next: '2020-02-20' }),
  makeOcsp(ca, { about: longSigner, at: '2020-02-05', next: '2020-02-12' }),
]

/** Appends a store of any shape. */
function restructure(bytes: Uint8Array, items: readonly Uint8Array[], random: (below: number) => number): Uint8Array {
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T
  return revise(bytes, (revision) => {
    const { document } = revision
    const old = storeIn(revision)
    const known = ['Certs', 'CRLs', 'OCSPs'].flatMap((key) => (old.get(key) ?? []) as PdfObject[])
    const odd: readonly PdfObject[] = [
      null,
      7,
      PdfName.of('X'),
      document.catalogRef,
      new PdfRef(9999),
      [null],
      dict`<<>>`,
    ]
    const itemOf = () => {
      const kind = random(6)
      if (kind < 2) return known.length > 0 ? pick(known) : null
      return kind === 2 ? pick(odd) : revision.add(stream(dict`<<>>`, pick(items)))
    }
    const listOf = (): PdfObject => (random(12) === 0 ? pick(odd) : Array.from({ length: random(7) }, itemOf))
    const entryOf = () => new PdfDict({ Cert: listOf(), CRL: listOf(), OCSP: listOf(), TS: itemOf() })
    const kind = random(8)
    if (kind === 0) return revision.set(document.catalogRef, { DSS: pick(odd) })
    const ref = pick(known)
    if (kind < 3 && ref instanceof PdfRef && document.resolve(ref) instanceof PdfStream) {
      return revision.put(ref, random(2) === 0 ? null : stream(dict`<<>>`, pick(items)))
    }
    const VRI = new PdfDict({ ab: entryOf(), Type: entryOf(), ['0'.repeat(40)]: pick(odd) })
    const store = new PdfDict({ Certs: listOf(), CRLs: listOf(), OCSPs: listOf(), VRI })
    revision.set(document.catalogRef, { DSS: random(2) === 0 ? store : revision.add(store) })
  })
}

describe('no store of any shape makes a verdict better', () => {
  it.each([
    ['one revoked by an answer', () => sign(REVOKED_BY_OCSP), [...ITEMS, ...OLD], 1],
    ['one revoked by a CRL', () => sign(REVOKED_BY_CRL), [...ITEMS, ...OLD], 2],
    ['one of which nobody knows', () => sign({ certs: [ca], crls: crlsOf(DAY_BEFORE).slice(0, 1) }), ITEMS, 3],
  ] as const)('%s', async (_, make, items, seed) => {
    const random = makeRandom(seed)
    const plain = await make()
    const before = await ranksOf(plain)
    for (let round = 0; round < 9; round++) {
      let bytes = plain
      for (let i = random(3); i >= 0; i--) bytes = restructure(bytes, items, random)
      const by = [cast.strangeTsa, cast.noPurposeTsa, longSigner][round % 6]
      if (by !== undefined) bytes = await stampDated(bytes, by, { at: AFTERWARDS, fieldName: 'Stamp' })
      const after = await ranksOf(bytes)
      expect(
        after.filter((rank, i) => rank > (before[i] ?? 0)),
        `round ${round}`,
      ).toEqual([])
    }
  })
})

/** As many different items as are examined, or as many bytes. */
const FLOODS = {
  items: () => Array.from({ length: CRYPTO_LIMITS.maxRevocationItems }, (_, i) => Uint8Array.of(i, i >> 8)),
  bytes: () => Array.from({ length: 33 }, (_, i) => Buffer.alloc(CRYPTO_LIMITS.maxDssBytes / 32, i)),
}

it.each([
  ['items', 'a list of its own', false],
  ['items', 'the same list', true],
  ['bytes', 'the same list', true],
] as const)('no flood of %s crowds out a revocation that comes later, in %s', async (kind, _, isExtended) => {
  const good = await signDated(longSigner, { stampedBy: [[longTsa, { at: STAMPED }]], store: storeOf(DAY_BEFORE) })
  expect(await rankOf(good)).toBe(12)
  const flooded = revise(good, (revision) => {
    const packed = dict`<</Filter /FlateDecode>>`
    const CRLs = FLOODS[kind]().map((item) => revision.add(stream(packed, deflateSync(item))))
    revision.set(revision.document.catalogRef, { DSS: new PdfDict({ CRLs }) })
  })
  expect(await rankOf(flooded)).toBe(12)
  const told = revise(flooded, (revision) => {
    const own = REVOKED_BY_CRL.crls?.map((crl) => revision.add(stream(dict`<<>>`, crl))) ?? []
    const before = isExtended ? (storeIn(revision).get('CRLs') as PdfObject[]) : []
    revision.set(revision.document.catalogRef, { DSS: new PdfDict({ CRLs: [...before, ...own] }) })
  })
  expect(await rankOf(told)).toBe(0)
})
