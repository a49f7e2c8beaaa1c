/**
 * Fields that show something else than their value (ISO 32000-2, 12.7.4.3, 12.7.5.2).
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, PdfName, type PdfObject, PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import type { Base } from '../bases/bases.js'
import { type FieldParts, fieldIn } from '../bases/form-parts.js'
import { toUnicodeMap } from '../support/contract.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'
import { attacksBy, type ClassAttack, FILLABLE } from './class-attack.js'
import { form, HELVETICA, type3In } from './looks.js'

const FONTS = dict`<</Font <</F ${HELVETICA}>>>>`

/** An appearance of the size of a field. */
function lookOf({ rectangle: [left, bottom, right, top] }: FieldParts, content: string, resources = FONTS): PdfStream {
  return form(right - left, top - bottom, `/Tx BMC\n${content}EMC\n`, resources)
}

/** Text as a viewer sets it in a field. */
const line = (text: string, more = '') => `q BT /F 10 Tf 0 g ${more} 2 6 Td (${text}) Tj ET Q\n`

interface Filling {
  readonly value?: PdfObject | undefined
  readonly look?: (revision: Revision, field: FieldParts) => PdfObject
  readonly widget?: (revision: Revision, field: FieldParts) => Record<string, PdfObject | undefined>
  readonly entries?: (revision: Revision, field: FieldParts) => Record<string, PdfObject | undefined>
}

/** Fills a field in, in one way or another. */
function fill(name: string, { value, look, widget, entries }: Filling): (base: Base) => Uint8Array {
  return ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const field = fieldIn(parts, name)
      const [first = field.field] = field.widgets
      if (value !== undefined) revision.set(field.field, { V: value })
      if (entries !== undefined) revision.set(field.field, entries(revision, field))
      if (look !== undefined) revision.set(first, { AP: dict`<</N ${revision.add(look(revision, field))}>>` })
      if (widget !== undefined) revision.set(first, widget(revision, field))
    })
}

const fillText = (value: string, content: string, resources?: (revision: Revision) => PdfDict) =>
  fill('amount', {
    value: textString(value),
    look: (revision, field) => lookOf(field, content, resources?.(revision)),
  })

/** Values, and other texts that are shown for them. */
const OTHER_TEXTS: readonly (readonly [value: string, shown: string])[] = [
  ['100', '900'],
  ['100', '1OO'],
  ['1,000.00', '100.000'],
  ['1,000.00', '-1,000.00'],
  ['1,000.00', '1.000,00'],
  ['1,000.00', '1,000,00'],
  ['100', '100 million'],
  ['100', '100, to be paid to Mallory'],
  ['100', '-100'],
  ['100', '1.00'],
  ['100', '10 0'],
  ['100', '100 %'],
  ['100 EUR', '100 USD'],
  ['I do not agree to pay', 'agree to pay'],
  ['I do not agree to pay', 'I agree to pay'],
  ['I agree', 'I do not agree'],
  ['agree to pay', 'I do not agree to pay'],
  ['03/04/2026', '04/03/2026'],
  ['2026-03-04', '2026-04-03'],
  ['3 April 2026', '4 March 2026'],
  ['Ada Lovelace', 'Mallory'],
  ['Ada Lovelace', 'Lovelace Ada'],
  ['Ada Lovelace', 'Ada'],
  ['Ada', 'Ada Lovelace'],
  ['Ada', 'ADA'],
  ['Ada', 'Aba'],
  ['cl', 'd'],
  ['rn', 'm'],
  ['0', 'O'],
  ['1', 'l'],
  ['yes', 'no'],
  ['yes', ''],
  ['', 'yes'],
  ['1e3', '1000'],
  ['12', '21'],
  ['1 2 3', '1 23'],
  ['(100)', '100'],
  ['100', '\\(100\\)'],
  ['50:50', '5050'],
  ['a/b', 'ab'],
  ["don't", 'dont'],
]

