/**
 * Moves on form fields.
 *
 * @module
 */

import { nameOf, PdfDict, PdfName, type PdfObject, PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { form, HELVETICA } from '../attacks/looks.js'
import { dict, pdf } from '../support/notation.js'
import { type Draft, NothingToDo, once, pick } from './draft.js'
import { anyContent, anyLook, lyingFonts } from './random-content.js'
import { anyValue, border, colour, rectangle } from './random-values.js'

type Field = Draft['fields'][number]

const VALUES = ['', '100', '900', '1,000.00', 'Bob', 'I do not agree', '03/04/2026', '12 34', 'x', '-5', '50%']
const FONTS = dict`<</Font <</F ${HELVETICA}>>>>`
const PUSH_BUTTON = 65_536

function fieldsOf(draft: Draft, type: string): Field[] {
  return draft.fields.filter(({ dict: entries }) => {
    return nameOf(draft.document.resolve(entries.get('FT'))) === type
  })
}

/** The widgets of a field. */
function widgetsOf(draft: Draft, field: Field): PdfRef[] {
  const kids = draft.document.lookupArray(field.dict, 'Kids')?.filter((kid) => kid instanceof PdfRef) ?? []
  return kids.length === 0 ? [field.ref] : kids
}

function sizeOf(draft: Draft, widget: PdfRef): readonly [number, number] {
  const rect = draft.document.resolve(draft.get(widget).get('Rect'))
  const [a = 0, b = 0, c = 100, d = 20] = Array.isArray(rect) ? rect.map((item) => Number(item) || 0) : []
  return [Math.max(1, Math.abs(c - a)), Math.max(1, Math.abs(d - b))]
}

function lookOf(draft: Draft, widget: PdfRef, content: string, resources = FONTS): PdfStream {
  const [width, height] = sizeOf(draft, widget)
  return form(width, height, `/Tx BMC\n${content}EMC\n`, resources)
}

const line = (text: string) => `q BT /F 10 Tf 0 g 2 6 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET Q\n`

/** Fills a text field in; now and then it shows another text, or hides its own. */
export function fillText(draft: Draft): void {
  const { random } = draft
  const field = pick(random, fieldsOf(draft, 'Tx'))
  const value = pick(random, VALUES)
  // What an earlier move drew is gone.
  draft.lies.splice(0, draft.lies.length, ...draft.lies.filter((name) => name !== field.name))
  draft.set(field.ref, { V: once(random, 20) ? anyValue(draft) : textString(value) })
  for (const widget of widgetsOf(draft, field)) {
    if (once(random, 12)) continue
    draft.set(widget, { AP: new PdfDict({ N: draft.add(textLook(draft, widget, field.name, value)) }) })
  }
}

function textLook(draft: Draft, widget: PdfRef, name: string, value: string): PdfStream {
  const { random } = draft
  const [width, height] = sizeOf(draft, widget)
  switch (random(8)) {
    case 0: {
      const shown = pick(random, VALUES)
      if (shown !== value) draft.lies.push(name)
      return lookOf(draft, widget, line(shown))
    }
    case 1:
      // Each of the fonts has other glyphs for these two.
      if (/[01]/.test(value)) draft.lies.push(name)
      return lookOf(draft, widget, line(value), lyingFonts(draft))
    case 2:
      return lookOf(draft, widget, line(value) + anyContent(draft, width, height))
    case 3:
      return lookOf(draft, widget, anyContent(draft, width, height) + line(value))
    default:
      return lookOf(draft, widget, line(value))
  }
}

/** Chooses states of check boxes and radio buttons, with or against their value. */
export function chooseStates(draft: Draft): void {
  const { random } = draft
  const field = pick(random, fieldsOf(draft, 'Btn'))
  if ((Number(draft.document.resolve(field.dict.get('Ff'))) & PUSH_BUTTON) !== 0) throw new NothingToDo()
  const widgets = widgetsOf(draft, field)
  const states = widgets.map((widget) => statesOf(draft, widget))
  const value = pick(random, [...states.flat(), 'Off', 'Off', 'Whatever'])
  const isHonest = !once(random, 3)
  if (!once(random, 5)) draft.set(field.ref, { V: PdfName.of(value) })
  for (const [i, widget] of widgets.entries()) {
    const own = states[i] ?? []
    const state = isHonest ? (own.includes(value) ? value : 'Off') : pick(random, [...states.flat(), 'Off'])
    draft.set(widget, { AS: PdfName.of(state) })
    if (once(random, 8)) redrawStates(draft, widget)
  }
}

function statesOf(draft: Draft, widget: PdfRef): string[] {
  const looks = draft.document.lookupDict(draft.get(widget), 'AP')
  const normal = looks === undefined ? undefined : draft.document.resolve(looks.get('N'))
  return normal instanceof PdfDict ? [...normal.entries.keys()].filter((key) => key !== 'Off') : []
}

function redrawStates(draft: Draft, widget: PdfRef): void {
  const [width, height] = sizeOf(draft, widget)
  const keys = [...statesOf(draft, widget), 'Off']
  const looks = Object.fromEntries(
    keys.map((key) => [key, draft.add(form(width, height, anyContent(draft, width, height)))]),
  )
  draft.set(widget, { AP: new PdfDict({ N: new PdfDict(looks) }) })
}

/** Chooses in a list or a drop-down list. */
export function chooseOption(draft: Draft): void {
  const { random } = draft
  const field = pick(random, fieldsOf(draft, 'Ch'))
  const options = (draft.document.lookupArray(field.dict, 'Opt') ?? []).map((option) => draft.document.resolve(option))
  const index = random(Math.max(1, options.length))
  const value = options[index] ?? textString('Black')
  draft.set(field.ref, {
    ...(once(random, 6) ? {} : { V: Array.isArray(value) ? (value[0] ?? null) : value }),
    ...(once(random, 2) ? { I: [once(random, 4) ? random(5) : index] } : {}),
    ...(once(random, 10) ? { TI: random(3) } : {}),
    ...(once(random, 10) ? { Opt: pdf`[(Red) (Black)]` } : {}),
  })
  const [widget = field.ref] = widgetsOf(draft, field)
  const words = ['Austria', 'Belgium', 'Red', 'Green', 'Blue']
  if (!once(random, 4)) {
    draft.set(widget, { AP: new PdfDict({ N: draft.add(lookOf(draft, widget, line(pick(random, words)))) }) })
  }
}

/**
 * Boxes and radio buttons that show another state than their value, where a move touched them: PDF.js, which tells the
 * values to the oracle, takes the state for the value.
 */
export function wrongStates(draft: Draft): string[] {
  return fieldsOf(draft, 'Btn').flatMap((field) => {
    const widgets = widgetsOf(draft, field)
    if (![field.ref, ...widgets].some(({ num }) => draft.written.has(num))) return []
    const entries = draft.increment.resolve(field.ref)
    if (!(entries instanceof PdfDict) || entries.has('Opt') || entries.has('Parent')) return []
    const value = nameOf(draft.increment.resolve(entries.get('V'))) ?? 'Off'
    const isWrong = widgets.some((widget) => {
      // A move may have made something else of it.
      if (!(draft.increment.resolve(widget) instanceof PdfDict)) return false
      const own = statesOf(draft, widget)
      const shown = nameOf(draft.increment.resolve(draft.get(widget).get('AS')))
      return own.length > 0 && shown !== undefined && shown !== (own.includes(value) ? value : 'Off')
    })
    return isWrong ? [field.name] : []
  })
}

const WIDGET_ENTRIES: Readonly<Record<string, (draft: Draft) => PdfObject | undefined>> = {
  F: ({ random }) => pick(random, [0, 1, 2, 4, 6, 12, 20, 32, 36, 68, 132, 288, 516]),
  Rect: rectangle,
  MK: (draft) => new PdfDict({ BG: colour(draft), BC: colour(draft), CA: textString('8'), R: draft.random(4) * 90 }),
  BS: border,
  Border: ({ random }) => [0, 0, pick(random, [0, 1, 70])],
  AP: (draft) => (once(draft.random, 3) ? undefined : new PdfDict({ N: draft.add(anyLook(draft, 200, 20)) })),
  AS: ({ random }) => PdfName.of(pick(random, ['Off', 'Yes', 'N'])),
  DA: ({ random }) =>
    textString(pick(random, ['/Helv 10 Tf 1 g', '/Helv 0 Tf 0 g', '/F1 30 Tf', '', '/Nowhere 9 Tf 0 g'])),
  Q: ({ random }) => random(3),
  Ff: ({ random }) => pick(random, [0, 1, 2, 4096, 8192, 131_072, 16_777_216, 33_554_432, 65_536]),
  MaxLen: ({ random }) => random(20),
  OC: (draft) => draft.add(dict`<</Type /OCG /Name (x)>>`),
  RV: () => pdf`(<body xmlns="http://www.w3.org/1999/xhtml"><p>900</p></body>)`,
  DS: () => pdf`(color:#ffffff)`,
  DV: (draft) => anyValue(draft),
  TU: (draft) => anyValue(draft),
  A: () => dict`<</S /JavaScript /JS (app.alert(1))>>`,
  AA: () => dict`<</K <</S /JavaScript /JS (event.value = 900)>>>>`,
  V: (draft) => anyValue(draft),
  FT: ({ random }) => PdfName.of(pick(random, ['Tx', 'Btn', 'Ch', 'Sig'])),
  T: () => textString('other'),
  Kids: (draft) => [anyValue(draft)],
  Parent: (draft) => anyValue(draft),
  StructParent: ({ random }) => random(5),
}

/** Changes an entry of a field or widget. */
export function changeWidget(draft: Draft): void {
  const { random } = draft
  const field = pick(random, draft.fields)
  const target = once(random, 2) ? field.ref : pick(random, widgetsOf(draft, field))
  const key = pick(random, Object.keys(WIDGET_ENTRIES))
  draft.set(target, { [key]: WIDGET_ENTRIES[key]?.(draft) })
}

const FORM_ENTRIES: Readonly<Record<string, (draft: Draft) => PdfObject | undefined>> = {
  NeedAppearances: ({ random }) => pick(random, [true, true, false, undefined]),
  DA: ({ random }) => textString(pick(random, ['/Helv 0 Tf 1 g', '/Helv 0 Tf 0 g', '/ZaDb 12 Tf'])),
  DR: (draft) =>
    dict`<</Font <</Helv ${HELVETICA.with({ Encoding: dict`<</Type /Encoding /Differences [49 /nine]>>` })}
    /Added ${HELVETICA}>>>>`.with(once(draft.random, 3) ? { XObject: new PdfDict() } : {}),
  Q: ({ random }) => random(3),
  SigFlags: ({ random }) => random(4),
  CO: (draft) => [anyValue(draft, 0)],
  XFA: () => pdf`[(template) (x)]`,
}

/** Changes an entry of the form. */
export function changeForm(draft: Draft): void {
  const { document, random } = draft
  const object = document.catalog.get('AcroForm')
  const old = draft.increment.resolve(object)
  if (!(old instanceof PdfDict)) throw new NothingToDo()
  const key = pick(random, Object.keys(FORM_ENTRIES))
  const entries = { [key]: FORM_ENTRIES[key]?.(draft) }
  if (object instanceof PdfRef) draft.set(object, entries)
  else draft.set(document.catalogRef, { AcroForm: old.with(entries) })
}
