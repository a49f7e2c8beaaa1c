/**
 * Markings of text whose appearances write into the page: a digit before an amount, a cross in a box, a word of shapes. The
 * kind of an annotation says nothing about what it paints.
 *
 * @module
 */

import { PdfDict, type PdfObject } from '../../../src/pdf/objects.js'
import { annotation } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, revise } from '../support/revise.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, hasKnownPlaces, type Maker } from './class-attack.js'
import { form } from './looks.js'

/** Kinds that stand on letters or between them. */
const KINDS = ['Underline', 'StrikeOut', 'Squiggly', 'Highlight', 'Caret', 'Link', 'Popup', 'Text']
/** The digit before the amount. */
const QUADS = pdf`[120 728 130 728 120 714 130 714]`
const NINE = '0 g 0 0 m 5 0 l 5 9 l 0 9 l 0 4 l 4 4 l 4 1 l 0 1 l h f\n'

type Rectangle = readonly [left: number, bottom: number, right: number, top: number]

const DRAWINGS: Readonly<Record<string, readonly [Rectangle, content: string]>> = {
  'a nine before the amount': [[119, 715, 127, 727], `1 0 0 1 1 1 cm ${NINE}`],
  'a word of shapes behind a sentence': [
    [190, 715, 260, 727],
    [0, 1, 2, 3, 4].map((i) => `q 1 0 0 1 ${i * 8} 1 cm ${NINE}Q\n`).join(''),
  ],
  'a cross in a box': [[60, 540, 75, 555], '0 G 2 w 3 3 m 12 12 l 3 12 m 12 3 l S\n'],
  'a line through the sentence': [[60, 715, 180, 727], '0 g 0 4 120 1 re f\n'],
}

const draws =
  (kind: string, rectangle: Rectangle, content: string): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const [left, bottom, right, top] = rectangle
      const drawn = revision.add(form(right - left, top - bottom, content))
      const entries: Record<string, PdfObject> = { QuadPoints: QUADS, AP: new PdfDict({ N: drawn }) }
      addAnnotation(revision, parts.page, annotation(kind, rectangle, entries))
    })

/** Black areas that a highlight paints, each of them too small to hide a letter by itself. */
const MANY: Readonly<Record<string, Maker>> = {
  'black squares on each letter of the sentence': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      for (let i = 0; i < 12; i++) {
        const AP = dict`<</N ${revision.add(form(6, 13, '0 g 0 0 6 13 re f\n'))}>>`
        const rectangle = [60 + 6.5 * i, 714, 66 + 6.5 * i, 727] as const
        addAnnotation(revision, parts.page, annotation('Square', rectangle, { AP }))
      }
    }),
}

export const markupMarks: readonly ClassAttack[] = attacksBy(
  {
    ...Object.fromEntries(
      KINDS.flatMap((kind) =>
        Object.entries(DRAWINGS).map(([name, [rectangle, content]]) => [
          `a ${kind} that draws ${name}`,
          draws(kind, rectangle, content),
        ]),
      ),
    ),
    ...MANY,
  },
  { profiles: ANNOTATABLE, fits: hasKnownPlaces },
)
