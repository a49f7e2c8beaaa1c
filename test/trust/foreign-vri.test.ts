/**
 * /VRI as other programs write it (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.2.3), and as nobody should: what it names is
 * used like everything else, what it says of times is nobody's word, and what is wrong with it does no harm.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseSignedData } from '../../src/cms/message/signed-data.js'
import { verifyDocument } from '../../src/index.js'
import { PdfDict, type PdfObject, PdfRef } from '../../src/pdf/objects.js'
import { extractCms } from '../support/oracles.js'
import { dict, pdf, stream } from '../verify/support/notation.js'
import { type Revision, revise } from '../verify/support/revise.js'
import { type Stored, signDated, stampDated, storeDated } from './support/dated-document.js'
import { makeCrl, makeOcsp, makeStamp, when } from './support/dated-pki.js'
import { AFTERWARDS, cast, DAY_BEFORE, revoke, STAMPED, storeOf } from './support/time-cast.js'

const { root, oldRoot } = cast
const ANCHORS = [root.certificate.der, oldRoot.certificate.der]
const LATER = '2023-06-01'

async function judge(bytes: Uint8Array, on = LATER) {
  const { signers } = await verifyDocument(bytes, { trustAnchors: ANCHORS, now: () => when(on) })
  const [signer] = signers
  if (signer === undefined) throw new Error('There is no signature.')
  return signer
}

/** Indication, sub-indication and level. */
const verdictOf = async (bytes: Uint8Array, on = LATER) => {
  const { indication, subIndication, padesLevel } = await judge(bytes, on)
  return [indication, subIndication, padesLevel]
}

const PASSED = ['TOTAL-PASSED', null, 'B-LT']

/** With a time stamp that outlives the signer, and nothing to judge both by. */
const signBare = () => signDated(cast.signer, { stampedBy: [[cast.longTsa, { at: STAMPED }]] })

/** Streams of an entry, or of the store. */
function listsOf(revision: Revision, { certs = [], crls = [], ocsps = [] }: Stored) {
  const add = (items: readonly Uint8Array[]) => items.map((item) => revision.add(stream(dict`<<>>`, item)))
  return { certs: add(certs.map(({ certificate }) => certificate.der)), crls: add(crls), ocsps: add(ocsps) }
}

interface Written {
  readonly key: string
  readonly entry: Stored
  readonly more?: (revision: Revision) => Record<string, PdfObject>
  readonly top?: Stored
}

/** A store with one entry in /VRI. */
function withEntry(bytes: Uint8Array, { key, entry, more, top = {} }: Written): Uint8Array {
  return revise(bytes, (revision) => {
    const { certs, crls, ocsps } = listsOf(revision, entry)
    const above = listsOf(revision, top)
    const record = new PdfDict({ Cert: certs, CRL: crls, OCSP: ocsps, ...more?.(revision) })
    const store = new PdfDict({
      ...{ Certs: above.certs, CRLs: above.crls, OCSPs: above.ocsps },
      VRI: revision.add(new PdfDict({ [key]: revision.add(record) })),
    })
    revision.set(revision.document.catalogRef, { DSS: revision.add(store) })
  })
}

/** A store as it should be, beside a /VRI that is written down. */
function withShape(bytes: Uint8Array, shape: (revision: Revision, crls: readonly PdfRef[]) => PdfObject): Uint8Array {
  return revise(bytes, (revision) => {
    const { certs, crls } = listsOf(revision, storeOf())
    const store = new PdfDict({ Certs: certs, CRLs: crls, VRI: shape(revision, crls) })
    revision.set(revision.document.catalogRef, { DSS: store })
  })
}

const sha1 = (data: Uint8Array | string) => createHash('sha1').update(data).digest('hex').toUpperCase()

/** /Contents of the only signature, with its padding. */
function contentsOf(bytes: Uint8Array): Uint8Array {
  const [, hex = ''] = /\/Contents <([0-9a-f]+)>/.exec(Buffer.from(bytes).toString('latin1')) ?? []
  return new Uint8Array(Buffer.from(hex, 'hex'))
}

const KEYS: readonly (readonly [string, (bytes: Uint8Array) => string])[] = [
  ['of /Contents with its padding', (bytes) => sha1(contentsOf(bytes))],
  ['of the CMS alone', (bytes) => sha1(extractCms(bytes).cms)],
  ['of the hexadecimal digits', (bytes) => sha1(Buffer.from(contentsOf(bytes)).toString('hex'))],
  ['in lower case', (bytes) => sha1(contentsOf(bytes)).toLowerCase()],
  ['that is none', () => 'Signature1'],
  ['of another signature', () => sha1('another signature')],
]

