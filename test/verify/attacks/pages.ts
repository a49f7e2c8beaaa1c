/**
 * Changes to what the pages show, made in a proper increment after signing.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { approved, certified2, certified3, type Edit, editsOn, signed } from '../support/cases.js'
import type { ContractRefs } from '../support/contract.js'
import { textContent, toUnicodeMap } from '../support/contract.js'
import { opaqueBox } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { itemsOf, type Revision } from '../support/revise.js'

const CHANGES: Record<string, Edit> = {
  'a page is added': (revision, refs) => {
    const page = revision.add(dict`<</Type /Page /Parent ${refs.pages} /Contents ${refs.content3}>>`)
    revision.set(refs.pages, { Kids: [refs.page1, refs.page2, refs.page3, page], Count: 4 })
  },
  'a page is removed': (revision, refs) => revision.set(refs.pages, { Kids: [refs.page1, refs.page2], Count: 2 }),
  'pages change places': (revision, refs) => revision.set(refs.pages, { Kids: [refs.page1, refs.page3, refs.page2] }),
  'a page is there twice': (revision, refs) =>
    revision.set(refs.pages, { Kids: [refs.page1, refs.page2, refs.page2], Count: 3 }),
  'a page is replaced by a new one': (revision, refs) => {
    const content = revision.add(stream(dict`<<>>`, textContent('The annex is void.')))
    const page = revision.add(revision.get(refs.page3).with({ Contents: content }))
    revision.set(refs.pages, { Kids: [refs.page1, refs.page2, page] })
  },
  'a page object is overwritten': (revision, refs) =>
    revision.put(
      refs.page3,
      revision.get(refs.page3).with({ Contents: revision.add(stream(dict`<<>>`, textContent('The annex is void.'))) }),
    ),
  'the count of pages is lowered': (revision, refs) => revision.set(refs.pages, { Count: 2 }),
  'the page tree is replaced by another': (revision, refs) => {
    const pages = revision.add(revision.get(refs.pages).with({ Kids: [refs.page1], Count: 1 }))
    revision.set(revision.document.catalogRef, { Pages: pages })
  },
  'a content stream is overwritten': (revision, refs) =>
    revision.put(refs.content1, stream(dict`<<>>`, textContent('The price is 900 EUR.'))),
  'a content stream is appended': (revision, refs) => {
    const more = revision.add(stream(dict`<<>>`, '1 g 50 680 400 80 re f\n'))
    revision.set(refs.page1, { Contents: [refs.content1, more] })
  },
  'a content stream is removed': (revision, refs) => revision.set(refs.page1, { Contents: undefined }),
  'the content of two pages is swapped': (revision, refs) => {
    revision.set(refs.page1, { Contents: refs.content3 })
    revision.set(refs.page3, { Contents: refs.content1 })
  },
  'a MediaBox shows less of a page': (revision, refs) => revision.set(refs.page1, { MediaBox: [0, 0, 600, 600] }),
  'a CropBox shows less of a page': (revision, refs) => revision.set(refs.page1, { CropBox: [0, 0, 600, 600] }),
  'a page is rotated': (revision, refs) => revision.set(refs.page1, { Rotate: 180 }),
  'a page is scaled': (revision, refs) => revision.set(refs.page1, { UserUnit: 10 }),
  'an inherited MediaBox changes': (revision, refs) => revision.set(refs.pages, { MediaBox: [0, 0, 600, 600] }),
  'an inherited rotation is added': (revision, refs) => revision.set(refs.pages, { Rotate: 90 }),
  'inherited resources change': (revision, refs) =>
    revision.set(refs.pages, {
      Resources: resourcesOf(revision, refs).with({
        XObject: new PdfDict({ Logo: revision.add(opaqueBox(600, 800)) }),
      }),
    }),
  'a page gets resources of its own': (revision, refs) =>
    revision.set(refs.page1, { Resources: dict`<</Font <</F1 ${refs.helv}>>>>` }),
  'an image on a page is replaced': (revision, refs) => revision.put(refs.logo, opaqueBox(600, 800)),
  'an object on a page is emptied': (revision, refs) => revision.put(refs.logo, null),
  'the font is replaced': (revision, refs) =>
    revision.put(refs.font, dict`<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>`),
  'the encoding of the font makes 1 a 9': (revision, refs) =>
    revision.set(refs.encoding, { Differences: pdf`[49 /nine]` }),
  'the text for copying says something else': (revision, refs) =>
    revision.put(refs.toUnicode, stream(dict`<<>>`, toUnicodeMap('<31> <31> <0039>'))),
  'a layer is switched off': (revision, refs) =>
    revision.set(revision.document.catalogRef, {
      OCProperties: dict`<</OCGs [${refs.layer}] /D <</Order [${refs.layer}] /OFF [${refs.layer}]>>>>`,
    }),
  'a layer becomes print-only': (revision, refs) =>
    revision.set(refs.layer, { Usage: dict`<</View <</ViewState /OFF>> /Print <</PrintState /ON>>>>` }),
  'a transparency group is added': (revision, refs) =>
    revision.set(refs.page1, { Group: dict`<</S /Transparency /CS /DeviceGray>>` }),
  'the annotations of a page change their order': (revision, refs) =>
    revision.set(refs.page1, { Annots: itemsOf(revision, revision.get(refs.page1).get('Annots')).reverse() }),
  'a page opens with an action': (revision, refs) =>
    revision.set(refs.page1, { AA: dict`<</O <</S /URI /URI (https://example.com)>>>>` }),
  'a page shows the content of another one as well': (revision, refs) =>
    revision.set(refs.page1, { Contents: [refs.content1, refs.content2] }),
}

function resourcesOf(revision: Revision, refs: ContractRefs): PdfDict {
  const resources: PdfObject | undefined = revision.get(refs.pages).get('Resources')
  return resources instanceof PdfRef || !(resources instanceof PdfDict) ? new PdfDict() : resources
}

/** What screen readers say, and what is copied, follows the structure tree. */
const STRUCTURE: Record<string, Edit> = {
  'a structure element says something else': (revision, refs) =>
    revision.set(refs.structText, { ActualText: pdf`(The price is 900 EUR.)` }),
  'a structure element gets another description': (revision, refs) =>
    revision.set(refs.structField, { Alt: pdf`(Deposit)` }),
  'a structure element is removed': (revision, refs) => revision.set(refs.structDocument, { K: [refs.structField] }),
  'the structure tree is removed': (revision) =>
    revision.set(revision.document.catalogRef, { StructTreeRoot: undefined }),
  'roles are mapped anew': (revision, refs) => revision.set(refs.structure, { RoleMap: dict`<</P /Artifact>>` }),
  'an element for marked content is added': (revision, refs) => {
    const text = pdf`(And a car.)`
    const element = revision.add(
      dict`<</Type /StructElem /S /P /P ${refs.structDocument} /Pg ${refs.page1} /K 0 /ActualText ${text}>>`,
    )
    revision.set(refs.structDocument, { K: [refs.structText, refs.structField, element] })
  },
}

export const pages = [
  ...editsOn(approved, 'after an approval', CHANGES),
  ...editsOn(certified2, 'after a certification that permits forms', CHANGES),
  ...editsOn(certified3, 'after a certification that permits annotations', CHANGES),
  ...editsOn(signed({ tagged: true }), 'in a tagged document', STRUCTURE),
]
