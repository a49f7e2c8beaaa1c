/**
 * Fields that show their value letter by letter, and yet are read as another one: ink of letters is cut off or painted over,
 * letters differ in size or shade, their names or fonts give every viewer something else, marks of buttons cannot be seen,
 * and bars behind options add up.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject, type PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { fieldIn } from '../bases/form-parts.js'
import { dict, pdf } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { attacksBy, type ClassAttack, FILLABLE, type Maker } from './class-attack.js'
import { form, HELVETICA } from './looks.js'

const FONTS = dict`<</Font <</F ${HELVETICA}>>>>`

const line = (text: string) => `q BT /F 10 Tf 0 g 2 6 Td (${text}) Tj ET Q\n`
const text = (operators: string) => `q BT 0 g ${operators} ET Q\n`

const look = (width: number, height: number, content: string, resources: PdfDict): PdfStream =>
  form(width, height, `/Tx BMC\n${content}EMC\n`, resources)

/** Fills a field in with a value that it shows, after a fashion. */
const fill =
  (name: string, value: string, content: string, resources = FONTS): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const field = fieldIn(parts, name)
      const [left, bottom, right, top] = field.rectangle
      const [widget = field.field] = field.widgets
      revision.set(field.field, { V: textString(value) })
      const drawn = look(right - left, top - bottom, content, resources)
      revision.set(widget, { AP: dict`<</N ${revision.add(drawn)}>>` })
    })

const amount = (value: string, content: string, resources?: PdfDict) => fill('amount', value, content, resources)

const INK: Readonly<Record<string, Maker>> = {
  'a first digit that is cut': amount('1900', `q 5.75 0 190 20 re W n ${line('1900')}Q\n`),
  'a minus that is cut': amount('-900', `q 4.3 0 190 20 re W n ${line('-900')}Q\n`),
  'a comma that is cut to a point': amount('1,000', `q 0 6 190 14 re W n ${line('1,000')}Q\n`),
  'a comma that is cut away': amount('1,50', `q 0 7.2 190 14 re W n ${line('1,50')}Q\n`),
  'digits whose upper halves are cut': amount('800', `q 0 0 190 9 re W n ${line('800')}Q\n`),
  'a frame that is painted over a point': amount(
    '1.50',
    `${text('/F 10 Tf 2 1 Td (1.50) Tj')}1 G 4.4 w 0 0 m 200 0 l S\n`,
  ),
  'a frame through a point': amount('1.50', `${text('/F 10 Tf 2 1 Td (1.50) Tj')}0 G 2 w 0 1 m 200 1 l S\n`),
  'a frame whose dashes are points': amount(
    '100000',
    `${text('/F 7 Tf 2 2 Td (100000) Tj')}0 G 1 w [1 11] 10 d 0 2 m 200 2 l S\n`,
  ),
  'a small raised digit': amount('102', text('/F 10 Tf 2 6 Td (10) Tj 4 Ts /F 6 Tf (2) Tj')),
  'a raised digit as large as the others': amount('102', text('/F 10 Tf 2 6 Td (10) Tj 3 Ts (2) Tj')),
  'small raised cents': amount('10050', text('/F 12 Tf 2 4 Td (100) Tj 5 Ts /F 6 Tf (50) Tj')),
  'a pale digit': amount('1000', text('/F 10 Tf 2 6 Td (100) Tj .88 g (0) Tj')),
  'small words': amount('I do not agree', text('/F 10 Tf 2 6 Td (I ) Tj /F 2.6 Tf (do not ) Tj /F 10 Tf (agree) Tj')),
}

const fontWith = (entries: Record<string, PdfObject>) => dict`<</Font <</F ${HELVETICA.with(entries)}>>>>`
const renamed = (name: string) =>
  fontWith({ Encoding: pdf`<</Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [126 /${name}]>>` })

/** Names of glyphs that fonts of viewers have not, or have otherwise, by what they are to be. */
const GLYPH_NAMES: Readonly<Record<string, string>> = {
  sfthyphen: '',
  uni00AD: '',
  'zero.alt': '0',
  zero_uni200B: '0',
  u0030: '0',
  'comma.alt': ',',
  u002C: ',',
  hyphentwo: '\u2010',
  figuredash: '\u2012',
  oneeighth: '\u215b',
  afii10017: '\u0410',
}