describe('an entry of /VRI', () => {
  it.each(KEYS)('under a key %s: what it alone names is used', async (_, keyOf) => {
    const bare = await signBare()
    expect(await verdictOf(bare)).toEqual(['INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND', 'B-T'])
    const written = withEntry(bare, { key: keyOf(bare), entry: storeOf() })
    expect(await verdictOf(written)).toEqual(PASSED)
    const byOcsp = { certs: [cast.ca], crls: storeOf().crls?.slice(0, 1) ?? [] }
    const answers = [cast.signer, cast.longTsa].map((about) =>
      makeOcsp(cast.ca, { about, at: DAY_BEFORE, next: '2020-03-10' }),
    )
    expect(await verdictOf(withEntry(bare, { key: keyOf(bare), entry: { ...byOcsp, ocsps: answers } }))).toEqual(PASSED)
  })

  it('and the lists complete each other', async () => {
    const { certs = [], crls = [] } = storeOf()
    const entries: readonly Written[] = [
      { key: 'A', entry: { crls }, top: { certs } },
      { key: 'A', entry: { certs }, top: { crls } },
    ]
    for (const written of entries) expect(await verdictOf(withEntry(await signBare(), written))).toEqual(PASSED)
  })

  it('is under the archive stamp that comes after it, and not under one that came before', async () => {
    const bare = await signBare()
    const stamp = (bytes: Uint8Array) => stampDated(bytes, cast.longTsa, { at: AFTERWARDS, fieldName: 'Timestamp1' })
    const write = (bytes: Uint8Array) => withEntry(bytes, { key: sha1(contentsOf(bytes)), entry: storeOf() })
    expect(await verdictOf(await stamp(write(bare)))).toEqual(['TOTAL-PASSED', null, 'B-LTA'])
    expect(await verdictOf(write(await stamp(bare)))).toEqual(PASSED)
  })

  it('tells bad news as well: a revocation that only it names', async () => {
    const { certs = [] } = storeOf()
    const [, , , ofCa] = storeOf('2020-06-10', [revoke(cast.signer, '2020-02-01')]).crls ?? []
    const written = withEntry(await signBare(), {
      ...{ key: 'A', entry: { crls: ofCa === undefined ? [] : [ofCa] }, top: { ...storeOf(), certs } },
    })
    expect((await verdictOf(written)).slice(0, 2)).toEqual(['INDETERMINATE', 'REVOKED_NO_POE'])
  })

  it('makes no forged list a true one', async () => {
    const { certs = [], crls = [] } = storeOf()
    const forged = makeCrl(cast.ca, { at: DAY_BEFORE, next: '2020-03-14', forgedBy: cast.strangeTsa })
    const written = withEntry(await signBare(), { key: 'A', entry: { certs, crls: [...crls.slice(0, 3), forged] } })
    const { padesLevel, missingEvidence } = await judge(written)
    expect(padesLevel).toBe('B-T')
    expect(missingEvidence.map(({ message }) => message)).toEqual(
      ['Signer', 'Long TSA'].map(
        (name) => `Nothing that is kept with the document says whether CN=${name} was revoked.`,
      ),
    )
  })
})

describe('times in /VRI prove nothing', () => {
  const unstamped = () => signDated(cast.signer, { store: storeOf() })
  const value = (bytes: Uint8Array) => parseSignedData(extractCms(bytes).cms).signerInfos[0]?.signature

  it.each([
    ['TU', () => ({ TU: pdf`(D:20200301100000Z)` })],
    [
      'TS over the signature value',
      (bytes: Uint8Array, { add }: Revision) => ({
        TS: add(stream(dict`<<>>`, makeStamp(cast.longTsa, value(bytes) ?? new Uint8Array(0), { at: STAMPED }))),
      }),
    ],
    [
      'TS over /Contents',
      (bytes: Uint8Array, { add }: Revision) => ({
        TS: add(stream(dict`<<>>`, makeStamp(cast.longTsa, contentsOf(bytes), { at: STAMPED }))),
      }),
    ],
  ])('%s', async (_, more) => {
    const bytes = await unstamped()
    const before = await judge(bytes)
    const written = withEntry(bytes, {
      ...{ key: sha1(contentsOf(bytes)), entry: storeOf(), top: storeOf(), more: (revision) => more(bytes, revision) },
    })
    const after = await judge(written)
    expect(after.indication).toBe('INDETERMINATE')
    expect(after).toMatchObject({ proofs: [], signedAtSource: 'claimed', padesLevel: 'B-B' })
    expect(after.subIndication).toBe(before.subIndication)
    // Nor do they take away what is proved otherwise.
    const stamped = await signBare()
    const beside = withEntry(stamped, { key: 'A', entry: storeOf(), more: (revision) => more(stamped, revision) })
    expect(await verdictOf(beside)).toEqual(PASSED)
  })
})

