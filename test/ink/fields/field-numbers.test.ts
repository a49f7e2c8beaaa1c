/**
 * The numbers by which the look of a field is judged: each has a look just within it and one just beyond, a twentieth apart
 * from it at most.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { isCheckMark, isEmptyMark } from '../../../src/ink/fields/check-mark.js'
import { readShownText } from '../../../src/ink/fields/shown-value.js'
import { type Filled, fill, line } from './field-page.js'

/** A number, how a field looks for a value of it, and the values just within and just beyond. */
type Row = readonly [number: string, look: (value: number) => Filled, within: number, beyond: number]

function isFine(filled: Filled): boolean {
  const { pair, field, widget, stream } = fill(filled)
  return readShownText(pair, field, widget, stream).fault === undefined
}

/** A field whose value is 100, which its look shows first, in letters of 10 points. */
const with100 = (more: string, { look = line('100'), ...rest }: Partial<Filled> = {}): Filled => ({
  after: '/V (100)',
  ...rest,
  look: `${look} ${more}`,
})
/** The places of a field of another height. */
const flat = (height: number) => ({ box: `20 100 120 ${100 + height}`, form: `0 0 100 ${height}` })
const shown = (value: string, look: string): Filled => ({ after: `/V (${value})`, look })
const letters = (state: string, text: string) => `BT 0 g /Helv 10 Tf ${state} (${text}) Tj ET`

/** A high field, in whose letters the cells of the grid are small, and the lower edge of its frame. */
const large = (value: string, look: string): Filled => ({ ...shown(value, look), ...flat(100) })
const THICK = '6 w 0 3 m 100 3 l S'

const LETTERS: readonly Row[] = [
  ['distortion: narrow letters', (ratio) => shown('100', letters(`${100 / ratio} Tz 2 6 Td`, '100')), 2.86, 3.14],
  ['distortion: broad letters', (ratio) => shown('1', letters(`${100 * ratio} Tz 2 6 Td`, '1')), 2.86, 3.14],
  [
    'slant',
    (cosine) => shown('100', letters(`1 0 ${cosine / Math.sqrt(1 - cosine ** 2)} 1 2 6 Tm`, '100')),
    0.43,
    0.47,
  ],
  ['ratio of sizes', (ratio) => shown('100', `${line('1')} ${line('00', 10 / ratio, 8)}`), 1.19, 1.31],
  ['rise', (rise) => shown('100', `${line('1')} ${line('00', 10, 8, 6 + 10 * rise)}`), 0.096, 0.104],
  ['overlap', (share) => shown('100', `${line('1')} ${line('00', 10, 2 + 5.56 * (1 - share))}`), 0.48, 0.52],
  [
    'advance',
    (ems) => shown('10', letters(`0 1 -1 0 50 1 Tm (1) Tj 0 1 -1 0 50 ${1 + 10 * ems} Tm`, '0')),
    0.104,
    0.096,
  ],
  [
    'paleness',
    (lightness) => shown('100', `${line('1')} BT ${lightness} g /Helv 10 Tf 7.56 6 Td (00) Tj ET`),
    0.34,
    0.36,
  ],
  ['blank', (ems) => shown('10', `${line('1')} ${line('0', 10, 7.56 + 10 * ems)}`), 0.155, 0.165],
  ['cover', (share) => large('1', `${line('1', 60, 2, 4.2 - 35.4 * share)} ${THICK}`), 0.034, 0.042],
  ['colour of a sign', (lightness) => shown('-5', `${lightness} g 0 0 100 20 re f ${line('-5')}`), 0.36, 0.34],
  ['cover of a sign', (share) => large('.5', `${THICK} ${line('.5', 60, 2, 6 - 6 * share)}`), 0.18, 0.22],
  ['clip', (points) => shown('100', `0 ${6.3 + points} 100 20 re W n ${line('100')}`), 0.047, 0.053],
  [
    'clip of the last letter of an option',
    (share) => ({
      ...shown('ab', `0 0 ${12.29 - 5.56 * share} 20 re W n ${line('ab')}`),
      entries: '/FT /Ch /Ff 131072 /Opt [(ab)]',
    }),
    0.145,
    0.155,
  ],
]

