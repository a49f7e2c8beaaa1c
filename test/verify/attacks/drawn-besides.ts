/**
 * What viewers draw of an annotation besides its appearance: poppler strokes the border of a link across the edge of its
 * rectangle, in any width, and PDF.js inside of it.
 *
 * @module
 */

import type { PdfObject } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { annotation } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { ANNOTATABLE, attacksBy, hasKnownPlaces, type Maker } from './class-attack.js'
import { form } from './looks.js'
import { OVER_THE_PRICE } from './painting-fields.js'

const [LEFT, BOTTOM, RIGHT, TOP] = OVER_THE_PRICE
const MIDDLE = (BOTTOM + TOP) / 2

/** Widths of borders; the rectangle stands so that half of each reaches over the price. */
const WIDTHS = [30, 60, 200]

const STYLES: Readonly<Record<string, (width: number) => Record<string, PdfObject>>> = {
  'a style': (width) => ({ BS: dict`<</W ${width}>>` }),
  'an underline': (width) => ({ BS: dict`<</W ${width} /S /U>>` }),
  'dashes as long as the line': (width) => ({ BS: dict`<</W ${width} /S /D /D [900 1]>>` }),
  'the old entry': (width) => ({ Border: pdf`[0 0 ${width}]` }),
  'the old entry with dashes': (width) => ({ Border: pdf`[0 0 ${width} [900 1]]` }),
  'both entries': (width) => ({ Border: pdf`[0 0 1]`, BS: dict`<</W ${width}>>` }),
}

const COLOURS: Readonly<Record<string, PdfObject>> = {
  white: pdf`[1 1 1]`,
  black: pdf`[0]`,
  'pale blue': pdf`[.9 .9 1]`,
}

type Looks = (revision: Revision) => PdfObject

const LOOKS: Readonly<Record<string, Looks>> = {
  'an empty appearance': (revision) => dict`<</N ${revision.add(form(100, 20, ''))}>>`,
  'an appearance with a dot': (revision) => dict`<</N ${revision.add(form(100, 20, '0 g 1 1 1 1 re f'))}>>`,
  'states of appearance': (revision) =>
    dict`<</N <</A ${revision.add(form(100, 20, ''))} /B ${revision.add(form(100, 20, ''))}>>>>`,
}

function bordered(width: number, look: Looks, entries: Record<string, PdfObject>): Maker {
  // Below the price when the border is narrow, so that its upper edge does the work; around it, far away, when broad.
  const [low, high] = [MIDDLE - width / 4, MIDDLE + 12]
  return ({ bytes, parts }: Base) =>
    revise(bytes, (revision) => {
      const states = look(revision)
      addAnnotation(
        revision,
        parts.page,
        annotation('Link', [LEFT, low, RIGHT, high], { AP: states, AS: pdf`/A`, ...entries }),
      )
    })
}

/** Borders of links that have an appearance. */
export const drawnBesides = attacksBy(
  Object.fromEntries(
    WIDTHS.flatMap((width) =>
      Object.entries(STYLES).flatMap(([style, entriesOf], i) => {
        const [[colour, value], [name, look]] = [pick(COLOURS, i + width), pick(LOOKS, i)]
        const entries = { ...entriesOf(width), C: value }
        return [[`a ${colour} border of ${width} by ${style}, over ${name}`, bordered(width, look, entries)] as const]
      }),
    ),
  ),
  { profiles: ANNOTATABLE, fits: hasKnownPlaces },
)

function pick<T>(table: Readonly<Record<string, T>>, turn: number): [string, T] {
  const entries = Object.entries(table)
  return entries[turn % entries.length] as [string, T]
}