/** Ways to show other text than an honest reader of the operators finds. */
const TRICKS: Readonly<Record<string, (base: Base) => Uint8Array>> = {
  'letters in Type 3': fillText('a', 'BT /T 10 Tf 2 6 Td (a) Tj ET\n', (revision) =>
    type3In(revision, '600 0 0 0 600 700 d1 0 0 600 90 re 0 600 600 90 re f\n'),
  ),
  'a Type 3 letter beside the text': fillText('100', `${line('100')}BT /T 10 Tf 30 6 Td (a) Tj ET\n`, (revision) => {
    const fonts = type3In(revision, '600 0 0 0 600 700 d1 0 0 600 700 re f\n').get('Font')
    return new PdfDict({ Font: fonts instanceof PdfDict ? fonts.with({ F: HELVETICA }) : (fonts ?? null) })
  }),
  'a lie in /ToUnicode': fillText('100', line('900'), (revision) =>
    fontWith({ ToUnicode: revision.add(stream(dict`<<>>`, toUnicodeMap('<39> <39> <0031>'))) }),
  ),
  'a lie in /Differences': fillText('100', line('100'), () =>
    fontWith({ Encoding: dict`<</Type /Encoding /Differences [49 /nine]>>` }),
  ),
  'a difference with an unknown name': fillText('100', line('100'), () =>
    fontWith({ Encoding: dict`<</Type /Encoding /Differences [49 /g57]>>` }),
  ),
  'a difference by code point': fillText('100', line('100'), () =>
    fontWith({ Encoding: dict`<</Type /Encoding /Differences [49 /uni0039]>>` }),
  ),
  'a difference and a map that deny each other': fillText('100', line('100'), (revision) =>
    fontWith({
      Encoding: dict`<</Type /Encoding /Differences [49 /nine]>>`,
      ToUnicode: revision.add(stream(dict`<<>>`, toUnicodeMap('<31> <31> <0031>'))),
    }),
  ),
  'the font of symbols': fillText('100', line('100'), () => fontWith({ BaseFont: pdf`/ZapfDingbats`, Encoding: null })),
  'the Greek font': fillText('abc', line('abc'), () => fontWith({ BaseFont: pdf`/Symbol`, Encoding: null })),
  'a font that cannot be read': fillText('100', line('900'), (revision) =>
    fontWith({
      Subtype: pdf`/TrueType`,
      BaseFont: pdf`/Other`,
      FontDescriptor: dict`<</Type /FontDescriptor /FontName /Other /Flags 4 /FontFile2 ${revision.add(stream(dict`<<>>`, 'none'))}>>`,
    }),
  ),
  'a font that is not there': fillText('100', 'q BT /Nowhere 10 Tf 0 g 2 6 Td (900) Tj ET Q\n'),
  'a composite font': fillText('100', 'BT /F 10 Tf 2 6 Td <0039> Tj <0030> Tj <0030> Tj ET\n', (revision) =>
    fontWith({
      Subtype: pdf`/Type0`,
      Encoding: pdf`/Identity-H`,
      DescendantFonts: [
        dict`<</Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>>>`,
      ],
      ToUnicode: revision.add(stream(dict`<<>>`, toUnicodeMap('<0039> <0039> <0031>'))),
    }),
  ),
  'widths that push letters away': fillText('100', line('100'), () =>
    fontWith({ FirstChar: 48, LastChar: 49, Widths: [5000, 5000] }),
  ),
  'text clipped away': fillText('100', `q 0 0 0 0 re W n ${line('100')}Q\n5 5 20 3 re f\n`),
  'text clipped away by another path': fillText('100', `q 300 0 9 9 re W n ${line('100')}Q\n`),
  'text clipped away by text': fillText('100', `q BT 7 Tr /F 1 Tf 0 0 Td (.) Tj ET ${line('100')}Q\n`),
  'text below a white area': fillText('100', `${line('100')}1 g 0 0 200 20 re f\n`),
  'text below a white area, and other marks': fillText(
    '100',
    `${line('100')}1 g 0 0 200 20 re f 0 G 2 w 5 5 m 15 5 l 15 15 l 5 15 l S\n`,
  ),
  'text below a white line': fillText('100', `${line('100')}1 G 20 w 0 10 m 200 10 l S\n`),
  'text below an inline image': fillText(
    '100',
    `${line('100')}q 200 0 0 20 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u00ff EI Q\n`,
  ),
  'text below a shading': fillText('100', `${line('100')}/S sh\n`, () =>
    FONTS.with({
      Shading: dict`<</S <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] /Extend [true true] /Function <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1>>>>>>`,
    }),
  ),
  'text outside of /BBox': fillText('100', `BT /F 10 Tf 2 600 Td (100) Tj ET\n`),
  'text outside of /BBox, and marks inside': fillText(
    '100',
    `BT /F 10 Tf 2 600 Td (100) Tj ET\n2 w 5 5 m 15 5 l 15 15 l 5 15 l 5 5 l S\n`,
  ),
  'white text': fillText('100', line('100', '1 g')),
  'white text, and other marks': fillText('100', `${line('100', '1 g')}0 g 5 5 20 3 re f\n`),
  'text in white by a colour space': fillText('100', line('100', '/DeviceGray cs 1 sc')),
  'text with alpha 0': fillText('100', `/G gs ${line('100')}`, () => FONTS.with({ ExtGState: dict`<</G <</ca 0>>>>` })),
  'text behind a soft mask': fillText('100', `/G gs ${line('100')}`, (revision) => {
    const group = revision.add(
      form(200, 20, '0 g 0 0 200 20 re f\n', FONTS, { Group: dict`<</S /Transparency /CS /DeviceGray>>` }),
    )
    return FONTS.with({ ExtGState: dict`<</G <</SMask <</S /Luminosity /G ${group}>>>>>>` })
  }),
  'text in a mode that paints nothing': fillText('100', line('100', '3 Tr')),
  'text in a mode that paints nothing, and other text': fillText(
    '100',
    `${line('100', '3 Tr')}BT /T 10 Tf ET 5 5 30 3 re f\n`,
  ),
  'text of .8 points': fillText('100', 'BT /F .8 Tf 0 g 2 6 Td (100) Tj ET\n'),
  'text of .8 points, and other marks': fillText(
    '100',
    'BT /F .8 Tf 0 g 2 6 Td (100) Tj ET\n2 w 5 5 m 15 5 l 15 15 l S\n',
  ),
  'text of 1 point by a matrix': fillText('100', 'q .05 0 0 .05 0 0 cm BT /F 10 Tf 0 g 2 6 Td (100) Tj ET Q\n'),
  'text of a size of 0': fillText('100', 'BT /F 0 Tf 0 g 2 6 Td (100) Tj ET\n'),
  'text squeezed to nothing': fillText('100', line('100', '0 Tz')),
  'text raised out of sight': fillText('100', line('100', '500 Ts')),
  'text turned round': fillText('100', 'BT /F 10 Tf 0 g -1 0 0 1 30 6 Tm (100) Tj ET\n'),
  'text upside down': fillText('6009', 'BT /F 10 Tf 0 g -1 0 0 -1 60 16 Tm (6009) Tj ET\n'),
  'strings in another order': fillText('10', 'BT /F 10 Tf 0 g 20 6 Td (1) Tj -18 0 Td (0) Tj ET\n'),
  'strings in another order by offsets': fillText('19', 'BT /F 10 Tf 0 g 20 6 Td [(1) 2000 (9)] TJ ET\n'),
  'letters on top of each other': fillText('100', 'BT /F 10 Tf 0 g 2 6 Td [(1) 556 (0) 556 (0)] TJ ET\n'),
  'letters far apart': fillText('100', 'BT /F 10 Tf 0 g 2 6 Td [(1) -99999 (00)] TJ ET\n'),
  'lines in another order': fillText('12', 'BT /F 8 Tf 0 g 2 2 Td (1) Tj 0 9 Td (2) Tj ET\n'),
  'a letter spacing that leaves the field': fillText('100', line('100', '500 Tc')),
  'a word spacing that leaves the field': fillText('100 EUR', line('100 EUR', '500 Tw')),
  'strokes beside the text': fillText('100', `${line('100')}2 w 25 5 m 25 15 l S 30 5 m 30 15 l S\n`),
  'a stroke before the text': fillText('100', `${line('100', '10 0 Td')}1 w 3 10 m 8 10 l S\n`),
  'a stroke through the text': fillText('100', `${line('100')}1 w 0 9 m 30 9 l S\n`),
  'a stroke that makes 1 a 4': fillText('100', `${line('100')}1 w 1 8 m 6 8 l S\n`),
  'a full stop made of a square': fillText('100', `${line('100')}8 6 1 1 re f\n`),
  'an image beside the text': fillText(
    '100',
    `${line('100')}q 20 0 0 8 30 6 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u0000 EI Q\n`,
  ),
  'a form with other text': fillText(
    '100',
    '/X Do\n',
    (revision) => dict`<</XObject <</X ${revision.add(form(200, 20, line('900')))}>>>>`,
  ),
  'text as replacement text only': fillText('100', `/Span <</ActualText (100)>> BDC ${line('900')}EMC\n`),
  'text in a layer that is off': fillText('100', `/OC /L BDC ${line('100')}EMC\n`, () =>
    FONTS.with({ Properties: dict`<</L <</Type /OCG /Name (x)>>>>` }),
  ),
  'text set twice in one place': fillText('100', `${line('900')}${line('100')}`),
  'other text behind an end of marked content': fillText(
    '100',
    `${line('100')}EMC\n${line('900', '40 0 Td')}/Tx BMC\n`,
  ),
  'other text before the marked content': fillText('100', `EMC ${line('900', '40 0 Td')}/Tx BMC\n${line('100')}`),
}

