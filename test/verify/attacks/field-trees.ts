/**
 * Fields whose entries come from above, stand in their widgets, or are told in two places (ISO 32000-2, 12.7.4): readers
 * take the one or the other. The forms are prepared before the documents are signed, as forms of such kinds exist.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject, type PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { type Base, unsignedBase } from '../bases/bases.js'
import { readParts } from '../bases/form-parts.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, itemsOf, type Revision, revise } from '../support/revise.js'
import { addToForm, sign } from '../support/sign.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { form, HELVETICA } from './looks.js'

const FONTS = dict`<</Font <</F ${HELVETICA}>>>>`
/** Where the contracts of all writers leave room. */
const PLACE = [60, 300, 260, 320]
const SECOND_PLACE = [300, 300, 500, 320]

const look = (content: string, width = 200, height = 20): PdfStream => form(width, height, content, FONTS)
const textLook = (text: string, more = ''): PdfStream =>
  look(`/Tx BMC\nq BT /F 10 Tf 0 g ${more} 2 6 Td (${text}) Tj ET Q\nEMC\n`)
const TICK = '0 G 3 3 m 12 12 l 3 12 m 12 3 l S\n'

const widget = (page: PdfRef, place: readonly number[] = PLACE) =>
  dict`<</Type /Annot /Subtype /Widget /F 4 /P ${page} /Rect ${[...place]}>>`

type Refs = Readonly<Record<string, PdfRef>>

/** A form before and after the signature. */
interface Case {
  /** Adds fields to the unsigned document, and names the objects that the attack is to find. */
  readonly prepare: (revision: Revision, page: PdfRef) => Refs
  /** Each is a revision of its own. */
  readonly attack: readonly ((revision: Revision, refs: Refs) => void)[]
}

const refOf = (refs: Refs, name: string): PdfRef => {
  const ref = refs[name]
  if (ref === undefined) throw new Error(`Nothing was prepared under the name "${name}".`)
  return ref
}

const attackOn =
  ({ prepare, attack }: Case): Maker =>
  async ({ writer }: Base) => {
    let refs: Refs = {}
    const original = await unsignedBase(writer)
    const page = readParts(original).page
    const prepared = revise(original, (revision) => {
      refs = prepare(revision, page)
    })
    const signed = await sign(prepared, { certify: 3 })
    return attack.reduce((bytes, step) => revise(bytes, (revision) => step(revision, refs)), signed)
  }

/** A text field, merged with its widget, with its value shown. */
function textField(revision: Revision, page: PdfRef, entries: Record<string, PdfObject> = {}): PdfRef {
  const field = dict`<</FT /Tx /T (fee) /V (100) /DA (/Helv 10 Tf 0 g)>>`
  const ref = addAnnotation(
    revision,
    page,
    widget(page).with({
      ...Object.fromEntries(field.entries),
      AP: dict`<</N ${revision.add(textLook('100'))}>>`,
      ...entries,
    }),
  )
  addToForm(revision, ref)
  return ref
}

/** A field with a widget of its own, or two. */
function parted(revision: Revision, page: PdfRef, entries: Record<string, PdfObject>, count = 1): Refs {
  const field = revision.add(dict`<</FT /Tx /T (fee) /V (100) /DA (/Helv 10 Tf 0 g)>>`.with(entries))
  const kids = [PLACE, SECOND_PLACE]
    .slice(0, count)
    .map((place) =>
      addAnnotation(
        revision,
        page,
        widget(page, place).with({ Parent: field, AP: dict`<</N ${revision.add(textLook('100'))}>>` }),
      ),
    )
  revision.set(field, { Kids: kids })
  addToForm(revision, field)
  const [first = field, second = field] = kids
  return { field, first, second }
}

/** A field below one that groups it, which holds what may be inherited. */
function grouped(
  revision: Revision,
  page: PdfRef,
  above: Record<string, PdfObject>,
  own: Record<string, PdfObject | undefined> = {},
): Refs {
  const top = revision.add(dict`<</T (top)>>`.with(above))
  const group = revision.add(dict`<</T (group) /Parent ${top}>>`)
  const field = addAnnotation(
    revision,
    page,
    widget(page).with({
      FT: PdfName.of('Tx'),
      T: textString('fee'),
      V: textString('100'),
      DA: textString('/Helv 10 Tf 0 g'),
      Parent: group,
      AP: dict`<</N ${revision.add(textLook('100'))}>>`,
      ...own,
    }),
  )
  revision.set(top, { Kids: [group] })
  revision.set(group, { Kids: [field] })
  addToForm(revision, top)
  return { top, group, field }
}

