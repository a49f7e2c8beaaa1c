/**
 * Visible signatures, where they stand and what they show.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields } from '../../src/pdf/form/acro-form.js'
import { makePdf, ONE_PAGE, plain } from '../pdf/make-pdf.js'
import { pageDigests, withFiles } from '../support/oracles.js'
import { hasTool, runTool } from '../support/tools.js'
import { judge, requestWith, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'pdftotext', 'openssl'].every(hasTool)

function pageWith(entries: string, more: Record<number, string> = {}): Uint8Array {
  return makePdf({ ...ONE_PAGE, 3: `<</Type /Page /Parent 2 0 R ${entries}>>`, ...more })
}

/** The words on the first page as poppler sees them: where they stand on the page as it is shown. */
async function wordsOf(
  bytes: Uint8Array,
): Promise<{ text: string; x: number; y: number; width: number; height: number }[]> {
  const { stdout } = await withFiles({ 'file.pdf': bytes }, (path) =>
    runTool('pdftotext', ['-bbox', '-l', '1', path('file.pdf'), '-']),
  )
  const words = stdout.matchAll(
    /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g,
  )
  return [...words].map(([, x1, y1, x2, y2, text]) => ({
    text: String(text),
    x: Number(x1),
    y: Number(y1),
    width: Number(x2) - Number(x1),
    height: Number(y2) - Number(y1),
  }))
}

describe.skipIf(!TOOLS)('signDocument with an appearance', () => {
  it.each([
    ['upright', 0, [100, 600, 300, 660], [100, 182]],
    ['turned by 90', 90, [100, 600, 160, 800], [600, 100]],
    ['turned by 180', 180, [100, 600, 300, 660], [295, 600]],
    ['turned by 270', 270, [100, 600, 160, 800], [42, 435]],
  ] as const)('draws text that stands upright on a page that is %s', async (_, rotation, rectangle, [left, top]) => {
    const bytes = await sign(pageWith(`/MediaBox [0 0 595 842] /Rotate ${rotation}`), {
      appearance: { rectangle },
      reason: 'I agree',
    })
    expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
    const words = await wordsOf(bytes)
    expect(words.map(({ text }) => text).join(' ')).toMatch(/^Ada Lovelace Digitally signed [\d-]+ [\d:]+ UTC I agree$/)
    for (const { text, x, y, width, height } of words) {
      // On the page as it is shown, the rectangle is 200 points wide and 60 high.
      expect([text, x >= left && x + width <= left + 200.5]).toEqual([text, true])
      expect([text, y >= top - 0.5 && y + height <= top + 60.5]).toEqual([text, true])
    }
    const [first, second] = words
    expect([
      first?.text,
      second?.text,
      first !== undefined && second !== undefined && second.x > first.x + first.width,
    ]).toEqual(['Ada', 'Lovelace', true])
    expect(first !== undefined && first.width > first.height / 2).toBe(true)
  })

  it('draws on the page that was asked for, with the corners in any order', async () => {
    const input = makePdf({
      ...ONE_PAGE,
      2: '<</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>>',
      4: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300]>>',
    })
    const bytes = await sign(input, { appearance: { page: 2, rectangle: [250, 100, 50, 50] } }, WITH_PAGE)
    const document = PdfDocument.open(bytes)
    expect(plain(readFields(document)[0]?.dict)).toMatchObject({ P: '4 0 R', Rect: [50, 50, 250, 100], F: 132 })
    expect(await wordsOf(bytes)).toEqual([])
    expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
  })

  it.each([
    ['tiny', [10, 10, 12, 12]],
    ['a hair', [10, 10, 400, 11]],
    ['narrow and high', [10, 10, 20, 800]],
    ['larger than the page', [-500, -500, 2000, 2000]],
  ] as const)('draws in a rectangle that is %s', async (_, rectangle) => {
    expect(await judge(await sign(pageWith('/MediaBox [0 0 595 842]'), { appearance: { rectangle } }))).toEqual(
      soundVerdict('Signature1'),
    )
  })

  it('draws names of every script and length', async () => {
    for (const name of [
      '\u0410\u0434\u0430 \u039b\u03b1\u03b2\u03bb\u03ad\u03b9\u03c2',
      'N'.repeat(200),
      'a '.repeat(90).trim(),
    ]) {
      const bytes = await sign(
        pageWith('/MediaBox [0 0 595 842]'),
        { appearance: { rectangle: [50, 50, 350, 150] } },
        requestWith({ signer: { name, email: 'a@example.com' } }),
      )
      const words = await wordsOf(bytes)
      expect(
        words
          .map(({ text }) => text)
          .join('')
          .replaceAll(' ', ''),
      ).toContain(name.replaceAll(' ', ''))
      for (const { x, y, width, height } of words)
        expect([x >= 50, x + width <= 351, y >= 691, y + height <= 793]).toEqual([true, true, true, true])
    }
  })

  it('leaves an invisible signature without a look: the page is drawn as before', async () => {
    const content = '<</Length 24>>\nstream\n1 0 0 rg 50 50 99 99 re f\nendstream'
    const input = pageWith('/MediaBox [0 0 200 200] /Contents 4 0 R', { 4: content.replace('24', '25') })
    const digests = (bytes: Uint8Array) => withFiles({ 'file.pdf': bytes }, (path) => pageDigests(path('file.pdf'), 1))
    const before = await digests(input)
    expect(before).toHaveLength(1)
    expect(await digests(await sign(input))).toEqual(before)
    expect(await digests(await sign(input, { appearance: { rectangle: [0, 0, 99, 40] } }))).not.toEqual(before)
  })
})

describe.skipIf(!TOOLS)('signDocument in an existing field on a turned page', () => {
  const form = (widget: string, page = '/Rotate 90') =>
    makePdf({
      1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R]>>>>',
      2: `<</Type /Pages /Kids [3 0 R] /Count 1 ${page}>>`,
      3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R]>>',
      4: `<</Type /Annot /Subtype /Widget /FT /Sig /T (here) /Rect [100 600 160 800] ${widget}>>`,
    })

  it.each([
    ['by the rotation of the page', '/P 3 0 R', true],
    ['as the widget says', '/P 3 0 R /MK <</R 90>>', true],
    ['as the widget says, against the page', '/P 3 0 R /MK <</R 0>>', false],
  ])('turns the text %s', async (_, widget, isUpright) => {
    const bytes = await sign(form(widget), { field: 'here' })
    expect(await judge(bytes)).toEqual(soundVerdict('here'))
    const lovelace = (await wordsOf(bytes)).find(({ text }) => text === 'Lovelace')
    expect(lovelace).toBeDefined()
    expect((lovelace?.width ?? 0) > (lovelace?.height ?? 0)).toBe(isUpright)
  })
})
