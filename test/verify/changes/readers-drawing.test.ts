/**
 * Fields that readers draw by themselves: entries that say nothing about a value decide whether it is seen.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { PdfDict, type PdfObject } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import {
  annotate,
  type Changing,
  change,
  codesOf,
  createDocument,
  dict,
  fieldText,
  form,
  judgeFirst,
  name,
  REFS,
  sign,
} from './changed-documents.js'

type Entries = Record<string, PdfObject | undefined>
type Field = 'total' | 'agree'
type Changed = Entries | ((changing: Changing) => Entries)

/** The codes of findings after a field was signed with some entries, and then changed. */
async function judgeField(field: Field, signed: Entries, changed: Changed, isRedrawn = false): Promise<string[]> {
  const original = createDocument(isRedrawn ? { form: { NeedAppearances: true } } : {})
  const bytes = await sign(
    change(original, ({ update }) => update(REFS[field], signed)),
    { certify: 3 },
  )
  const edit = (changing: Changing) =>
    changing.update(REFS[field], typeof changed === 'function' ? changed(changing) : changed)
  return codesOf(judgeFirst(change(bytes, edit)))
}

const caption = (text: string) => dict({ CA: textString(text) })
const BARE = { AP: undefined, DA: textString('/Helv 12 Tf 0 g') }
const FILLED = { V: textString('200') }
const ON = { V: name('Yes'), AS: name('Yes') }
const TICKED = { ...ON, AP: undefined, MK: caption('4') }
const COUNTRIES = ['One', 'Two', 'Three', 'Four'].map((text) => textString(text))
const PRICES = [
  [textString('a'), textString('100')],
  [textString('b'), textString('900')],
]
const LIST = { ...BARE, FT: name('Ch'), Opt: COUNTRIES, V: textString('Two'), TI: 1 }
const COMBO = { ...BARE, FT: name('Ch'), Ff: 1 << 17, Opt: PRICES, V: textString('a') }
const THREE = textString('Three')
const OTHER = textString('Five')

describe('a text field without a look', () => {
  it.each<[string, Changed]>([
    ['filled in', FILLED],
    ['filled in with its look', ({ increment }) => ({ ...FILLED, AP: dict({ N: increment.add(fieldText('200')) }) })],
    ['touched', { M: textString('D:20270101') }],
  ])('may be %s', async (_, changed) => {
    expect(await judgeField('total', BARE, changed)).toEqual([])
  })

  it.each<[string, PdfObject]>([
    ['of no kind', dict({})],
    ['that is nothing', dict({ N: null })],
    ['without states', dict({ N: dict({}) })],
    ['of a state that Poppler takes', dict({ N: dict({ Off: REFS.totalAppearance }) })],
    ['for a pressed button', dict({ D: REFS.totalAppearance })],
    ['under the pointer', dict({ R: REFS.totalAppearance })],
  ])('may not get a look %s', async (_, look) => {
    expect(await judgeField('total', BARE, { AP: look })).toEqual(['appearance_removed'])
    expect(await judgeField('total', BARE, { ...FILLED, AP: look })).toEqual(['appearance_removed'])
    expect(await judgeField('total', {}, { ...FILLED, AP: look }, true)).toContain('appearance_removed')
  })
})

describe('a text that Firefox shows on the screen', () => {
  it.each<[string, string, string[]]>([
    ['the longest that it may have', '12345', []],
    ['a name that is cut off', 'Ada Lovelace', []],
    ['a number that is cut off', '123456', ['appearance_unknown']],
    ['an amount whose end is cut off', '1 EUR or 2', ['appearance_unknown']],
  ])('may have %s', async (_, value, codes) => {
    expect(await judgeField('total', { ...BARE, MaxLen: 5 }, { V: textString(value) })).toEqual(codes)
  })

  it('may be longer where no length is given, or its look shows it', async () => {
    const long = { V: textString('123456') }
    expect(await judgeField('total', { ...BARE, MaxLen: 0 }, long)).toEqual([])
    const shown: Changed = ({ increment }) => ({ ...long, AP: dict({ N: increment.add(fieldText('123456')) }) })
    expect(await judgeField('total', { MaxLen: 5 }, shown)).toEqual([])
  })

  it.each<[string, string, string[]]>([
    ['in the order of reading, with a mark', '2 5 Td /Span <</MCID 0>> BDC (200) Tj EMC', []],
    ['in the order of reading', '2 5 Td (2) Tj 6.67 0 Td (00) Tj', []],
    ['twice, to look bold', '2 5 Td (200) Tj 0.3 0 Td (200) Tj', ['appearance_unlike_field']],
    ['as what screen readers say', '2 5 Td /Span <</ActualText (200)>> BDC (200) Tj EMC', []],
    [
      'as a word that screen readers say otherwise',
      '2 5 Td /P <</E (900)>> BDC (200) Tj EMC',
      ['appearance_unlike_field'],
    ],
    [
      'beside what screen readers say',
      '2 5 Td (200) Tj /Span <</ActualText (9)>> BDC EMC',
      ['appearance_unlike_field'],
    ],
    ['as what screen readers say in two entries', '2 5 Td /Span <</Alt (200) /ActualText (200)>> BDC (200) Tj EMC', []],
    [
      'as what screen readers say twice',
      '2 5 Td /Span <</ActualText (200)>> BDC (200) Tj EMC /Span <</ActualText (200)>> BDC EMC',
      ['appearance_unlike_field'],
    ],
    [
      'as what screen readers say a hundred times, before another text',
      `2 5 Td (200) Tj ${'/Span <</ActualText (200)>> BDC EMC '.repeat(100)}/Span <</ActualText (9)>> BDC EMC`,
      ['appearance_unlike_field'],
    ],
    ['from its end', '8.67 5 Td (00) Tj -6.67 0 Td (2) Tj', ['appearance_unlike_field']],
  ])('may have letters that are painted %s', async (_, content, codes) => {
    const look = form(`/Tx BMC q BT 0 g /Helv 12 Tf ${content} ET Q EMC`)
    const filled: Changed = ({ increment }) => ({ ...FILLED, AP: dict({ N: increment.add(look) }) })
    expect(await judgeField('total', {}, filled)).toEqual(codes)
  })
})

