/**
 * Changes after which values are equal by the letter of the standard, or as far as one reader can tell, and which other
 * readers see all the same: nulls that end an inheritance, reals where only integers count, arrays that are too long,
 * streams that pass for dictionaries, copies of layers.
 *
 * @module
 */

import { type PdfObject, PdfReal } from '../../../src/pdf/objects.js'
import { attacksOn, certified1, certified3, signed } from '../support/cases.js'
import { type ContractRefs, textContent } from '../support/contract.js'
import { dict, pdf, stream } from '../support/notation.js'
import { itemsOf, type Revision, revise } from '../support/revise.js'

const certify = { certify: 1 } as const

/** Entries that an equal dictionary may not get. */
function withEntries(part: keyof ContractRefs, entries: Record<string, PdfObject>) {
  return ({ bytes, refs }: { bytes: Uint8Array; refs: ContractRefs }) =>
    revise(bytes, ({ set }) => set(refs[part], entries))
}

const rotated = signed({ changes: () => ({ page1: { Rotate: 90 }, pages: { Rotate: 0 } }) }, certify)
const rotatedByTree = signed({ changes: () => ({ pages: { Rotate: 90 } }) }, certify)
const boxed = signed({ changes: () => ({ page1: { MediaBox: pdf`[0 0 500 700]` } }) }, certify)

/** A font whose widths begin at a code. */
const FONT = (first: string) =>
  `<</Type /Font /Subtype /TrueType /BaseFont /Foo /FirstChar ${first} /LastChar 126 /Encoding /WinAnsiEncoding
    /Widths [${Array.from({ length: 95 }, (_, i) => 300 + 7 * i).join(' ')}]>>`

const directFont = signed({ changes: () => ({ page1: { Resources: dict`<</Font <</F1 ${FONT('32')}>>>>` } }) }, certify)

/** A colour that jumps from white to black where its function is stitched. */
const INK = (bound: string) => `[/Separation /Spot /DeviceGray <</FunctionType 3 /Domain [0 1] /Bounds [${bound}]
  /Encode [0 1 0 1] /Functions [<</FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [1]>>
  <</FunctionType 2 /Domain [0 1] /N 1 /C0 [0] /C1 [0]>>]>>]`
const stitched = signed(
  {
    changes: (refs) => ({
      page2: { Resources: dict`<</Font <</F1 ${refs.font}>> /ColorSpace <</Ink ${INK('0.500000001')}>>>>` },
    }),
    prepare: (file, { content2 }) => {
      file.put(content2, stream(dict`<<>>`, `/Ink cs 0.5 scn\n${textContent('The price is 900 EUR.')}`))
    },
  },
  certify,
)

const LAYER_WITHOUT_TYPE = '<</Foo (Draft)>>'

/** A text in a layer that is off, and does not say that it is one. */
const untypedLayer = signed(
  {
    changes: (refs) => ({
      page2: { Resources: dict`<</Font <</F1 ${refs.font}>> /Properties <</Draft ${refs.layer}>>>>` },
      catalog: { OCProperties: dict`<</OCGs [${refs.layer}] /D <</OFF [${refs.layer}]>>>>` },
    }),
    prepare: (file, { content2, layer }) => {
      file.put(layer, dict`${LAYER_WITHOUT_TYPE}`)
      file.put(content2, stream(dict`<<>>`, `/OC /Draft BDC\n${textContent('The price is 900 EUR.')}EMC\n`))
    },
  },
  certify,
)

const indirectType = signed(
  {
    changes: (refs) => ({
      page2: { Resources: dict`<</Font <</F1 ${refs.font}>> /Properties <</Draft ${refs.layer}>>>>` },
      catalog: { OCProperties: dict`<</OCGs [${refs.layer}] /D <</OFF [${refs.layer}]>>>>` },
    }),
    prepare: (file, { content2, layer }) => {
      file.put(layer, dict`<</Type ${file.add(pdf`/OCG`)} /Name ${file.add(pdf`(Draft)`)}>>`)
      file.put(content2, stream(dict`<<>>`, `/OC /Draft BDC\n${textContent('The price is 900 EUR.')}EMC\n`))
    },
  },
  certify,
)

function exchangeLayer({ bytes, refs }: { bytes: Uint8Array; refs: ContractRefs }): Uint8Array {
  return revise(bytes, (revision) => {
    const copy = revision.add(revision.get(refs.layer))
    const resources = dict`<</Font <</F1 ${refs.font}>> /Properties <</Draft ${copy}>>>>`
    revision.set(refs.page2, { Resources: resources })
  })
}

