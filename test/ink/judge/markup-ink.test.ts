/**
 * What markings of text may paint on letters and beside them.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { Box } from '../../../src/pdf/matrix.js'
import { findingsOf, type NewDrawing } from '../policy/drawn-page.js'
import { BLACK, opacity, rect, text } from '../policy/operators.js'

/** Eight letters of 5.56 points each, from 50 to 94.5; their cells reach from 97.5 to 107.5. */
const PAGE = text('nnnnnnnn', 50, 100, 10)
const END = 94.48

function quad(left: number, bottom: number, right: number, top: number): string {
  return `/QuadPoints [${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}]`
}
const LINE = quad(50, 97.5, END, 107.5)
/** The points in the order of the standard, which goes round. */
const LINE_ROUND = `/QuadPoints [50 97.5 ${END} 97.5 ${END} 107.5 50 107.5]`

const found = (drawing: NewDrawing, page = PAGE) => findingsOf({ page, drawn: [drawing] })
const line = (y: number, height: number, x = 50, width = END - 50) => rect(x, y, width, height, BLACK)

describe('a line through or under letters', () => {
  it('is a mark of the page unless it is that of a marking', () => {
    expect(found({ content: line(101, 1) })).toContain('marksText')
    expect(found({ subtype: 'StrikeOut', content: line(101, 1), entries: LINE })).not.toContain('marksText')
  })

  it.each<[string, string, string, string]>([
    ['an underline', 'Underline', line(98.5, 1), LINE],
    ['a squiggle', 'Squiggly', line(98.5, 1), LINE],
    ['one that is stroked', 'StrikeOut', `1 w 50 102 m ${END} 102 l S`, LINE],
    ['one along most of its place', 'StrikeOut', line(101, 1, 52, 37), LINE],
    ['one that is a little longer', 'StrikeOut', line(101, 1, 49, 47), LINE],
    ['one of a high place', 'StrikeOut', line(103.6, 1), quad(50, 97.5, END, 122)],
    ['a thick one', 'StrikeOut', line(101, 2.9), LINE],
    ['one of a place that begins before the letters', 'StrikeOut', line(101, 1, 46), quad(45, 97.5, END, 107.5)],
  ])('may be %s', (_, subtype, content, entries) => {
    expect(found({ subtype, content, entries })).toEqual([])
  })

  it.each<[string, string, string, string]>([
    ['of a marking without a place', 'StrikeOut', line(101, 1), ''],
    ['beside the place', 'StrikeOut', line(101, 1), quad(50, 20, END, 30)],
    ['too short', 'StrikeOut', line(101, 1, 50, 33), LINE],
    ['too long', 'StrikeOut', line(101, 1, 46, 53), LINE],
    ['too thick', 'StrikeOut', line(100, 3.4), LINE],
    ['stroked too thick', 'StrikeOut', `3.4 w 50 102 m ${END} 102 l S`, LINE],
    ['at the foot of its place', 'StrikeOut', line(101, 1), quad(50, 97.5, END, 126)],
    ['at the head of its place', 'StrikeOut', line(101, 1), quad(50, 80, END, 103.5)],
    ['above where lines under letters are', 'Underline', line(102.5, 1), LINE],
    ['that is to run under letters', 'Underline', line(103, 1), LINE],
    ['of a place that is too high', 'StrikeOut', line(101, 1), quad(50, 97.5, END, 129)],
    ['of a place that is too low', 'StrikeOut', line(101, 1), quad(50, 101, END, 105)],
    ['of a place that begins too early', 'StrikeOut', line(101, 1, 42, END - 42), quad(42, 97.5, END, 107.5)],
    ['of a place that ends too late', 'StrikeOut', line(101, 1, 50, 52), quad(50, 97.5, 102, 107.5)],
    ['of a place that is turned', 'StrikeOut', line(101, 1), `/QuadPoints [50 104 ${END} 112 50 94 ${END} 102]`],
    [
      'of a place that is turned, along it',
      'StrikeOut',
      `1 w 50 99 m ${END} 107 l S`,
      `/QuadPoints [50 104 ${END} 112 50 94 ${END} 102]`,
    ],
    ['that is no line', 'StrikeOut', `${line(101, 1)} ${rect(97, 100, 5, 7, BLACK)}`, LINE],
    ['with pointed corners', 'StrikeOut', `0 j 10000 M 1 w 50 102 m ${END} 102 l 50 102.2 l S`, LINE],
    ['of another kind', 'Square', line(101, 1), LINE],
  ])('is found when it is one %s', (_, subtype, content, entries) => {
    expect(found({ subtype, content, entries })).toContain('marksText')
  })

  it('is a mark where its place encloses nothing but blanks', () => {
    const page = text('nn    nn', 50, 100, 10)
    const [left, right] = [61.12, 72.24]
    const content = line(101, 1, left, right - left)
    expect(found({ subtype: 'StrikeOut', content, entries: quad(left, 97.5, right, 107.5) }, page)).toContain(
      'marksText',
    )
  })

  it('is a mark where its place lies above or below the letters, or beside them', () => {
    const struck = (place: string) => found({ subtype: 'StrikeOut', content: line(101, 1), entries: place })
    expect(struck(quad(50, 103, END, 113))).toContain('marksText')
    expect(struck(quad(50, 92, END, 102))).toContain('marksText')
    expect(struck(quad(95, 97.5, 139, 107.5))).toContain('marksText')
    expect(struck(quad(3, 97.5, 47, 107.5))).toContain('marksText')
  })

  it('may be named by the points in the order of the standard', () => {
    expect(found({ subtype: 'StrikeOut', content: line(101, 1), entries: LINE_ROUND })).toEqual([])
  })

  it('may be that of one of several places', () => {
    const two = `${text('nnnn', 50, 100, 10)} ${text('nnnn', 50, 60, 10)}`
    const entries = `/QuadPoints [50 107.5 72.24 107.5 50 97.5 72.24 97.5 50 67.5 72.24 67.5 50 57.5 72.24 57.5]`
    const content = `${line(101, 1, 50, 22.24)} ${line(61, 1, 50, 22.24)}`
    expect(found({ subtype: 'StrikeOut', content, entries }, two)).toEqual([])
    expect(found({ subtype: 'StrikeOut', content: `${content} ${line(150, 1, 50, 22)}`, entries }, two)).toEqual([])
  })

  it('may run along text that goes upwards', () => {
    const page = 'BT 0 g /F1 10 Tf 0 1 -1 0 100 50 Tm (nnnnnnnn) Tj ET'
    const entries = `/QuadPoints [92.5 50 92.5 ${END} 102.5 50 102.5 ${END}]`
    const content = rect(98, 50, 1, END - 50, BLACK)
    expect(found({ subtype: 'StrikeOut', content, entries }, page)).toEqual([])
    expect(found({ subtype: 'StrikeOut', content }, page)).toContain('marksText')
    const early = `/QuadPoints [92.5 42 92.5 ${END} 102.5 42 102.5 ${END}]`
    expect(found({ subtype: 'StrikeOut', content: rect(98, 42, 1, END - 42, BLACK), entries: early }, page)).toContain(
      'marksText',
    )
  })

  it('may be drawn by readers, within the letters', () => {
    expect(found({ subtype: 'StrikeOut', entries: `${LINE} /C [0 0 0]` })).toEqual([])
    expect(found({ subtype: 'Underline', entries: `${LINE} /C [0 0 0]` })).toEqual([])
  })
})

