/**
 * Our own archives, to which somebody without a key appends a revision that takes validation data away or brings that of
 * another document: the signature never proves more than it did, and never has a higher level.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, type PdfObject } from '../../src/pdf/objects.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { timestampAuthority } from '../../src/trust/timestamping/timestamp-authority.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { requestWith } from '../sign/signing.js'
import { type LongTermPki, openLongTermPki } from '../support/long-term-pki.js'
import { makeSamplePdfs } from '../support/sample-pdfs.js'
import { hasTool } from '../support/tools.js'
import { type Revision, revise } from '../verify/support/revise.js'

const DAY = 86_400_000
const LISTS = ['Certs', 'OCSPs', 'CRLs'] as const
const LEVELS = [null, 'B-B', 'B-T', 'B-LT', 'B-LTA']

type Change = (revision: Revision, store: PdfDict) => void

const put = ({ set, document }: Revision, DSS: PdfObject) => set(document.catalogRef, { DSS })

const CHANGES: readonly (readonly [string, Change])[] = [
  ['no store', (revision) => put(revision, null)],
  ['an empty store', (revision) => put(revision, new PdfDict())],
  ['no extensions', ({ set, document }) => set(document.catalogRef, { Extensions: null })],
  ['entries for signatures that do not exist', (revision, store) => put(revision, store.with({ VRI: new PdfDict() }))],
  ...LISTS.map(
    (key) => [`no ${key}`, (revision: Revision, store: PdfDict) => put(revision, store.with({ [key]: [] }))] as const,
  ),
  ...LISTS.map((key) => [`${key} of other kinds`, swapped(key)] as const),
]

function swapped(key: (typeof LISTS)[number]): Change {
  return (revision, store) => {
    const others = LISTS.filter((each) => each !== key).flatMap((each) => {
      const list = revision.increment.resolve(store.get(each))
      return Array.isArray(list) ? list : []
    })
    put(revision, store.with({ [key]: others }))
  }
}

describe.skipIf(!hasTool('openssl'))('an archive of our own', { timeout: 120_000 }, () => {
  let pki: LongTermPki
  let input: Uint8Array
  beforeAll(async () => {
    pki = await openLongTermPki({ isFast: true, signerTo: 300, authorityTo: 600, otherAuthorityTo: 1500 })
    input = (await makeSamplePdfs()).find(({ name }) => name === 'table')?.bytes ?? new Uint8Array(0)
  }, 60_000)
  afterAll(() => pki.close())

  const signAt = async (level: 'B-T' | 'B-LT' | 'B-LTA') => {
    const evidence = { trustAnchors: pki.anchors, revocation: pki.revocation(), now: pki.now }
    const timestampAuthorities = [timestampAuthority(pki.tsa)]
    const identity = await pki.identity()
    return (await signDocument(input, requestWith(), { identity, level, timestampAuthorities, ...evidence })).bytes
  }

  /** What time proves now, after the signer's end, after the authority's, and long after everything, to who asks no more. */
  async function judge(bytes: Uint8Array) {
    const found: { passed: boolean; level: number }[] = []
    for (const days of [0, 400, 700, 5000]) {
      const now = () => new Date(Date.now() + days * DAY + 60_000)
      const { signers } = await verifyDocument(bytes, { trustAnchors: pki.anchors, unknownRevocation: 'accept', now })
      const signer = signers.find(({ kind }) => kind === 'signature')
      const level = LEVELS.indexOf(signer?.padesLevel ?? null)
      found.push({ passed: signer?.indication === 'TOTAL-PASSED', level })
    }
    return found
  }

  it.each(['B-T', 'B-LT', 'B-LTA'] as const)('never proves more by what is appended (%s)', async (level) => {
    const bytes = await signAt(level)
    const whole = await judge(bytes)
    expect(whole[0]).toEqual({ passed: true, level: LEVELS.indexOf(level) })
    expect(whole.map(({ passed }) => passed)).toEqual([true, level !== 'B-T', false, false])
    const proving: string[] = []
    for (const [name, change] of CHANGES) {
      const changed = revise(bytes, (revision) => {
        const store = revision.increment.resolve(revision.document.catalog.get('DSS'))
        change(revision, store instanceof PdfDict ? store : new PdfDict())
      })
      const later = await judge(changed)
      const isMore = later.some(({ passed, level: reached }, i) => {
        const before = whole[i]
        return before === undefined || (passed && !before.passed) || reached > before.level
      })
      if (isMore) proving.push(name)
    }
    expect(proving).toEqual([])
  })

  it('gains no level by the store of another document, which has no data from after its stamp', async () => {
    const [bare, other] = [await signAt('B-T'), PdfDocument.open(await signAt('B-LTA'))]
    const moved = revise(bare, (revision) => {
      const source = other.resolve(other.catalog.get('DSS'))
      const lists = LISTS.map((key) => {
        const list = source instanceof PdfDict ? other.resolve(source.get(key)) : null
        const items = Array.isArray(list) ? list.map((item) => revision.add(other.resolve(item))) : []
        return [key, items] as const
      })
      put(revision, new PdfDict(Object.fromEntries(lists)))
    })
    // The data are about the same certificates, so that the level is B-LT: without a proof of when they were there.
    const found = await judge(moved)
    expect(found.map(({ level }) => LEVELS[level])[0]).toBe('B-LT')
    expect(found.map(({ passed }) => passed).slice(2)).toEqual([false, false])
  })
})
