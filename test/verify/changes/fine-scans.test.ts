/**
 * Pages of A4 that were scanned in black and white with 600 dots per inch, which are small files and much work: whoever signs
 * them stays valid, and what takes far more work is not looked at to the end.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { PdfDict, PdfName } from '../../../src/pdf/objects.js'
import { scanAsPixels } from '../../ink/jbig2/jbig2-scan.js'
import { pixels } from '../../ink/jbig2/pixels.js'
import { form } from '../attacks/looks.js'
import { makeContract } from '../support/contract.js'
import { stream } from '../support/notation.js'
import { pageAt } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'
import { verdictOf } from '../support/verdict.js'

const [WIDTH, HEIGHT] = [4960, 7016]
/** Pixels between lines of text, and what of it letters are; the lowest third of the page is empty. */
const [PITCH, LETTER, STEM] = [120, 70, 9]
const isInk = (x: number, y: number) =>
  y > 400 &&
  y < 4700 &&
  y % PITCH < LETTER &&
  x > 400 &&
  x < 4500 &&
  (x % 45 < STEM || (y % PITCH < STEM && x % 400 > 60))

const CODINGS = {
  JBIG2: () => ({ filter: 'JBIG2Decode', isStencil: false, data: scanAsPixels(pixels(WIDTH, HEIGHT, isInk)) }),
  'a packed picture': () => ({ filter: 'FlateDecode', isStencil: false, data: packedBits() }),
  'a packed stencil': () => ({ filter: 'FlateDecode', isStencil: true, data: packedBits() }),
} as const

function packedBits(): Uint8Array {
  const bits = new Uint8Array((WIDTH / 8) * HEIGHT).fill(0xff)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    if (isInk(i % WIDTH, Math.floor(i / WIDTH))) bits[i >> 3] = (bits[i >> 3] as number) & ~(0x80 >> (i & 7))
  }
  return deflateSync(bits)
}

/** A contract whose first page is the scan, signed. */
async function scanned(coding: keyof typeof CODINGS): Promise<Uint8Array> {
  const { filter, isStencil, data } = CODINGS[coding]()
  const colours = isStencil ? { ImageMask: true } : { ColorSpace: PdfName.of('DeviceGray') }
  const image = new PdfDict({
    ...{ Type: PdfName.of('XObject'), Subtype: PdfName.of('Image'), Width: WIDTH, Height: HEIGHT },
    ...{ BitsPerComponent: 1, Filter: PdfName.of(filter), ...colours },
  })
  const { bytes } = makeContract({
    changes: (refs) => ({
      page1: {
        MediaBox: [0, 0, 595, 842],
        Annots: [],
        Resources: new PdfDict({ XObject: new PdfDict({ Scan: refs.logo }) }),
      },
    }),
    prepare: (file, refs) => {
      file.put(refs.content1, stream(new PdfDict({}), 'q 595 0 0 842 0 0 cm 0 g /Scan Do Q'))
      file.put(refs.logo, stream(image, data))
    },
  })
  return sign(bytes)
}

type Place = readonly [left: number, bottom: number, right: number, top: number]
const PEN = '0 0 .6 RG 1.4 w 4 8 m 80 100 110 0 170 50 c 350 90 l S\n'

function signAt(bytes: Uint8Array, [left, bottom, right, top]: Place, content: string): Promise<Uint8Array> {
  return signByHand(bytes, {
    widget: (revision) => ({
      Rect: [left, bottom, right, top],
      F: 132,
      P: pageAt(revision.document, 0).ref,
      AP: new PdfDict({ N: revision.add(form(right - left, top - bottom, content)) }),
    }),
  })
}

describe.each(Object.keys(CODINGS) as (keyof typeof CODINGS)[])('a fine scan as %s', (coding) => {
  const page = scanned(coding)

  it('is small', async () => {
    expect((await page).length).toBeLessThan(100_000)
  })

  it('may be signed in an empty place and over its text', async () => {
    const framed = '1 g 0 0 240 60 re f 0 g BT /F 9 Tf 5 40 Td (Bob Builder) Tj ET\n'
    expect(await verdictOf(await signAt(await page, [320, 100, 560, 160], framed))).toMatchObject({ valid: true })
    expect(await verdictOf(await signAt(await page, [50, 400, 400, 500], PEN))).toMatchObject({ valid: true })
  })

  it('may not lose its text', async () => {
    const cover = await signAt(await page, [50, 400, 400, 500], '1 g 0 0 350 100 re f\n')
    expect(await verdictOf(cover)).toMatchObject({ valid: false })
  })
})

it('drawing that takes far more work than an honest page is not looked at to the end', async () => {
  const bytes = await scanned('a packed picture')
  // A pen over the whole page, again and again.
  const bomb = await signAt(bytes, [5, 5, 590, 837], PEN.replaceAll('350 90', '585 832').repeat(400))
  const { valid, signers } = await verifyDocument(bomb)
  expect(valid).toBe(false)
  expect(signers[0]?.changes?.findings.map(({ code }) => code)).toContain('changes_unreadable')
})
