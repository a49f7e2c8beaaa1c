/**
 * Our own archives, of which every single item of the document security store is lost in turn: its reference is blanked out
 * in the file, before the archive stamp where there is one. Never is more claimed than is proved, and the report names
 * what is gone.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCrl } from '../../src/cms/certificate/crl.js'
import { parseOcspResponse } from '../../src/cms/certificate/ocsp.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { extendDocument } from '../../src/sign/extend-document.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { timestampAuthority } from '../../src/trust/timestamping/timestamp-authority.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { requestWith } from '../sign/signing.js'
import { buildToken, sha256Imprint } from '../support/build-timestamp.js'
import { type LongTermPki, openLongTermPki } from '../support/long-term-pki.js'
import { makeSamplePdfs } from '../support/sample-pdfs.js'
import { hasTool } from '../support/tools.js'
import { signByHand } from '../verify/support/sign.js'

const DAY = 86_400_000
/** Now, after the signer's end, after that of its authority, and ten years later. */
const DAYS = [0, 400, 700, 3650] as const
const LEVELS = [null, 'B-B', 'B-T', 'B-LT', 'B-LTA']

type List = 'Certs' | 'OCSPs' | 'CRLs'

/** One item, with where its reference stands in the file. */
interface Item {
  readonly list: List
  readonly start: number
  readonly end: number
  readonly der: Uint8Array
}

/** Every item of the newest store, found in the text of the file. */
function itemsOf(bytes: Uint8Array): Item[] {
  const text = Buffer.from(bytes).toString('latin1')
  const document = PdfDocument.open(bytes)
  return (['Certs', 'OCSPs', 'CRLs'] as const).flatMap((list) => {
    const at = text.lastIndexOf(`/${list}`)
    if (at < 0) return []
    const open = text.indexOf('[', at)
    const body = text.slice(open, text.indexOf(']', open))
    return [...body.matchAll(/(\d+) 0 R/g)].map((match) => {
      const object = document.resolve(new PdfRef(Number(match[1])))
      if (!(object instanceof PdfStream)) throw new Error(`${match[0]} in /${list} is no stream.`)
      const start = open + match.index
      return { list, start, end: start + match[0].length, der: document.decode(object) }
    })
  })
}

function without(bytes: Uint8Array, { start, end }: Item): Uint8Array {
  const changed = bytes.slice()
  changed.fill(0x20, start, end)
  return changed
}

