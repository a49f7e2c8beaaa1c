/**
 * What PDFBox and iText do to signed documents; the changes themselves are written in `change-pdf.java`.
 *
 * @module
 */

import { ANNOTATABLE, FILLABLE, SIGNABLE } from '../../attacks/class-attack.js'
import type { ProfileName } from '../../bases/bases.js'
import { ANY_PROFILE, type HonestChange } from './honest-change.js'
import type { JavaPrograms } from './java-programs.js'

const FILLING = [
  'fill a text field',
  'fill a text field again',
  'clear a text field',
  'fill a text field with accents',
  'tick a box',
  'untick a box',
  'choose a radio button',
  'choose in a list',
  'choose in a drop-down list',
  'fill all fields',
  'change the properties',
]

const ANNOTATING = [
  'add a note',
  'highlight a line',
  'underline a line',
  'strike a line out',
  'draw a square',
  'draw a line',
  'write a text',
]

const CHANGES: Readonly<Record<string, readonly (readonly [readonly ProfileName[], readonly string[]])[]>> = {
  pdfbox: [
    [FILLABLE, FILLING],
    [ANNOTATABLE, [...ANNOTATING, 'mark a line with a squiggle', 'draw a circle']],
    [SIGNABLE, ['sign', 'sign visibly', 'sign the empty field']],
    [ANY_PROFILE, ['add validation data', 'stamp the time']],
  ],
  itext: [
    [FILLABLE, [...FILLING, 'fill a text field, to be drawn by the reader', 'change the metadata']],
    [ANNOTATABLE, [...ANNOTATING, 'draw with ink', 'stamp', 'add a link']],
    [
      SIGNABLE,
      [
        'sign',
        'sign, PAdES',
        'sign visibly',
        'sign visibly on the last page',
        'sign visibly with name and description',
        'sign the empty field',
        'sign the empty field, PAdES',
      ],
    ],
    [ANY_PROFILE, ['add validation data', 'stamp the time', 'save without a change']],
  ],
}

const TITLES: Readonly<Record<string, string>> = { pdfbox: 'PDFBox', itext: 'iText' }

/** All changes of both programs. */
export function javaChanges(java: JavaPrograms): readonly HonestChange[] {
  return Object.entries(CHANGES).flatMap(([program, groups]) =>
    groups.flatMap(([profiles, names]) =>
      names.map((name) => ({
        program: TITLES[program] ?? program,
        name,
        profiles,
        make: ({ bytes }) => java.change(bytes, `${program}: ${name}`),
      })),
    ),
  )
}
