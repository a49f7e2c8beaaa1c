/**
 * Honest documents that changed after they were signed, as their signatures permit.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { toHex } from '../../../src/bytes.js'
import { PdfDict, type PdfObject, PdfReal, type PdfRef } from '../../../src/pdf/objects.js'
import {
  type Attack,
  approved,
  certified2,
  certified3,
  type Edit,
  type HonestUse,
  honest,
  signed,
} from '../support/cases.js'
import { type ContractOptions, makeContract, textLook, xmp } from '../support/contract.js'
import { annotation, chooseFullPlan, EMPTY_PLACE, fillText, tick } from '../support/edits.js'
import { bytesOf, dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, appendRaw, extentOf, fieldNamed, itemsOf, type Revision, revise } from '../support/revise.js'
import { fieldLock, sign, signatureOf, testIdentity } from '../support/sign.js'
import { timestamped } from './signing.js'

/** One honest use for each edit of a document. */
function after(from: Attack['from'], where: string, edits: Readonly<Record<string, Edit>>): readonly HonestUse[] {
  return honest(
    Object.fromEntries(
      Object.entries(edits).map(([name, edit]) => [
        `${name}, ${where}`,
        async () => {
          const { bytes, refs } = await from()
          return revise(bytes, (revision) => edit(revision, refs))
        },
      ]),
    ),
  )
}

const FILLING: Record<string, Edit> = {
  'a text field is filled': (revision, refs) => fillText(revision, refs.fieldName, refs.helv, 'Bob'),
  'a filled text field is filled again': (revision, refs) => fillText(revision, refs.fieldAmount, refs.helv, '250'),
  'a text field is filled by overwriting its appearance': (revision, refs) => {
    revision.set(refs.fieldName, { V: pdf`(Bob)` })
    revision.put(refs.nameLook, textLook(refs.helv, 'Bob'))
  },
  'a text field is cleared': (revision, refs) => fillText(revision, refs.fieldAmount, refs.helv, ''),
  'a field below another is filled': (revision, refs) => fillText(revision, refs.fieldIban, refs.helv, 'AT61 1904'),
  'a text field is filled without an appearance': (revision, refs) => {
    revision.set(refs.fieldName, { V: pdf`(Bob)` })
    revision.set(refs.form, { NeedAppearances: true })
  },
  'a box is ticked': (revision, refs) => tick(revision, refs.fieldAgree),
  'a radio button is chosen': chooseFullPlan,
  'a choice is made': (revision, refs) =>
    revision.set(refs.fieldCountry, {
      V: pdf`(Belgium)`,
      I: [1],
      AP: dict`<</N ${revision.add(textLook(refs.helv, 'Belgium'))}>>`,
    }),
  'all fields are filled at once': (revision, refs) => {
    fillText(revision, refs.fieldName, refs.helv, 'Bob')
    fillText(revision, refs.fieldAmount, refs.helv, '250')
    tick(revision, refs.fieldAgree)
    chooseFullPlan(revision, refs)
  },
  'an unchanged form is saved again': (revision, refs) => revision.set(refs.form, {}),
}

export const formFilling: readonly HonestUse[] = [
  ...after(approved, 'after an approval', FILLING),
  ...after(certified2, 'after a certification that permits forms', FILLING),
  ...after(certified3, 'after a certification that permits annotations', FILLING),
  ...after(signed({ tagged: true }), 'in a tagged document', {
    ...FILLING,
    'a filled field gets its structure element': (revision, refs) => {
      fillText(revision, refs.fieldAmount, refs.helv, '250')
      const element = revision.add(dict`<</Type /StructElem /S /Form /P ${refs.structDocument} /Pg ${refs.page1}
        /K <</Type /OBJR /Obj ${refs.fieldAmount} /Pg ${refs.page1}>>>>`)
      revision.set(refs.fieldAmount, { StructParent: 2 })
      revision.set(refs.structDocument, { K: [refs.structText, refs.structField, element] })
      revision.set(refs.parentTree, { Nums: [0, [refs.structText], 1, refs.structField, 2, element] })
      revision.set(refs.structure, { ParentTreeNextKey: 3 })
    },
  }),
  ...after(
    signed({ changes: () => ({ fieldApproval: { Lock: fieldLock('Include', 'amount') } }) }, { field: 'Approval' }),
    'when another is locked',
    { 'a text field is filled': (revision, refs) => fillText(revision, refs.fieldName, refs.helv, 'Bob') },
  ),
  ...after(
    signed({ changes: () => ({ fieldApproval: { Lock: fieldLock('Exclude', 'name') } }) }, { field: 'Approval' }),
    'when all others are locked',
    { 'a text field is filled': (revision, refs) => fillText(revision, refs.fieldName, refs.helv, 'Bob') },
  ),
  ...after(signed({ xref: 'stream' }), 'in a file with a cross-reference stream', FILLING),
  ...honest(
    {
      'a form is filled between two signatures': async () => {
        const { bytes, refs } = await approved()
        return sign(revise(bytes, (revision) => fillText(revision, refs.fieldName, refs.helv, 'Bob')))
      },
      'a form is filled between a certification and a signature, and after both': async () => {
        const { bytes, refs } = await certified2()
        const filled = revise(bytes, (revision) => fillText(revision, refs.fieldName, refs.helv, 'Bob'))
        return revise(await sign(filled), (revision) => fillText(revision, refs.fieldAmount, refs.helv, '250'))
      },
    },
    2,
  ),
]

