/**
 * Text on coloured grounds: what is painted over in the colour of its ground is gone, while a pen, a stamp and names in
 * empty places stay valid.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Box } from '../../../src/pdf/matrix.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import { RED } from '../attacks/colour-spaces.js'
import { colouredCells } from '../attacks/coloured-cells.js'
import { form, type Look } from '../attacks/looks.js'
import { baseOf } from '../bases/bases.js'
import { cellPage, GROUNDS, type GroundName } from '../support/coloured-cell.js'
import { dict } from '../support/notation.js'
import { pageAt, type Revision } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'
import { verdictOf } from '../support/verdict.js'

async function isValid(ground: GroundName, [left, bottom, right, top]: Box, look: Look): Promise<boolean> {
  const bytes = await signByHand(await sign(cellPage(ground)), {
    widget: (revision) => ({
      Rect: [left, bottom, right, top],
      F: 132,
      P: pageAt(revision.document, 0).ref,
      AP: new PdfDict({ N: revision.add(look(revision, right - left, top - bottom)) }),
    }),
  })
  return (await verdictOf(bytes)).valid
}

const pen =
  (colour: string): Look =>
  (_, w, h) =>
    form(w, h, `${colour} RG 1.4 w 4 8 m ${w / 4} ${h} ${w / 3} 0 ${w / 2} ${h / 2} c ${w} ${h} l S\n`)
const names: Look = (_, w, h) => form(w, h, '0 g BT /F 9 Tf 5 20 Td 11 TL (Signed by) Tj T* (Bob Builder) Tj ET\n')
const onItsOwnGround: Look = (_, w, h) =>
  form(w, h, `.8 g 0 0 ${w} ${h} re f 0 g BT /F 9 Tf 5 20 Td 11 TL (Signed by) Tj T* (Bob Builder) Tj ET\n`)

const TEXT: Box = [70, 690, 180, 725]
const EMPTY: Box = [230, 682, 330, 728]
const BELOW: Box = [60, 600, 200, 640]
const ALL = Object.keys(GROUNDS) as GroundName[]
/** A dark pen on a dark ground takes letters away as paper does. */
const PALE = ALL.filter((name) => !['dark blue', 'blue', 'black', 'red'].includes(name))

describe('text on a coloured ground', () => {
  it.each(colouredCells.map(({ name, make }) => ({ name, make })))(
    'may not be painted over: $name',
    async ({ make }) => {
      const bytes = await make(await baseOf('pdf-lib', 'plain'))
      expect(await verdictOf(bytes)).toMatchObject({ valid: false })
    },
  )

  it.each(PALE)('may be signed over with a pen: %s', async (ground) => {
    expect(await isValid(ground, TEXT, pen('0 0 .6'))).toBe(true)
    expect(await isValid(ground, TEXT, pen('.8 0 0'))).toBe(true)
  })

  it.each(Object.entries(RED))('may be signed over with a pen by %s', async (_, [spaceOf, components]) => {
    const space = (revision: Revision) => dict`<</ColorSpace <</S ${spaceOf(revision)}>>>>`
    const look: Look = (revision, w, h) =>
      form(w, h, `/S CS ${components} SC 1.4 w 4 8 m ${w / 4} ${h} ${w / 3} 0 ${w / 2} ${h / 2} c S\n`, space(revision))
    expect(await isValid('white', TEXT, look)).toBe(true)
  })

  it('may be signed over with a pen that is no darker than it, in another colour', async () => {
    expect(await isValid('dark blue', TEXT, pen('.7 0 0'))).toBe(true)
    expect(await isValid('red', TEXT, pen('0 .3 .8'))).toBe(true)
  })

  it.each(ALL)('may have names beside and below it: %s', async (ground) => {
    expect(await isValid(ground, EMPTY, onItsOwnGround)).toBe(true)
    expect(await isValid(ground, BELOW, names)).toBe(true)
  })
})