function setForm(revision: Revision, entries: Record<string, PdfObject>): void {
  const object = revision.get(revision.document.catalogRef).get('AcroForm')
  const old = revision.increment.resolve(object)
  if (!(old instanceof PdfDict)) throw new Error('There is no form.')
  if (object instanceof PdfDict) revision.set(revision.document.catalogRef, { AcroForm: old.with(entries) })
  else revision.set(object as PdfRef, entries)
}

const drawnAnew = (revision: Revision) => setForm(revision, { NeedAppearances: true })
const fee =
  (entries: Record<string, PdfObject> = {}) =>
  (revision: Revision, page: PdfRef) => ({
    field: textField(revision, page, entries),
  })
const feeDrawnAnew =
  (entries: Record<string, PdfObject> = {}) =>
  (revision: Revision, page: PdfRef) => {
    const refs = { field: textField(revision, page, entries) }
    drawnAnew(revision)
    return refs
  }

/** Sets entries of an object that was prepared. */
const set =
  (name: string, entries: (revision: Revision) => Record<string, PdfObject | undefined>) =>
  (revision: Revision, refs: Refs) =>
    revision.set(refOf(refs, name), entries(revision))

const filled = (text: string, shown = text) =>
  set('field', (revision) => ({ V: textString(text), AP: dict`<</N ${revision.add(textLook(shown))}>>` }))

const FLAG_COMB = 1 << 24
const FLAG_PASSWORD = 1 << 13
const FLAG_MULTILINE = 1 << 12

