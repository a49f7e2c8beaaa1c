/**
 * Differences between two looks of a page, and changes that make none.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { streamText } from '../../pdf/make-pdf.js'
import { rectangle } from '../../verify/support/small-fonts/small-font.js'
import { writeTrueType } from '../../verify/support/small-fonts/true-type.js'
import type { Sheet } from '../content/draw.js'
import { compareSheets, differing, type SheetText } from './compared-sheets.js'

const TEXT = 'BT /F1 12 Tf 20 100 Td (Total 100) Tj ET'

/** A form that paints a square, with some content. */
const formText = (content: string, entries = '') => streamText(`/Subtype /Form /BBox [0 0 50 20] ${entries}`, content)

/** A sheet with a form /X under some number. */
const withForm = (form: string, num = 10, name = 'X'): Sheet => ({
  content: `q /${name} Do Q`,
  resources: `/XObject <</${name} ${num} 0 R>>`,
  objects: { [num]: form },
})

/** A picture of one row, with its samples in hexadecimal digits. */
const withImage = (samples: string): Sheet => ({
  content: 'q 50 0 0 50 20 20 cm /I Do Q',
  resources: '/XObject <</I 10 0 R>>',
  objects: {
    10: streamText(
      '/Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /ASCIIHexDecode',
      `${samples}>`,
    ),
  },
})

/** Text in a font that the file brings, whose only letter is a bar of some height. */
const withFont = (height: number, num = 10): Sheet => {
  const program = writeTrueType([
    { name: '.notdef', width: 500, contours: [] },
    { name: 'a', width: 500, contours: [rectangle(50, 0, 300, height)] },
  ])
  const descriptor = `<</Type /FontDescriptor /FontName /Small /Flags 4 /FontFile2 ${num + 2} 0 R>>`
  return {
    content: 'BT /S 12 Tf 20 100 Td (a) Tj ET',
    resources: `/Font <</S ${num} 0 R>>`,
    objects: {
      [num]: `<</Type /Font /Subtype /TrueType /BaseFont /Small /FirstChar 97 /LastChar 97 /Widths [500] /FontDescriptor ${num + 1} 0 R>>`,
      [num + 1]: descriptor,
      [num + 2]: streamText('', latin1Text(program)),
    },
  }
}

const withLayer = (state: 'ON' | 'OFF'): Sheet => ({
  content: '/OC /L BDC 20 20 50 50 re f EMC',
  resources: '/Properties <</L 10 0 R>>',
  objects: { 10: '<</Type /OCG /Name (Layer)>>' },
  catalog: `/OCProperties <</OCGs [10 0 R] /D <</${state} [10 0 R]>>>>`,
})

const withShading = (end: string): Sheet => ({
  content: '/H sh',
  resources: `/Shading <</H <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 200 0] /Function <</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [${end}] /N 1>>>>>>`,
})