function fontWith(entries: Record<string, PdfObject>): PdfDict {
  return new PdfDict({ Font: new PdfDict({ F: HELVETICA.with(entries) }) })
}

/** The appearance that a field has, with another content under the same number. */
const repaint =
  (name: string, content: string) =>
  ({ bytes, parts }: Base) =>
    revise(bytes, (revision) => {
      const field = fieldIn(parts, name)
      const [look] = field.looks
      if (look === undefined) throw new Error(`The field "${name}" has no appearance.`)
      revision.put(look, lookOf(field, content))
    })

const listLook = (texts: readonly string[], highlight: number) => (_: Revision, field: FieldParts) =>
  lookOf(
    field,
    `0.6 0.75 0.85 rg 0 ${29 - 14 * (highlight - 1)} 200 14 re f\n0 g\n${texts
      .map((text, i) => `BT /F 10 Tf 2 ${47 - 14 * i} Td (${text}) Tj ET\n`)
      .join('')}`,
  )
const COLOURS = ['Red', 'Green', 'Blue']

const CHOICES: Readonly<Record<string, (base: Base) => Uint8Array>> = {
  'a list with the highlight on another line': fill('colours', { look: listLook(COLOURS, 0) }),
  'a list with the highlight on another line, under the same number': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const field = fieldIn(parts, 'colours')
      revision.put(field.looks[0] ?? field.field, listLook(COLOURS, 2)(revision, field))
    }),
  'a list with another value, and the old highlight': fill('colours', {
    value: textString('Red'),
    look: listLook(COLOURS, 1),
  }),
  'a list with another text': fill('colours', { look: listLook(['Red', 'Grey', 'Blue'], 1) }),
  'a list with its lines in another order': fill('colours', { look: listLook(['Green', 'Red', 'Blue'], 1) }),
  'a list that is empty': fill('colours', { look: (_, field) => lookOf(field, '') }),
  'a list without an appearance': fill('colours', { widget: () => ({ AP: undefined }) }),
  'a list whose appearance is no stream': fill('colours', { widget: () => ({ AP: dict`<</N 5>>` }) }),
  'a list whose appearance is nothing': fill('colours', { widget: () => ({ AP: dict`<</N 99999 0 R>>` }) }),
  'a list with two highlights': fill('colours', {
    look: (_, field) =>
      lookOf(
        field,
        `0.6 0.75 0.85 rg 0 15 200 28 re f\n0 g\n${COLOURS.map((text, i) => `BT /F 10 Tf 2 ${47 - 14 * i} Td (${text}) Tj ET\n`).join('')}`,
      ),
  }),
  'a list with no highlight': fill('colours', {
    look: (_, field) =>
      lookOf(field, COLOURS.map((text, i) => `BT /F 10 Tf 2 ${47 - 14 * i} Td (${text}) Tj ET\n`).join('')),
  }),
  'a list with other indices': fill('colours', { entries: () => ({ I: [0] }) }),
  'a list with another value, and indices of the old one': fill('colours', {
    value: textString('Red'),
    entries: () => ({ I: [1] }),
    look: listLook(COLOURS, 1),
  }),
  'a list that begins at another line': fill('colours', { entries: () => ({ TI: 2 }) }),
  'a list with two values': fill('colours', { value: pdf`[(Red) (Blue)]`, look: listLook(COLOURS, 0) }),
  'a list with a value that it does not offer': fill('colours', {
    value: textString('Black'),
    look: listLook(COLOURS, 0),
  }),
  'a choice that shows another': fill('country', { look: (_, field) => lookOf(field, line('Belgium')) }),
  'a choice with another value, shown as it was': fill('country', { value: textString('Belgium') }),
  'a choice with a list as its value, shown as nothing': fill('country', {
    value: pdf`[(Belgium)]`,
    look: (_, field) => lookOf(field, ''),
  }),
  'a choice with an index of another': fill('country', {
    value: textString('Belgium'),
    entries: () => ({ I: [0] }),
    look: (_, field) => lookOf(field, line('Austria')),
  }),
  'a choice with new options': fill('country', {
    value: textString('Belgium'),
    entries: () => ({ Opt: pdf`[(Austria) [(Belgium) (Austria)]]` }),
    look: (_, field) => lookOf(field, line('Austria')),
  }),
}