export const annotating: readonly HonestUse[] = after(certified3, 'after a certification that permits annotations', {
  'a note is added': (revision, refs) =>
    void addAnnotation(revision, refs.page2, annotation('Text', EMPTY_PLACE, { Contents: pdf`(No!)` })),
  'a note with a pop-up is added': (revision, refs) => {
    const note = addAnnotation(revision, refs.page2, annotation('Text', EMPTY_PLACE, { Contents: pdf`(No!)` }))
    const popup = addAnnotation(revision, refs.page2, annotation('Popup', [200, 200, 300, 260], { Parent: note }))
    revision.set(note, { Popup: popup })
  },
  'a reply to a note is added': (revision, refs) =>
    void addAnnotation(
      revision,
      refs.page2,
      annotation('Text', EMPTY_PLACE, { Contents: pdf`(Yes!)`, IRT: refs.note, RT: pdf`/R` }),
    ),
  'text is highlighted': (revision, refs) => {
    const look = revision.add(
      stream(
        dict`<</Type /XObject /Subtype /Form /BBox [60 710 200 730] /Resources <</ExtGState <</G <</BM /Multiply>>>>>>>>`,
        '/G gs 1 1 0 rg 60 710 140 20 re f\n',
      ),
    )
    const quad = { QuadPoints: pdf`[60 730 200 730 60 710 200 710]`, C: pdf`[1 1 0]`, AP: dict`<</N ${look}>>` }
    addAnnotation(revision, refs.page1, annotation('Highlight', [60, 710, 200, 730], quad))
  },
  'a text is written where nothing stands': (revision, refs) => {
    const look = revision.add(
      stream(
        dict`<</Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources <</Font <</F1 ${refs.font}>>>>>>`,
        'BT /F1 10 Tf 2 6 Td (Seen) Tj ET\n',
      ),
    )
    const entries = { DA: pdf`(/Helv 10 Tf 0 g)`, Contents: pdf`(Seen)`, AP: dict`<</N ${look}>>` }
    addAnnotation(revision, refs.page3, annotation('FreeText', EMPTY_PLACE, entries))
  },
  'a note is edited': (revision, refs) => revision.set(refs.note, { Contents: pdf`(Done)`, M: pdf`(D:20261121)` }),
  'a note is removed': (revision, refs) => revision.set(refs.page2, { Annots: [] }),
})

/** A DSS as LTV tools write it, with validation data for the first signature. */
function addValidationData(revision: Revision, certificates: readonly Uint8Array[]): void {
  const streams = certificates.map((der) => revision.add(stream(dict`<<>>`, der)))
  const signature = signatureOf(revision, fieldNamed(revision.document, 'Signature1').ref).dict.get('Contents')
  const contents =
    signature !== undefined && signature !== null && typeof signature === 'object' && 'bytes' in signature
  const key = toHex(
    createHash('sha1')
      .update(contents ? signature.bytes : new Uint8Array(0))
      .digest(),
  ).toUpperCase()
  const vri = new PdfDict({ [key]: dict`<</Type /VRI /Cert ${streams}>>` })
  const dss = revision.add(dict`<</Type /DSS /Certs ${streams} /VRI ${revision.add(vri)}>>`)
  revision.set(revision.document.catalogRef, {
    DSS: dss,
    Extensions: dict`<</ESIC <</BaseVersion /1.7 /ExtensionLevel 5>>>>`,
  })
}

