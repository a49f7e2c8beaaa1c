/**
 * What a drawing takes away from the letters beneath it.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { type DrawnPage, effectsOf, findingsOf } from '../policy/drawn-page.js'
import { BLACK, BLUE, bars, opacity, picture, rect, slanted, text, UNREADABLE, WHITE } from '../policy/operators.js'

const found = (page: string, content: string, more: Partial<DrawnPage> = {}) =>
  findingsOf({ page, drawn: [{ content }], ...more })
const HIDES = ['hidesTooMuch', 'hidesCharacters']
const WORD = text('nnnn', 50, 100, 20)

describe('letters are hidden', () => {
  it.each<[string, string]>([
    ['an area in any colour', rect(50, 95, 44, 20)],
    ['a picture', picture(50, 80, 50)],
    ['large letters', slanted('WW', 50, 92, 40)],
  ])('by %s', (_, content) => {
    expect(found(WORD, content)).toContain('hidesTooMuch')
  })

  it.each<[string, string, string[]]>([
    ['no letters, only points that lead somewhere', text('....', 50, 100, 20), []],
    ['blanks', text('    ', 50, 100, 20), []],
    ['invisible letters', `3 Tr ${WORD}`, []],
    ['letters elsewhere', text('nnnn', 50, 30, 20), []],
    ['letters', WORD, HIDES],
  ])('or not: %s', (_, page, expected) => {
    expect(found(page, rect(50, 95, 44, 20))).toEqual(expected)
  })

  it('by several drawings together, each of which hides a part', () => {
    const parts = [rect(50, 95, 22, 6), rect(50, 101, 22, 6)]
    expect(parts.flatMap((content) => found(WORD, content))).toEqual([])
    expect(findingsOf({ page: WORD, drawn: parts.map((content) => ({ content })) })).toEqual(HIDES)
  })

  it('but not by the former look of an annotation', () => {
    const parts = [rect(50, 95, 22, 6), rect(50, 101, 22, 6)]
    expect(findingsOf({ page: WORD, drawn: parts.map((content) => ({ content, num: 120 })) })).toEqual([])
  })

  it('also where the page is looked at in several tiles', () => {
    const page = [20, 90, 160].map((x) => text('n', x, 100, 20)).join('\n')
    const wide = '/MediaBox [0 0 600 200]'
    const far = [20, 250, 480].map((x) => text('n', x, 100, 20)).join('\n')
    expect(found(page, rect(10, 95, 180, 20))).toEqual(HIDES)
    const drawn = [{ box: [0, 0, 600, 200] as const, content: rect(10, 95, 580, 20) }]
    expect(findingsOf({ page: far, entries: wide, drawn })).toEqual(HIDES)
  })

  it('of other annotations as well', () => {
    const had = [{ box: [40, 80, 150, 130] as const, content: WORD }]
    expect(found('', rect(50, 95, 44, 20), { had })).toEqual(HIDES)
    expect(found('', rect(50, 40, 44, 20), { had })).toEqual([])
    const blank = [{ box: [40, 80, 150, 130] as const, content: text('....', 50, 100, 20) }]
    expect(found('', rect(50, 95, 44, 20), { had: blank })).toEqual([])
  })

  it('of a scan as well', () => {
    expect(found(bars(3, 50, 100, 15), rect(45, 95, 40, 25))).toEqual(HIDES)
    expect(found(bars(3, 50, 100, 15), rect(45, 40, 40, 25))).toEqual([])
    expect(
      found(
        `${rect(20, 80, 160, 60, BLACK)} ${bars(3, 50, 100, 15).replaceAll(BLACK, WHITE)}`,
        rect(45, 95, 40, 25, '1 0 0 rg'),
      ),
    ).toEqual(HIDES)
  })
})

describe('letters of a scan that are hidden in part', () => {
  it('count a little each, and those that are hidden less do not count', () => {
    const partly = (count: number, share: number) => found(bars(count, 50, 100, 15), rect(45, 100, 100, 15 * share))
    expect(partly(8, 0.6)).toEqual(HIDES)
    expect(partly(8, 0.3)).toEqual([])
    expect(partly(3, 0.6)).toEqual([])
  })
})

describe('letters are erased', () => {
  const sliver = (colour: string) => rect(50, 101, 44, 3, colour)

  it.each<[string, string, string, string[]]>([
    ['paper on paper', WORD, sliver(WHITE), ['erasesText']],
    ['what is nearly white', WORD, sliver('0.9 g'), ['erasesText']],
    ['what is seen on paper', WORD, sliver('0.8 g'), []],
    ['grey on the same grey', `${rect(20, 80, 160, 60, '0.5 g')} ${WORD}`, sliver('0.5 g'), ['erasesText']],
    ['red on grey of the same lightness', `${rect(20, 80, 160, 60, '0.5 g')} ${WORD}`, sliver('0.9 0.4 0.4 rg'), []],
    ['white on grey', `${rect(20, 80, 160, 60, '0.5 g')} ${WORD}`, sliver(WHITE), ['erasesText']],
    ['a line through the blank above letters', WORD, rect(50, 113, 44, 2, WHITE), []],
  ])('by %s', (_, page, content, expected) => {
    expect(found(page, content)).toEqual(expected)
  })

  it('by what cannot be read', () => {
    const drawn = [{ content: 'q 44 0 0 3 50 101 cm /Im Do Q', resources: '/XObject <</Im 60 0 R>>' }]
    const objects = { 60: UNREADABLE }
    expect(findingsOf({ page: WORD, objects, drawn })).toContain('erasesText')
  })

  it.each<[string, string, string, string[]]>([
    ['in it, on paper', '', '/S cs 1 scn', ['marksText', 'erasesText']],
    ['in it, on a ground in it, where it is a mark at least', '/S cs 1 scn', '/S cs 1 scn', ['marksText']],
    ['in a colour that is not dark, on a ground in it', '/S cs 1 scn', '0.33 g', ['marksText', 'erasesText']],
    ['but not in a darker one, which is a mark', '/S cs 1 scn', '0.27 g', ['marksText']],
    ['nor in the first one on a ground that is known', '0.5 g', '0.33 g', ['marksText']],
  ])('by a colour that viewers do not agree on: %s', (_, ground, colour, expected) => {
    // An ink that one viewer prints by its name and another by its alternative.
    const light = '<</FunctionType 2 /N 1 /Domain [0 1] /C0 [1 1 1] /C1 [.8 1 .8]>>'
    const resources = `/ColorSpace <</S [/Separation /Cyan /DeviceRGB ${light}]>>`
    const page = `${ground === '' ? '' : rect(20, 80, 160, 60, ground)} 0 g ${WORD}`
    const drawn = [{ content: sliver(colour), resources }]
    expect(findingsOf({ page, resources, drawn })).toEqual(expected)
  })

  it.each<[string, string, string, string[]]>([
    ['the point of an amount', text('12.50', 50, 100, 20), rect(72.5, 99.5, 5, 3, WHITE), ['erasesText']],
    ['not a point of a line to write on', text('......', 50, 100, 20), rect(55, 99, 5, 4, WHITE), []],
  ])('%s', (_, page, content, expected) => {
    expect(found(page, content)).toEqual(expected)
  })

  it('of other annotations as well', () => {
    const had = [{ box: [40, 80, 150, 130] as const, content: WORD }]
    expect(found('', sliver(WHITE), { had })).toEqual(['erasesText'])
  })

  it('of a scan: by paper, and by what is as light as its paper', () => {
    const scan = `${rect(0, 0, 200, 200, '0.8 g')} ${bars(3, 50, 100, 15)}`
    const over = (colour: string) => found(scan, rect(45, 104, 40, 5, colour))
    expect(over(WHITE)).toEqual(['erasesText'])
    expect(over('0.8 g')).toEqual(['erasesText'])
    expect(over('0.9 g')).toEqual(['erasesText'])
    expect(over('0.6 g')).toEqual([])
    expect(over(BLUE)).toEqual([])
  })

  it('not of specks of a scan', () => {
    expect(found(rect(50, 100, 2, 3, '0.6 g'), rect(45, 98, 10, 4, WHITE))).toEqual([])
    expect(found(bars(3, 50, 100, 3), rect(45, 100, 20, 1, WHITE))).toEqual(['erasesText'])
  })

  it('not by readers that draw an icon', () => {
    expect(findingsOf({ page: WORD, drawn: [{ as: 'note', box: [50, 95, 52, 97] }] })).not.toContain('erasesText')
  })

  it('not by what is no more than letters', () => {
    expect(found(bars(3, 50, 100, 15), slanted('n', 50, 90, 12, WHITE))).toEqual([])
  })
})

describe('a sliver on a coloured ground', () => {
  const page = `${rect(10, 80, 180, 60, '0.5 g')} ${text('n', 20, 100, 20)}`

  it.each<[string, string, boolean]>([
    ['of its colour, nearly so', '0.58 0.42 0.58 rg', true],
    ['redder', '0.7 0.5 0.5 rg', false],
    ['greener', '0.5 0.7 0.5 rg', false],
    ['bluer', '0.5 0.5 0.7 rg', false],
    ['darker in its red', '0.3 0.5 0.5 rg', false],
    ['darker in its green', '0.5 0.3 0.5 rg', false],
    ['darker in its blue', '0.5 0.5 0.3 rg', false],
  ])('takes ink away where it is not seen: %s', (_, colour, isErased) => {
    expect(found(page, rect(20, 101, 11, 3, colour)).includes('erasesText')).toBe(isErased)
  })

  it('is seen at the right of its ground as on its left', () => {
    const two = `${rect(10, 80, 90, 60, '0.5 g')} ${rect(100, 80, 90, 60, '0.8 g')}`
    const letters = `${text('n', 20, 100, 20)} ${text('n', 120, 100, 20)}`
    expect(found(`${two} ${letters}`, rect(20, 101, 11, 3, '0.8 g'))).toEqual([])
    expect(found(`${two} ${letters}`, rect(120, 101, 11, 3, '0.8 g'))).toEqual(['erasesText'])
  })
})

describe('pictures that cannot be read', () => {
  const page = {
    page: 'q 100 0 0 100 50 50 cm /Im Do Q',
    resources: '/XObject <</Im 60 0 R>>',
    objects: { 60: UNREADABLE },
  }

  it('may be hidden in a small part only', () => {
    const [effect] = effectsOf({ ...page, drawn: [{ content: rect(80, 80, 10, 10) }] })
    expect(effect?.unknown).toBe('a picture that it hides a part of cannot be read')
    expect(findingsOf({ ...page, drawn: [{ content: rect(80, 80, 4, 5) }] })).toEqual([])
    expect(findingsOf({ ...page, drawn: [{ content: rect(10, 80, 30, 30) }] })).toEqual([])
  })

  it('are not hidden by what lets them shine through', () => {
    const faint = (alpha: number) =>
      findingsOf({ ...page, drawn: [{ content: `/A gs ${rect(80, 80, 10, 10)}`, resources: opacity(alpha) }] })
    expect(faint(0.7)).toEqual([])
    expect(faint(0.85)).toEqual(['unknown'])
  })
})