/** Fonts of pictures that some viewers have. */
const PICTURE_FONTS = ['Wingdings', 'Webdings', 'SymbolNeu', 'ZapfDingbatsITC', 'D050000L', 'Marlett', 'MTExtra']

const FONT_TRICKS: Readonly<Record<string, Maker>> = {
  ...Object.fromEntries(
    Object.entries(GLYPH_NAMES).map(([name, shown]) => [
      `a glyph that is called ${name}`,
      amount(`1${shown}50`, line('1~50'), renamed(name)),
    ]),
  ),
  ...Object.fromEntries(
    PICTURE_FONTS.map((name) => [
      `letters of the font ${name}`,
      amount('100 EUR', line('100 EUR'), fontWith({ BaseFont: PdfName.of(name) })),
    ]),
  ),
  ...Object.fromEntries(
    ['Symbol', 'ZapfDingbats'].map((name) => [
      `a font whose descriptor calls it ${name}`,
      amount(
        'Ada pays',
        line('Ada pays'),
        fontWith({ FontDescriptor: pdf`<</Type /FontDescriptor /FontName /${name} /Flags 4>>` }),
      ),
    ]),
  ),
  'digits that are set far apart': amount(
    '1250',
    line('1250'),
    fontWith({ FirstChar: 48, LastChar: 57, Widths: pdf`[556 1700 556 556 556 556 556 556 556 556]` }),
  ),
}

/** Exchanges what a button shows in one of its states. */
const button =
  (name: string, state: 'on' | 'off', content: string, resources = FONTS): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      for (const widget of fieldIn(parts, name).widgets) {
        const looks = revision.document.lookupDict(revision.get(widget), 'AP')
        const normal = (looks && revision.document.lookupDict(looks, 'N')) ?? new PdfDict()
        const on = [...normal.entries.keys()].find((key) => key !== 'Off') ?? 'Yes'
        const drawn = revision.add(form(15, 15, content, resources))
        revision.set(widget, { AP: new PdfDict({ N: normal.with({ [state === 'on' ? on : 'Off']: drawn }) }) })
      }
    })

/** A circle by four curves, open for the operator that paints it. */
function circle(radius: number): string {
  const [c, r, k] = [7.5, radius, radius * 0.5523]
  return [
    `${c + r} ${c} m ${c + r} ${c + k} ${c + k} ${c + r} ${c} ${c + r} c`,
    `${c - k} ${c + r} ${c - r} ${c + k} ${c - r} ${c} c ${c - r} ${c - k} ${c - k} ${c - r} ${c} ${c - r} c`,
    `${c + k} ${c - r} ${c + r} ${c - k} ${c + r} ${c} c h `,
  ].join(' ')
}

const TICK = '0 G 2 w 3 3 m 12 12 l S\n'