/** The left and upper half of a bevel, with further corners at the end of its upper edge. */
const bevel = (corners: number) => {
  const more = Array.from({ length: corners - 6 }, (_, i) => `${96 + i} 19 l`).join(' ')
  return `1 1 m 1 19 l ${more} 99 19 l 97 17 l 3 17 l 3 3 l f`
}

const MARKS: readonly Row[] = [
  ['band of a frame', (y) => with100(`1 w 0 ${y} m 100 ${y} l S`), 2.3, 2.5],
  ['least band', (y) => with100(`1 w 0 ${y} m 100 ${y} l S`, { ...flat(12), look: line('100', 10, 2, 2) }), 1.9, 2.1],
  ['largest band', (y) => with100(`1 w 0 ${y} m 100 ${y} l S`, flat(80)), 5.8, 6.2],
  ['corner', (x) => with100(`1 w ${x} 1 m 99 1 l S`), 5.8, 6.2],
  ['run', (share) => with100(`q 0 0 ${100 * share} 20 re W n 1 w 0 1 m 100 1 l S Q`), 0.72, 0.68],
  ['dash', (period) => with100(`[${period / 2} ${period / 2}] 0 d 1 w 0 1 m 100 1 l S`), 11.8, 12.2],
  [
    'bevel',
    (share) => with100('', { look: `q 0 0 ${1 + 100 * share} 20 re W n 0.5 g ${bevel(6)} Q ${line('100')}` }),
    0.77,
    0.73,
  ],
  ['corners of a bevel', (count) => with100('', { look: `0.5 g ${bevel(count)} ${line('100')}` }), 8, 9],
]

/** A comb of cells that are 20 points wide, or as many as told. */
const comb = (look: string, cells = 5, rest: Omit<Filled, 'look'> = {}): Filled => ({
  entries: `/FT /Tx /Ff 16777216 /MaxLen ${cells}`,
  ...rest,
  look,
})
/** The lines of a comb of five cells, the first of which may differ. */
const lines = (draw: (x: number, i: number) => string, cells = 5) =>
  Array.from({ length: cells - 1 }, (_, i) => draw(((i + 1) * 100) / cells, i)).join(' ')
const upright = (x: number, low = 0, high = 20, width = 1) => `${width} w ${x} ${low} m ${x} ${high} l S`

const COMBS: readonly Row[] = [
  [
    'slip of letters',
    (cells) => ({
      ...comb([0, 1].map((i) => line(String(1 - i), 10, 7.22 + 20 * (i + cells))).join(' ')),
      after: '/V (10)',
    }),
    0.48,
    0.52,
  ],
  ['height of lines', (share) => comb(lines((x) => upright(x, 0, 20 * share))), 0.72, 0.68],
  ['width of lines', (width) => comb(lines((x) => upright(x, 0, 20, width))), 1.95, 2.05],
  ['slip of lines, in points', (slip) => comb(lines((x) => upright(x + slip))), 2.4, 2.6],
  [
    'slip of lines, in cells',
    (share) =>
      comb(
        lines((x) => upright(x + 10 * share), 10),
        10,
      ),
    0.19,
    0.21,
  ],
  ['ends of lines', (gap) => comb(lines((x, i) => upright(x, i === 0 ? gap : 0))), 0.57, 0.63],
  ['upper ends of lines', (gap) => comb(lines((x, i) => upright(x, 0, i === 0 ? 20 - gap : 20))), 0.57, 0.63],
  ['distances of lines', (slip) => comb(lines((x, i) => upright(i === 0 ? x + slip : x))), 1.05, 1.15],
  ['widths of lines', (more) => comb(lines((x, i) => upright(x, 0, 20, i === 0 ? 1 + more : 1))), 0.095, 0.105],
  [
    'dashes',
    (period) => comb(`[${period / 2} ${period / 2}] 0 d ${lines((x) => upright(x, 0, 40))}`, 5, flat(40)),
    11.8,
    12.2,
  ],
  ['periods of dashes', (count) => comb(`[${10 / count} ${10 / count}] 0 d ${lines((x) => upright(x))}`), 2.1, 1.9],
  ['lean', (x) => comb(lines((at) => `1 w ${at} 0 m ${at + x} 20 l S`)), 0.048, 0.052],
]

