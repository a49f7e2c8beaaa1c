/**
 * What PDFBox, iText 5 and iText 2 do to signed documents; the changes themselves are written in `change-pdf.java`.
 *
 * @module
 */

import { ANNOTATABLE, FILLABLE, SIGNABLE } from '../../attacks/class-attack.js'
import type { Base, ProfileName } from '../../bases/bases.js'
import { ANY_PROFILE, changesBy, except, type HonestChange, keepingValues, VISIBLY_SIGNABLE } from './honest-change.js'
import type { JavaPrograms } from './java-programs.js'

/** Some changes, how the documents are signed that they are made on, and what these must have. */
type Group = readonly [readonly ProfileName[], readonly string[], HonestChange['fits']?]

const TEXTS = ['fill a text field', 'fill a text field again', 'clear a text field']
const CHOICES = ['choose in a list', 'choose in a drop-down list']
const BUTTONS = ['tick a box', 'untick a box', 'choose a radio button']

/** PDFBox draws with the fonts of the form alone, and pdf-lib writes none. */
const hasFormFonts = except('pdf-lib', 'qpdf, linearized')
/** Nor does @libpdf/core name one for its choices, or an encoding for the others. */
const hasAllFonts = except('pdf-lib', 'qpdf, linearized', '@libpdf/core')

const ANNOTATING = [
  'add a note',
  'highlight a line',
  'underline a line',
  'strike a line out',
  'draw a square',
  'draw a line',
  'write a text',
]

const CHANGES: Readonly<Record<string, readonly Group[]>> = {
  pdfbox: [
    [FILLABLE, TEXTS, hasFormFonts],
    [FILLABLE, [...CHOICES, 'fill a text field with accents', 'fill all fields'], hasAllFonts],
    [FILLABLE, [...BUTTONS, 'change the properties']],
    [ANNOTATABLE, [...ANNOTATING, 'mark a line with a squiggle', 'draw a circle', 'comment and reply']],
    [SIGNABLE, ['sign', 'sign the empty field']],
    [VISIBLY_SIGNABLE, ['sign visibly']],
    [ANY_PROFILE, ['add validation data', 'stamp the time', 'save without a change', 'write everything anew']],
  ],
  itext: [
    [FILLABLE, [...TEXTS, ...CHOICES, ...BUTTONS, 'fill a text field with accents', 'fill all fields']],
    [
      FILLABLE,
      [
        'fill a text field, in object streams',
        'fill a text field, to be drawn by the reader',
        'change the properties',
        'change the metadata',
      ],
    ],
    [
      ANNOTATABLE,
      [...ANNOTATING, 'draw with ink', 'stamp', 'add a link', 'comment and reply', 'attach a file to the page'],
    ],
    [
      SIGNABLE,
      ['sign', 'sign, PAdES', 'sign, in object streams', 'sign the empty field', 'sign the empty field, PAdES'],
      keepingValues,
    ],
    [
      VISIBLY_SIGNABLE,
      [
        'sign visibly',
        'sign visibly on the last page',
        'sign visibly with name and description',
        'sign visibly by hand',
      ],
      keepingValues,
    ],
    [ANY_PROFILE, ['stamp the time'], keepingValues],
    [ANY_PROFILE, ['add validation data', 'save without a change', 'save without a change, in object streams']],
  ],
  'itext 2': [
    [FILLABLE, [...TEXTS, ...CHOICES, ...BUTTONS, 'change the properties']],
    [ANNOTATABLE, ['add a note', 'draw a square']],
    [SIGNABLE, ['sign', 'sign the empty field'], keepingValues],
    [VISIBLY_SIGNABLE, ['sign visibly'], keepingValues],
  ],
}

const TITLES: Readonly<Record<string, string>> = { pdfbox: 'PDFBox', itext: 'iText', 'itext 2': 'iText 2' }

/** All changes of these programs. */
export function javaChanges(java: JavaPrograms): readonly HonestChange[] {
  return Object.entries(CHANGES).flatMap(([program, groups]) =>
    groups.flatMap(([profiles, names, fits]) => {
      const makers = names.map((name) => [name, ({ bytes }: Base) => java.change(bytes, `${program}: ${name}`)])
      return changesBy(TITLES[program] ?? program, profiles, Object.fromEntries(makers), fits)
    }),
  )
}
