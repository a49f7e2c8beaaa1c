/**
 * The appearances of check boxes and radio buttons.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { isCheckMark, isEmptyMark } from '../../../src/ink/fields/check-mark.js'
import { fill } from './field-page.js'

const SHAPE = { entries: '/FT /Btn', box: '20 100 40 120', form: '0 0 20 20' }

function isMark(look: string, more = {}): boolean {
  const { pair, widget, stream } = fill({ ...SHAPE, look, ...more })
  return isCheckMark(pair, widget, stream)
}
function isEmpty(look: string, more = {}): boolean {
  const { pair, widget, stream } = fill({ ...SHAPE, look, ...more })
  return isEmptyMark(pair, widget, stream)
}

const FRAME = '1 w 0 G 0.5 0.5 19 19 re s'
const GROUND = '0.9 g 0 0 20 20 re f'
const TICK = '2 w 0 G 4 10 m 9 4 l 16 16 l S'
const CROSS = '2 w 0 G 4 4 m 16 16 l S 4 16 m 16 4 l S'
/** A circle of four curves. */
const circle = (radius: number, how: string) => {
  const k = 0.5523 * radius
  const [l, r] = [10 - radius, 10 + radius]
  return `${r} 10 m ${r} ${10 + k} ${10 + k} ${r} 10 ${r} c ${10 - k} ${r} ${l} ${10 + k} ${l} 10 c ${l} ${10 - k} ${10 - k} ${l} 10 ${l} c ${10 + k} ${l} ${r} ${10 - k} ${r} 10 c ${how}`
}
const DISC = `0 g ${circle(5, 'f')}`
const sign = (letter: string, size = 18) => `BT 0 g /ZaDb ${size} Tf 3 4 Td (${letter}) Tj ET`
const DINGBATS = { fonts: '/ZaDb 60 0 R', objects: { 60: '<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>' } }

describe('a button that is on', () => {
  it.each<[string, string]>([
    ['a tick', TICK],
    ['a cross', CROSS],
    ['a disc', DISC],
    ['a tick on a ground, in a frame', `${GROUND} ${FRAME} ${TICK}`],
    ['a disc in a ring', `1 w ${circle(9, 's')} ${DISC}`],
    ['a tick out of a font', sign('4')],
    ['a cross out of a font, in a frame', `${FRAME} ${sign('8')}`],
    ['a disc out of a font', sign('l')],
    ['a filled square', '0 g 5 5 10 10 re f'],
  ])('may show %s', (_, look) => {
    expect(isMark(look, DINGBATS)).toBe(true)
    expect(isEmpty(look, DINGBATS)).toBe(false)
  })

  it.each<[string, string]>([
    ['a word', 'BT 0 g /Helv 8 Tf 2 6 Td (no) Tj ET'],
    ['a letter', 'BT 0 g /Helv 18 Tf 2 4 Td (N) Tj ET'],
    ['a tiny tick', sign('4', 5)],
    ['a sign and a shape', `${sign('4')} ${TICK}`],
    ['a tick under a ground', `${TICK} ${GROUND}`],
    ['a picture', 'q 20 0 0 20 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 00> EI Q'],
    ['many shapes', Array.from({ length: 9 }, (_, i) => `0 g ${2 * i} 5 1 10 re f`).join(' ')],
    ['what is not known', `${TICK} nonsense`],
    ['two words of shapes', '0 g 2 5 3 10 re f 8 5 3 10 re f 14 5 3 10 re f'],
  ])('may not show %s', (_, look) => {
    expect(isMark(look, DINGBATS)).toBe(false)
  })
})

describe('a button that is off', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['a frame', FRAME],
    ['a ground', GROUND],
    ['a frame on a ground', `${GROUND} ${FRAME}`],
    ['a ring', `1 w 0 G ${circle(9, 's')}`],
    ['a disc that is a ground', `0.9 g ${circle(10, 'f')}`],
  ])('may show %s', (_, look) => {
    expect(isEmpty(look)).toBe(true)
  })

  it.each<[string, string]>([
    ['a dark ground', '0.2 g 0 0 20 20 re f'],
    ['a grey square', '0.6 g 4 4 12 12 re f'],
    ['a small ring', `1 w 0 G ${circle(4, 's')}`],
    ['a thick frame', '9 w 0 G 4 4 12 12 re s'],
    ['a line', '1 w 0 G 0 10 m 20 10 l S'],
  ])('may not show %s', (_, look) => {
    expect(isEmpty(look)).toBe(false)
  })
})

it('a button without a place shows nothing', () => {
  expect(isEmpty(TICK, { box: '20 100 20 100' })).toBe(true)
  expect(isEmpty(`Q ${TICK}`, { box: '20 100 20 100' })).toBe(false)
  expect(isEmpty(TICK, { box: '20 100 /Odd 100' })).toBe(false)
})
