/**
 * Signatures that stand in a file and in no form.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { codeOf, sign, WITH_PAGE } from '../sign/signing.js'

const FORM = /\/AcroForm (\d+) 0 R/

/** Replaces text by another of the same length, so that every offset stays right. */
function replaced(file: Uint8Array, from: RegExp | string, to: string): Uint8Array {
  const text = latin1Text(file)
  expect(text.search(from)).toBeGreaterThan(0)
  return latin1Bytes(text.replace(from, (found) => found.replace(from, to).padEnd(found.length)))
}

const unlisted = {
  'no form field holds it': (file: Uint8Array) => replaced(file, /\/Fields \[[^\]]*\]/, '/Fields []'),
  'there is no form': (file: Uint8Array) => replaced(file, FORM, ''),
  'the form has no fields': (file: Uint8Array) => replaced(file, /\/Fields \[[^\]]*\]/, ''),
  'its field has no type': (file: Uint8Array) => replaced(file, '/FT /Sig', ''),
  'its key is spelled with an escape': (file: Uint8Array) =>
    replaced(replaced(file, /\/Fields \[[^\]]*\]/, '/Fields []'), /\/ByteRange (\[[\d ]+\]) {2}/, '/Byte#52ange $1'),
}

async function judge(file: Uint8Array) {
  const { valid, reason, document } = await verifyDocument(file)
  return { valid, isUnsigned: /not signed/.test(reason), codes: document.damage.map(({ code }) => code) }
}

const UNCONFIRMED = { valid: false, isUnsigned: false, codes: ['signature_unconfirmed'] }

/** A stream that makes the objects of a small file long on average, so that each is looked into instead of searched. */
const LONG_STREAM = { 4: `<</Length 200000>>\nstream\n${'x'.repeat(200_000)}\nendstream` }
/** Objects that have to be parsed, and too many of them for the budget for scanning. */
const TWICE = Object.fromEntries(
  Array.from({ length: 900 }, (_, i) => [5 + i, `<</A 1 /A 1 /B (${'x'.repeat(420)})>>`]),
)

const FILES = {
  'short objects': ONE_PAGE,
  'long objects': { ...ONE_PAGE, ...LONG_STREAM },
  'objects that have to be parsed': { ...ONE_PAGE, 4: '<<>>', ...TWICE },
} as const
const WHERE = Object.keys(unlisted).flatMap((name) => Object.keys(FILES).map((objects) => [name, objects]))

describe('a signature that no form lists', () => {
  it.each(WHERE as [keyof typeof unlisted, keyof typeof FILES][])(
    'is told of where %s, in a file of %s, and nothing is signed over it',
    async (name, objects) => {
      const change = unlisted[name]
      const signed = await sign(makePdf(FILES[objects]))
      const file = change(signed)
      expect(await judge(file)).toEqual(UNCONFIRMED)
      for (const request of [undefined, WITH_PAGE]) {
        expect(await codeOf(sign(file, {}, request))).toBe('would_invalidate_signatures')
      }
    },
  )

  it('is told of with what is broken of the form', async () => {
    const file = replaced(await sign(makePdf(ONE_PAGE)), /\/Fields \[\d+ 0 R\]/, '/Fields [%%E\n]')
    expect(await judge(file)).toEqual({ ...UNCONFIRMED, codes: ['signature_unconfirmed'] })
    const broken = replaced(await sign(makePdf(ONE_PAGE)), /\/Fields \[\d+ 0 R\]/, '/Fields [f]')
    expect(await judge(broken)).toEqual({ ...UNCONFIRMED, codes: ['form_unreadable', 'signature_unconfirmed'] })
  })

  it('keeps a document from being valid of which the form lists another', async () => {
    const twice = await sign(await sign(makePdf(ONE_PAGE)))
    expect((await verifyDocument(twice)).valid).toBe(true)
    const file = replaced(twice, /\/Fields \[(\d+ 0 R) \d+ 0 R\]/, '/Fields [9 0 R]')
    expect(await judge(file)).toMatchObject({ valid: false, codes: ['signature_unconfirmed'] })
  })
})