/** A list of three options, of which the second is chosen. */
const list = (bars: string, texts: string): Filled => ({
  entries: '/FT /Ch /Opt [(One) (Two) (Six) (More)]',
  after: '/V (Two)',
  ...flat(60),
  look: `${bars} ${texts}`,
})
const OPTIONS = ['One', 'Two', 'Six'].map((text, i) => line(text, 10, 2, 40 - 10 * i)).join(' ')
const bar = (low: number, height: number, lightness = 0.7, width = 100) =>
  `${lightness} g 0 ${low} ${width} ${height} re f`

const LISTS: readonly Row[] = [
  ['share of a line with a bar', (share) => list(bar(27.5, 10 * share), OPTIONS), 0.57, 0.53],
  ['share of a neighbour', (share) => list(bar(27.5, 10 + 10 * share), OPTIONS), 0.43, 0.47],
  ['contrast of a bar', (difference) => list(bar(27.5, 10, 1 - difference), OPTIONS), 0.042, 0.038],
  ['width of a bar', (share) => list(bar(27.5, 10, 0.7, 100 * share), OPTIONS), 0.62, 0.58],
  [
    'frame',
    (height) => list(`${bar(5, 5)} ${bar(0, height)}`, `${line('Two', 5, 2, 6.25)} ${line('Six', 5, 2, 1.25)}`),
    2.4,
    2.6,
  ],
  ['ground', (share) => list(`${bar(0, 60 * share, 0.9)} ${bar(27.5, 10)}`, OPTIONS), 0.87, 0.83],
  [
    'lower edge',
    (low) => list(`${bar(27.5, 10)} q 0 ${low} 100 60 re W n`, `${OPTIONS} ${line('More', 10, 2, -2)} Q`),
    5.8,
    6.2,
  ],
]

describe.each([
  ['letters', LETTERS],
  ['marks', MARKS],
  ['combs', COMBS],
  ['lists', LISTS],
] as const)('the look of a field: %s', (_, rows) => {
  it.each(rows)('%s', (_, look, within, beyond) => {
    expect([isFine(look(within)), isFine(look(beyond))]).toEqual([true, false])
  })
})

const FULL_TURN = 2 * Math.PI
/** A path around the middle of a button. */
function around(radii: (turn: number) => number, corners = 48): string {
  const places = Array.from({ length: corners }, (_, i) => {
    const turn = i / corners
    return [Math.cos(FULL_TURN * turn), Math.sin(FULL_TURN * turn)].map((part) => 10 + radii(turn) * part).join(' ')
  })
  return `${places.map((place, i) => `${place} ${i === 0 ? 'm' : 'l'}`).join(' ')} h`
}
/** A part of the circle that fits into a button, from its left on. */
function arc(turns: number): string {
  const places = Array.from({ length: 25 }, (_, i) => {
    const turn = 0.5 + (i / 24) * turns
    return `${10 + 9 * Math.cos(FULL_TURN * turn)} ${10 + 9 * Math.sin(FULL_TURN * turn)}`
  })
  return places.map((place, i) => `${place} ${i === 0 ? 'm' : 'l'}`).join(' ')
}
/** A square in the middle of a button. */
const square = (side: number, lightness: number) =>
  `${lightness} g ${10 - side / 2} ${10 - side / 2} ${side} ${side} re f`
const sign = (size: number, x = 4, y = 4) => `BT 0 g /Zapf ${size} Tf ${x} ${y} Td (4) Tj ET`

function button(look: string) {
  const fonts = '/Zapf <</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>'
  const { pair, widget, stream } = fill({ look, entries: '/FT /Btn', fonts, box: '20 100 40 120', form: '0 0 20 20' })
  return { isEmpty: isEmptyMark(pair, widget, stream), isMark: isCheckMark(pair, widget, stream) }
}

/** A number, what a button of 20 points draws for it, and the values just within and just beyond. */
type ButtonRow = readonly [number: string, look: (value: number) => string, within: number, beyond: number]