const INHERITED: Readonly<Record<string, Case>> = {
  'a widget gets a value of its own': {
    prepare: (revision, page) => parted(revision, page, {}),
    attack: [set('first', () => ({ V: textString('900') }))],
  },
  'a widget gets a value of its own, and fields are drawn anew': {
    prepare: (revision, page) => {
      drawnAnew(revision)
      return parted(revision, page, {}, 2)
    },
    attack: [set('second', () => ({ V: textString('900') }))],
  },
  'a widget gets a reference to nothing for a value': {
    prepare: (revision, page) => parted(revision, page, {}),
    attack: [set('first', ({ add }) => ({ V: add(null) }))],
  },
  'a widget gets a rich text of its own': {
    prepare: (revision, page) => parted(revision, page, { Ff: 1 << 25 }),
    attack: [set('first', () => ({ RV: pdf`(<body xmlns="http://www.w3.org/1999/xhtml"><p>900</p></body>)` }))],
  },
  'a widget gets flags of its own': {
    prepare: (revision, page) => {
      drawnAnew(revision)
      return parted(revision, page, { Ff: FLAG_PASSWORD })
    },
    attack: [set('first', () => ({ Ff: 0 }))],
  },
  'a field takes flags of its own, over those of its group': {
    prepare: (revision, page) => {
      drawnAnew(revision)
      return grouped(revision, page, { Ff: FLAG_PASSWORD })
    },
    attack: [set('field', () => ({ Ff: 0 }))],
  },
  'a field gives up its flags for those of its group': {
    prepare: (revision, page) => {
      drawnAnew(revision)
      return grouped(revision, page, { Ff: FLAG_PASSWORD }, { Ff: 0 })
    },
    attack: [set('field', () => ({ Ff: undefined }))],
  },
  'a field shows stars since its group is one of passwords': {
    prepare: (revision, page) => grouped(revision, page, { Ff: FLAG_PASSWORD }, { Ff: 0 }),
    attack: [
      set('field', (revision) => ({
        Ff: undefined,
        V: textString('900'),
        AP: dict`<</N ${revision.add(textLook('***'))}>>`,
      })),
    ],
  },
  'a field loses its lines to those of its group': {
    prepare: (revision, page) => {
      drawnAnew(revision)
      return grouped(revision, page, { Ff: 0 }, { Ff: FLAG_MULTILINE, V: textString('100 EUR or else 900 EUR') })
    },
    attack: [set('field', () => ({ Ff: undefined }))],
  },
  'a field gets a parent without a name, with flags': {
    prepare: feeDrawnAnew(),
    attack: [
      (revision, refs) => {
        const field = refOf(refs, 'field')
        const parent = revision.add(dict`<</Ff ${FLAG_PASSWORD} /Kids [${field}]>>`)
        revision.set(field, { Parent: parent })
      },
    ],
  },
  'a field gets a parent without a name, with a greatest length': {
    prepare: feeDrawnAnew({ Ff: FLAG_COMB }),
    attack: [
      (revision, refs) => {
        const field = refOf(refs, 'field')
        revision.set(field, { Parent: revision.add(dict`<</MaxLen 1 /Kids [${field}]>>`) })
      },
    ],
  },
  'an empty field gets a parent without a name, with a value': {
    prepare: (revision, page) => {
      const refs = { field: textField(revision, page, { AP: dict`<</N ${revision.add(textLook(''))}>>` }) }
      revision.set(refs.field, { V: undefined })
      drawnAnew(revision)
      return refs
    },
    attack: [
      (revision, refs) => {
        const field = refOf(refs, 'field')
        revision.set(field, { Parent: revision.add(dict`<</V (900) /Kids [${field}]>>`) })
      },
    ],
  },
  'a field gets a parent without a name, with a default appearance': {
    prepare: (revision, page) => {
      const refs = { field: textField(revision, page) }
      revision.set(refs.field, { DA: undefined })
      drawnAnew(revision)
      return refs
    },
    attack: [
      (revision, refs) => {
        const field = refOf(refs, 'field')
        revision.set(field, { Parent: revision.add(dict`<</DA (/Helv 10 Tf 1 g) /Kids [${field}]>>`) })
      },
    ],
  },
  'a choice gets a parent without a name, with options': {
    prepare: (revision, page) => {
      drawnAnew(revision)
      return {
        field: textField(revision, page, { FT: PdfName.of('Ch'), Ff: 131_072 }),
      }
    },
    attack: [
      (revision, refs) => {
        const field = refOf(refs, 'field')
        const parent = revision.add(dict`<</Opt [[(100) (900)]] /Kids [${field}]>>`)
        revision.set(field, { Parent: parent, AP: dict`<</N ${revision.add(textLook('900'))}>>` })
      },
    ],
  },
  'the value of the group of a field changes': {
    prepare: (revision, page) => {
      drawnAnew(revision)
      return grouped(revision, page, { V: textString('100') }, { V: undefined })
    },
    attack: [set('top', () => ({ V: textString('900') }))],
  },
  'a comb whose greatest length stands two levels up is filled across its cells': {
    prepare: (revision, page) =>
      grouped(
        revision,
        page,
        { MaxLen: 8 },
        {
          Ff: FLAG_COMB,
          V: undefined,
          AP: dict`<</N ${revision.add(look('0.5 G 25 0 m 25 20 l 50 0 m 50 20 l 75 0 m 75 20 l S\n'))}>>`,
        },
      ),
    attack: [
      set('field', (revision) => ({
        V: textString('10'),
        AP: dict`<</N ${revision.add(look('/Tx BMC\nq BT /F 10 Tf 0 g 2 6 Td (1) Tj 55 0 Td (0) Tj ET Q\nEMC\n'))}>>`,
      })),
    ],
  },
}