describe('the content of a page', () => {
  it.each<[string, SheetText, SheetText]>([
    ['numbers in another notation', TEXT, 'BT /F1 12.0 Tf +20. 100.000 Td (Total 100) Tj ET'],
    ['other operators for the same', TEXT, 'q BT /F1 12 Tf 1 0 0 1 20 100 Tm (Total ) Tj (100) Tj ET Q'],
    ['another number for an object', withForm(formText('0 0 9 9 re f')), withForm(formText('0 0 9 9 re f'), 12)],
    ['another name for a resource', withForm(formText('0 0 9 9 re f')), withForm(formText('0 0 9 9 re f'), 10, 'Y')],
    [
      'a resource that nobody asks for',
      TEXT,
      { content: TEXT, resources: '/XObject <</X 10 0 R>>', objects: { 10: formText('0 0 9 9 re f') } },
    ],
    ['what is painted outside of the page', TEXT, `${TEXT} 300 300 9 9 re f`],
    ['a font under other numbers', withFont(700), withFont(700, 20)],
    ['what cannot be interpreted, as long as it stays', `${TEXT} zz`, `${TEXT} zz`],
    ['no rotation that is written down', TEXT, { content: TEXT, page: '/Rotate 0' }],
  ])('is the same with %s', (_, before, after) => {
    expect(differing(before, after)).toEqual([])
  })

  it.each<[string, SheetText, SheetText]>([
    ['another text', TEXT, TEXT.replace('100)', '900)')],
    ['another place', TEXT, TEXT.replace('20 100', '20 101')],
    ['another size', TEXT, TEXT.replace('12 Tf', '13 Tf')],
    ['another colour', TEXT, `1 0 0 rg ${TEXT}`],
    ['another font', TEXT, TEXT.replace('F1', 'F2')],
    ['letters that were not painted', TEXT.replace('Td', 'Td 3 Tr'), TEXT],
    ['something more', TEXT, `${TEXT} 20 20 9 9 re f`],
    ['something less', `${TEXT} 20 20 9 9 re f`, TEXT],
    ['another order', `1 g 0 90 99 30 re f 0 g ${TEXT}`, `${TEXT} 1 g 0 90 99 30 re f`],
    ['a clip', TEXT, `0 0 50 200 re W n ${TEXT}`],
    [
      'transparency',
      { content: `/G gs ${TEXT}`, resources: '/ExtGState <</G <</ca 1>>>>' },
      { content: `/G gs ${TEXT}`, resources: '/ExtGState <</G <</ca .1>>>>' },
    ],
    ['another form', withForm(formText('0 0 9 9 re f')), withForm(formText('0 0 9 8 re f'))],
    ['another picture', withImage('00ff'), withImage('0000')],
    ['another shading', withShading('1'), withShading('.5')],
    [
      'a shading in another place',
      withShading('1'),
      { ...withShading('1'), content: '.5 0 0 .5 0 0 cm 0 0 400 400 re W n /H sh' },
    ],
    ['another font program', withFont(700), withFont(300)],
    ['a layer that is on', withLayer('OFF'), withLayer('ON')],
    ['something unknown', TEXT, `${TEXT} zz`],
    ['nothing unknown any more', `${TEXT} zz`, TEXT],
    ['another box', TEXT, { content: TEXT, page: '/CropBox [0 0 200 90]' }],
    ['another rotation', TEXT, { content: TEXT, page: '/Rotate 180' }],
  ])('is another one with %s', (_, before, after) => {
    expect(differing(before, after)).toEqual(['content'])
  })

  it('differs in the place of what differs', () => {
    const [difference] = compareSheets(TEXT, `${TEXT} 20 30 40 50 re f`)
    expect(difference?.box).toEqual([20, 30, 60, 80])
  })
})

const APPEARANCE = formText('0 0 9 9 re f')
const [SIGNATURE, VALUE] = ['/Subtype /Widget /FT /Sig', '/Subtype /Widget /FT /Tx /V (100) /DA (/Helv 12 Tf 0 g)']

/** A sheet with annotation 10, its entries and the stream 11; further annotations as they are listed. */
const annotated = (entries: string, { form = APPEARANCE, list = '10 0 R', parent = '<<>>' } = {}): Sheet => ({
  content: TEXT,
  page: `/Annots [${list}]`,
  objects: {
    10: `<</Rect [20 20 70 40] ${entries.includes('/Subtype') ? '' : '/Subtype /Stamp'} ${entries}>>`,
    11: form,
    12: `<</Rect [20 60 70 80] /Subtype /Stamp /AP <</N 11 0 R>>>>`,
    13: parent,
    14: formText('0 0 5 5 re f'),
  },
})

const STAMP = annotated('/AP <</N 11 0 R>>')