describe('the look of a button', () => {
  it.each<ButtonRow>([
    ['width of a frame', (share) => `${20 * share} w 2 2 16 16 re S`, 0.19, 0.21],
    ['depth of a frame', (share) => `3.8 w ${around(() => 10 * (1 - share) + 1.9)} S`, 0.48, 0.52],
    ['evenness of a ring', (share) => `1 w ${around((turn) => (turn < 0.5 ? 9 : 9 - 10 * share))} S`, 0.19, 0.21],
    [
      'evenness of a disc',
      (share) => `0.8 g ${around((turn) => (Math.round(48 * turn) % 4 === 0 ? 10 - 10 * share : 10))} f`,
      0.19,
      0.21,
    ],
    ['turn of a ring', (turns) => `1 w ${arc(turns)} S`, 0.42, 0.38],
    ['length of a frame', (share) => `1 w 19 1 m 19 ${1 + 20 * share} l S`, 0.72, 0.68],
    ['lightness of a ground', (lightness) => square(20, lightness), 0.52, 0.48],
    ['margin of a ground', (share) => square(20 * (1 - 2 * share), 0.7), 0.116, 0.124],
    ['lightness of a smaller ground', (lightness) => square(14, lightness), 0.87, 0.83],
    ['share of a ground', (share) => square(20 * share, 0.9), 0.62, 0.58],
  ])('is empty: %s', (_, look, within, beyond) => {
    expect([button(look(within)).isEmpty, button(look(beyond)).isEmpty]).toEqual([true, false])
  })

  it.each([
    ['a tick', '1 w 16 9 m 17 6 l 19.5 13 l S'],
    ['a cross', '1.5 w 15.5 6 m 19.5 14 l S 15.5 14 m 19.5 6 l S'],
    ['a stroke along the edge', '1 w 18 5 m 19 12 l S'],
  ])('is not empty with %s beside its middle', (_, look) => {
    expect(button(look).isEmpty).toBe(false)
  })

  const tick = '1 10 m 9 0.5 l 17 8 l 19.5 19.3 l'
  const ring = around(() => 9)
  const small = '2 1 m 4 0 l 16 0 l 18 3 l 16.5 3 l 15.5 1.5 l 4 1.5 l h'
  it.each([
    ['a ring', 'a tick around the middle', `1.5 w ${around(() => 9)} S`, `1.5 w ${tick} S`],
    ['a ring', 'a ring with a spike', `1 w ${ring} S`, `1 w 1000 M ${ring.replace('m', 'm 17.5 10 l 19 10.02 l')} S`],
    ['even dashes', 'a single dash', '3 w [3 3] 0 d 0 1.5 m 20 1.5 l S', '3 w [4 100] 0 d 0 1.5 m 20 1.5 l S'],
    ['a line', 'a line that a path cuts', '3 w 0 1.5 m 20 1.5 l S', `${small} W n 3 w 0 1.5 m 20 1.5 l S`],
    ['a ring', 'a part that a box leaves of it', `0 0 20 13 re W n 1 w ${ring} S`, `0 0 20 11 re W n 1 w ${ring} S`],
    [
      'a frame',
      'writing along the edge',
      '0.4 w 1 1 18 18 re S',
      '0.4 w 1 0.2 m 4 2 l 7 0.2 l 10 2 l 13 0.2 l 16 2 l S',
    ],
    ['a frame of areas', 'areas that fill it', '0 0 20 22 re 1 1 18 20 re f*', '0 0 m 20 0 l 20 9 l 20 22 l 0 22 l f'],
  ])('may show %s, and not %s', (_, __, within, beyond) => {
    expect([button(within).isEmpty, button(beyond).isEmpty]).toEqual([true, false])
  })

  it.each<ButtonRow>([
    ['shapes', (count) => Array.from({ length: count }, (_, i) => `1 w 5 ${6 + i} m 15 ${6 + i} l S`).join(' '), 8, 9],
    ['contrast', (difference) => square(8, 1 - difference), 0.26, 0.24],
    ['extent', (share) => `0 g 7 7 ${20 * share} ${20 * share} re f`, 0.3001, 0.284],
    ['ink', (share) => `0 g 6 9 ${400 * share} 1 re f`, 0.0217, 0.0183],
    ['size of a sign', (share) => sign(20 * share), 0.36, 0.34],
    ['clip of a sign', (share) => `0 0 ${4 + 10 * 0.846 * share} 20 re W n ${sign(10)}`, 0.62, 0.58],
  ])('is ticked: %s', (_, look, within, beyond) => {
    expect([button(look(within)).isMark, button(look(beyond)).isMark]).toEqual([true, false])
  })
})