const SHAPES: readonly (readonly [string, (revision: Revision, crls: readonly PdfRef[]) => PdfObject])[] = [
  ['a number', () => 7],
  ['a list', () => pdf`[]`],
  ['text', () => pdf`(text)`],
  ['an entry that is a number', () => pdf`<< /AB 7 >>`],
  ['an entry that is a list', () => pdf`<< /AB [1 2 3] >>`],
  ['lists that are none', () => pdf`<< /AB << /Cert 7 /CRL (x) /OCSP /N >> >>`],
  [
    'lists of lists, dictionaries and nothing',
    () => pdf`<< /AB << /Cert [[[]]] /CRL [<<>> null] /OCSP [9999 0 R] >> >>`,
  ],
  ['streams of no meaning', ({ add }) => dict`<< /AB << /Cert [${add(stream(dict`<<>>`, 'no certificate'))}] >> >>`],
  ['a stream as an entry', ({ add }) => new PdfDict({ AB: add(stream(dict`<</Cert 7>>`, 'x')) })],
  ['the catalog as an entry', ({ document }) => new PdfDict({ AB: document.catalogRef })],
  ['times of no meaning', () => pdf`<< /AB << /TU 7 /TS (D:0) >> /CD << /TU (D:99999999999999Z) /TS << >> >> >>`],
  ['keys of odd bytes', () => pdf`<< /#ff#fe << /Cert [] >> /Type /VRI >>`],
  [
    'names of kinds that are not theirs',
    (_, crls) => new PdfDict({ AB: new PdfDict({ Cert: [...crls], OCSP: [...crls] }) }),
  ],
  [
    'an entry that is /VRI itself',
    ({ add, put }) => {
      const own = add(new PdfDict())
      put(own, new PdfDict({ AB: own, Cert: [own], CRL: own }))
      return own
    },
  ],
  [
    'more entries than anybody has signatures',
    ({ add }) => {
      const entry = add(dict`<< /Cert [] >>`)
      return new PdfDict(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [sha1(`${i}`), entry])))
    },
  ],
]

/** Those of which all has the right type; that items mean nothing shows where they are asked. */
const WELL_TYPED = ['streams', 'the catalog', 'times', 'keys', 'names', 'more entries']
const isMalformed = (name: string) => !WELL_TYPED.some((each) => name.startsWith(`${each} `))

describe('a /VRI that is wrong does no harm', () => {
  it.each(SHAPES)('%s', async (name, shape) => {
    const written = withShape(await signBare(), shape)
    expect(await verdictOf(written)).toEqual(PASSED)
    const { warnings, status } = await judge(written)
    expect(status).toBe('valid')
    expect([name, warnings.some(({ code }) => code === 'dss_malformed')]).toEqual([name, isMalformed(name)])
  })

  it('appended to a document that had its data, takes none of it away', async () => {
    const whole = storeDated(await signBare(), storeOf())
    expect(await verdictOf(whole)).toEqual(PASSED)
    for (const [name, shape] of SHAPES) {
      const appended = revise(whole, (revision) => {
        const store = revision.increment.resolve(revision.document.catalog.get('DSS'))
        const crls = store instanceof PdfDict ? revision.increment.resolve(store.get('CRLs')) : undefined
        const refs = (Array.isArray(crls) ? crls : []).filter((each) => each instanceof PdfRef)
        revision.set(revision.document.catalogRef, { DSS: new PdfDict({ VRI: shape(revision, refs) }) })
      })
      expect([name, ...(await verdictOf(appended))]).toEqual([name, ...PASSED])
    }
  })

  it('nor do lists of the store that name kinds which are not theirs, or are past all limits', async () => {
    const whole = storeDated(await signBare(), storeOf())
    const swapped = revise(whole, (revision) => {
      const store = revision.get(revision.document.catalogRef).get('DSS') as PdfDict
      const [certs, crls] = [store.get('Certs') ?? null, store.get('CRLs') ?? null]
      revision.set(revision.document.catalogRef, { DSS: new PdfDict({ Certs: crls, CRLs: certs, OCSPs: crls }) })
    })
    expect(await verdictOf(swapped)).toEqual(PASSED)
    const flooded = revise(whole, (revision) => {
      const junk = Array.from({ length: 5000 }, (_, i) => revision.add(stream(dict`<<>>`, `junk ${i}`)))
      revision.set(revision.document.catalogRef, { DSS: new PdfDict({ Certs: junk, CRLs: junk, OCSPs: junk }) })
    })
    expect(await verdictOf(flooded)).toEqual(PASSED)
  })
})
