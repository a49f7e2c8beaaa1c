/**
 * Ink that is read as a part of the page.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { type DrawnPage, findingsOf, type NewDrawing } from '../policy/drawn-page.js'
import { BLACK, BLUE, bars, rect, slanted, text, UNREADABLE, WHITE } from '../policy/operators.js'

const found = (page: string, content: string, more: Partial<DrawnPage> = {}) =>
  findingsOf({ page, drawn: [{ content }], ...more })
const MARKS = ['marksText']
/** Its cell is from 100 to 105.56, and from 97.5 to 107.5. */
const LETTER = text('n', 100, 100, 10)
const SIGN = rect(108, 100, 3, 6, BLACK)
const three = (x: number, y = 100, height = 5, colour = BLUE) =>
  [0, 5, 10].map((step) => rect(x + step, y, 3, height, colour)).join('\n')

describe('a sign beside a letter', () => {
  it.each<[string, string, string[]]>([
    ['behind it', SIGN, MARKS],
    ['before it', rect(93, 100, 4, 6, BLACK), MARKS],
    ['in dark grey', rect(108, 100, 3, 6, '0.39 g'), MARKS],
    ['in lighter grey', rect(108, 100, 3, 6, '0.45 g'), []],
    ['in the colour of a pen', rect(108, 100, 3, 6), []],
    ['above the line', rect(108, 110, 3, 6, BLACK), []],
    ['below the line', rect(108, 85, 3, 6, BLACK), []],
    ['at the top of the line', rect(108, 107, 3, 6, BLACK), MARKS],
    ['that reaches up to the line', rect(108, 90, 3, 8, BLACK), MARKS],
    ['like paper', rect(108, 100, 3, 6, WHITE), []],
    ['with a line that leads far away', `${SIGN} ${rect(108, 102, 60, 1, BLACK)}`, MARKS],
    ['as wide as a word whose letters touch', rect(108, 100, 60, 6, BLACK), MARKS],
    ['that is a rule', rect(108, 102, 60, 1, BLACK), []],
  ])('%s', (_, content, expected) => {
    expect(found(LETTER, content)).toEqual(expected)
  })

  it.each<[string, string, string[]]>([
    ['a prompt', text(':', 100, 100, 10), []],
    ['a line to write on', text('____', 80, 100, 10), []],
    ['a blank', text(' ', 100, 100, 10), []],
    ['nothing that can be seen', `3 Tr ${LETTER}`, []],
    ['a decimal point', text('.', 102, 100, 10), MARKS],
  ])('is a part of the text unless it is beside %s', (_, page, expected) => {
    expect(found(page, SIGN)).toEqual(expected)
  })

  it('is one where it is put together from several drawings', () => {
    const halves = [rect(108, 100, 10, 1.6, BLACK), rect(108, 101.6, 10, 4.4, BLACK)]
    expect(findingsOf({ page: LETTER, drawn: halves.map((content) => ({ content })) })).toEqual(MARKS)
    const rule = [rect(108, 102, 40, 1, BLACK), rect(148, 102, 40, 1, BLACK)]
    expect(findingsOf({ page: LETTER, drawn: rule.map((content) => ({ content })) })).toEqual([])
  })

  it('is not asked for in a place that was signed for a signature', () => {
    expect(findingsOf({ page: LETTER, drawn: [{ as: 'signature in a signed place', content: SIGN }] })).toEqual([])
    expect(findingsOf({ page: LETTER, drawn: [{ as: 'signature', content: SIGN }] })).toEqual(MARKS)
  })

  it('in ink whose colour is not known is one as well', () => {
    const drawn: NewDrawing[] = [
      { content: `/D gs ${rect(108, 100, 3, 6)}`, resources: '/ExtGState <</D <</BM /Difference>>>>' },
    ]
    expect(findingsOf({ page: LETTER, drawn })).toEqual(MARKS)
  })

  it('is told by the colour of its ink, on any ground', () => {
    const ground = rect(80, 80, 60, 50, '0 1 1 rg')
    const faint = (colour: string): NewDrawing[] => [
      { content: `/A gs ${rect(108, 100, 3, 6, colour)}`, resources: '/ExtGState <</A <</ca 0.5>>>>' },
    ]
    expect(findingsOf({ page: `${ground} ${LETTER}`, drawn: faint(BLACK) })).toEqual(MARKS)
    expect(findingsOf({ page: `${ground} ${LETTER}`, drawn: faint('1 0 0 rg') })).toEqual([])
  })
})