describe.skipIf(!hasTool('openssl')).each([
  ['the CA answers', undefined],
  ['a responder answers that is asked about itself', 'checked'],
  ['a responder answers that is not', 'nocheck'],
] as const)('one item is lost (%s)', { timeout: 120_000 }, (_, responder) => {
  let pki: LongTermPki
  let stored: Uint8Array
  beforeAll(async () => {
    const own = responder === undefined ? {} : { responder }
    pki = await openLongTermPki({ isFast: true, signerTo: 300, authorityTo: 600, otherAuthorityTo: 1500, ...own })
    const input = (await makeSamplePdfs()).find(({ name }) => name === 'table')?.bytes ?? new Uint8Array(0)
    const evidence = { trustAnchors: pki.anchors, revocation: pki.revocation() }
    const timestampAuthorities = [timestampAuthority(pki.tsa)]
    const identity = await pki.identity()
    const signed = await signDocument(input, requestWith(), { identity, level: 'B-T', timestampAuthorities })
    stored = (await extendDocument(signed.bytes, { level: 'B-LT', timestampAuthorities, ...evidence })).bytes
  }, 60_000)
  afterAll(() => pki.close())

  /** A document time stamp by the authority that lives longest, without any data of its own. */
  const archive = (bytes: Uint8Array) =>
    signByHand(bytes, {
      ...{ fieldName: 'Archive', type: 'DocTimeStamp', subFilter: 'ETSI.RFC3161' },
      dictionary: (text) => text.replace('/M (D:20261120090000Z)', ''),
      cms: async (content) =>
        buildToken({
          credential: pki.otherAuthority,
          imprint: sha256Imprint(content),
          policy: '1.2.3.4.1',
          time: new Date(),
          chain: [pki.issuing.parsed.der],
        }),
    })

  /** To who does not ask what is known of the authority of the archive stamp, which only the network could tell. */
  async function judge(bytes: Uint8Array) {
    return Promise.all(
      DAYS.map(async (days) => {
        const now = () => new Date(Date.now() + days * DAY + 60_000)
        const { signers } = await verifyDocument(bytes, { trustAnchors: pki.anchors, unknownRevocation: 'accept', now })
        const signer = signers.find(({ kind }) => kind === 'signature')
        if (signer === undefined) throw new Error('There is no signature.')
        const { status, padesLevel, indication, missingEvidence } = signer
        const missing = missingEvidence.map(({ message }) => message)
        return { status, level: LEVELS.indexOf(padesLevel), passed: indication === 'TOTAL-PASSED', missing }
      }),
    )
  }

  const isCrlOfCa = ({ list, der }: Item) =>
    list === 'CRLs' && Buffer.from(parseCrl(der).issuer.der).equals(pki.issuing.parsed.subject.der)

  /** Whose fate nobody knows without an item; empty where another one tells it. */
  function namesOf(item: Item, items: readonly Item[]): string[] {
    const { list, der } = item
    // Signer and time stamp bring the certificate of their CA, and OCSP answers that of the responder.
    if (list === 'Certs') return []
    // The CRL of the CA speaks about everybody below it, about its responder alone.
    if (isCrlOfCa(item)) return ['CN=Test-responder']
    if (list === 'CRLs') return [`CN=${pki.issuing.parsed.subject.commonName}`]
    if (items.some(isCrlOfCa)) return []
    const serials = parseOcspResponse(der).responses.map(({ certificateId }) => Buffer.from(certificateId.serialNumber))
    return [pki.signer(), pki.authority]
      .filter(({ parsed }) => serials.some((serial) => serial.equals(parsed.serialNumber)))
      .map(({ parsed }) => `CN=${parsed.subject.commonName}`)
  }

  it.each([
    ['B-LT', (bytes: Uint8Array) => Promise.resolve(bytes), [true, true, false, false]],
    ['B-LTA', archive, [true, true, true, false]],
  ] as const)('of level %s', async (level, finish, passes) => {
    const whole = await judge(await finish(stored))
    expect(whole[0]).toEqual({ status: 'valid', level: LEVELS.indexOf(level), passed: true, missing: [] })
    expect(whole.map(({ passed }) => passed)).toEqual(passes)
    const items = itemsOf(stored)
    expect(items.filter(({ list }) => list !== 'Certs').length).toBeGreaterThanOrEqual(3)
    for (const item of items) {
      const less = await judge(await finish(without(stored, item)))
      const names = namesOf(item, items)
      // The level says at once what will not be provable, and by what.
      const reached = names.length === 0 ? level : 'B-T'
      expect([item.list, less[0]]).toMatchObject([item.list, { status: 'valid', level: LEVELS.indexOf(reached) }])
      for (const name of names) {
        expect([item.list, less[0]?.missing.join(' ')]).toEqual([item.list, expect.stringContaining(name)])
      }
      const isMore = less.some((each, i) => (each.passed && !whole[i]?.passed) || each.level > (whole[i]?.level ?? 0))
      expect([item.list, isMore]).toEqual([item.list, false])
      if (item.list === 'OCSPs' && names[0] === `CN=${pki.signer().parsed.subject.commonName}`) {
        // Nobody knows any more whether the signer was revoked.
        expect(less.map(({ passed }) => passed)).toEqual([true, false, false, false])
      }
    }
  })

  it('and what the archive stamp covers cannot be lost unseen', async () => {
    const archived = await archive(stored)
    for (const item of itemsOf(stored)) {
      const { signers } = await verifyDocument(without(archived, item), { trustAnchors: pki.anchors })
      const stamp = signers.find(({ kind }) => kind === 'document-timestamp')
      expect(stamp).toMatchObject({ status: 'invalid', subIndication: 'HASH_FAILURE' })
      expect(signers.find(({ kind }) => kind === 'signature')?.padesLevel).not.toBe('B-LTA')
    }
  })
})
