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
import { trueType } from '../attacks/ink-pages.js'
import { form, type Look } from '../attacks/looks.js'
import { baseOf } from '../bases/bases.js'
import { approved } from '../support/cases.js'
import { cellPage, GROUNDS, type GroundName } from '../support/coloured-cell.js'
import { dict } from '../support/notation.js'
import { pageAt, type Revision } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'
import { rectangle } from '../support/small-fonts/small-font.js'
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

/** Where the drawing stands on the page; its own coordinates begin at the corner. */
const PLACE = [60, 620, 360, 760] as const
/** The baseline of the price, and the left side of its first digit, in the drawing. */
const [LINE, DIGIT] = [96, 66.7]
const MAPS = { maps: [{ id: [3, 1] as const, codes: { 97: 1 } }] }

/** A font with one letter, a rectangle, in a cell of some width. All in thousandths of an em. */
type Slab = readonly [width: number, ...box: readonly [x: number, y: number, width: number, height: number]]

function fontsFor(revision: Revision, [width, ...box]: Slab) {
  const slab = trueType([{ name: 'a', width, contours: [rectangle(...box)] }], { width, entries: WINANSI }, MAPS)
  return dict`<</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica ${WINANSI_ENTRY}>>
    /Z <</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>> /S ${slab(revision)}>>>>`
}

const WINANSI = '/Encoding /WinAnsiEncoding'
const WINANSI_ENTRY = dict`<</Encoding /WinAnsiEncoding>>`.get('Encoding') ?? null
const PLAIN: Slab = [500, 0, 0, 500, 700]

async function isValidWith(content: string, slab: Slab = PLAIN): Promise<boolean> {
  const { bytes } = await approved()
  const widget = (revision: Revision) => {
    const text = `${content}\n0 g BT /F 10 Tf 5 5 Td (Signed by Bo) Tj ET\n`
    const look = form(300, 140, text, fontsFor(revision, slab))
    return { Rect: [...PLACE], F: 4, AP: dict`<</N ${revision.add(look)}>>` }
  }
  return (await verdictOf(await signByHand(bytes, { widget }))).valid
}

const show = (font: string, size: number, x: number, y: number, text: string) =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET `

describe('a letter in the colour of the paper', () => {
  it.each([
    ['over a digit', `1 g ${show('F', 12, DIGIT, LINE, 'M')}`],
    ['that is a box, over a digit', `1 g ${show('Z', 11, DIGIT, LINE - 0.5, 'n')}`],
    ['over a part of one', `1 g ${show('F', 18, DIGIT + 5, LINE - 2, '|')}`],
  ])('may not stand %s', async (_, content) => {
    expect(await isValidWith(content)).toBe(false)
  })

  it.each([
    ['where nothing is', `1 g ${show('F', 12, 200, 20, 'Bo')}`],
    ['on a ground of the drawing', `0 0 0.5 rg 190 15 60 20 re f 1 g ${show('F', 12, 200, 20, 'Bo')}`],
  ])('may stand %s', async (_, content) => {
    expect(await isValidWith(content)).toBe(true)
  })
})

describe('a letter that leaves its cell', () => {
  it.each<[string, string, Slab]>([
    ['to the left', show('S', 60, 100, LINE - 2, 'a'), [130, -480, 0, 480, 200]],
    ['downwards', show('S', 40, 30, LINE + 41, 'a'), [500, 0, -340, 500, 340]],
    ['upwards', show('S', 40, 10, 37, 'a'), [500, 0, 900, 500, 340]],
  ])('may not reach %s over a word, in white or black', async (_, content, slab) => {
    for (const colour of ['1 g', '0 g']) expect(await isValidWith(`${colour} ${content}`, slab)).toBe(false)
  })

  it('may do so where nothing is', async () => {
    expect(await isValidWith(`0.5 g ${show('S', 30, 200, 25, 'a')}`, [300, -200, -200, 800, 800])).toBe(true)
  })
})
