/**
 * Text that some viewers show and others do not: content that breaks the rules is prepared before it is signed, and
 * something white is laid over what it says afterwards. Who sees no text there finds nothing hidden.
 *
 * @module
 */

import { PdfDict } from '../../../src/pdf/objects.js'
import { unsignedBase } from '../bases/bases.js'
import { readParts } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { attacksBy, type ClassAttack, hasKnownPlaces, type Maker } from './class-attack.js'
import { form } from './looks.js'

const TEXT = '(The price is 900 EUR.)'
/** Where nothing else stands on the page, and what is laid there. */
const PLACE = '60 655'
const COVER = [50, 645, 550, 675] as const

const CONTENTS: Readonly<Record<string, string>> = {
  'behind the end of a text object': `BT /F1 12 Tf ${PLACE} Td ET ${TEXT} Tj`,
  'in a font that is missing': `BT /F9 12 Tf ${PLACE} Td ${TEXT} Tj ET`,
  'that is white and has black outlines': `1 g 0 G BT /F1 12 Tf 2 Tr ${PLACE} Td ${TEXT} Tj ET`,
  'in a font of procedures that has none': `BT /Bare 12 Tf ${PLACE} Td ${TEXT} Tj ET`,
  'in no font': `BT ${PLACE} Td ${TEXT} Tj ET`,
  'by a sign that lacks its spacing': `BT /F1 12 Tf ${PLACE} Td ${TEXT} " ET`,
  'by an array sign': `BT /F1 12 Tf ${PLACE} Td ${TEXT} TJ ET`,
  'as an array by the sign for strings': `BT /F1 12 Tf ${PLACE} Td [${TEXT}] Tj ET`,
  'within a clip of no path': `W n BT /F1 12 Tf ${PLACE} Td ${TEXT} Tj ET`,
  'with a number glued to an operator': `BT /F1 12 Tf ${PLACE}Td ${TEXT} Tj ET`,
  'with a number of two signs': `BT /F1 12 Tf 60 --655 Td 0 1310 Td ${TEXT} Tj ET`,
  'in a size of two points': `BT /F1 1.2.3 Tf ${PLACE} Td ${TEXT} Tj ET`,
  'in a string without an end': `BT /F1 12 Tf ${PLACE} Td (The price is 900 EUR. Tj ET`,
  'behind an operator that there is not': `BT /F1 12 Tf ${PLACE} Td 1 2 foo ${TEXT} Tj ET`,
  'behind an image without an end': `BI /W 1 ID x BT /F1 12 Tf ${PLACE} Td ${TEXT} Tj ET`,
}

const coveredText =
  (content: string): Maker =>
  async ({ writer }) => {
    const original = await unsignedBase(writer)
    const { page, content: own } = readParts(original)
    const prepared = revise(original, (revision) => {
      const added = revision.add(stream(dict`<<>>`, `\nq ${content}\nQ\n`))
      const resources = revision.document.resolve(revision.get(page).get('Resources'))
      const old = resources instanceof PdfDict ? resources : new PdfDict()
      const fonts = revision.document.resolve(old.get('Font'))
      const all = fonts instanceof PdfDict ? fonts : new PdfDict()
      const bare = dict`<</Type /Font /Subtype /Type3>>`
      revision.set(page, { Contents: [own, added], Resources: old.with({ Font: all.with({ Bare: bare }) }) })
    })
    return revise(await sign(prepared, { certify: 3 }), (revision) => {
      const look = revision.add(form(500, 30, '1 g 0 0 500 30 re f\n'))
      const entries = { AP: dict`<</N ${look}>>`, C: pdf`[1 1 1]` }
      addAnnotation(revision, page, annotation('Square', COVER, entries))
    })
  }

/** Certified so that annotations are permitted. */
export const lenientText: readonly ClassAttack[] = attacksBy(
  Object.fromEntries(Object.entries(CONTENTS).map(([name, content]) => [`text ${name}`, coveredText(content)])),
  { profiles: ['P=3'], isNamed: true, fits: hasKnownPlaces },
)