describe('a signature that no form lists, in a file that is made to hide it', () => {
  /** The smallest signature: a number that an RSA key of 512 bits made, with its certificate elsewhere. */
  function withSmallSignature(contents = 'A1'.repeat(66), more: Record<number, string> = {}): Uint8Array {
    const make = (range: string) =>
      makePdf({
        ...ONE_PAGE,
        3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R]>>',
        4: '<</Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 5 0 R /Rect [0 0 0 0] /P 3 0 R>>',
        5: `<</Filter /X /SubFilter /adbe.x509.rsa_sha1 /ByteRange [${range.padEnd(20)}] /Contents <${contents}>>>`,
        6: '<<>>',
        ...more,
      })
    const text = latin1Text(make(''))
    const [start, end] = [text.indexOf('<A1'), text.indexOf('>>>', text.indexOf('<A1')) + 1]
    return make(`0 ${start} ${end} ${text.length - end}`)
  }

  /** The entry of the number behind the signature leads into it, as if the signature were a few bytes long. */
  function withEntryInside(file: Uint8Array): Uint8Array {
    const text = latin1Text(file)
    const signature = Number(/\/V (\d+) 0 R/.exec(text)?.[1])
    const at = text.indexOf(`\n${signature} 0 obj`) + 1
    const size = Math.max(...[...text.matchAll(/\/Size (\d+)/g)].map(([, digits]) => Number(digits)))
    const prev = text.slice(text.lastIndexOf('startxref\n') + 10).split('\n', 1)[0]
    const section = `xref\n${signature + 1} 1\n${String(at + 20).padStart(10, '0')} 00000 n \n`
    const trailer = `trailer\n<</Size ${size} /Root 1 0 R /Prev ${prev}>>\nstartxref\n${text.length}\n%%EOF\n`
    return latin1Bytes(`${text}${section}${trailer}`)
  }

  it('is told of however short it is', async () => {
    expect(await judge(withSmallSignature())).toEqual(UNCONFIRMED)
    expect(await judge(withSmallSignature(undefined, { 7: LONG_STREAM[4] }))).toEqual(UNCONFIRMED)
  })

  it('is told of wherever the entries of other objects lead', async () => {
    const file = unlisted['no form field holds it'](await sign(makePdf(ONE_PAGE)))
    expect((await judge(withEntryInside(file))).codes).toContain('signature_unconfirmed')
  })

  it('is not told of while its value is empty', async () => {
    const empty = latin1Bytes(
      latin1Text(withSmallSignature()).replace(/(?:A1)+/, (digits) => '0'.repeat(digits.length)),
    )
    expect(await judge(empty)).toEqual({ valid: false, isUnsigned: true, codes: [] })
  })
})

describe('what is no signature of this file', () => {
  const BYTES = 'A1'.repeat(400)
  const dictionary = (range: string, contents = BYTES) =>
    `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [${range}] /Contents <${contents}>>>`
  const onPage = (signature: string, catalog = '') =>
    makePdf({
      1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
      2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R]>>',
      4: '<</Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 5 0 R /Rect [0 0 0 0] /P 3 0 R>>',
      5: signature,
    })

  it.each([
    ['one that was copied with its page from another file', onPage(dictionary('0 40000 60000 900'))],
    ['a placeholder that was never filled', onPage(dictionary('0 400 1300 60', '00'.repeat(400)))],
    [
      'the text of one in an attachment',
      makePdf({ ...ONE_PAGE, 4: `<</Length 900>>\nstream\n${dictionary('0 300 900 60')}\nendstream` }),
    ],
  ])('is not taken for one: %s', async (_, file) => {
    expect(await judge(file)).toEqual({ valid: false, isUnsigned: true, codes: [] })
    expect(await codeOf(sign(file, {}, WITH_PAGE))).toBe('none')
  })

  it('may be a signature of usage rights', async () => {
    const objects = {
      ...ONE_PAGE,
      1: '<</Type /Catalog /Pages 2 0 R /Perms <</UR3 4 0 R>>>>',
      4: dictionary('0 500 1100 60'),
    }
    expect(await judge(makePdf(objects))).toEqual({ valid: false, isUnsigned: true, codes: [] })
    const elsewhere = makePdf({ ...objects, 1: '<</Type /Catalog /Pages 2 0 R /Perms <</DocMDP 4 0 R>>>>' })
    expect(await judge(elsewhere)).toEqual(UNCONFIRMED)
  })
})
