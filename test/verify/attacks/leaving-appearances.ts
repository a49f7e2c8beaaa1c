/**
 * Appearances that are drawn elsewhere than where their annotation stands. PDF.js takes a `Q` for which there is no `q`
 * (ISO 32000-2, 8.4.2) as the end of the appearance, and draws what follows in the space of the page.
 *
 * @module
 */

import { fieldIn } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, revise } from '../support/revise.js'
import { addToForm, signByHand } from '../support/sign.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, FILLABLE, type Maker, SIGNABLE } from './class-attack.js'
import { form, HELVETICA } from './looks.js'

/** Covers the upper half of the page, whichever way its axis points. */
const FORGED = '1 g -2000 -2000 6000 6000 re f 0 g BT /F 20 Tf 60 100 Td (The price is 900 EUR.) Tj ET '

/** Contents that leave their space before they draw. */
const LEAVING: Readonly<Record<string, string>> = {
  'one Q': `Q ${FORGED}`,
  'many Q': `${'Q '.repeat(20)}${FORGED}`,
  'q and two Q': `q Q Q ${FORGED}`,
  'Q within text': `BT /F 10 Tf Q ET ${FORGED}`,
  'Q in marked content': `/Tx BMC Q EMC ${FORGED}`,
  'Q, and q behind': `Q ${FORGED} q`,
  'Q behind a path': `0 0 m 1 1 l Q ${FORGED}`,
}

const text = 'BT /F 10 Tf 0 g 2 6 Td (100) Tj ET '

const fill =
  (content: string): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const { field, widgets } = fieldIn(parts, 'amount')
      revision.set(field, { V: pdf`(100)` })
      const look = form(200, 20, `${text}${content}\n`)
      for (const widget of widgets) revision.set(widget, { AP: dict`<</N ${revision.add(look)}>>` })
    })

const inForm =
  (content: string): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const { field, widgets } = fieldIn(parts, 'amount')
      const inner = revision.add(form(200, 20, content))
      const resources = dict`<</XObject <</X ${inner}>> /Font <</F ${HELVETICA}>>>>`
      revision.set(field, { V: pdf`(100)` })
      for (const widget of widgets) {
        revision.set(widget, { AP: dict`<</N ${revision.add(form(200, 20, `${text}/X Do\n`, resources))}>>` })
      }
    })

const addStamp =
  (content: string, kind = 'Stamp', rectangle: readonly number[] = [300, 100, 400, 140]): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const look = revision.add(form(100, 40, content))
      addAnnotation(revision, parts.page, annotation(kind, rectangle, { AP: dict`<</N ${look}>>` }))
    })

const sign =
  (content: string, rectangle: readonly number[] = [300, 100, 400, 140]): Maker =>
  ({ bytes }) =>
    signByHand(bytes, {
      fieldName: 'Mallory',
      widget: (revision) => ({
        Rect: [...rectangle],
        AP: dict`<</N ${revision.add(form(100, 40, content))}>>`,
      }),
    })

/** An appearance without area: PDF.js does not scale it, and so draws it on the whole page. */
const withoutArea =
  (kind: string): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const look = form(600, 800, '1 g 0 0 600 800 re f\n')
      addAnnotation(revision, parts.page, annotation(kind, [0, 0, 0, 0], { AP: dict`<</N ${revision.add(look)}>>` }))
    })

/** MuPDF draws "SIGN" where an empty field without an appearance stands. */
const emptyFieldOver =
  (rectangle: readonly number[]): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const field = dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Another) /F 4 /Rect ${[...rectangle]}>>`
      addToForm(revision, addAnnotation(revision, parts.page, field))
    })

const each = (prefix: string, make: (content: string) => Maker) =>
  Object.fromEntries(Object.entries(LEAVING).map(([name, content]) => [`${prefix}: ${name}`, make(content)]))

export const leavingAppearances: readonly ClassAttack[] = [
  ...attacksBy(each('a text field', fill), { profiles: FILLABLE }),
  ...attacksBy(each('a form in a text field', inForm), { profiles: FILLABLE }),
  ...attacksBy(each('a later signature', sign), { profiles: SIGNABLE }),
  ...attacksBy(
    each('a later signature without area', (content) => sign(content, [0, 0, 0, 0])),
    { profiles: SIGNABLE },
  ),
  ...attacksBy(
    each('a later signature without height', (content) => sign(content, [50, 100, 300, 100])),
    { profiles: SIGNABLE },
  ),
  ...attacksBy(each('a stamp', addStamp), { profiles: ANNOTATABLE }),
  ...attacksBy(
    Object.fromEntries(
      ['Popup', 'Stamp', 'Link', 'Caret', 'Ink', 'Highlight', 'FreeText', 'Text'].map((kind) => [
        `a ${kind} without area`,
        withoutArea(kind),
      ]),
    ),
    { profiles: ANNOTATABLE },
  ),
  ...attacksBy(
    {
      'an empty signature field over the price': emptyFieldOver([50, 690, 450, 760]),
      'an empty signature field on one word': emptyFieldOver([120, 712, 150, 730]),
    },
    { profiles: SIGNABLE },
  ),
]