const NAMES: Readonly<Record<string, Case>> = {
  'an appearance of a state is hidden behind a key with a slash': {
    prepare: (revision, page) => {
      const [on, off] = [revision.add(look(TICK, 15, 15)), revision.add(look('', 15, 15))]
      const field = addAnnotation(
        revision,
        page,
        widget(page, [60, 300, 75, 315]).with({
          FT: PdfName.of('Btn'),
          T: textString('fee'),
          V: PdfName.of('Off'),
          AS: PdfName.of('Off'),
          AP: dict`<</N <</Yes ${on} /Off ${off}>>>>`,
        }),
      )
      addToForm(revision, field)
      return { field, on, off }
    },
    attack: [
      (revision, refs) => {
        const evil = revision.add(look(`${TICK}`, 15, 15))
        const states = new PdfDict({ Yes: refOf(refs, 'on'), Off: evil })
        revision.set(refOf(refs, 'field'), {
          AP: new PdfDict({ N: states, 'N/Off': refOf(refs, 'off'), 'N/Yes': refOf(refs, 'on') }),
        })
      },
    ],
  },
  'a state whose name ends in /Off is empty': {
    prepare: (revision, page) => {
      const [on, off] = [revision.add(look(TICK, 15, 15)), revision.add(look('', 15, 15))]
      const field = addAnnotation(
        revision,
        page,
        widget(page, [60, 300, 75, 315]).with({
          FT: PdfName.of('Btn'),
          T: textString('fee'),
          V: PdfName.of('Yes'),
          AS: PdfName.of('Yes'),
          AP: dict`<</N <</Yes ${on} /Off ${off}>>>>`,
        }),
      )
      addToForm(revision, field)
      return { field, on, off }
    },
    attack: [
      (revision, refs) => {
        const state = PdfName.of('Yes/Off')
        const states = new PdfDict({ Yes: refOf(refs, 'on'), Off: refOf(refs, 'off'), 'Yes/Off': refOf(refs, 'off') })
        revision.set(refOf(refs, 'field'), { V: state, AS: state, AP: new PdfDict({ N: states }) })
      },
    ],
  },
}

const STALE: Readonly<Record<string, Case>> = {
  'another value and its look, then the old value, which is to be drawn anew': {
    prepare: feeDrawnAnew(),
    attack: [filled('900'), set('field', () => ({ V: textString('100') }))],
  },
  'an index of another option, then the old value': {
    prepare: (revision, page) => {
      drawnAnew(revision)
      const field = textField(revision, page, {
        FT: PdfName.of('Ch'),
        Ff: 131_072,
        Opt: pdf`[(100) (900)]`,
        I: [0],
      })
      return { field }
    },
    attack: [
      set('field', (revision) => ({
        V: textString('900'),
        I: [1],
        AP: dict`<</N ${revision.add(textLook('900'))}>>`,
      })),
      set('field', (revision) => ({ V: textString('100'), AP: dict`<</N ${revision.add(textLook('100'))}>>` })),
    ],
  },
}

const COLOURS: Readonly<Record<string, Case>> = {
  'a grey text on a ground of its grey': {
    prepare: feeDrawnAnew(),
    attack: [
      set('field', () => ({
        V: textString('900'),
        DA: textString('/Helv 10 Tf 0.59 g'),
        MK: dict`<</BG [0.59]>>`,
        AP: undefined,
      })),
    ],
  },
  'a grey text on a ground of its grey, drawn anew': {
    prepare: feeDrawnAnew(),
    attack: [
      set('field', (revision) => ({
        V: textString('900'),
        DA: textString('/Helv 10 Tf 0.59 g'),
        MK: dict`<</BG [0.59]>>`,
        AP: dict`<</N ${revision.add(textLook('900'))}>>`,
      })),
    ],
  },
  'a white ground below a white text': {
    prepare: feeDrawnAnew({ DA: textString('/Helv 10 Tf 1 g'), MK: dict`<</BG [0]>>` }),
    attack: [set('field', () => ({ MK: dict`<</BG [1]>>` }))],
  },
  'no ground below a white text': {
    prepare: feeDrawnAnew({ DA: textString('/Helv 10 Tf 1 g'), MK: dict`<</BG [0]>>` }),
    attack: [set('field', () => ({ MK: undefined }))],
  },
  'a white ground below a white text whose colour the form gives': {
    prepare: (revision, page) => {
      const field = textField(revision, page, { MK: dict`<</BG [0]>>` })
      revision.set(field, { DA: undefined })
      setForm(revision, { DA: textString('/Helv 10 Tf 1 g'), NeedAppearances: true })
      return { field }
    },
    attack: [set('field', () => ({ MK: dict`<</BG [1]>>` }))],
  },
  'letters higher than their field': {
    prepare: feeDrawnAnew(),
    attack: [
      set('field', (revision) => ({
        V: textString('900'),
        DA: textString('/Helv 140 Tf 0 g'),
        AP: dict`<</N ${revision.add(textLook('900'))}>>`,
      })),
    ],
  },
  'a border of a negative width': {
    prepare: feeDrawnAnew(),
    attack: [set('field', () => ({ MK: dict`<</BC [0]>>`, BS: dict`<</W -40 /S /S>>` }))],
  },
  'a border with a negative width in an array': {
    prepare: feeDrawnAnew(),
    attack: [set('field', () => ({ MK: dict`<</BC [0]>>`, Border: [0, 0, -40] }))],
  },
  'a border of a width that is no number': {
    prepare: feeDrawnAnew(),
    attack: [set('field', () => ({ MK: dict`<</BC [0]>>`, BS: dict`<</W /X /S /S>>` }))],
  },
  'a beveled border that fills the field': {
    prepare: feeDrawnAnew({ Rect: [60, 300, 260, 308] }),
    attack: [set('field', () => ({ MK: dict`<</BC [0]>>`, BS: dict`<</W 4 /S /B>>` }))],
  },
  'a dashed border of odd dashes': {
    prepare: feeDrawnAnew(),
    attack: [set('field', () => ({ MK: dict`<</BC [0]>>`, BS: dict`<</W 4 /S /D /D [-1 -1]>>` }))],
  },
  'an alignment that is none': {
    prepare: feeDrawnAnew(),
    attack: [
      set('field', (revision) => ({
        V: textString('900'),
        Q: 77,
        AP: dict`<</N ${revision.add(textLook('900'))}>>`,
      })),
    ],
  },
  'rich text in white': {
    prepare: fee({ Ff: 1 << 25 }),
    attack: [
      set('field', (revision) => ({
        V: textString('900'),
        RV: pdf`(<body xmlns="http://www.w3.org/1999/xhtml"><p style="color:#ffffff">900</p></body>)`,
        AP: dict`<</N ${revision.add(textLook('900'))}>>`,
      })),
    ],
  },
}

