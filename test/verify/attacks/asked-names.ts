/**
 * Names that are added to the default resources of the form, and that a default appearance string asks for: of a free
 * text, behind many operators, with escapes, or for something else than a font.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfString } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { type Attack, attacksOn, signed } from '../support/cases.js'
import { dict, pdf, stream } from '../support/notation.js'
import { type Revision, revise } from '../support/revise.js'

/** A field without an appearance: readers draw its value by this string. */
function drawnBy(appearance: string, resources?: PdfDict): Attack['from'] {
  const entries = { V: pdf`(100)`, DA: new PdfString(latin1Bytes(appearance)) }
  return signed({
    changes: () => ({ fieldIban: entries, ...(resources === undefined ? {} : { form: { DR: resources } }) }),
  })
}

/** A free text on the second page, without an appearance too. */
const freeText = signed({
  prepare: (file, { note, page2 }) => {
    const entries = dict`<</Type /Annot /Subtype /FreeText /Rect [100 500 300 540] /F 4 /P ${page2} /Contents (100)
      /DA (/Foo 12 Tf 0 g)>>`
    file.put(note, entries)
  },
})

/** A check box without an appearance, which is on. */
const checkBox = signed({
  changes: () => ({ fieldAgree: { V: pdf`/Yes`, AS: pdf`/Yes`, AP: null, MK: dict`<</CA (4)>>` } }),
})

/** A font that draws every letter as a block. */
function blocks(revision: Revision): PdfObject {
  const glyph = revision.add(stream(dict`<<>>`, '600 0 d0 0 0 500 700 re f\n'))
  const repeated = (item: string) => Array.from({ length: 95 }, () => item).join(' ')
  return revision.add(
    dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32
      /LastChar 126 /Widths [${repeated('600')}] /Encoding <</Differences [32 ${repeated('/a')}]>>
      /CharProcs <</a ${glyph}>> /Resources <<>>>>`,
  )
}

function adds(category: string, name: string, make: (revision: Revision) => PdfObject): Attack['make'] {
  return ({ bytes, refs }) =>
    revise(bytes, (revision) => {
      const resources = revision.increment.resolve(revision.get(refs.form).get('DR'))
      const older = resources instanceof PdfDict ? resources : new PdfDict()
      const kept = revision.increment.resolve(older.get(category))
      const items = kept instanceof PdfDict ? kept : new PdfDict()
      revision.set(refs.form, { DR: older.with({ [category]: items.with({ [name]: make(revision) }) }) })
    })
}

/** Helvetica, whose letters all have one width: poppler draws fields anew by it. */
const spaced = (width: string) => () => {
  const widths = Array.from({ length: 95 }, () => width).join(' ')
  return dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126
    /Widths [${widths}]>>`
}
/** The same, which says of two letters alone how wide they are. */
const partlySpaced = () =>
  dict`<</Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding /WinAnsiEncoding /FirstChar 65 /LastChar 66
    /Widths [667 667] /FontDescriptor <</Type /FontDescriptor /FontName /Arial /Flags 32 /MissingWidth 0>>>>`

const addsFont = (name: string) => adds('Font', name, blocks)
const addsForm = adds('XObject', 'Extra', (revision) =>
  revision.add(stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 600 800]>>`, '0 g 0 0 300 300 re f\n')),
)

export const askedNames = [
  ...attacksOn(freeText, { 'a font is added that a free text asks for': addsFont('Foo') }),
  ...attacksOn(checkBox, { 'a font is added under the name by which Poppler draws check marks': addsFont('ZaDb') }),
  ...attacksOn(drawnBy(`${'0 g '.repeat(20)}/Foo 12 Tf`), {
    'a font is added that a field asks for behind many operators': addsFont('Foo'),
  }),
  ...attacksOn(drawnBy('0 g ( /Foo 12 Tf'), {
    'a font is added that a field asks for behind a bracket': addsFont('Foo'),
  }),
  ...attacksOn(drawnBy('/Foo 12 Tf 0 g'), {
    'a font is added whose letters have no width': adds('Font', 'Foo', spaced('0')),
    'a font is added whose letters are far apart': adds('Font', 'Foo', spaced('9000')),
    'a font is added that leaves out the widths of digits': adds('Font', 'Foo', partlySpaced),
  }),
  ...attacksOn(drawnBy('/Fo#6f 12 Tf 0 g'), {
    'a font is added whose name is read with escapes': addsFont('Foo'),
    'a font is added whose name is read without escapes': addsFont('Fo#6f'),
  }),
  ...attacksOn(drawnBy('/Faint gs /Helv 12 Tf 0 g'), {
    'a graphics state is added that a field asks for': adds('ExtGState', 'Faint', () => dict`<</ca 0 /CA 0>>`),
  }),
  ...attacksOn(drawnBy('/Helv 12 Tf 0 g /Extra Do'), { 'a form is added that a field asks for': addsForm }),
  ...attacksOn(drawnBy('/Pattern cs /Grey scn /Helv 12 Tf'), {
    'a pattern is added that a field asks for': adds(
      'Pattern',
      'Grey',
      () => dict`<</PatternType 2 /Shading <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1]
        /Extend [true true] /Function <</FunctionType 2 /Domain [0 1] /N 1 /C0 [0.5] /C1 [0.5]>>>>>>`,
    ),
  }),
  ...attacksOn(drawnBy('/Foo 12 Tf 0 g', new PdfDict()), {
    'fonts are added as a stream with their names': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        const fonts = revision.add(stream(dict`<</Foo ${blocks(revision)}>>`, ' '))
        revision.set(refs.form, { DR: new PdfDict({ Font: fonts }) })
      }),
  }),
]
