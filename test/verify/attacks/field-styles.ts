/**
 * Fields whose value stays, or becomes what is said, and whose style makes something else of it: default appearances,
 * frames, flags and rich text, for viewers that draw fields by themselves and for those that do not.
 *
 * @module
 */

import type { PdfObject } from '../../../src/pdf/objects.js'
import { fieldIn } from '../bases/form-parts.js'
import { dict, pdf } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'
import { attacksBy, type ClassAttack, FILLABLE, type Maker } from './class-attack.js'
import { form } from './looks.js'

type Entries = (revision: Revision) => Record<string, PdfObject | undefined>

/** Strings for /DA. */
const STYLES: Readonly<Record<string, string>> = {
  'in white': '/Helv 10 Tf 1 g',
  'in white by three colours': '/Helv 10 Tf 1 1 1 rg',
  'in white by four': '/Helv 10 Tf 0 0 0 0 k',
  'in almost white': '/Helv 10 Tf .97 g',
  'that cannot be seen': '/Helv 10 Tf 0 g 3 Tr',
  'as a clip': '/Helv 10 Tf 0 g 7 Tr',
  'far above': '/Helv 10 Tf 0 g 500 Ts',
  'far apart': '/Helv 10 Tf 0 g 400 Tc',
  'squeezed to nothing': '/Helv 10 Tf 0 g 1 Tz',
  'stretched over the page': '/Helv 10 Tf 0 g 9000 Tz',
  'of one point': '/Helv 1 Tf 0 g',
  'of a tenth of a point': '/Helv .1 Tf 0 g',
  'of 400 points': '/Helv 400 Tf 0 g',
  'upside down': '/Helv -10 Tf 0 g',
  'mirrored by a matrix': '/Helv 10 Tf 0 g -1 0 0 1 100 0 Tm',
  'moved by a matrix': '/Helv 10 Tf 0 g 1 0 0 1 0 140 Tm',
  'with a text of its own': '/Helv 10 Tf 0 g (900) Tj',
  'with an area': '/Helv 10 Tf 0 g 0 0 200 20 re f',
  'with a rest': 'Q /Helv 10 Tf 0 g',
  'with a layer': '/OC /x BDC /Helv 10 Tf 0 g',
  'in symbols': '/ZaDb 10 Tf 0 g',
  'in a font that is not there': '/Nobody 10 Tf 0 g',
  'in two fonts': '/ZaDb 10 Tf /Helv 10 Tf 0 g /ZaDb 10 Tf',
  'that is empty': '',
  'that is no content': '((((',
}

const FRAMES: Readonly<Record<string, Entries>> = {
  'a black ground': () => ({ MK: dict`<</BG [0]>>` }),
  'a ground in the colour of the text': () => ({ MK: dict`<</BG [0 0 0]>>`, DA: pdf`(/Helv 10 Tf 0 g)` }),
  'a thick border': () => ({ MK: dict`<</BC [0]>>`, BS: dict`<</W 40 /S /S>>` }),
  'a thick /Border': () => ({ MK: dict`<</BC [1]>>`, Border: pdf`[0 0 60]` }),
  'a bevelled border': () => ({ MK: dict`<</BC [0] /BG [0]>>`, BS: dict`<</W 9 /S /B>>` }),
  'a turn by 180': () => ({ MK: dict`<</R 180>>` }),
  'a turn by 90': () => ({ MK: dict`<</R 90>>` }),
  'a caption': () => ({ MK: dict`<</CA (900) /RC (900) /AC (900)>>` }),
  'an icon': (revision) => ({ MK: dict`<</I ${revision.add(form(200, 20, '0 0 200 20 re f'))} /TP 1>>` }),
}

const FLAGS: Readonly<Record<string, Entries>> = {
  'a comb of twenty': () => ({ Ff: 1 << 24, MaxLen: 20 }),
  'a length of one': () => ({ MaxLen: 1 }),
  'many lines': () => ({ Ff: 1 << 12 }),
  'the right margin': () => ({ Q: 2 }),
  'stars instead of letters': () => ({ Ff: 1 << 13 }),
  'no print': () => ({ F: 0 }),
  'no view': () => ({ F: 36 }),
  'no view until it is toggled': () => ({ F: 4 + 256 }),
  'no zoom and no turn': () => ({ F: 4 + 8 + 16 }),
  'invisibility for the unknown': () => ({ F: 5 }),
  'a lock of its content': () => ({ F: 4 + 512 }),
  'a layer': (revision) => ({ OC: revision.add(dict`<</Type /OCG /Name (x)>>`) }),
  'an action': () => ({ AA: dict`<</F <</S /JavaScript /JS (event.value = 900)>>>>` }),
  'another default': () => ({ DV: pdf`(900)` }),
  'another name for users': () => ({ TU: pdf`(900)` }),
  'another name for export': () => ({ TM: pdf`(900)` }),
  'rich text': () => ({ RV: pdf`(<body xmlns="http://www.w3.org/1999/xhtml"><p>900</p></body>)`, Ff: 1 << 25 }),
  'a default style': () => ({ DS: pdf`(font: 1pt; color: #fff)` }),
  'no appearance': () => ({ AP: undefined }),
  'no rectangle': () => ({ Rect: undefined }),
  'a rectangle of nothing': () => ({ Rect: pdf`[0 0 0 0]` }),
  'a rectangle turned round': () => ({ Rect: pdf`[260 590 60 570]` }),
}

/** With the value that was signed, or a new one that is shown as it should be. */
const give =
  (entries: Entries, isFilled: boolean): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const { field, widgets } = fieldIn(parts, 'amount')
      if (isFilled) {
        revision.set(field, { V: pdf`(123)` })
        const shown = form(200, 20, '/Tx BMC\nq BT /F 10 Tf 0 g 2 6 Td (123) Tj ET Q\nEMC\n')
        for (const widget of widgets) revision.set(widget, { AP: dict`<</N ${revision.add(shown)}>>` })
      }
      for (const widget of new Set([...widgets, ...(isFilled ? [] : [field])])) revision.set(widget, entries(revision))
    })

const styles = Object.fromEntries(
  Object.entries(STYLES).map(([name, text]): [string, Entries] => {
    const escaped = text.replace(/[()\\]/g, '\\$&')
    return [`a default appearance ${name}`, () => ({ DA: pdf`(${escaped})` })]
  }),
)

const ALL = { ...styles, ...FRAMES, ...FLAGS }

export const fieldStyles: readonly ClassAttack[] = attacksBy(
  Object.fromEntries(
    Object.entries(ALL).map(([name, entries]) => [`a signed field gets ${name}`, give(entries, false)]),
  ),
  { profiles: FILLABLE },
)

/** What is filled in is shown otherwise than it was signed by right: only the value says whether it is shown. */
export const filledStyles: readonly ClassAttack[] = attacksBy(
  Object.fromEntries(
    Object.entries(ALL).map(([name, entries]) => [`a filled field gets ${name}`, give(entries, true)]),
  ),
  { profiles: FILLABLE, isNamed: true },
)