function stampAsStream(revision: Revision, page: PdfObject): PdfObject {
  const look = revision.add(
    stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 400 200]>>`, '1 g 0 0 400 200 re f\n'),
  )
  const entries = dict`<</Type /Annot /Subtype /Stamp /Rect [50 600 450 800] /P ${page} /AP <</N ${look}>>>>`
  return revision.add(stream(entries, ' '))
}

function addStream({ bytes, refs }: { bytes: Uint8Array; refs: ContractRefs }): Uint8Array {
  return revise(bytes, (revision) => {
    const items = itemsOf(revision, revision.get(refs.page1).get('Annots'))
    revision.set(refs.page1, { Annots: [...items, stampAsStream(revision, refs.page1)] })
  })
}

/** A document whose second and third pages, and whose catalog, do not say what they are. */
const untyped = signed(
  {
    changes: (refs) => ({
      catalog: { Type: null, OpenAction: pdf`[${refs.page3} /Fit]` },
      page2: { Type: null },
      page3: { Type: null },
    }),
  },
  certify,
)
const boundless = signed({ changes: () => ({ page1: { MediaBox: pdf`[0 0 4294967896 800]` } }) }, certify)

const real = (spelling: string) => new PdfReal(Number(spelling), spelling)

export const equalValues = [
  ...attacksOn(certified1, {
    'the resources of a page are null, which ends the search for them': withEntries('page1', { Resources: null }),
    'the box of a page is null, which ends the search for it': withEntries('page1', { MediaBox: null }),
    'the box of a page leads to nothing, which ends the search for it': withEntries('page1', {
      MediaBox: pdf`9999 0 R`,
    }),
    'a stream stands among the annotations, with the entries of one': addStream,
  }),
  ...attacksOn(certified3, {
    'a stream stands among the annotations where comments are permitted': addStream,
    'a note becomes a stream with the entries of a stamp': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        const look = revision.add(
          stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 400 200]>>`, '1 g 0 0 400 200 re f\n'),
        )
        const entries = dict`<</Type /Annot /Subtype /Stamp /Rect [50 600 450 800] /P ${refs.page2} /AP <</N ${look}>>>>`
        revision.put(refs.note, stream(entries, ' '))
      }),
  }),
  ...attacksOn(rotatedByTree, {
    'the rotation of a page is null, which ends the search for it': withEntries('page1', { Rotate: null }),
  }),
  ...attacksOn(rotated, { 'the rotation of a page becomes a real': withEntries('page1', { Rotate: real('90.0') }) }),
  ...attacksOn(boxed, {
    'the box of a page gets a fifth number': withEntries('page1', { MediaBox: pdf`[0 0 500 700 0]` }),
  }),
  ...attacksOn(boundless, {
    'a box becomes a real that is too large for an integer': withEntries('page1', {
      MediaBox: [0, 0, real('4294967896.0'), 800],
    }),
  }),
  ...attacksOn(untyped, {
    'a page says that it is a node of the page tree': withEntries('page2', { Type: pdf`/Pages` }),
    'a page says that it is a template': withEntries('page2', { Type: pdf`/Template` }),
    'the catalog says that it is a page tree': withEntries('catalog', { Type: pdf`/Pages` }),
    'the document opens at a copy of a page that does not say what it is': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        const copy = revision.add(revision.get(refs.page3))
        revision.set(refs.catalog, { OpenAction: pdf`[${copy} /Fit]` })
      }),
  }),
  ...attacksOn(directFont, {
    'the first code of a font becomes a real': withEntries('page1', {
      Resources: dict`<</Font <</F1 ${FONT('32.0')}>>>>`,
    }),
  }),
  ...attacksOn(stitched, {
    'the seam of a function moves by a hair': ({ bytes, refs }) =>
      revise(bytes, ({ set }) =>
        set(refs.page2, {
          Resources: dict`<</Font <</F1 ${refs.font}>> /ColorSpace <</Ink ${INK('0.499999999')}>>>>`,
        }),
      ),
  }),
  ...attacksOn(untypedLayer, { 'a layer that does not say so is exchanged for a copy of it': exchangeLayer }),
  ...attacksOn(indirectType, { 'a layer whose kind is said elsewhere is exchanged for a copy of it': exchangeLayer }),
]
