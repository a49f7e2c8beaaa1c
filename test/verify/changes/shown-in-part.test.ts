/**
 * Values that are filled in and shown in part: since the font lacks letters, or since the field is too short.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { isHonestlyMissing, mayBeLacking, type ValueLetter } from '../../../src/ink/fields/shown-part.js'
import type { PdfObject, PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import type { ChangesReport } from '../../../src/verify/report.js'
import { change, codesOf, createDocument, dict, fieldText, form, judgeFirst, REFS, sign } from './changed-documents.js'

let signed: Uint8Array
let drawnByReaders: Uint8Array
beforeAll(async () => {
  signed = await sign(createDocument())
  drawnByReaders = await sign(createDocument({ form: { NeedAppearances: true } }))
})

/** The field Total of 100 by 20 points, filled in with a value and a drawing. */
const fill = (value: string, look: PdfStream, entries: Record<string, PdfObject> = {}) =>
  judgeFirst(
    change(signed, ({ increment, update }) =>
      update(REFS.total, { V: textString(value), AP: dict({ N: increment.add(look) }), ...entries }),
    ),
  )

/** The same, drawn by whoever reads it. */
const leave = (value: string) =>
  judgeFirst(change(drawnByReaders, ({ update }) => update(REFS.total, { V: textString(value) })))

/** As programs draw that clip the text at the edges of the field. */
const clipped = (text: string, x = 2, more = '', size = 12) =>
  form(`q 1 1 98 18 re W n ${more} BT 0 g /Helv ${size} Tf ${x} 5 Td (${text}) Tj ET Q`)

const partsOf = ({ status, warnings }: ChangesReport) => [status, ...warnings.map(({ code }) => code)]
const IN_PART = ['valid', 'field_shown_in_part']

describe('a value with letters that the font lacks', () => {
  it('is a warning with both texts', () => {
    const { status, warnings } = fill('Łukasz Żak', fieldText('ukasz ak'))
    expect(status).toBe('valid')
    expect(warnings).toEqual([
      {
        code: 'field_shown_in_part',
        message:
          'Field "Total" has the value "Łukasz Żak", of which some programs show no more than "ukasz ak" (revision 3).',
      },
    ])
  })

  it.each([
    ['Лев Толстой', ''],
    ['王小明', ''],
    ['Ελένη Παπαδοπούλου', ''],
    ['Piłsudski', 'Pisudski'],
    ['Jiři', 'Jii'],
  ])('may be %s, shown as "%s"', (value, shown) => {
    expect(partsOf(fill(value, fieldText(shown)))).toEqual(IN_PART)
  })

  it.each([
    ['Łukasz Żółć', 'ukas ó', 'a letter that every font has'],
    ['Łukasz Żółć', '?ukasz ?ó??', 'marks in their place'],
    ['Łukasz 15', 'ukasz 1', 'a digit'],
    ['Łukasz 1.5', 'ukasz 15', 'a decimal point'],
    ['Łukasz -5', 'ukasz 5', 'a sign'],
    ['Łukasz −5', 'ukasz 5', 'a sign that the font lacks'],
    ['Łukasz 5₺', 'ukasz 5', 'a currency that the font lacks'],
    ['Łukasz 5٣', 'ukasz 5', 'a digit that the font lacks'],
    ['I do НЕ agree', 'I do agree', 'a word beside others'],
    ['не более 5', '5', 'words beside a number'],
    ['ụņlawful', 'lawful', 'a prefix'],
    ['hopełęśs', 'hopes', 'three letters in a row'],
    ['1ł5', '15', 'a letter between digits'],
    ['ukasz', 'Łukasz'.slice(1, 5), 'the end, though it had room'],
  ])('%s may not be shown as "%s": %s', (value, shown) => {
    expect(fill(value, fieldText(shown.replaceAll('(', '\\('))).status).toBe('invalid')
  })

  it('may not keep its value and lose letters', async () => {
    const full = await sign(createDocument())
    const report = judgeFirst(change(full, ({ increment }) => increment.put(REFS.totalAppearance, fieldText('10'))))
    expect(report.status).toBe('invalid')
  })
})