describe('a box that is on', () => {
  it.each<[string, Entries, Entries]>([
    ['touched', TICKED, { M: textString('D:20270101') }],
    ['turned off', TICKED, { V: name('Off'), AS: name('Off') }],
    ['stripped of its caption where it has a look', { ...ON, MK: caption('4') }, { MK: undefined }],
  ])('may be %s', async (_, signed, changed) => {
    expect(await judgeField('agree', signed, changed)).toEqual([])
  })

  it.each<[string, Entries, Entries]>([
    ['its caption', TICKED, { MK: undefined }],
    ['its state', TICKED, { AS: name('Off') }],
    ['its state altogether', TICKED, { AS: undefined }],
  ])('may not lose %s', async (_, signed, changed) => {
    expect(await judgeField('agree', signed, changed)).toEqual(['shown_text_changed'])
  })

  it('may not lose its caption where readers draw all fields', async () => {
    const signed = { ...ON, MK: caption('4') }
    expect(await judgeField('agree', signed, { MK: undefined }, true)).toEqual(['shown_text_changed'])
    expect(await judgeField('agree', { MK: caption('4') }, { MK: undefined }, true)).toEqual([])
  })
})

describe('a list that readers draw', () => {
  it.each<[string, Entries]>([
    ['filled in', { V: THREE }],
    ['filled in and scrolled to what is chosen', { V: THREE, TI: 2 }],
    ['filled in and scrolled to the top', { V: THREE, TI: undefined }],
    ['emptied', { V: undefined, TI: 0 }],
  ])('may be %s', async (_, changed) => {
    expect(await judgeField('total', LIST, changed)).toEqual([])
  })

  it.each<[string, Entries, string]>([
    ['scrolled alone', { TI: 0 }, 'shown_text_changed'],
    ['scrolled beyond what is chosen', { V: THREE, TI: 3 }, 'shown_text_changed'],
    ['scrolled beyond its end', { V: THREE, TI: -1 }, 'shown_text_changed'],
    ['scrolled to an index that is none', { V: THREE, TI: name('Three') }, 'shown_text_changed'],
  ])('may not be %s', async (_, changed, code) => {
    expect(await judgeField('total', LIST, changed)).toContain(code)
  })
})

describe('a drop-down list that readers draw', () => {
  it.each<[string, Entries, Entries]>([
    ['an option', COMBO, { V: textString('b') }],
    ['nothing', COMBO, { V: textString('') }],
    ['any text where it may be edited', { ...COMBO, Ff: 3 << 17 }, { V: OTHER }],
  ])('may be given %s', async (_, signed, changed) => {
    expect(await judgeField('total', signed, changed)).toEqual([])
  })

  it('may not be given the text of its option for its value, which Poppler does not show', async () => {
    expect(await judgeField('total', COMBO, { V: textString('100') })).toEqual(['shown_text_changed'])
  })

  it.each<[string, Entries]>([
    ['a drop-down list', COMBO],
    ['a list', LIST],
  ])('is named with what is not shown when %s is given a value that is no option', async (_, signed) => {
    const bytes = await sign(change(createDocument(), ({ update }) => update(REFS.total, signed)))
    const { findings, warnings } = judgeFirst(change(bytes, ({ update }) => update(REFS.total, { V: OTHER })))
    expect(findings).toEqual([])
    expect(warnings).toMatchObject([
      {
        code: 'field_shown_in_part',
        message: expect.stringContaining('has the value "Five", of which some programs show nothing') as string,
      },
    ])
  })
})

describe('a colour beyond its range', () => {
  it('is no ground of a field', async () => {
    const ground = (...colour: number[]) => ({ MK: dict({ BG: colour }) })
    expect(await judgeField('total', BARE, ground(0.9, 0.9, 1.001))).toEqual([])
    expect(await judgeField('total', BARE, ground(0.9, 0.9, 9))).toContain('field_changed')
    expect(await judgeField('total', BARE, ground(0.9, 0.9, -0.1))).toContain('field_changed')
  })

  it('is no colour of letters', async () => {
    const style = (colour: string) => ({ ...FILLED, DA: textString(`/Helv 12 Tf ${colour}`) })
    expect(await judgeField('total', BARE, style('0.2 0 0 rg'))).toEqual([])
    expect(await judgeField('total', BARE, style('0.2 -3 0 rg'))).toContain('field_changed')
  })

  it.each<[number, string[]]>([
    [1, []],
    [1.001, []],
    [1.01, ['content_unknown']],
    [9, ['content_unknown']],
    [-1, ['content_unknown']],
  ])('is no colour of a marker: %s', async (red, codes) => {
    const bytes = await sign(createDocument(), { certify: 3 })
    const marker = new PdfDict({
      Type: name('Annot'),
      Subtype: name('Highlight'),
      Rect: [20, 245, 220, 265],
      QuadPoints: [20, 265, 220, 265, 20, 245, 220, 245],
      C: [red, 1, 0],
      F: 4,
    })
    expect(codesOf(judgeFirst(change(bytes, (changing) => annotate(changing, marker))))).toEqual(codes)
  })
})