/** Sets states of the widgets of a field. */
const states =
  (name: string, value: string | undefined, of: (states: readonly string[]) => readonly string[]) =>
  ({ bytes, parts }: Base) =>
    revise(bytes, (revision) => {
      const field = fieldIn(parts, name)
      const chosen = of(field.states)
      if (value !== undefined)
        revision.set(field.field, { V: PdfName.of(value === 'own' ? (field.states[0] ?? 'Yes') : value) })
      for (const [i, widget] of field.widgets.entries()) revision.set(widget, { AS: PdfName.of(chosen[i] ?? 'Off') })
    })

/** Puts other streams in the place of those of a box or button. */
const statesOf =
  (name: string, change: (looks: PdfDict, revision: Revision) => PdfObject) =>
  ({ bytes, parts }: Base) =>
    revise(bytes, (revision) => {
      for (const widget of fieldIn(parts, name).widgets) {
        const looks = revision.document.lookupDict(revision.get(widget), 'AP')
        const normal = looks === undefined ? undefined : revision.document.lookupDict(looks, 'N')
        if (normal !== undefined) revision.set(widget, { AP: new PdfDict({ N: change(normal, revision) }) })
      }
    })

const cross = (revision: Revision) => revision.add(form(15, 15, '0 0 m 15 15 l 0 15 m 15 0 l S\n'))
const nothing = (revision: Revision) => revision.add(form(15, 15, ''))

