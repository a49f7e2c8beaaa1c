/**
 * Certification attacks: evil annotations and sneaky signatures that lay something over signed content, and changes to
 * annotations where none are permitted.
 *
 * @module
 */

import type { PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { approved, attacksOn, certified1, certified2, certified3, type Edit, editsOn } from '../support/cases.js'
import type { ContractRefs } from '../support/contract.js'
import { annotation, EMPTY_PLACE, OVER_THE_TEXT, opaqueBox } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, type Revision } from '../support/revise.js'
import { addToForm, signByHand } from '../support/sign.js'

/** An annotation that hides the text below it, and shows another. */
function cover(revision: Revision, refs: ContractRefs, subtype: string, entries: Record<string, PdfObject> = {}): void {
  const look = revision.add(opaqueBox(400, 80, refs.font, 'The price is 900 EUR.'))
  addAnnotation(revision, refs.page1, annotation(subtype, OVER_THE_TEXT, { AP: dict`<</N ${look}>>`, ...entries }))
}

const COVERS: Record<string, Edit> = {
  'a free text covers the price': (revision, refs) =>
    cover(revision, refs, 'FreeText', { DA: pdf`(/Helv 12 Tf 0 g)`, Contents: pdf`(The price is 900 EUR.)` }),
  'a stamp covers the price': (revision, refs) => cover(revision, refs, 'Stamp', { Name: pdf`/Approved` }),
  'a filled square covers the price': (revision, refs) => cover(revision, refs, 'Square', { IC: pdf`[1 1 1]` }),
  'a redaction covers the price': (revision, refs) =>
    cover(revision, refs, 'Redact', { QuadPoints: pdf`[50 760 450 760 50 680 450 680]`, IC: pdf`[1 1 1]` }),
  'ink covers the price': (revision, refs) => cover(revision, refs, 'Ink', { InkList: pdf`[[50 720 450 720]]` }),
  'a watermark covers the price': (revision, refs) => cover(revision, refs, 'Watermark'),
  'a text field covers the price': (revision, refs) => {
    const look = revision.add(opaqueBox(400, 80, refs.font, 'The price is 900 EUR.'))
    const entries = { FT: pdf`/Tx`, T: pdf`(cover)`, AP: dict`<</N ${look}>>` }
    addToForm(revision, addAnnotation(revision, refs.page1, annotation('Widget', OVER_THE_TEXT, entries)))
  },
  'a widget without a field covers the price': (revision, refs) => cover(revision, refs, 'Widget'),
  'an unsigned signature field covers the price': (revision, refs) => {
    const look = revision.add(opaqueBox(400, 80, refs.font, 'Signed by Bob'))
    const entries = { FT: pdf`/Sig`, T: pdf`(Fake)`, AP: dict`<</N ${look}>>` }
    addToForm(revision, addAnnotation(revision, refs.page1, annotation('Widget', OVER_THE_TEXT, entries)))
  },
  'a link over the page runs a script': (revision, refs) =>
    void addAnnotation(
      revision,
      refs.page1,
      annotation('Link', [0, 0, 600, 800], { A: dict`<</S /JavaScript /JS (this.x = 1)>>` }),
    ),
  'a file is attached to a page': (revision, refs) => {
    const file = revision.add(dict`<</Type /Filespec /F (evil.exe)>>`)
    addAnnotation(revision, refs.page1, annotation('FileAttachment', EMPTY_PLACE, { FS: file }))
  },
  'the link in the document is retargeted': (revision, refs) =>
    revision.set(refs.link, { Dest: undefined, A: dict`<</S /URI /URI (https://example.com)>>` }),
}

/** Without a certification that permits them, annotations stay as they were signed. */
const FORBIDDEN: Record<string, Edit> = {
  'a note is added': (revision, refs) =>
    void addAnnotation(revision, refs.page2, annotation('Text', EMPTY_PLACE, { Contents: pdf`(No!)` })),
  'a note is edited': (revision, refs) => revision.set(refs.note, { Contents: pdf`(All is well)` }),
  'a note is removed': (revision, refs) => revision.set(refs.page2, { Annots: [] }),
  'a note is emptied': (revision, refs) => revision.put(refs.note, null),
}

export const annotations = [
  ...editsOn(approved, 'after an approval', { ...COVERS, ...FORBIDDEN }),
  ...editsOn(certified1, 'after a certification that permits nothing', FORBIDDEN),
  ...editsOn(certified2, 'after a certification that permits forms', { ...COVERS, ...FORBIDDEN }),
  ...editsOn(certified3, 'after a certification that permits annotations', COVERS),
]

/** A new signature whose appearance lies over the text. */
const sneaky = (bytes: Uint8Array, refs: ContractRefs, page: PdfRef, rectangle: readonly number[]) =>
  signByHand(bytes, {
    fieldName: 'Sneaky',
    widget: (revision) => {
      const look = revision.add(opaqueBox(400, 80, refs.font, 'The price is 900 EUR.'))
      return { Rect: [...rectangle], P: page, AP: dict`<</N ${look}>>` }
    },
  })

export const sneakySignatures = [
  ...attacksOn(certified2, {
    'a new signature covers the price, after a certification that permits forms': ({ bytes, refs }) =>
      sneaky(bytes, refs, refs.page1, OVER_THE_TEXT),
    'a new visible signature is added, after a certification that permits forms': ({ bytes, refs }) =>
      sneaky(bytes, refs, refs.page1, [60, 200, 160, 220]),
  }),
  ...attacksOn(certified3, {
    'a new signature covers the price, after a certification that permits annotations': ({ bytes, refs }) =>
      sneaky(bytes, refs, refs.page1, OVER_THE_TEXT),
  }),
  ...attacksOn(approved, {
    'a new signature covers the price, after an approval': ({ bytes, refs }) =>
      sneaky(bytes, refs, refs.page1, OVER_THE_TEXT),
    'a signature brings a page of its own': ({ bytes, refs }) =>
      signByHand(bytes, {
        change: (revision) => {
          const page = revision.add(dict`<</Type /Page /Parent ${refs.pages} /Contents ${refs.content3}>>`)
          revision.set(refs.pages, { Kids: [refs.page1, refs.page2, refs.page3, page], Count: 4 })
        },
      }),
    'a signature comes with changed content': ({ bytes, refs }) =>
      signByHand(bytes, { change: (revision) => revision.put(refs.content1, opaqueBox(1, 1)) }),
    'a signature comes with a covering annotation': ({ bytes, refs }) =>
      signByHand(bytes, { change: (revision) => cover(revision, refs, 'Stamp') }),
    'an existing signature field is signed and moved over the price': ({ bytes, refs }) =>
      signByHand(bytes, {
        field: refs.fieldApproval,
        widget: (revision) => {
          const look = revision.add(opaqueBox(400, 80, refs.font, 'The price is 900 EUR.'))
          return { Rect: [...OVER_THE_TEXT], AP: dict`<</N ${look}>>` }
        },
      }),
    'a signature certifies what was approved before': ({ bytes }) =>
      signByHand(bytes, {
        dictionary: (text) =>
          text.replace(
            />>$/,
            '/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</P 3 /V /1.2>>>>]>>',
          ),
        change: (revision, signature) =>
          revision.set(revision.document.catalogRef, { Perms: dict`<</DocMDP ${signature}>>` }),
      }),
  }),
]