describe('a shape beside a letter', () => {
  /** Hangs together with what stands at 108, and is higher than letters are. */
  const FLOURISH = rect(110.5, 100, 1, 40, BLACK)

  it.each<[string, string, string[]]>([
    ['that is a sign by itself', SIGN, MARKS],
    ['that is stroked', '0 G 1 w 109 100 m 109 106 l S 0 G 1 w 109 103 m 111 103 l S', MARKS],
    ['in the colour of a pen', rect(108, 100, 3, 6), []],
    ['that is too wide', rect(108, 100, 31, 6, BLACK), []],
    ['that is too high', rect(108, 100, 3, 17, BLACK), []],
  ])('is read with it although a flourish touches it, if it is one %s', (_, content, expected) => {
    expect(found(LETTER, `${content} ${FLOURISH}`)).toEqual(expected)
  })
})

describe('a word beside a letter', () => {
  it.each<[string, string, string[]]>([
    ['behind it, in any colour', three(108), MARKS],
    ['before it', three(83), MARKS],
    ['too far away', three(122), []],
    ['above it', three(108, 108), []],
    ['higher than the letters of its line', three(108, 92, 17), []],
    ['like paper', three(108, 100, 5, WHITE), []],
  ])('%s', (_, content, expected) => {
    expect(found(LETTER, content)).toEqual(expected)
  })

  it('is not one that leads out of what is painted', () => {
    expect(found(text('n', 170, 100, 10), [178, 183, 188].map((x) => rect(x, 100, 3, 5)).join('\n'))).toEqual(MARKS)
    expect(found(text('n', 185, 100, 10), [193, 196, 198].map((x) => rect(x, 100, 1.5, 5)).join('\n'))).toEqual(MARKS)
  })

  it('is not one with blots that stand too far before it', () => {
    const ahead = (...places: number[]) =>
      found(text('n', 150, 20, 10), places.map((x) => rect(x, 20, 3, 5)).join('\n'))
    expect(ahead(144, 139, 60)).toEqual([])
    expect(ahead(144, 139, 80)).toEqual(MARKS)
    const behind = (...places: number[]) =>
      found(text('n', 20, 150, 10), places.map((x) => rect(x, 150, 3, 5)).join('\n'))
    expect(behind(28, 33, 110)).toEqual([])
    expect(behind(28, 33, 90)).toEqual(MARKS)
  })
})

describe('a picture that cannot be read', () => {
  const beside = (x: number, page = LETTER) =>
    findingsOf({
      page,
      objects: { 60: UNREADABLE },
      drawn: [{ content: `q 20 0 0 8 ${x} 99 cm /Im Do Q`, resources: '/XObject <</Im 60 0 R>>' }],
    })

  it('may show how a line goes on', () => {
    expect(beside(110)).toEqual(MARKS)
    expect(beside(119)).toEqual(MARKS)
    expect(beside(122)).toEqual([])
    expect(beside(110, text(':', 100, 100, 10))).toEqual([])
  })
})

describe('a stroke through a letter', () => {
  const BIG = text('H', 50, 100, 40)

  it.each<[string, string, string[]]>([
    ['across', rect(20, 113, 160, 3, BLACK), MARKS],
    ['in the colour of a pen', rect(20, 113, 160, 3), []],
    ['below it', rect(20, 97, 160, 2, BLACK), []],
    ['above it', rect(20, 127, 160, 2, BLACK), []],
    ['at its left', rect(51, 60, 4, 120, BLACK), []],
    ['at its right', rect(74, 60, 4, 120, BLACK), []],
  ])('%s', (_, content, expected) => {
    expect(found(BIG, content)).toEqual(expected)
  })

  it('of a picture is seen to be of a pen where it is higher than letters', () => {
    const pictured = (height: number, y: number) =>
      `q 3 0 0 ${height} 63 ${y} cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 00> EI Q`
    expect(found(BIG, pictured(60, 90))).toEqual(MARKS)
    expect(found(BIG, pictured(80, 60))).toEqual([])
    expect(found(BIG, rect(63, 60, 3, 80, BLACK))).toEqual(MARKS)
  })
})