const BUTTONS: Readonly<Record<string, (base: Base) => Uint8Array>> = {
  'radio buttons with the other one shown': states('plan', undefined, ([, full = '']) => ['Off', full]),
  'radio buttons with both shown': states('plan', undefined, (all) => all),
  'radio buttons with none shown': states('plan', undefined, () => ['Off', 'Off']),
  'radio buttons with none chosen, and one shown': states('plan', 'Off', ([basic = '']) => [basic, 'Off']),
  'radio buttons with a state that they do not have': states('plan', undefined, () => ['Nothing', 'Off']),
  'radio buttons with a value that they do not have': states('plan', 'Nothing', ([, full = '']) => ['Off', full]),
  'radio buttons with new export values': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const { field, widgets, states: all } = fieldIn(parts, 'plan')
      revision.set(field, { Opt: pdf`[(Full) (Basic)]` })
      for (const [i, widget] of widgets.entries())
        revision.set(widget, { AS: PdfName.of(i === 1 ? (all[1] ?? '') : 'Off') })
    }),
  'radio buttons with their looks exchanged': statesOf('plan', (looks) => exchange(looks)),
  'radio buttons with a look for off that is on': statesOf('plan', (looks, revision) =>
    looks.with({ Off: cross(revision) }),
  ),
  'radio buttons with a state renamed': statesOf('plan', (looks) => renameStates(looks)),
  'radio buttons with one of them moved': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const [first, second] = fieldIn(parts, 'plan').widgets
      if (first === undefined || second === undefined) throw new Error('There are no two radio buttons.')
      const [a, b] = [revision.get(first).get('Rect'), revision.get(second).get('Rect')]
      revision.set(first, { Rect: b })
      revision.set(second, { Rect: a })
    }),
  'radio buttons without states': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      for (const widget of fieldIn(parts, 'plan').widgets) revision.set(widget, { AS: undefined })
    }),
  'a box that shows a tick it does not have': states('agree', undefined, (all) => all),
  'a box that lacks a tick it has': states('accepted', undefined, () => ['Off']),
  'a box with a tick and the value Off': states('agree', 'Off', (all) => all),
  'a box with a value and no tick': states('agree', 'own', () => ['Off']),
  'a box with a value of another name': states('agree', 'Whatever', (all) => all),
  'a box with a value as a string': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const { field, widgets, states: all } = fieldIn(parts, 'accepted')
      revision.set(field, { V: textString(all[0] ?? 'Yes') })
      for (const widget of widgets) revision.set(widget, { AS: PdfName.of('Off') })
    }),
  'a box without a state': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      for (const widget of fieldIn(parts, 'accepted').widgets) revision.set(widget, { AS: undefined })
    }),
  'a box whose looks are exchanged': statesOf('accepted', (looks) => exchange(looks)),
  'a box whose tick is empty': statesOf('accepted', (looks, revision) => setAll(looks, 'on', nothing(revision))),
  'a box whose empty look is a tick': statesOf('agree', (looks, revision) => looks.with({ Off: cross(revision) })),
  'a box without a look for off': statesOf('accepted', (looks) => looks.with({ Off: undefined })),
  'a box without a look for on': statesOf('accepted', (looks) => new PdfDict({ Off: looks.get('Off') ?? null })),
  'a box with one look for all states': statesOf('agree', (_, revision) => cross(revision)),
  'a box without an appearance': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      for (const widget of fieldIn(parts, 'accepted').widgets) revision.set(widget, { AP: undefined })
    }),
  'a box with export values': fill('accepted', {
    entries: () => ({ Opt: pdf`[(No)]` }),
    widget: () => ({ AS: PdfName.of('Off') }),
  }),
  'a box with another caption': fill('accepted', { widget: () => ({ MK: dict`<</CA (8)>>` }) }),
  'a box filled in, with another look': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const { field, widgets, states: all } = fieldIn(parts, 'agree')
      const state = all[0] ?? 'Yes'
      revision.set(field, { V: PdfName.of(state) })
      for (const widget of widgets) {
        revision.set(widget, {
          AS: PdfName.of(state),
          AP: new PdfDict({ N: new PdfDict({ [state]: nothing(revision), Off: cross(revision) }) }),
        })
      }
    }),
}

