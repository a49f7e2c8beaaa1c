/**
 * Parts of the form that become something else: a widget a field, a field a group, one object another. The rules ask what
 * an object was; readers ask what it is.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { form, HELVETICA } from './looks.js'

const FORGED = 'q 1 g 0 0 200 20 re f BT /F 10 Tf 0 g 2 6 Td (900) Tj ET Q\n'

type Change = (revision: Revision, base: Base) => void

const changed =
  (change: Change): Maker =>
  (base) =>
    revise(base.bytes, (revision) => change(revision, base))

const look = (revision: Revision, content = FORGED) => dict`<</N ${revision.add(form(200, 20, content))}>>`
const amountOf = ({ parts }: Base) => fieldIn(parts, 'amount')

/** Gives something to each widget of the amount. */
const eachWidget =
  (entries: (revision: Revision, base: Base) => Record<string, PdfObject | undefined>): Change =>
  (revision, base) => {
    for (const widget of amountOf(base).widgets) revision.set(widget, entries(revision, base))
  }

const KINDS: Readonly<Record<string, Change>> = {
  'a widget gets a name, and another look': eachWidget((revision) => ({ T: pdf`(x)`, AP: look(revision) })),
  'a widget gets an empty name, and another look': eachWidget((revision) => ({ T: pdf`()`, AP: look(revision) })),
  'a widget gets a name and a value': eachWidget((revision) => ({ T: pdf`(x)`, V: pdf`(900)`, AP: look(revision) })),
  'a widget gets a name, and another place': eachWidget(() => ({ T: pdf`(x)`, Rect: pdf`[60 716 260 736]` })),
  'a widget becomes a signature field': eachWidget((revision) => ({
    T: pdf`(x)`,
    FT: pdf`/Sig`,
    V: undefined,
    AP: look(revision),
  })),
  'a widget becomes a stamp': eachWidget((revision) => ({ Subtype: pdf`/Stamp`, AP: look(revision) })),
  'a widget becomes a free text': eachWidget(() => ({
    Subtype: pdf`/FreeText`,
    Contents: pdf`(900)`,
    DA: pdf`(/Helv 10 Tf)`,
    AP: undefined,
  })),
  'a widget loses its subtype': eachWidget((revision) => ({ Subtype: undefined, AP: look(revision) })),
  'a widget loses its type': eachWidget((revision) => ({ Type: undefined, AP: look(revision) })),
  'a widget becomes a page': eachWidget((revision) => ({ Type: pdf`/Page`, AP: look(revision) })),
  'a widget becomes a node of pages': eachWidget((revision) => ({
    Type: pdf`/Pages`,
    Count: 0,
    AP: look(revision),
  })),
  'a widget becomes an element': eachWidget((revision) => ({ Type: pdf`/StructElem`, S: pdf`/P`, AP: look(revision) })),
  'a widget becomes validation data': eachWidget((revision) => ({ Type: pdf`/DSS`, AP: look(revision) })),
  'a widget becomes what the field for signing is': (revision, base) => {
    const approval = revision.get(fieldIn(base.parts, 'Approval').field)
    for (const widget of amountOf(base).widgets) revision.put(widget, approval)
  },
  'a radio button becomes what the field for signing is': (revision, base) => {
    const approval = revision.get(fieldIn(base.parts, 'Approval').field)
    for (const widget of fieldIn(base.parts, 'plan').widgets) revision.put(widget, approval)
  },
  'radio buttons get names and are turned': (revision, base) => {
    const { widgets } = fieldIn(base.parts, 'plan')
    const states = ['/Off', '/Full']
    for (const [i, widget] of widgets.entries())
      revision.set(widget, { T: pdf`(x${String(i)})`, AS: pdf`${states[i] ?? ''}` })
  },
  'a box becomes another': (revision, base) => {
    const accepted = revision.get(fieldIn(base.parts, 'accepted').widgets[0] ?? base.parts.page)
    for (const widget of fieldIn(base.parts, 'agree').widgets) {
      revision.set(widget, { AS: accepted.get('AS'), AP: accepted.get('AP') })
    }
  },
  'a field and its neighbour change places': (revision, base) => {
    const [one, other] = [amountOf(base).field, fieldIn(base.parts, 'name').field]
    const [a, b] = [revision.get(one), revision.get(other)]
    revision.put(one, b)
    revision.put(other, a)
  },
  'a field becomes a group of one': (revision, base) => {
    const { field } = amountOf(base)
    const kid = addAnnotation(
      revision,
      base.parts.page,
      annotation('Widget', [60, 570, 260, 590], { Parent: field, T: pdf`(x)`, AP: look(revision) }),
    )
    revision.set(field, { Kids: [kid] })
  },
  'a field gets one more widget': (revision, base) => {
    const { field } = amountOf(base)
    const kid = addAnnotation(
      revision,
      base.parts.page,
      annotation('Widget', [60, 716, 260, 736], { Parent: field, AP: look(revision) }),
    )
    const kids = revision.get(field).get('Kids')
    revision.set(field, { Kids: [...(Array.isArray(kids) ? kids : []), kid] })
  },
  'a field is listed as an equal one': (revision, base) => {
    const { field } = amountOf(base)
    const copy = revision.add(revision.get(field).with({ V: pdf`(900)`, AP: look(revision) }))
    replaceInForm(revision, base, field, copy)
  },
  'a field becomes one for signing': (revision, base) => {
    revision.set(amountOf(base).field, { FT: pdf`/Sig`, V: undefined })
    eachWidget((inner) => ({ AP: look(inner) }))(revision, base)
  },
  'a field becomes a choice': (revision, base) => {
    revision.set(amountOf(base).field, { FT: pdf`/Ch`, Ff: 131_072, Opt: pdf`[[(100) (900)]]` })
    eachWidget((inner) => ({ AP: look(inner) }))(revision, base)
  },
  'a field becomes a push-button': (revision, base) => {
    revision.set(amountOf(base).field, { FT: pdf`/Btn`, Ff: 65_536 })
    eachWidget((inner) => ({ AP: look(inner) }))(revision, base)
  },
  'a field becomes one with a password': (revision, base) => {
    revision.set(amountOf(base).field, { Ff: 8192 })
    eachWidget((inner) => ({ AP: look(inner, 'BT /F 10 Tf 2 6 Td (***) Tj ET') }))(revision, base)
  },
  'a field inherits its value from a new parent': (revision, base) => {
    const { field } = amountOf(base)
    const parent = revision.add(dict`<</T (group) /FT /Tx /V (900) /Kids [${field}]>>`)
    revision.set(field, { Parent: parent, V: undefined })
    replaceInForm(revision, base, field, parent)
  },
  'the look of the amount becomes an image': (revision, base) => {
    const image = stream(
      dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8>>`,
      '\u0000',
    )
    for (const ref of amountOf(base).looks) revision.put(ref, image)
  },
  'the look of the amount becomes content of the page': (revision, base) => {
    const { content } = base.parts
    eachWidget(() => ({ AP: dict`<</N ${content}>>` }))(revision, base)
  },
  'the look of the amount becomes that of another field': (revision, base) => {
    const [other] = fieldIn(base.parts, 'country').looks
    if (other !== undefined) eachWidget(() => ({ AP: dict`<</N ${other}>>` }))(revision, base)
    else eachWidget(() => ({ AP: undefined }))(revision, base)
  },
  'the look of the amount becomes one with states': eachWidget((revision) => ({
    AP: dict`<</N <</On ${revision.add(form(200, 20, FORGED))}>>>>`,
    AS: pdf`/On`,
  })),
  'the look of the amount with the mouse upon it': (revision, base) => {
    for (const [i, widget] of amountOf(base).widgets.entries()) {
      const normal = amountOf(base).looks[i] ?? null
      revision.set(widget, { AP: dict`<</N ${normal} /R ${revision.add(form(200, 20, FORGED))}>>` })
    }
  },
  'the look of the amount while it is pressed': (revision, base) => {
    for (const [i, widget] of amountOf(base).widgets.entries()) {
      const normal = amountOf(base).looks[i] ?? null
      revision.set(widget, { AP: dict`<</N ${normal} /D ${revision.add(form(200, 20, FORGED))}>>` })
    }
  },
  'the font of a look becomes another': (revision, base) => {
    for (const ref of amountOf(base).looks) {
      const nines = HELVETICA.with({ Encoding: pdf`<</Type /Encoding /Differences [49 /nine]>>` })
      const names = ['Helv', 'F', 'F1', 'Helvetica', 'HeBo']
      const fonts = new PdfDict(Object.fromEntries(names.map((name) => [name, nines])))
      revision.set(ref, { Resources: new PdfDict({ Font: fonts }) })
    }
  },
  'the box of a look is moved': (revision, base) => {
    for (const ref of amountOf(base).looks) revision.set(ref, { BBox: pdf`[0 0 9 20]` })
  },
  'the matrix of a look is turned': (revision, base) => {
    for (const ref of amountOf(base).looks) revision.set(ref, { Matrix: pdf`[-1 0 0 -1 0 0]` })
  },
  'the look gets a layer': (revision, base) => {
    for (const ref of amountOf(base).looks) revision.set(ref, { OC: revision.add(dict`<</Type /OCG /Name (x)>>`) })
  },
  'the look lies in a file': (revision, base) => {
    for (const ref of amountOf(base).looks) revision.set(ref, { F: pdf`(look.txt)`, FFilter: undefined })
  },
  'the look has another filter': (revision, base) => {
    for (const ref of amountOf(base).looks) revision.set(ref, { Filter: pdf`/AHx`, DecodeParms: undefined })
  },
}

function replaceInForm(revision: Revision, { parts }: Base, old: PdfRef, ref: PdfRef): void {
  const { document } = revision
  const list = document.lookupArray(document.lookupDict(document.catalog, 'AcroForm') ?? new PdfDict(), 'Fields') ?? []
  const Fields = list.map((item) => (item instanceof PdfRef && item.num === old.num ? ref : item))
  const object = document.catalog.get('AcroForm')
  if (object instanceof PdfRef) revision.set(object, { Fields })
  else if (object instanceof PdfDict) revision.set(parts.catalog, { AcroForm: object.with({ Fields }) })
}

/** Every way of signing: what the form permits does not reach so far. */
export const changedKinds: readonly ClassAttack[] = attacksBy(
  Object.fromEntries(Object.entries(KINDS).map(([name, change]) => [name, changed(change)])),
)
