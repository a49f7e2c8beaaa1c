/**
 * What signing warns of, so that nobody learns it from a verifier first.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDict } from '../../src/pdf/objects.js'
import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import { signDocument } from '../../src/sign/sign-document.js'
import type { SignOptions } from '../../src/sign/sign-options.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE, streamText } from '../pdf/make-pdf.js'
import { makeTestKey } from '../support/keys.js'
import { pdfinfo, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { revise } from '../verify/support/revise.js'
import { codeOf, identityOf, judge, requestWith, sign, WITH_PAGE } from './signing.js'

async function warningsOf(file: Uint8Array, options: Partial<SignOptions> = {}): Promise<readonly string[]> {
  return (await signDocument(file, requestWith(), { identity: await identityOf(), ...options })).warnings
}

const SIGN_FIELD = { field: 'Sig1' }
const MERGED = '/Type /Annot /Subtype /Widget /FT /Sig /T (Sig1) /Rect [50 50 250 100] /P 3 0 R'

/** One page with a signature field: its own entries, what the page lists, and further objects. */
function withField(field: string, listed = '[4 0 R]', further: Readonly<Record<number, string>> = {}): Uint8Array {
  return makePdf({
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R]>>>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /CropBox [100 100 500 700] /Annots ${listed}>>`,
    4: `<<${field}>>`,
    ...further,
  })
}

describe('signing warns of a certificate', () => {
  it.each([
    ['server', /for TLS alone/, 'CHAIN_CONSTRAINTS_FAILURE'],
    ['timeStamping', /another purpose/, 'CHAIN_CONSTRAINTS_FAILURE'],
    ['unknownCritical', /critical extension/, 'CHAIN_CONSTRAINTS_FAILURE'],
  ] as const)('that verifying will refuse: %s', async (purpose, expected, subIndication) => {
    const identity = await identityFromPem(makeTestKey('ec', 'www.example.com', purpose))
    expect(identity.warnings).toEqual([expect.stringMatching(expected)])
    const { bytes, warnings } = await signDocument(makePdf(ONE_PAGE), requestWith(), { identity })
    expect(warnings).toEqual(identity.warnings)
    const { signers } = await verifyDocument(bytes, { trustAnchors: identity.certificates })
    expect(signers[0]).toMatchObject({ indication: 'INDETERMINATE', subIndication })
  })

  it('for none that it accepts', async () => {
    expect((await identityOf()).warnings).toBeUndefined()
    expect(await warningsOf(makePdf(ONE_PAGE))).toEqual([])
  })
})

describe('signing warns of a document', () => {
  const config = (render: string) =>
    `<config><acrobat><acrobat7><dynamicRender>${render}</dynamicRender></acrobat7></acrobat></config>`
  const form = (catalog: string, render: string) =>
    makePdf({
      ...ONE_PAGE,
      1: `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [] /XFA [(config) 4 0 R]>> ${catalog}>>`,
      4: streamText('', config(render)),
    })

  it.each([
    ['/NeedsRendering true', 'forbidden', true],
    ['', 'required', true],
    ['', 'forbidden', false],
  ])('that is a dynamic XFA form, and verifying does: %s, dynamicRender %s', async (catalog, render, isDynamic) => {
    const { bytes, warnings } = await signDocument(form(catalog, render), requestWith(), {
      identity: await identityOf(),
    })
    expect(warnings.some((warning) => /dynamic XFA/.test(warning))).toBe(isDynamic)
    const { valid, signers } = await verifyDocument(bytes)
    expect(valid).toBe(true)
    expect(signers[0]?.warnings.map(({ code }) => code).includes('dynamic_xfa')).toBe(isDynamic)
  })

  it('with bytes before its header', async () => {
    expect(await warningsOf(makePdf(ONE_PAGE, { before: 'junk\n' }))).toEqual([
      expect.stringMatching(/5 bytes.*header/),
    ])
  })

  it('that claims PDF/UA and names no language', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>2</pdfuaid:part></rdf:Description></rdf:RDF></x:xmpmeta>'
    const claiming = (lang: string) =>
      makePdf({
        ...ONE_PAGE,
        1: `<</Type /Catalog /Pages 2 0 R /Metadata 4 0 R ${lang}>>`,
        4: streamText('/Type /Metadata /Subtype /XML', xmp),
      })
    expect(await warningsOf(claiming(''))).toEqual([expect.stringMatching(/\/Lang/)])
    expect(await warningsOf(claiming('/Lang (en)'))).toEqual([])
  })
})

describe('signing warns of numbers that lead beyond the document', () => {
  const linearized = (dictionary: string) => makePdf(ONE_PAGE, { header: `%PDF-1.7\n${dictionary}` })
  const withStream = (length: string, more = 0) => {
    const padding = streamText('', 'x'.repeat(more))
    return makePdf({ ...ONE_PAGE, 8: `<</Length ${length}>>\nstream\nabc\nendstream`, 9: padding })
  }
  it.each([
    ['a length of the file', linearized('9 0 obj\n<</Linearized 1/L 90000>>\nendobj'), 'linearization_misleads'],
    ['an odd spelling', linearized('+9 0 obj\n<</Linearized 1/L 40>>\nendobj'), 'linearization_misleads'],
    ['a length of a stream', withStream('40000'), 'object_ambiguous'],
  ])('with the code that verifying gives: %s', async (_, file, code) => {
    expect(await warningsOf(file)).toEqual([expect.stringContaining(`(${code})`)])
    const signed = await sign(file)
    const followed = revise(signed, ({ add }) => void add(new PdfDict()))
    const { signers } = await verifyDocument(followed)
    expect(signers[0]?.reasons.map((reason) => reason.code)).toEqual([code])
  })

  it('but not where they lead to what is there, nor of streams in files that are larger than 1 MB', async () => {
    expect(await warningsOf(linearized('9 0 obj\n<</Linearized 1/L 40>>\nendobj'))).toEqual([])
    expect(await warningsOf(withStream('3'))).toEqual([])
    const rest = 1024 * 1024 - withStream('40000').length
    const overhead = withStream('40000', 1_000_000).length - 1_000_000 - withStream('40000').length
    expect(await warningsOf(withStream('40000', rest - overhead))).toHaveLength(1)
    expect(await warningsOf(withStream('40000', rest - overhead + 1))).toEqual([])
  })
})

describe('signing warns of a field', () => {
  it.each([
    ['nothing', withField(MERGED), []],
    ['hidden', withField(`${MERGED} /F 2`), [/is hidden/]],
    ['no view', withField(`${MERGED} /F 32`), [/is hidden/]],
    ['on no page', withField(MERGED, '[]'), [/No page lists/]],
    ['on no page, and naming none', withField(MERGED.replace('/P 3 0 R', ''), '[]'), [/No page lists/]],
    ['without a widget', withField('/FT /Sig /T (Sig1)', '[]'), [/no place on a page/]],
    [
      'in two objects',
      withField('/FT /Sig /T (Sig1) /Kids [5 0 R]', '[5 0 R]', {
        5: '<</Type /Annot /Subtype /Widget /Parent 4 0 R /Rect [50 50 250 100] /P 3 0 R>>',
      }),
      [/two objects/],
    ],
    [
      'in two places',
      withField('/FT /Sig /T (Sig1) /Kids [5 0 R 6 0 R]', '[5 0 R 6 0 R]', {
        5: '<</Type /Annot /Subtype /Widget /Parent 4 0 R /Rect [50 50 250 100] /P 3 0 R>>',
        6: '<</Type /Annot /Subtype /Widget /Parent 4 0 R /Rect [50 150 250 200] /P 3 0 R>>',
      }),
      [/two objects/, /2 places/],
    ],
  ])('%s', async (_, file, expected) => {
    expect(await warningsOf(file, SIGN_FIELD)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  })

  it('by name where it holds a placeholder that was never signed, and verifying says the same', async () => {
    const placeholder = `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 /***** /***** /*****] /Contents <${'00'.repeat(300)}>>>`
    const file = withField(`${MERGED} /V 5 0 R`, '[4 0 R]', { 5: placeholder })
    await expect(sign(file, SIGN_FIELD)).rejects.toMatchObject({
      code: 'field_unavailable',
      message: expect.stringMatching(/placeholder that was never signed/),
    })
    expect((await verifyDocument(file)).reason).toMatch(/placeholder that was never signed/)
  })
})

describe('signing warns of a rectangle', () => {
  it.each([
    [[120, 120, 300, 200], []],
    [[60, 400, 260, 460], [/partly outside page 1.*\(100, 100\) to \(500, 700\)/]],
    [[400, 650, 480, 720], [/partly outside/]],
  ] as const)('%j', async (rectangle, expected) => {
    const warnings = await warningsOf(withField(MERGED), { appearance: { rectangle } })
    expect(warnings).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  })
})

describe.skipIf(!hasTool('pdfinfo') || !hasTool('pdfsig'))('a certificate page', () => {
  it('is added to a document whose trailer reserves all numbers, or whose page tree has no count', async () => {
    const uncounted = {
      ...ONE_PAGE,
      2: '<</Type /Pages /Kids [3 0 R 4 0 R]>>',
      4: '<</Type /Pages /Parent 2 0 R /Kids [5 0 R] /Count 1>>',
      5: '<</Type /Page /Parent 4 0 R /MediaBox [0 0 595 842]>>',
    }
    for (const [file, pages] of [
      [makePdf(ONE_PAGE, { size: 8_388_600 }), '2'],
      [makePdf(uncounted), '3'],
    ] as const) {
      const signed = await sign(file, {}, WITH_PAGE)
      expect((await judge(signed)).signatures).toEqual([{ field: 'Signature1', valid: true, total: true }])
      const info = await withFiles({ 'file.pdf': signed }, async (path) => pdfinfo(path('file.pdf')))
      expect(info.fields.get('Pages')).toBe(pages)
      expect((await verifyDocument(signed)).valid).toBe(true)
      expect(await codeOf(sign(signed))).toBe('none')
    }
  })
})