function exchange(looks: PdfDict): PdfDict {
  const on = [...looks.entries.keys()].find((key) => key !== 'Off') ?? 'Yes'
  return new PdfDict({ [on]: looks.get('Off') ?? null, Off: looks.get(on) ?? null })
}

function renameStates(looks: PdfDict): PdfDict {
  return new PdfDict(new Map([...looks.entries].map(([key, value]) => [key === 'Off' ? 'Off' : `${key}2`, value])))
}

function setAll(looks: PdfDict, _: 'on', look: PdfObject): PdfDict {
  return new PdfDict(new Map([...looks.entries].map(([key, value]) => [key, key === 'Off' ? value : look])))
}

/** Replaces entries of the form, which may be direct or indirect. */
function setForm(revision: Revision, changes: Record<string, PdfObject>): void {
  const object = revision.document.catalog.get('AcroForm')
  const old = revision.increment.resolve(object)
  if (!(old instanceof PdfDict)) throw new Error('The document has no form.')
  if (object instanceof PdfRef) revision.set(object, changes)
  else revision.set(revision.document.catalogRef, { AcroForm: old.with(changes) })
}

/** The resources of the form, with another font under every name. */
function otherFonts(revision: Revision, font: PdfObject, names: readonly string[]): PdfDict {
  const old = revision.document.lookupDict(revision.document.catalog, 'AcroForm')
  const resources = old === undefined ? undefined : revision.document.lookupDict(old, 'DR')
  const fonts = resources === undefined ? undefined : revision.document.lookupDict(resources, 'Font')
  const all = (fonts ?? new PdfDict()).with(Object.fromEntries(names.map((name) => [name, font])))
  return (resources ?? new PdfDict()).with({ Font: all })
}

const EVIL = HELVETICA.with({ Encoding: dict`<</Type /Encoding /Differences [48 /nine /nine /nine 97 /z 100 /z]>>` })