const BUTTONS: Readonly<Record<string, Maker>> = {
  'a white tick': button('accepted', 'on', '1 G 2 w 3 3 m 12 12 l S\n'),
  'a tick that is a point': button('accepted', 'on', '0 G .001 w 3 3 m 3.01 3.01 l S\n'),
  'a tick without opacity': button('accepted', 'on', `/G gs ${TICK}`, dict`<</ExtGState <</G <</CA 0>>>>>>`),
  'a tick outside of the button': button('accepted', 'on', '0 G 2 w 33 33 m 42 42 l S\n'),
  'a tick under an octagon': button(
    'accepted',
    'on',
    `${TICK}1 g 0 2 m 2 0 l 13 0 l 15 2 l 15 13 l 13 15 l 2 15 l 0 13 l h f\n`,
  ),
  'a tick under a broad stroke': button('accepted', 'on', `${TICK}1 G 30 w 0 7 m 15 8 l S\n`),
  'a blank for a tick': button('accepted', 'on', 'BT /F 10 Tf 3 3 Td ( ) Tj ET\n'),
  'a letter that is not drawn for a tick': button('accepted', 'on', 'BT 3 Tr /F 10 Tf 3 3 Td (X) Tj ET\n'),
  'a white letter for a tick': button('accepted', 'on', 'BT 1 g /F 10 Tf 3 3 Td (X) Tj ET\n'),
  'a tiny letter for a tick': button('accepted', 'on', 'BT 0 g /F .1 Tf 3 3 Td (X) Tj ET\n'),
  'a letter far away for a tick': button('accepted', 'on', 'BT 0 g /F 10 Tf 300 3 Td (X) Tj ET\n'),
  'a letter mostly cut away for a tick': button('accepted', 'on', 'BT 0 g /F 10 Tf 3 -6 Td (X) Tj ET\n'),
  'an N for a tick': button('accepted', 'on', 'BT 0 g /F 10 Tf 3 3 Td (N) Tj ET\n'),
  'NO in strokes for a tick': button('accepted', 'on', '0 G 1 w 2 2 m 2 13 l 6 2 l 6 13 l S 9 2 4 11 re S\n'),
  'a grey disc for no choice': button('plan', 'off', `0 G 1 w ${circle(7)}S .5 g ${circle(4.6)}f\n`),
  'a grey square for no tick': button('agree', 'off', '0 G 1 w .5 .5 14 14 re S .5 g 3 3 9 9 re f\n'),
  'rings that make a disc for no choice': button('plan', 'off', `0 G 3 w ${circle(3.9)}S ${circle(6)}S\n`),
  'a tick around the middle for no tick': button(
    'agree',
    'off',
    '0 G 1.4 w .8 7.5 m 6.8 .4 l 12.8 6 l 14.6 14.4 l S\n',
  ),
  'discs that add up for no choice': button(
    'plan',
    'off',
    `/G gs ${`${circle(6)}f `.repeat(12)}\n`,
    dict`<</ExtGState <</G <</ca .14>>>>>>`,
  ),
  'a disc that turns the paper black for no choice': button(
    'plan',
    'off',
    `/G gs 1 g ${circle(6)}f\n`,
    dict`<</ExtGState <</G <</BM /Difference>>>>>>`,
  ),
  'a tick cut out of a frame for no tick': button(
    'agree',
    'off',
    '1 1.5 m 3 0 l 7 3 l 6 3.5 l 3 1.2 l 1.5 2 l h W n 0 G 3 w 0 1.5 m 15 1.5 l S\n',
  ),
  'a tick that no viewer blends for a tick': button(
    'accepted',
    'on',
    `/G gs ${TICK}`,
    dict`<</ExtGState <</G <</BM /Screen>>>>>>`,
  ),
  'frames that make a square for no tick': button('agree', 'off', '0 G 3 w 1.5 1.5 12 12 re S 2.9 w 3 3 9 9 re S\n'),
}

const ROWS = 'BT /F 10 Tf 0 g 2 47 Td (Red) Tj 0 -12 Td (Green) Tj 0 -12 Td (Blue) Tj ET\n'
const BLUE = '.6 .75 .85 rg'
const WHITE_BAR = '1 g 0 44 200 11 re f'
const chosenRed = (bars: string) => fill('colours', 'Red', `${bars} ${ROWS}`)

const LISTS: Readonly<Record<string, Maker>> = {
  'stripes behind another option': chosenRed(
    `${WHITE_BAR} ${BLUE} 0 32 200 4 re f 0 35.9 200 4 re f 0 39.8 200 3 re f`,
  ),
  'a bar in the colour of the ground': chosenRed(`${BLUE} 0 32 200 11 re f ${WHITE_BAR}`),
  'a bar that is painted over': chosenRed(`${BLUE} 0 44 200 11 re f 0 32 200 11 re f ${WHITE_BAR}`),
  'a stroke as broad as the list': chosenRed(`${WHITE_BAR} .6 .75 .85 RG 400 w 0 32 m 0 43 l S`),
  'thin bars behind another option': chosenRed(
    `${WHITE_BAR} ${BLUE} ${[0, 1, 2, 3, 4].map((i) => `0 ${32 + i * 2.2} 200 2.2 re f`).join(' ')}`,
  ),
}

const inFields = (prefix: string, makers: Readonly<Record<string, Maker>>) =>
  attacksBy(Object.fromEntries(Object.entries(makers).map(([name, make]) => [`${prefix}: ${name}`, make])), {
    profiles: FILLABLE,
  })

export const inkedFields: readonly ClassAttack[] = [
  ...inFields('letters', INK),
  ...inFields('fonts', FONT_TRICKS),
  ...inFields('a button', BUTTONS),
  ...inFields('a list', LISTS),
]