describe('a marker', () => {
  const marker = (content: string, resources = '/ExtGState <</M <</BM /Multiply>>>>', entries = LINE) =>
    found({ subtype: 'Highlight', content, resources, entries })
  const area = '50 97 45 11 re f'

  it('may be an area in a colour that lets text shine through', () => {
    expect(marker(`/M gs 1 1 0 rg ${area}`)).toEqual([])
    expect(marker(`/M gs 1 g ${area}`)).toEqual([])
  })

  it('hides text where it does not', () => {
    expect(marker(`0 0.6 1 rg ${area}`, opacity(1))).toContain('hidesTooMuch')
  })

  it('takes letters away where it is like paper', () => {
    expect(marker(`1 g 50 100 45 2 re f`, opacity(1))).toContain('erasesText')
  })

  it('is a mark where it is dark', () => {
    expect(marker('/M gs 0.2 g 50 101 45 1 re f')).toContain('marksText')
  })

  it('may have round ends, and is no form that could be read', () => {
    const thrice = (shape: (x: number) => string) => marker(`/M gs 0 0.7 0 rg ${[97, 104, 111].map(shape).join(' ')}`)
    const round = (x: number) => `${x} 100 m ${x + 3} 100 l ${x + 5} 102 l ${x + 5} 105 l ${x + 3} 107 l ${x} 107 l f`
    const bent = (x: number) => `${x} 100 m ${x + 5} 100 l ${x + 5} 101 l ${x + 1} 101 l ${x + 1} 107 l ${x} 107 l f`
    const pointed = (x: number) => `${x} 100 m ${x + 5} 100 l ${x} 107 l f`
    const stroked = (x: number) => `/M gs 0 0.7 0 RG 3 w ${x + 2} 100 m ${x + 2} 107 l S`
    expect(thrice(round)).toEqual([])
    expect(thrice(pointed)).toContain('marksText')
    expect(thrice(stroked)).toContain('marksText')
    expect(thrice(bent)).toContain('marksText')
  })

  it('is drawn by readers without an appearance', () => {
    expect(found({ subtype: 'Highlight', entries: `${LINE} /C [1 1 0]` })).toEqual([])
  })
})