/** Other names than those that fields use, and the ones that they use. */
function fontNames(base: Base): readonly string[] {
  const document = PdfDocument.open(base.bytes)
  const old = document.lookupDict(document.catalog, 'AcroForm')
  const resources = old === undefined ? undefined : document.lookupDict(old, 'DR')
  const fonts = resources === undefined ? undefined : document.lookupDict(resources, 'Font')
  return [...(fonts?.entries.keys() ?? []), 'Helv', 'HeBo']
}

const WHOLE_FORM: Readonly<Record<string, (base: Base) => Uint8Array>> = {
  'a font of the form is replaced, and the form drawn anew': (base) =>
    revise(base.bytes, (revision) =>
      setForm(revision, { DR: otherFonts(revision, EVIL, fontNames(base)), NeedAppearances: true }),
    ),
  'a font of the form is replaced': (base) =>
    revise(base.bytes, (revision) => setForm(revision, { DR: otherFonts(revision, EVIL, fontNames(base)) })),
  'a font that nothing uses is added, and the form drawn anew': ({ bytes }) =>
    revise(bytes, (revision) => setForm(revision, { DR: otherFonts(revision, EVIL, ['Evil']), NeedAppearances: true })),
  'a font is added and a field names it': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      setForm(revision, { DR: otherFonts(revision, EVIL, ['Evil']), NeedAppearances: true })
      revision.set(fieldIn(parts, 'amount').field, { DA: textString('/Evil 10 Tf 0 g') })
    }),
  'an encoding is added': ({ bytes }) =>
    revise(bytes, (revision) => {
      const resources = otherFonts(revision, HELVETICA, [])
      setForm(revision, {
        DR: resources.with({ Encoding: dict`<</PDFDocEncoding <</Type /Encoding /Differences [49 /nine]>>>>` }),
        NeedAppearances: true,
      })
    }),
  'the default appearance of the form changes': ({ bytes }) =>
    revise(bytes, (revision) => setForm(revision, { DA: textString('/Helv 0 Tf 1 g'), NeedAppearances: true })),
  'the alignment of the form changes': ({ bytes }) =>
    revise(bytes, (revision) => setForm(revision, { Q: 2, NeedAppearances: true })),
  'a field is white for those who draw it anew': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      setForm(revision, { NeedAppearances: true })
      revision.set(fieldIn(parts, 'amount').field, { DA: textString('/Helv 10 Tf 1 g') })
    }),
}

