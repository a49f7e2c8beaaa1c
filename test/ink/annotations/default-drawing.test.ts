/**
 * What readers draw for annotations without an appearance, by what it does to the text of a page.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { paintsNothing } from '../../../src/ink/annotations/annotation-drawings.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { fill, line } from '../fields/field-page.js'
import { effectsOf, findingsOf, type NewDrawing } from '../policy/drawn-page.js'
import { rect, text } from '../policy/operators.js'

/** Its cells reach from 50 to 94.5, and from 97.5 to 107.5. */
const WORD = text('nnnnnnnn', 50, 100, 10)
const OVER: Box = [45, 90, 100, 115]
const BESIDE: Box = [45, 20, 100, 45]

const found = (subtype: string, box: Box, entries: string) =>
  findingsOf({ page: WORD, drawn: [{ subtype, box, entries }] })
const unknown = (drawing: NewDrawing, entries?: string) =>
  effectsOf({ page: WORD, ...(entries === undefined ? {} : { entries }), drawn: [drawing] })[0]?.unknown

describe('readers draw', () => {
  it.each<[string, string, string]>([
    ['the inside of a square', 'Square', '/IC [1 0 0]'],
    ['the inside of a circle', 'Circle', '/IC [0.5]'],
    ['a text', 'FreeText', '/Contents (nnnnnnnn) /DA (/Helv 12 Tf 0 g)'],
    ['a text without any letters', 'FreeText', '/Contents ()'],
    ['a stamp', 'Stamp', '/Name /Approved'],
    ['a polygon', 'Polygon', '/Vertices [45 90 100 90 100 115 45 115] /IC [0 0 1 0] /C [1 0 0]'],
    ['a broad line', 'Line', '/L [45 102 100 102] /BS <</W 20>> /C [1 0 0]'],
    ['strokes of a pen', 'Ink', '/InkList [[45 102 100 102] [45 104 100 104]] /BS <</W 15>> /C [1 0 0]'],
    ['the icon of a file', 'FileAttachment', '/Name /Graph'],
    ['the window of a note that is open', 'Popup', '/Open true /Border [0 0 30]'],
    ['the ground of a field', 'Widget', '/FT /Tx /MK <</BG [1]>>'],
    ['a prompt in a signature', 'Widget', '/FT /Sig'],
    ['a broad border of a field', 'Widget', '/FT /Tx /MK <</BC [0]>> /BS <</W 20>>'],
  ])('%s', (_, subtype, entries) => {
    expect(found(subtype, OVER, entries)).not.toEqual([])
    expect(
      found(subtype, BESIDE, entries.replaceAll(/\b(9[0-9]|10[0-9]|115)\b(?= |\])/g, '30')).includes('hidesTooMuch'),
    ).toBe(false)
  })

  it.each<[string, string, string]>([
    ['the window of a note that is closed', 'Popup', ''],
    ['a field without a ground', 'Widget', '/FT /Tx'],
    ['a combo box', 'Widget', '/FT /Ch /Ff 131072'],
    ['a thin border of a field', 'Widget', '/FT /Tx /MK <</BC [0]>> /BS <</W 1 /S /B>>'],
    ['a kind that they do not know', 'Unheard', ''],
    ['a sound', 'Sound', ''],
  ])('nothing over letters for %s', (_, subtype, entries) => {
    expect(found(subtype, [40, 85, 105, 120], entries)).toEqual([])
  })

  it.each<[string, NewDrawing]>([
    ['a line with endings', { subtype: 'Line', box: OVER, entries: '/L [50 102 94 102] /LE [/None /ROpenArrow]' }],
    ['rich text', { subtype: 'FreeText', box: OVER, entries: '/RC (<p>n</p>)' }],
    ['a line with a caption', { subtype: 'Line', box: OVER, entries: '/L [45 102 100 102] /Cap true' }],
    ['a line that leads elsewhere', { subtype: 'Line', box: OVER, entries: '/L [45 102 180 102]' }],
    ['points that are none', { subtype: 'PolyLine', box: OVER, entries: '/Vertices [45 102 100]' }],
    ['strokes that are none', { subtype: 'Ink', box: OVER, entries: '/InkList 5' }],
    ['strokes without points', { subtype: 'Ink', box: OVER, entries: '/InkList [[1 2 3]]' }],
    ['a marking without a place', { subtype: 'Highlight', box: OVER, entries: '' }],
    ['a stream for a dictionary', { subtype: 'Widget', box: OVER, entries: '/FT /Tx /MK 4 0 R' }],
  ])('what cannot be told for %s', (_, drawing) => {
    expect(unknown(drawing)).toBeDefined()
  })
})

describe('an annotation without a place', () => {
  const EMPTY: Box = [50, 100, 50, 100]

  it('is drawn by its points where it has any', () => {
    const quad = '/QuadPoints [50 107.5 94 107.5 50 97.5 94 97.5] /C [0 0 0]'
    expect(found('Highlight', EMPTY, quad)).not.toEqual([])
    expect(found('Line', EMPTY, '/L [50 100 52 100]')).toBeDefined()
  })

  it('cannot be told where it has a drawing', () => {
    expect(unknown({ box: EMPTY, content: rect(0, 0, 1, 1) })).toBe('it has a drawing and no place for it')
  })

  it('draws nothing where it is a field, unless its drawing leaves its place', () => {
    expect(unknown({ as: 'signature', box: EMPTY, content: rect(0, 0, 1, 1) })).toBeUndefined()
    expect(unknown({ as: 'signature', box: EMPTY, content: `Q ${rect(0, 0, 1, 1)}` })).toBeDefined()
  })
})

describe('an annotation that is not turned with its page', () => {
  const upright = (turn: number, flags = '/Rotate') =>
    effectsOf({
      page: WORD,
      entries: `${flags} ${turn}`,
      drawn: [{ box: [100, 60, 150, 97], content: rect(100, 60, 50, 37), entries: '/F 20' }],
    })[0]

  it('is looked at both turned and upright', () => {
    expect(upright(0)?.hidesTooMuch).toBe(false)
    expect(upright(90)?.hidesTooMuch).toBe(false)
    expect(upright(180)?.hidesTooMuch).toBe(true)
    expect(upright(270)?.hidesTooMuch).toBe(false)
    expect(upright(45)?.unknown).toMatch('odd angle')
  })
})

describe('an annotation paints nothing', () => {
  const isNothing = (look: string, entries = '', box = '20 100 120 120') => {
    const { pair, widget } = fill({ look, entries: `/FT /Sig ${entries}`, box })
    return paintsNothing(pair, widget)
  }

  it('where its appearance is empty, and readers have nothing to draw', () => {
    expect(isNothing('')).toBe(true)
    expect(isNothing('', '/MK <</BG []>>')).toBe(true)
    expect(isNothing(line('n'), '', '20 100 20 100')).toBe(false)
    expect(isNothing('', '/C [1 0 0]')).toBe(true)
  })

  it('and something in all other cases', () => {
    expect(isNothing(line('n'))).toBe(false)
    expect(isNothing('', '/MK <</BG [1]>>')).toBe(false)
    expect(isNothing('', '/MK <</CA (Sign)>>')).toBe(false)
    expect(isNothing('', '/C [1 0 0] /Border [0 0 1]')).toBe(false)
    expect(isNothing('nonsense')).toBe(false)
    expect(isNothing('', '', '20 100 /Odd 120')).toBe(false)
  })
})