describe('print that is no text', () => {
  const PRINT = bars(3, 50, 100, 15)

  it.each<[string, string, string[]]>([
    ['a letter behind it', text('n', 72, 101, 15), MARKS],
    ['a blank behind it', text(' ', 72, 101, 15), []],
    ['an invisible letter behind it', `3 Tr ${text('n', 72, 101, 15)}`, []],
    ['a blank behind it, and something elsewhere', `${text(' ', 72, 101, 15)} ${rect(90, 80, 2, 2)}`, []],
    [
      'an invisible letter behind it, and something elsewhere',
      `3 Tr ${text('n', 72, 101, 15)} ${rect(90, 80, 2, 2)}`,
      [],
    ],
    ['a letter before it', text('n', 38, 101, 15), MARKS],
    ['a letter far behind it', text('n', 100, 101, 15), []],
    ['a letter that slants', `BT /F1 15 Tf 0.96 0.28 -0.28 0.96 72 101 Tm (n) Tj ET`, []],
    ['a letter that hardly slants', slanted('n', 72, 101, 15), MARKS],
    ['a sign behind it', rect(74, 101, 3, 10, BLACK), MARKS],
    ['a sign farther behind it', rect(88, 101, 3, 10, BLACK), []],
    ['a word behind it', [74, 79, 84].map((x) => rect(x, 101, 3, 10)).join('\n'), MARKS],
    ['a word farther behind it', [88, 93, 98].map((x) => rect(x, 101, 3, 10)).join('\n'), []],
    ['a stroke through it', rect(20, 107, 150, 2, BLACK), MARKS],
  ])('%s', (_, content, expected) => {
    expect(found(PRINT, content)).toEqual(expected)
  })

  it('has letters that are seen beside it only where they have opacity', () => {
    const drawn = (alpha: number): NewDrawing[] => [
      { content: `/A gs ${text('n', 72, 101, 15)}`, resources: `/ExtGState <</A <</ca ${alpha}>>>>` },
    ]
    expect(findingsOf({ page: PRINT, drawn: drawn(0) })).toEqual([])
    expect(findingsOf({ page: PRINT, drawn: drawn(0.5) })).toEqual(MARKS)
  })
})

describe('a field of somebody else', () => {
  const field = (entries: string) => [{ box: [100, 100, 120, 120] as const, content: '', subtype: 'Widget', entries }]
  const TICK = rect(105, 105, 10, 10)

  it.each<[string, string, string, string[]]>([
    ['a tick in a box', '/FT /Btn', TICK, MARKS],
    ['a digit in a text', '/FT /Tx', text('1', 105, 105, 10), MARKS],
    ['an edge of something', '/FT /Tx', rect(110, 110, 60, 60), MARKS],
    ['something beside it', '/FT /Tx', rect(121, 100, 20, 20), []],
    ['what only touches it', '/FT /Tx', rect(120, 100, 20, 20), []],
    ['a signature that is signed', '/FT /Sig /V <</Type /Sig>>', TICK, []],
    ['a signature that is not', '/FT /Sig', TICK, []],
  ])('%s', (_, entries, content, expected) => {
    expect(found('', content, { had: field(entries) })).toEqual(expected)
  })

  it('is no other kind of annotation', () => {
    const had = [{ box: [100, 100, 120, 120] as const, content: '', subtype: 'Square' }]
    expect(found('', TICK, { had })).toEqual([])
  })

  it('is not written into by what has no opacity', () => {
    const drawn = [{ content: `/A gs ${TICK}`, resources: '/ExtGState <</A <</ca 0>>>>' }]
    expect(findingsOf({ page: '', had: field('/FT /Btn'), drawn })).toEqual([])
  })
})