describe('an annotation', () => {
  it.each<[string, SheetText, SheetText]>([
    [
      'dates, names and links',
      STAMP,
      annotated('/AP <</N 11 0 R>> /NM (a) /M (D:2026) /T (Ada) /P 3 0 R /StructParent 4'),
    ],
    ['the order to be printed', STAMP, annotated('/AP <</N 11 0 R>> /F 4')],
    [
      'an appearance that paints the same',
      STAMP,
      annotated('/AP <</N 11 0 R>>', { form: formText('q 0 0 m 9 0 l 9 9 l 0 9 l h f Q') }),
    ],
    [
      'fonts that it does not ask for',
      STAMP,
      annotated('/AP <</N 11 0 R>>', { form: formText('0 0 9 9 re f', '/Resources <</Font <</F 10 0 R>>>>') }),
    ],
    ['a signature', annotated(SIGNATURE), annotated(`${SIGNATURE} /V 13 0 R`)],
  ])('is the same with %s', (_, before, after) => {
    expect(differing(before, after)).toEqual([])
  })

  it.each<[string, SheetText, SheetText]>([
    ['another appearance', STAMP, annotated('/AP <</N 11 0 R>>', { form: formText('0 0 8 9 re f') })],
    ['an appearance under the pointer', STAMP, annotated('/AP <</N 11 0 R /R 14 0 R>>')],
    [
      'another state',
      annotated('/AS /A /AP <</N <</A 11 0 R /B 11 0 R>>>>'),
      annotated('/AS /B /AP <</N <</A 11 0 R /B 11 0 R>>>>'),
    ],
    ['another place', STAMP, annotated('/AP <</N 11 0 R>> /Rect [21 20 71 40]')],
    ['flags that show it', annotated('/AP <</N 11 0 R>> /F 2'), STAMP],
    ['flags that hide it', STAMP, annotated('/AP <</N 11 0 R>> /F 34')],
    ['another value, without an appearance', annotated(VALUE), annotated(VALUE.replace('100', '900'))],
    ['another style, without an appearance', annotated(VALUE), annotated(VALUE.replace('0 g', '1 g'))],
    ['a text for a signature', annotated(SIGNATURE), annotated(`${SIGNATURE} /V (and 900 more)`)],
    [
      'a value of what it belongs to',
      annotated(`${SIGNATURE} /Parent 13 0 R`),
      annotated(`${SIGNATURE} /Parent 13 0 R`, { parent: '<</V (900)>>' }),
    ],
    [
      'an appearance of what it belongs to',
      annotated(`${SIGNATURE} /Parent 13 0 R`),
      annotated(`${SIGNATURE} /Parent 13 0 R`, { parent: '<</AP <</N 11 0 R>>>>' }),
    ],
    ['a type of its own', annotated(SIGNATURE), annotated('/Subtype /Widget /FT /Btn /AS /Yes')],
    ['something unknown', annotated(SIGNATURE), annotated(`${SIGNATURE} /AP <</N 11 0 R>>`, { form: formText('zz') })],
    ['a ground', annotated(SIGNATURE), annotated(`${SIGNATURE} /MK <</BG [0]>>`)],
    ['a place on the page', annotated('/AP <</N 11 0 R>>', { list: '' }), STAMP],
    ['no place on the page', STAMP, annotated('/AP <</N 11 0 R>>', { list: '' })],
    ['two places on the page', STAMP, annotated('/AP <</N 11 0 R>>', { list: '10 0 R 10 0 R' })],
    [
      'another place in the order',
      annotated('/AP <</N 11 0 R>>', { list: '10 0 R 12 0 R' }),
      annotated('/AP <</N 11 0 R>>', { list: '12 0 R 10 0 R' }),
    ],
  ])('is another one with %s', (_, before, after) => {
    expect(differing(before, after)).toEqual([10])
  })

  it('is not seen while it is a field that waits for a signature', () => {
    expect(differing(annotated('', { list: '' }), annotated(SIGNATURE))).toEqual([])
  })

  it('may stand in the list of its page, where it is told by what it says', () => {
    const direct = (text: string) => `<</Subtype /FreeText /Rect [9 9 99 29] /Contents (${text})>>`
    const before = annotated('/AP <</N 11 0 R>>', { list: `10 0 R ${direct('a')} ${direct('b')}` })
    expect(differing(before, annotated('/AP <</N 11 0 R>>', { list: `10 0 R ${direct('b')}` }))).toHaveLength(1)
    expect(differing(before, before)).toEqual([])
  })

  it('has letters of a font that was exchanged under its number', () => {
    const widget = (height: number): Sheet => {
      const { objects = {}, resources = '' } = withFont(height, 20)
      const form = formText('BT /S 12 Tf 0 5 Td (a) Tj ET', `/Resources <<${resources}>>`)
      const sheet = annotated('/AP <</N 11 0 R>>', { form })
      return { ...sheet, objects: { ...sheet.objects, ...objects } }
    }
    expect(compareSheets(widget(700), widget(300)).map(({ isForeign = false }) => isForeign)).toEqual([false, true])
    expect(compareSheets(widget(700), widget(700))).toEqual([])
  })
})