const ENTRIES: Readonly<Record<string, (base: Base) => Uint8Array>> = {
  'rich text that differs from the value': fill('amount', {
    entries: () => ({ RV: pdf`(<body xmlns="http://www.w3.org/1999/xhtml"><p>900</p></body>)`, Ff: 33_554_432 }),
  }),
  'rich text in place of the value': fill('amount', {
    entries: () => ({ RV: pdf`(<body xmlns="http://www.w3.org/1999/xhtml"><p>900</p></body>)` }),
  }),
  'a style for rich text': fill('amount', { entries: () => ({ DS: pdf`(color:#ffffff)` }) }),
  'a value as a stream': fill('amount', {
    entries: (revision) => ({ V: revision.add(stream(dict`<<>>`, '900')) }),
    look: (_, field) => lookOf(field, line('100')),
  }),
  'a value of control characters': fill('amount', {
    value: textString('1\u000000'),
    look: (_, field) => lookOf(field, line('100')),
  }),
  'a value with a right-to-left override': fill('amount', {
    value: textString('\u202e100'),
    look: (_, field) => lookOf(field, line('100')),
  }),
  'a value with Cyrillic letters': fill('amount', {
    value: textString('\u0430'),
    look: (_, field) => lookOf(field, line('a')),
  }),
  'a value that changes, and an appearance that stays': fill('amount', { value: textString('900') }),
  'a value that is removed, and an appearance that stays': fill('amount', { entries: () => ({ V: undefined }) }),
  'an appearance that is removed': fill('amount', { widget: () => ({ AP: undefined }) }),
  'an appearance that is no stream': fill('amount', { widget: () => ({ AP: dict`<</N /Nothing>>` }) }),
  'an appearance that is nothing': fill('amount', { widget: () => ({ AP: dict`<</N 99999 0 R>>` }) }),
  'an appearance with states': fill('amount', {
    widget: (revision, field) => ({
      AP: dict`<</N <</A ${revision.add(lookOf(field, line('100')))} /B ${revision.add(lookOf(field, line('900')))}>>>>`,
      AS: pdf`/B`,
    }),
  }),
  'an appearance for the pressed field': fill('amount', {
    widget: (revision, field) => ({
      AP: dict`<</N ${revision.add(lookOf(field, line('100')))} /D ${revision.add(lookOf(field, line('900')))} /R ${revision.add(lookOf(field, line('900')))}>>`,
    }),
  }),
  'an appearance under the same number': repaint('amount', line('900')),
  'an appearance under the same number, empty': repaint('amount', ''),
  'an appearance turned by its matrix': fill('amount', {
    look: (_, field) => form(200, 20, `${line('100')}`, FONTS, { Matrix: [-1, 0, 0, 1, field.rectangle[2], 0] }),
  }),
  'an appearance whose box shows a part': fill('amount', {
    value: textString('100'),
    look: () => form(200, 20, line('100'), FONTS, { BBox: [0, 0, 8, 20] }),
  }),
  'an appearance whose box lies elsewhere': fill('amount', {
    value: textString('100'),
    look: () => form(200, 20, line('100'), FONTS, { BBox: [100, 0, 300, 20] }),
  }),
  'an appearance that is stretched': fill('amount', {
    value: textString('100'),
    look: () => form(200, 20, line('100'), FONTS, { BBox: [0, 0, 2000, 20] }),
  }),
  'an appearance with a layer': fill('amount', {
    value: textString('100'),
    look: (revision) => form(200, 20, line('100'), FONTS, { OC: revision.add(dict`<</Type /OCG /Name (x)>>`) }),
  }),
  'an appearance whose widget has a layer': fill('amount', {
    value: textString('100'),
    look: (_, field) => lookOf(field, line('100')),
    widget: (revision) => ({ OC: revision.add(dict`<</Type /OCG /Name (x)>>`) }),
  }),
  'a password field that shows its value': fill('amount', { entries: () => ({ Ff: 8192 }) }),
  'a comb that splits the value': fill('amount', { entries: () => ({ Ff: 16_777_216, MaxLen: 3 }) }),
  'a border that covers the field': fill('amount', { widget: () => ({ MK: dict`<</BC [0]>>`, BS: dict`<</W 20>>` }) }),
  'a ground that covers the field': fill('amount', { widget: () => ({ MK: dict`<</BG [0]>>` }) }),
  'a rotation of the field': fill('amount', { widget: () => ({ MK: dict`<</R 180>>` }) }),
  'an alignment that hides the text': fill('amount', {
    entries: () => ({ Q: 2 }),
    look: (_, field) => lookOf(field, 'BT /F 10 Tf 196 6 Td (100) Tj ET\n'),
  }),
}

const fromTable = (
  prefix: string,
  makers: Readonly<Record<string, (base: Base) => Uint8Array>>,
  fits: (base: Base) => boolean = keepsAppearances,
) =>
  attacksBy(Object.fromEntries(Object.entries(makers).map(([name, make]) => [`${prefix}${name}`, make])), {
    profiles: FILLABLE,
    fits,
  })

/** Where viewers draw all fields anew (/NeedAppearances), what is new in a picture need not be the attack. */
function keepsAppearances(base: Base): boolean {
  return !isDrawnAnew(base)
}

function isDrawnAnew({ bytes }: Base): boolean {
  const document = PdfDocument.open(bytes)
  const old = document.lookupDict(document.catalog, 'AcroForm')
  return old !== undefined && document.lookup(old, 'NeedAppearances') === true
}

export const falseAppearances: readonly ClassAttack[] = [
  ...fromTable(
    'a field filled in: ',
    Object.fromEntries(
      OTHER_TEXTS.map(([value, shown]) => [`"${value}" shown as "${shown}"`, fillText(value, line(shown))]),
    ),
  ),
  ...fromTable('a field filled in: ', TRICKS),
  ...fromTable('a field: ', ENTRIES),
  ...fromTable('', CHOICES),
  ...fromTable('', BUTTONS),
  // These need a reader that draws fields anew, before the attack as well.
  ...fromTable('', WHOLE_FORM, isDrawnAnew),
]