describe('letters that go on with a text', () => {
  const CONTINUES = ['continuesText']

  it.each<[string, string, string[]]>([
    ['behind it', text('n', 110, 100, 10), CONTINUES],
    ['before it', text('n', 90, 100, 10), CONTINUES],
    ['over it', text('n', 101, 101, 10), CONTINUES],
    ['on the next line', text('n', 100, 88, 10), CONTINUES],
    ['on the line above', text('n', 100, 112, 10), CONTINUES],
    ['on the next line, beside it', text('n', 107, 88, 10), []],
    ['on the next line, larger', text('n', 100, 88, 11.5), []],
    ['on the next line, turned', 'BT 0 g /F1 10 Tf -1 0 0 -1 105 88 Tm (n) Tj ET', []],
    ['turned', 'BT 0 g /F1 10 Tf 0 1 -1 0 115 100 Tm (n) Tj ET', []],
    ['hardly turned', 'BT 0 g /F1 10 Tf 0.99 0.14 -0.14 0.99 112 100 Tm (n) Tj ET', CONTINUES],
    ['turned by more', 'BT 0 g /F1 10 Tf 0.97 0.24 -0.24 0.97 112 100 Tm (n) Tj ET', []],
    ['invisible', `3 Tr ${text('n', 110, 100, 10)}`, []],
    ['a blank', text(' ', 107, 100, 10), []],
    ['far away', text('n', 100, 20, 10), []],
  ])('%s', (_, content, expected) => {
    expect(found(LETTER, content)).toEqual(expected)
  })

  it.each<[string, string, string, string[]]>([
    ['behind a prompt', text(':', 100, 100, 10), text('n', 105, 100, 10), []],
    ['behind a text elsewhere', text('n', 60, 120, 10), text('n', 70, 120, 10), CONTINUES],
    ['on the next line of a text elsewhere', text('n', 60, 120, 10), text('n', 60, 108, 10), CONTINUES],
    ['on the next line, hardly beside it', text('n', 60, 120, 10), text('n', 66.2, 108, 10), []],
    ['before a prompt and over it', text(':', 100, 100, 10), text('n', 97, 100, 10), CONTINUES],
    ['over a prompt', text(':', 100, 100, 10), text('n', 100, 100, 10), []],
    ['before a prompt', text(':', 100, 100, 10), text('n', 92, 100, 10), CONTINUES],
    ['behind a line to write on', text('____', 60, 100, 10), text('n', 83, 101, 10), []],
    ['raised above a line to write on', text('_', 100, 100, 10), text('n', 92, 104, 10), []],
    ['over invisible text', `3 Tr ${LETTER}`, text('n', 101, 101, 10), []],
    ['over a blank', text(' ', 100, 100, 10), text('n', 100, 100, 10), []],
    [
      'of a text that runs upwards',
      'BT 0 g /F1 10 Tf 0 1 -1 0 100 100 Tm (n) Tj ET',
      'BT 0 g /F1 10 Tf 0 1 -1 0 100 112 Tm (n) Tj ET',
      CONTINUES,
    ],
    ['beside a text that runs upwards', 'BT 0 g /F1 10 Tf 0 1 -1 0 100 100 Tm (n) Tj ET', text('n', 110, 100, 10), []],
    [
      'on the next line of a text that runs upwards',
      'BT 0 g /F1 10 Tf 0 1 -1 0 100 100 Tm (n) Tj ET',
      'BT 0 g /F1 10 Tf 0 1 -1 0 112 100 Tm (n) Tj ET',
      CONTINUES,
    ],
  ])('%s', (_, page, content, expected) => {
    expect(found(page, content)).toEqual(expected)
  })

  it('are not those without opacity', () => {
    const drawn = [{ content: `/A gs ${text('n', 110, 100, 10)}`, resources: '/ExtGState <</A <</ca 0>>>>' }]
    expect(findingsOf({ page: LETTER, drawn })).toEqual([])
  })
})

describe('ink of a picture', () => {
  /** A black picture, whose shape is not known before it is painted. */
  const ink = (x: number, y: number, width: number, height: number) =>
    `q ${width} 0 0 ${height} ${x} ${y} cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 00> EI Q`
  const letterAt = (x: number, y: number) => text('n', x, y, 10)

  it.each<[string, string, string[]]>([
    ['through a letter, as high as signs', ink(102, 97, 1, 12), MARKS],
    ['through a letter, as high as a stroke of a pen', ink(102, 85, 1, 40), []],
    ['through a letter, up to the edge of the page', ink(102, 0, 1, 112), []],
  ])('%s', (_, content, expected) => {
    expect(found(letterAt(100, 100), content)).toEqual(expected)
  })

  it.each<[string, string, string, string[]]>([
    ['left edge', letterAt(8, 100), ink(0, 100, 6, 6), []],
    ['right edge', letterAt(185, 100), ink(192, 100, 8, 6), []],
    ['foot', letterAt(100, 2), ink(108, 0, 4, 8), []],
    ['head', letterAt(100, 190), ink(108, 192, 4, 8), []],
    ['left side, but not at the edge', letterAt(8, 100), ink(1, 100, 5, 6), MARKS],
    ['right side, but not at the edge', letterAt(185, 100), ink(192, 100, 7, 6), MARKS],
    ['foot, but not at the edge', letterAt(100, 2), ink(108, 1, 4, 7), MARKS],
    ['head, but not at the edge', letterAt(100, 190), ink(108, 192, 4, 7), MARKS],
  ])('is no sign where it may go on beyond the page: at the %s', (_, page, content, expected) => {
    expect(found(page, content)).toEqual(expected)
  })
})

describe('ink of a colour that is not sure', () => {
  it('counts as print', () => {
    const mark = rect(108, 100, 4, 6)
    const page = text('n', 100, 100, 10)
    const mixed = { content: `/B gs ${mark}`, resources: '/ExtGState <</B <</BM /Screen>>>>' }
    expect(found(page, mark)).toEqual([])
    expect(findingsOf({ page, drawn: [mixed] })).toEqual(MARKS)
  })
})