/** Adds a DSS for the first signature. */
export async function withValidationData(bytes: Uint8Array): Promise<Uint8Array> {
  const { certificates } = await testIdentity()
  return revise(bytes, (revision) => addValidationData(revision, certificates))
}

export const validationData: readonly HonestUse[] = [
  ...honest({
    'validation data is added after an approval': async () => withValidationData((await approved()).bytes),
    'validation data is added after a certification that permits forms': async () =>
      withValidationData((await certified2()).bytes),
    'validation data is added after a certification that permits nothing': async () =>
      withValidationData(await sign(makeContract().bytes, { certify: 1 })),
    'validation data is added twice': async () =>
      withValidationData(await withValidationData((await approved()).bytes)),
  }),
  ...honest(
    {
      'validation data and a document time stamp are added': async () =>
        timestamped(await withValidationData((await approved()).bytes)),
      'validation data is added to a time stamp': async () =>
        withValidationData(await timestamped(await withValidationData((await approved()).bytes))),
      'a signature follows validation data': async () => sign(await withValidationData((await approved()).bytes)),
    },
    2,
  ),
  ...honest(
    {
      'two rounds of validation data and time stamps': async () => {
        const first = await timestamped(await withValidationData((await approved()).bytes))
        return timestamped(await withValidationData(first))
      },
    },
    3,
  ),
]

const REWRITES: Record<string, Edit> = {
  'the modification date is updated': (revision, refs) =>
    revision.set(refs.info, { ModDate: pdf`(D:20261121100000Z)` }),
  'the XMP packet is updated': (revision, refs) =>
    revision.put(refs.metadata, stream(dict`<</Type /Metadata /Subtype /XML>>`, xmp('2026-11-21T10:00:00Z'))),
  'both are updated, the XMP in a new object': (revision, refs) => {
    revision.set(refs.info, { ModDate: pdf`(D:20261121100000Z)` })
    const packet = revision.add(stream(dict`<</Type /Metadata /Subtype /XML>>`, xmp('2026-11-21T10:00:00Z')))
    revision.set(revision.document.catalogRef, { Metadata: packet })
  },
  'objects are written again as they are': (revision, refs) => {
    for (const ref of [refs.page1, refs.pages, refs.content1, refs.font, refs.form, refs.note, refs.bookmark]) {
      revision.put(ref, revision.document.resolve(ref))
    }
  },
  'keys are written again in another order': (revision, refs) =>
    revision.put(refs.pages, new PdfDict(new Map([...revision.get(refs.pages).entries].reverse()))),
  'integers are written again as reals': (revision, refs) => {
    const reals = (items: readonly PdfObject[]) => items.map((item) => new PdfReal(Number(item), `${String(item)}.0`))
    revision.set(refs.pages, { MediaBox: reals([0, 0, 600, 800]) })
    revision.set(refs.link, { Rect: reals([60, 60, 160, 80]) })
  },
  'an object that nothing refers to is added': (revision) => void revision.add(dict`<</Tool (Sealer 1.0)>>`),
  'a version is raised': (revision) => revision.set(revision.document.catalogRef, { Version: pdf`/2.0` }),
}

export const rewriting: readonly HonestUse[] = [
  ...after(approved, 'after an approval', REWRITES),
  ...after(certified2, 'after a certification that permits forms', REWRITES),
  ...honest({
    'an object is moved into the new revision unchanged, byte by byte': async () => {
      const { bytes, refs } = await approved()
      const [start, end] = extentOf(bytes, refs.content1)
      return appendRaw(bytesOf(bytes, bytes.subarray(start, end), '\n'), {
        entries: { [refs.content1.num]: bytes.length },
      })
    },
    'a revision changes nothing at all': async () => appendRaw((await approved()).bytes, {}),
    'an object that nothing refers to is freed': async () => {
      const orphans: PdfRef[] = []
      const prepare: ContractOptions['prepare'] = (file) => void orphans.push(file.add(dict`<</Left (over)>>`))
      const { bytes } = await signed({ prepare })()
      return appendRaw(bytes, { free: orphans.map(({ num }) => num) })
    },
    'the list of annotations becomes an indirect object': async () => {
      const { bytes, refs } = await approved()
      return revise(bytes, (revision) => {
        const list = itemsOf(revision, revision.get(refs.page1).get('Annots'))
        revision.set(refs.page1, { Annots: revision.add(list) })
      })
    },
  }),
]
