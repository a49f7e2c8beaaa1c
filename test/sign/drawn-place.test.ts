/**
 * Where a visible signature may be drawn on a signed document.
 *
 * @module
 */

import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { codeOf, sign } from './signing.js'

/** A letter as programs for layout draw one that they have made an outline of. */
const LETTER_E = 'M0 0H9V2H3V5H8V7H3V10H9V12H0Z'

/** One line at the top left, a field in the middle, letters as shapes below it to the right, and the rest free. */
async function createOffer(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([600, 800])
  page.drawText('The price is 100 EUR.', { x: 60, y: 740, size: 14, font })
  page.drawText('_______________________', { x: 60, y: 100, size: 14, font })
  for (let i = 0; i < 6; i++) page.drawSvgPath(LETTER_E, { x: 400 + 8 * i, y: 336, scale: 0.7, color: rgb(0, 0, 0) })
  document.getForm().createTextField('name').addToPage(page, { x: 60, y: 400, width: 200, height: 20 })
  return document.save()
}

const PLACES = {
  'over text of the page': [50, 730, 200, 760],
  'over a part of one line': [150, 735, 300, 765],
  'over a form field': [100, 390, 250, 430],
  'over letters that are shapes': [400, 312, 520, 342],
} as const
const FREE = { 'a free place': [300, 200, 450, 240], 'a line to sign on': [60, 98, 220, 138] } as const

const at = ([left, bottom, right, top]: readonly [number, number, number, number]) => ({
  appearance: { rectangle: [left, bottom, right, top] as const },
})

describe('a visible signature on a signed document', () => {
  let offer: Uint8Array
  let signed: Uint8Array
  beforeAll(async () => {
    offer = await createOffer()
    signed = await sign(offer)
  })

  it.each(Object.entries(PLACES))('is refused %s', async (_, place) => {
    expect(await codeOf(sign(signed, at(place)))).toBe('would_invalidate_signatures')
  })

  it.each(Object.entries(PLACES))('may be the first one %s', async (_, place) => {
    expect(await codeOf(sign(offer, at(place)))).toBe('none')
  })

  it.each(Object.entries(FREE))('goes to %s, and all are valid', async (_, place) => {
    const { valid, signers } = await verifyDocument(await sign(signed, at(place)))
    expect({ valid, count: signers.length }).toEqual({ valid: true, count: 2 })
  })
})
