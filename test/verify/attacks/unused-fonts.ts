/**
 * Fonts that stand in a signed document and that nothing in it uses, as editors leave them behind. What such a font leads to
 * can be put in its place afterwards without a change to anything that was used; then a field is drawn in it.
 *
 * @module
 */

import { PdfDict, type PdfObject, type PdfRef } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { type Base, unsignedBase } from '../bases/bases.js'
import { fieldIn, readParts } from '../bases/form-parts.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { form } from './looks.js'

/** A one and a nine as strokes, in a space of a thousand units. */
const ONE = '550 0 d0 80 w 275 0 m 275 700 l S'
const NINE = '550 0 d0 80 w 450 0 m 450 700 l 100 700 l 100 350 l 450 350 l S'

/** The parts of a font, each an object of its own, so that each can be exchanged. */
type FontPart = 'font' | 'procedures' | 'procedure' | 'encoding' | 'resources' | 'form'
type FontRefs = Readonly<Record<FontPart, PdfRef>>

const box = (content: string): PdfObject =>
  stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 1000 1000]>>`, content)

/** A Type 3 font (9.6.4) whose digit is drawn by a form, so that there is something at every depth. */
function addFont(revision: Revision): FontRefs {
  const shape = revision.add(box(ONE.replace('550 0 d0 ', '')))
  const resources = revision.add(dict`<</XObject <</D ${shape}>>>>`)
  const procedure = revision.add(stream(dict`<<>>`, '550 0 d0 /D Do'))
  const procedures = revision.add(dict`<</one ${procedure}>>`)
  const encoding = revision.add(dict`<</Type /Encoding /Differences [49 /one]>>`)
  const font = revision.add(
    dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 49 /LastChar 49
      /Widths [550] /Encoding ${encoding} /CharProcs ${procedures} /Resources ${resources}>>`,
  )
  return { font, procedures, procedure, encoding, resources, form: shape }
}

/** What takes the place of a part: the one is a nine. */
const EXCHANGED: Readonly<Record<Exclude<FontPart, 'font'>, (revision: Revision) => PdfObject>> = {
  form: () => box(NINE.replace('550 0 d0 ', '')),
  procedure: () => stream(dict`<<>>`, NINE),
  procedures: (revision) => dict`<</one ${revision.add(stream(dict`<<>>`, NINE))}>>`,
  resources: (revision) => dict`<</XObject <</D ${revision.add(box(NINE.replace('550 0 d0 ', '')))}>>>>`,
  encoding: () => dict`<</Type /Encoding /Differences [49 /one 57 /one]>>`,
}

/** The font itself is left alone, and the field keeps its value or takes another. */
const exchange =
  (part: keyof typeof EXCHANGED, value: string, level: 2 | 3): Maker =>
  async ({ writer }: Base) => {
    const original = await unsignedBase(writer)
    const { field, widgets } = fieldIn(readParts(original), 'amount')
    let fonts: FontRefs | undefined
    const signed = await sign(
      revise(original, (revision) => {
        fonts = addFont(revision)
      }),
      { certify: level },
    )
    return revise(signed, (revision) => {
      if (fonts === undefined) throw new Error('The font was not added.')
      revision.put(fonts[part], EXCHANGED[part](revision))
      const resources = new PdfDict({ Font: new PdfDict({ F: fonts.font }) })
      const look = form(200, 20, `/Tx BMC q BT /F 12 Tf 0 g 2 5 Td (${value}) Tj ET Q EMC\n`, resources)
      revision.set(field, { V: textString(value) })
      for (const widget of widgets) revision.set(widget, { AP: dict`<</N ${revision.add(look)}>>` })
    })
  }

export const unusedFonts: readonly ClassAttack[] = attacksBy(
  Object.fromEntries(
    (Object.keys(EXCHANGED) as (keyof typeof EXCHANGED)[]).flatMap((part): [string, Maker][] => [
      [`the ${part} of an unused font is exchanged, and a field is drawn in it`, exchange(part, '1', 2)],
      [`the ${part} of an unused font is exchanged, and a field is filled with it`, exchange(part, '11', 3)],
    ]),
  ),
  { profiles: ['plain'] },
)

/** A font that stands in the file unchanged, and that nothing used when it was signed: nobody has seen its letters. */
export const neverSeenFont: readonly ClassAttack[] = attacksBy(
  {
    'a field is filled in with the letters of an unused font': async ({ writer }) => {
      const original = await unsignedBase(writer)
      const { field, widgets } = fieldIn(readParts(original), 'amount')
      let font: PdfRef | undefined
      const signed = await sign(
        revise(original, (revision) => {
          const parts = addFont(revision)
          font = parts.font
          revision.put(parts.form, EXCHANGED.form(revision))
        }),
      )
      return revise(signed, (revision) => {
        const resources = new PdfDict({ Font: new PdfDict({ F: font ?? null }) })
        const look = form(200, 20, '/Tx BMC q BT /F 12 Tf 0 g 2 5 Td (1) Tj ET Q EMC\n', resources)
        revision.set(field, { V: pdf`(1)` })
        for (const widget of widgets) revision.set(widget, { AP: dict`<</N ${revision.add(look)}>>` })
      })
    },
  },
  { profiles: ['plain'] },
)