const items = (revision: Revision, ref: PdfRef, key: string): PdfObject[] =>
  itemsOf(revision, revision.get(ref).get(key))

const BUTTONS: Readonly<Record<string, Case>> = {
  'radio buttons of two kinds share a value': {
    prepare: (revision, page) => radio(revision, page, ['0', '1'], pdf`[(1) (0)]`),
    attack: [
      (revision, refs) => {
        revision.set(refOf(refs, 'field'), { V: PdfName.of('1') })
        for (const name of ['first', 'second']) {
          revision.set(refOf(refs, name), { AS: PdfName.of(name === 'first' ? '0' : '1') })
        }
      },
    ],
  },
  'a radio button gets flags of its own': {
    prepare: (revision, page) => radio(revision, page, ['A', 'B']),
    attack: [set('first', () => ({ Ff: 0 }))],
  },
  'a radio button gets a value of its own': {
    prepare: (revision, page) => radio(revision, page, ['A', 'B']),
    attack: [set('first', () => ({ V: PdfName.of('A') }))],
  },
  'the order of radio buttons changes': {
    prepare: (revision, page) => radio(revision, page, ['0', '1'], pdf`[(Yes) (No)]`),
    attack: [
      (revision, refs) =>
        revision.set(refOf(refs, 'field'), { Kids: items(revision, refOf(refs, 'field'), 'Kids').reverse() }),
    ],
  },
}

function radio(revision: Revision, page: PdfRef, states: readonly string[], options?: PdfObject): Refs {
  const [on, off] = [revision.add(look(TICK, 15, 15)), revision.add(look('', 15, 15))]
  const field = revision.add(
    dict`<</FT /Btn /Ff 49152 /T (fee) /V /Off>>`.with(options === undefined ? {} : { Opt: options }),
  )
  const kids = states.map((state, i) =>
    addAnnotation(
      revision,
      page,
      widget(page, [60 + 40 * i, 300, 75 + 40 * i, 315]).with({
        Parent: field,
        AS: PdfName.of('Off'),
        AP: new PdfDict({ N: new PdfDict({ [state]: on, Off: off }) }),
      }),
    ),
  )
  revision.set(field, { Kids: kids })
  addToForm(revision, field)
  const [first = field, second = field] = kids
  return { field, first, second }
}

const fromCases = (cases: Readonly<Record<string, Case>>) =>
  Object.fromEntries(Object.entries(cases).map(([name, one]): [string, Maker] => [name, attackOn(one)]))

export const fieldTrees: readonly ClassAttack[] = attacksBy(
  {
    ...fromCases(INHERITED),
    ...fromCases(NAMES),
    ...fromCases(STALE),
    ...fromCases(COLOURS),
    ...fromCases(BUTTONS),
  },
  { profiles: ['P=3'], isSignedOver: true },
)