describe('a value that is too long for its field', () => {
  const LONG = 'Grace Brewster Murray Hopper, Rear Admiral'

  it('is a warning where the edge of the field cuts its end off', () => {
    const { status, warnings } = fill(LONG, clipped(LONG))
    expect([status, ...warnings.map(({ code }) => code)]).toEqual(IN_PART)
    expect(warnings[0]?.message).toMatch(
      /has the value "Grace Brewster.*Admiral", of which .* more than "Grace Brewster M\w*"/,
    )
  })

  it('may be drawn up to the edge', () => {
    expect(partsOf(fill(LONG, clipped('Grace Brewster M')))).toEqual(IN_PART)
  })

  it.each<[string, string, PdfStream]>([
    ['a number', 'Grace Brewster 1000000', clipped('Grace Brewster 1000000')],
    ['a unit behind a number', 'Pay them all 1 million', clipped('Pay them all 1 million')],
    ['a currency', 'Grace Brewster MUR', clipped('Grace Brewster MUR')],
    ['the name of a currency', 'Grace Brewster dollars', clipped('Grace Brewster dollars')],
    ['a sign', 'Grace Brewster Mur +', clipped('Grace Brewster Mur +')],
    ['a dash that may be a sign', 'Grace Brewster Mur - x', clipped('Grace Brewster Mur - x')],
    ['its beginning', LONG, clipped(LONG, -20)],
    ['an end that has room', LONG, clipped('Grace')],
    ['an end behind a narrower clip', LONG, clipped(LONG, 2, '1 1 40 18 re W n')],
    ['an end far from its beginning', LONG, clipped(LONG, 60)],
    ['its middle', LONG, clipped('Grace Murray Hopper')],
    [
      'an end that is white',
      LONG,
      form('BT 0 g /Helv 12 Tf 2 5 Td (Grace ) Tj 1 g (Brewster Murray Hopper, Rear Admiral) Tj ET'),
    ],
    ['letters that are not in it', LONG, clipped('Grace Brewster XMurray')],
  ])('may not lose %s', (_, value, look) => {
    expect(fill(value, look).status).toBe('invalid')
  })

  it.each<[string, string[], PdfStream]>([
    ['begin 14 points from the left of 100', IN_PART, clipped(LONG, 14)],
    ['begin 16 points from it', ['invalid'], clipped(LONG, 16)],
    ['end 23.7 points before the edge, in letters of 12', IN_PART, clipped('Grace Brews', 7)],
    ['end 24.7 points before it', ['invalid'], clipped('Grace Brews', 6)],
    ['end at a clip 5.5 points before the edge', IN_PART, clipped(LONG, 2, '1 1 93.5 18 re W n')],
    ['end at a clip 6.5 points before it', ['invalid'], clipped(LONG, 2, '1 1 92.5 18 re W n')],
  ])('may, or may not, %s', (_, expected, look) => {
    expect(partsOf(fill(LONG, look))).toEqual(expected)
  })

  it('is judged as strictly in a comb', () => {
    const comb = { Ff: 1 << 24, MaxLen: 30 }
    expect(codesOf(fill(LONG, clipped(LONG), comb)).length).toBeGreaterThan(0)
  })
})

describe('a value that readers draw by themselves', () => {
  it.each(['Łukasz Żółć', 'Лев Толстой', '王小明'])('may be %s, which is a warning', (value) => {
    expect(partsOf(leave(value))).toEqual(IN_PART)
  })

  it.each([
    ['Łukasz 15', 'a digit behind the first letter that they lack'],
    ['I do НЕ agree', 'a word'],
    ['Łukasz −', 'a sign'],
  ])('may not be %s, where some leave out %s', (value) => {
    expect(codesOf(leave(value))).toEqual(['appearance_unknown'])
  })
})

describe('what may be missing', () => {
  const letters = (text: string, end = Number.POSITIVE_INFINITY): ValueLetter[] =>
    Array.from(text, (each, i) => ({ text: each, state: i >= end ? 'cut' : mayBeLacking(each) ? 'lacking' : 'seen' }))

  it.each([
    [letters('Żaneta'), true],
    [letters('ŻŁaneta'), false],
    [letters('Zażółć'), true],
    [letters('Zażńłć'), false],
    [letters('12 High Street in the city of London', 30), true],
    [letters('12 High Street in London', 16), false],
    [letters('one two EUR', 8), false],
    [letters('one two EURO-like', 12), true],
  ])('is told by its place', (value, isHonest) => {
    expect(isHonestlyMissing(value)).toBe(isHonest)
  })
})
