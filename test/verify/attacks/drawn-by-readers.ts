/**
 * Fields that viewers draw by themselves, and entries that decide what they show of a value that stays, or of one that is
 * filled in: looks of which none is the one to be shown, captions, states, the first line of a list, colours beyond their range.
 *
 * @module
 */

import type { PdfObject } from '../../../src/pdf/objects.js'
import { type Attack, attacksOn, certified3, signed } from '../support/cases.js'
import { type ContractPart, type ContractRefs, textLook } from '../support/contract.js'
import { annotation, OVER_THE_TEXT } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'

type Entries = Readonly<Record<string, PdfObject | undefined>>
type Changed = (revision: Revision, refs: ContractRefs) => Entries

/** A signed field without a look, and what a later revision changes in it. */
function onField(
  part: ContractPart,
  entries: Readonly<Record<string, PdfObject>>,
  form: Record<string, PdfObject> = {},
) {
  return (changes: Readonly<Record<string, Changed>>): readonly Attack[] =>
    attacksOn(
      signed({ changes: () => ({ [part]: entries, form }) }),
      Object.fromEntries(
        Object.entries(changes).map(([name, changed]): [string, Attack['make']] => [
          name,
          ({ bytes, refs }) => revise(bytes, (revision) => revision.set(refs[part], changed(revision, refs))),
        ]),
      ),
    )
}

const other = (revision: Revision, { helv }: ContractRefs) => revision.add(textLook(helv, '900'))
const onText = onField('fieldIban', { V: pdf`(100)` })
const onBox = onField('fieldAgree', { AP: null, V: pdf`/Yes`, AS: pdf`/Yes`, MK: dict`<</CA (4)>>` })
const onRedrawnBox = onField(
  'fieldAgree',
  { V: pdf`/Yes`, AS: pdf`/Yes`, MK: dict`<</CA (4)>>` },
  { NeedAppearances: true },
)
const LIST = { Ff: 0, Opt: pdf`[(a) (b) (c) (d) (e) (f)]`, V: pdf`(a)` }
const onList = onField('fieldCountry', LIST)
const onCombo = onField('fieldCountry', { Opt: pdf`[[(a) (100 EUR)] [(b) (900 EUR)]]`, V: pdf`(a)` })

export const drawnByReaders: readonly Attack[] = [
  ...onText({
    'a field is filled in, and Poppler shows a look for another state': (...made) => ({
      V: pdf`(200)`,
      AP: dict`<</N <</Off ${other(...made)}>>>>`,
    }),
    'a field keeps its value, and Poppler shows a look for another state': (...made) => ({
      AP: dict`<</N <</Off ${other(...made)}>>>>`,
    }),
    'a field gets a look for a pressed button alone': (...made) => ({ AP: dict`<</D ${other(...made)}>>` }),
    'a field gets no look, said twice': () => ({ AP: dict`<<>>` }),
    'a field gets a look that is nothing': () => ({ V: pdf`(200)`, AP: dict`<</N null>>` }),
  }),
  ...onBox({
    'a ticked box loses its caption': () => ({ MK: undefined }),
    'a ticked box loses its state': () => ({ AS: undefined }),
    'a ticked box gets the state of others': () => ({ AS: pdf`/Off` }),
    'a ticked box gets no look': () => ({ AP: dict`<</N <<>>>>` }),
  }),
  ...onRedrawnBox({ 'a ticked box that is drawn anew loses its caption': () => ({ MK: undefined }) }),
  ...onList({
    'a list is scrolled away from what is chosen': () => ({ TI: 3 }),
    'a list is filled in, and scrolled beyond its end': () => ({ V: pdf`(b)`, TI: 99 }),
    'a list begins before its first option': () => ({ TI: -1 }),
  }),
  ...onCombo({ 'an option is chosen by its text, which nothing exports': () => ({ V: pdf`(100 EUR)` }) }),
  ...attacksOn(certified3, {
    'a marker has a colour beyond yellow, which Poppler draws black': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        const [left, bottom, right, top] = OVER_THE_TEXT
        const QuadPoints = [left, top, right, top, left, bottom, right, bottom].map((value) => value ?? 0)
        addAnnotation(revision, refs.page1, annotation('Highlight', OVER_THE_TEXT, { QuadPoints, C: pdf`[9 9 0]` }))
      }),
    'a field gets a ground beyond white': ({ bytes, refs }) =>
      revise(bytes, (revision) => revision.set(refs.fieldAmount, { MK: dict`<</BG [9 9 9]>>` })),
  }),
]