describe('the border of a link', () => {
  const link = (box: Box, entries = '/Border [0 0 1] /C [0 0 0]') => found({ subtype: 'Link', box, entries })

  it('may stand around letters', () => {
    expect(link([50, 97.5, END, 107.5])).toEqual([])
    expect(link([48.7, 95, 96, 110])).toEqual([])
    expect(link([48, 90, 98, 117])).toEqual([])
  })

  it('is a mark where it stands around none, beside some', () => {
    expect(link([97, 97.5, 104, 107.5])).toContain('marksText')
    expect(link([97, 97.5, 104, 107.5], '/Border [0 0 0]')).toEqual([])
  })

  it('is a mark where it stands around blanks alone', () => {
    const drawing: NewDrawing = { subtype: 'Link', box: [62, 97.5, 71, 107.5], entries: '/Border [0 0 1] /C [0 0 0]' }
    expect(found(drawing, text('nn    nn', 50, 100, 10))).toContain('marksText')
  })

  it('may stand around several lines', () => {
    const lines = [100, 112, 124, 136].map((y) => text('nnn', 50, y, 10)).join(' ')
    const drawing: NewDrawing = { subtype: 'Link', box: [48, 97, 69, 146], entries: '/Border [0 0 1] /C [0 0 0]' }
    expect(found(drawing, lines)).toEqual([])
    expect(found({ ...drawing, box: [48, 102, 69, 146] }, lines)).toContain('marksText')
    expect(found({ ...drawing, box: [48, 97, 69, 138] }, lines)).toContain('marksText')
  })

  it.each<[string, Box]>([
    ['on the left', [52.8, 97, 96, 109]],
    ['on the right', [49, 97, 92, 109]],
    ['at the foot', [49, 102, 96, 112]],
    ['at the head', [49, 94, 96, 102]],
  ])('is a mark where it runs through letters %s', (_, box) => {
    expect(link(box)).toContain('marksText')
    expect(link(box, '/Border [0 0 0]')).toEqual([])
  })

  it.each<[string, number]>([
    ['below', 76],
    ['above', 124],
  ])('is a mark where it stands around a line and runs through the one %s', (_, y) => {
    const two = `${PAGE} ${text('nnn', 60, y, 10)}`
    const edge = y + 2.7
    const box: Box = y < 100 ? [49, edge, END + 1, 109] : [49, 97, END + 1, edge]
    const drawing: NewDrawing = { subtype: 'Link', box, entries: '/Border [0 0 1] /C [0 0 0]' }
    expect(found(drawing, two)).toContain('marksText')
    const [left, bottom, right, top] = box
    const free: Box = y < 100 ? [left, bottom + 7, right, top] : [left, bottom, right, top - 6]
    expect(found({ ...drawing, box: free }, two)).toEqual([])
  })

  it('is drawn above an appearance, which may be none', () => {
    expect(found({ subtype: 'Link', box: [50, 97.5, END, 107.5], content: line(101, 1) })).toContain('marksText')
  })
})

describe('the icon of a note', () => {
  const icon = (content: string, box: Box = [96, 95, 116, 115]) => found({ as: 'note', box, content })
  const ground = '1 1 0 rg 96 95 20 20 re f'

  it('may stand beside letters when it has a ground in a colour', () => {
    expect(icon(`${ground} 0 g 98 100 3 7 re f`)).toEqual([])
    expect(icon('0 g 98 100 3 7 re f')).toContain('marksText')
  })

  it('is a mark where it is drawn beside its ground', () => {
    expect(icon('1 1 0 rg 106 95 10 20 re f 0 g 98 100 3 7 re f')).toContain('marksText')
    expect(icon('1 1 0 rg 97 95 19 20 re f 0 g 96 100 3 7 re f')).toEqual([])
    expect(icon('1 1 0 rg 106 95 10 20 re f 1 1 0 rg 96 95 4 20 re f 0 g 98 100 3 7 re f')).toEqual([])
  })

  it.each<[string, string]>([
    ['left of', '1 1 0 rg 100 95 16 20 re f 0 g 97 100 3 7 re f'],
    ['above', '1 1 0 rg 96 95 20 8 re f 0 g 98 100 3 7 re f'],
    ['below', '1 1 0 rg 96 103 20 12 re f 0 g 98 100 3 7 re f'],
    ['right of', '1 1 0 rg 96 95 3 20 re f 0 g 98 100 4 7 re f'],
  ])('is a mark where it stands out %s its ground', (_, content) => {
    expect(icon(content)).toContain('marksText')
  })

  it('is a mark where its ground is like paper, or like print', () => {
    expect(icon('1 g 96 95 20 20 re f 0 g 98 100 3 7 re f')).toContain('marksText')
    expect(icon('0.2 g 96 105 20 2 re f 0 g 98 100 3 7 re f')).toContain('marksText')
  })

  it('is a mark where it is larger than icons are', () => {
    const content = '1 1 0 rg 96 80 45 45 re f 0 g 98 100 3 7 re f'
    expect(icon(content, [96, 80, 121, 105])).toEqual([])
    expect(icon(content, [96, 80, 122, 106])).toContain('marksText')
    expect(icon(content, [96, 80, 120, 106])).toContain('marksText')
    expect(icon(content, [96, 95, 122, 115])).toContain('marksText')
  })

  it('is drawn by readers without an appearance', () => {
    expect(found({ as: 'note', box: [96, 95, 116, 115] })).toEqual([])
    expect(found({ subtype: 'Caret', box: [96, 95, 116, 115] })).toEqual([])
    expect(found({ subtype: 'FileAttachment', box: [84, 95, 104, 115] })).toContain('erasesText')
  })
})
