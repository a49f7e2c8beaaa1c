/**
 * Rows of the certificate page that somebody changes without signing: as if a party had signed, or after it has.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { findAuditRecord } from '../../../src/audit/find-record.js'
import { readBox } from '../../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { readFields, signedFields } from '../../../src/pdf/form/acro-form.js'
import { PdfDict, type PdfObject, type PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import { drawSignedRow } from '../../../src/sign/parties/row-drawing.js'
import { sizeOf } from '../../../src/sign/parties/row-fields.js'
import { listParties } from '../../../src/verify/parties/list-parties.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { partiesOf, signByAll } from '../../sign/parties/party-signing.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, fieldNamed, itemsOf, pageAt, type Revision, revise } from '../support/revise.js'
import { addToForm, signByHand } from '../support/sign.js'
import { certificateOf } from './forge-row.js'

/** Signed by Ada, then by Charles; Mary's row is empty. The same document after Ada alone. */
let both: Uint8Array
let one: Uint8Array
beforeAll(async () => {
  const stages = await signByAll(makePdf(ONE_PAGE), partiesOf(3))
  ;[one, both] = [stages[0], stages[1]] as [Uint8Array, Uint8Array]
}, 60_000)

const refOf = ({ document }: Revision, name: string) => fieldNamed(document, name).ref
const entryOf = ({ document }: Revision, name: string, key: string): PdfObject =>
  fieldNamed(document, name).dict.get(key) ?? null
const pageOf = (revision: Revision, name: string) => entryOf(revision, name, 'P') as PdfRef
const boxOf = (revision: Revision, name: string) =>
  [...(readBox(revision.document, entryOf(revision, name, 'Rect')) ?? [0, 0, 0, 0])] as [number, number, number, number]
const normalOf = (revision: Revision, name: string) => (entryOf(revision, name, 'AP') as PdfDict).get('N') as PdfRef

const HELVETICA = '<</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>'

function textForm(text: string): PdfStream {
  return stream(
    dict`<</Type /XObject /Subtype /Form /BBox [0 0 300 70] /Resources ${HELVETICA}>>`,
    `BT /F 8 Tf 10 50 Td (${text}) Tj ET`,
  )
}

/** Draws Mary's row as signDocument would. */
function drawAsSigned(revision: Revision, name: string): PdfRef {
  const parties = { language: 'en' } as const
  const lines = [
    { kind: 'name', label: 'Signed by', value: 'Mary Somerville' },
    { kind: 'email', label: '', value: 'mary@example.com' },
    { kind: 'time', label: 'Time', value: '2026-11-20 09:02:00 UTC' },
    { kind: 'digest', label: 'Record', value: '0'.repeat(64) },
  ] as const
  return drawSignedRow(revision.increment, lines, sizeOf(boxOf(revision, name)), { parties, cidSets: false })
}

const set =
  (name: string, changes: (revision: Revision) => Record<string, PdfObject | undefined>) => (revision: Revision) =>
    revision.set(refOf(revision, name), changes(revision))

const annotate = (name: string, annotation: (box: PdfObject) => PdfDict) => (revision: Revision) => {
  addAnnotation(revision, pageOf(revision, name), annotation(boxOf(revision, name)))
}

function recordOf({ document }: Revision): { readonly file: PdfRef; readonly spec: PdfRef } {
  for (const { signature, ref, name } of signedFields(document, readFields(document))) {
    const spec = findAuditRecord(document, signature, ref)?.ref
    if (name !== 'Party2' || spec === undefined) continue
    const files = document.lookupDict(document.resolve(spec) as PdfDict, 'EF')
    return { spec, file: files?.get('F') as PdfRef }
  }
  throw new Error('There is no record.')
}

const EMPTY_ROW: Readonly<Record<string, (revision: Revision) => void>> = {
  'drawn as if it were signed': set('Party3', (revision) => ({
    AP: new PdfDict({ N: drawAsSigned(revision, 'Party3') }),
  })),
  'drawn like the row of another': set('Party3', (revision) => ({
    AP: new PdfDict({ N: normalOf(revision, 'Party2') }),
  })),
  'with a tick': set('Party3', (revision) => ({
    AP: new PdfDict({
      N: revision.add(
        stream(dict`<</Type /XObject /Subtype /Form /BBox [0 0 100 70]>>`, '3 w 10 20 m 20 10 l 40 40 l S'),
      ),
    }),
  })),
  'whose drawing is written over': (revision) => {
    revision.put(normalOf(revision, 'Party3'), textForm('Signed by Mary Somerville'))
  },
  'with a drawing under the pointer': set('Party3', (revision) => ({
    AP: new PdfDict({ N: normalOf(revision, 'Party3'), R: revision.add(textForm('Signed by Mary Somerville')) }),
  })),
  'with a caption': set('Party3', () => ({ MK: dict`<</CA (Signed by Mary Somerville)>>` })),
  'with a ground': set('Party3', () => ({ MK: dict`<</BG [0 1 0]>>` })),
  'with the signature of another': set('Party3', (revision) => ({ V: entryOf(revision, 'Party2', 'V') })),
  'with a value that is no signature': set('Party3', () => ({ V: dict`<</Type /Sig /Name (Mary Somerville)>>` })),
  'moved over the row of another': set('Party3', (revision) => ({ Rect: boxOf(revision, 'Party1') })),
  'made larger': set('Party3', (revision) => {
    const [left, bottom, right, top] = boxOf(revision, 'Party3')
    return { Rect: [left - 100, bottom, right, top] }
  }),
  hidden: set('Party3', () => ({ F: 2 })),
  'given another name': set('Party3', () => ({ T: pdf`(Party4)` })),
  'under a note that imitates a signature': annotate(
    'Party3',
    (box) =>
      dict`<</Type /Annot /Subtype /FreeText /Rect ${box} /F 4 /Contents (Signed by Mary Somerville) /DA (/Helv 9 Tf 0 g)>>`,
  ),
  'under a stamp': annotate(
    'Party3',
    (box) => dict`<</Type /Annot /Subtype /Stamp /Rect ${box} /F 4 /Name /Approved>>`,
  ),
  'under a box of paper': annotate(
    'Party3',
    (box) => dict`<</Type /Annot /Subtype /Square /Rect ${box} /F 4 /IC [1 1 1] /C [1 1 1]>>`,
  ),
  'under a field with text': (revision) => {
    const box = boxOf(revision, 'Party3')
    const field = addAnnotation(
      revision,
      pageOf(revision, 'Party3'),
      dict`<</Type /Annot /Subtype /Widget /FT /Tx /T (Text) /V (Signed by Mary) /DA (/Helv 9 Tf 0 g) /F 4 /Rect ${box}>>`,
    )
    addToForm(revision, field)
  },
  'with another row below': (revision) => {
    const [left, , right] = boxOf(revision, 'Party3')
    const field = addAnnotation(
      revision,
      pageOf(revision, 'Party3'),
      dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Party4) /F 132 /Rect ${[left, 60, right, 120]} /AP <</N ${revision.add(textForm('Signed by the Crown'))}>>>>`,
    )
    addToForm(revision, field)
  },
  'on a page with more text': (revision) => {
    const page = pageOf(revision, 'Party3')
    const content = revision.add(stream(new PdfDict(), 'BT /F 8 Tf 100 100 Td (All have signed) Tj ET'))
    revision.set(page, { Contents: [revision.get(page).get('Contents') ?? null, content] })
  },
}

const SIGNED_ROW: Readonly<Record<string, (revision: Revision) => void>> = {
  'drawn anew': set('Party2', (revision) => ({
    AP: new PdfDict({ N: revision.add(textForm('Signed by the Crown')) }),
  })),
  'whose drawing is written over': (revision) => {
    revision.put(normalOf(revision, 'Party2'), textForm('Signed by the Crown'))
  },
  'drawn as it was before it was signed': set('Party2', (revision) => ({
    AP: new PdfDict({ N: normalOf(revision, 'Party3') }),
  })),
  'without a drawing': set('Party2', () => ({ AP: undefined })),
  'whose drawing is exchanged with that of another': (revision) => {
    const [first, second] = [entryOf(revision, 'Party1', 'AP'), entryOf(revision, 'Party2', 'AP')]
    revision.set(refOf(revision, 'Party1'), { AP: second })
    revision.set(refOf(revision, 'Party2'), { AP: first })
  },
  'that changes its place with another': (revision) => {
    const [first, second] = [boxOf(revision, 'Party1'), boxOf(revision, 'Party2')]
    revision.set(refOf(revision, 'Party1'), { Rect: second })
    revision.set(refOf(revision, 'Party2'), { Rect: first })
  },
  'that changes its name with another': (revision) => {
    revision.set(refOf(revision, 'Party1'), { T: pdf`(Party2)` })
    revision.set(refOf(revision, 'Party2'), { T: pdf`(Party1)` })
  },
  'moved away': set('Party2', () => ({ Rect: [10, 10, 200, 60] })),
  hidden: set('Party2', () => ({ F: 2 })),
  'put on a layer': set('Party2', () => ({ OC: dict`<</Type /OCG /Name (A)>>` })),
  'whose signature is taken out': set('Party2', () => ({ V: undefined })),
  'that the form does not list any more': (revision) => {
    const form = revision.document.catalog.get('AcroForm') as PdfRef
    const fields = itemsOf(revision, revision.get(form).get('Fields'))
    const row = refOf(revision, 'Party2').num
    revision.set(form, { Fields: fields.filter((item) => (item as PdfRef).num !== row) })
  },
  'that its page does not list any more': (revision) => {
    const page = pageOf(revision, 'Party2')
    const row = refOf(revision, 'Party2').num
    const items = itemsOf(revision, revision.get(page).get('Annots'))
    revision.set(page, { Annots: items.filter((item) => (item as PdfRef).num !== row) })
  },
  'whose record is replaced': (revision) => {
    const { file } = recordOf(revision)
    const object = revision.document.resolve(file) as PdfStream
    const text = new TextDecoder().decode(revision.document.decode(object)).replaceAll('Babbage', 'Cabbage')
    revision.put(file, stream(dict`<</Type /EmbeddedFile /Subtype /application#2Fjson>>`, text))
  },
  'whose record is that of another': (revision) => {
    const { spec } = recordOf(revision)
    const others = revision.document.catalog.get('AF')
    const [first] = itemsOf(revision, others)
    revision.put(spec, revision.get(first as PdfRef))
  },
  'under a box of paper': annotate(
    'Party2',
    (box) => dict`<</Type /Annot /Subtype /Square /Rect ${box} /F 4 /IC [1 1 1] /C [1 1 1]>>`,
  ),
  'under a line that strikes it out': annotate(
    'Party2',
    (box) => dict`<</Type /Annot /Subtype /Ink /Rect ${box} /F 4 /InkList [[250 300 500 320]] /C [1 0 0]>>`,
  ),
}

describe('an empty row is refused', () => {
  it.each(Object.entries(EMPTY_ROW))('%s', async (_, change) => {
    const { valid, complete } = await listParties(revise(both, change))
    expect([valid, complete]).toEqual([false, false])
  })
})

describe('a signed row is refused', () => {
  it.each(Object.entries(SIGNED_ROW))('%s', async (_, change) => {
    const { valid, complete } = await listParties(revise(both, change))
    expect([valid, complete]).toEqual([false, false])
  })
})

describe('a row is refused when', () => {
  it('another signature is drawn on it', async () => {
    const document = PdfDocument.open(one)
    const row = fieldNamed(document, 'Party3')
    const [left, bottom, right, top] = readBox(document, row.dict.get('Rect')) ?? [0, 0, 0, 0]
    const drawn = await signByHand(one, {
      fieldName: 'Witness',
      widget: (revision) => ({
        Rect: [left + 90, bottom + 5, right, top - 5],
        P: row.dict.get('P') ?? null,
        AP: new PdfDict({ N: revision.add(textForm('Signed by Mary Somerville')) }),
      }),
      change: (revision, _, widget) => {
        for (const page of [pageAt(document, 0).ref, row.dict.get('P') as PdfRef]) {
          const items = itemsOf(revision, revision.get(page).get('Annots'))
          const others = items.filter((item) => (item as PdfRef).num !== widget.num)
          revision.set(page, { Annots: page.num === (row.dict.get('P') as PdfRef).num ? [...others, widget] : others })
        }
      },
    })
    const { valid, signers } = await verifyDocument(drawn)
    expect([valid, signers[0]?.reasons.map(({ code }) => code)]).toEqual([false, ['party_row_covered']])
  })

  it('a note is laid on it, though the document permits notes', async () => {
    const [first] = await signByAll(makePdf(ONE_PAGE), partiesOf(3).slice(0, 2), {}, { certify: 3 })
    const note = (rectangle: (box: [number, number, number, number]) => number[]) =>
      revise(first as Uint8Array, (revision) => {
        const box = rectangle(boxOf(revision, 'Party2'))
        const form = revision.add(textForm('Signed'))
        addAnnotation(
          revision,
          pageOf(revision, 'Party2'),
          dict`<</Type /Annot /Subtype /Stamp /Rect ${box} /F 4 /AP <</N ${form}>>>>`,
        )
      })
    const on = await verifyDocument(note(([left, bottom, right, top]) => [left + 90, bottom + 5, right, top - 5]))
    expect(on.signers[0]?.reasons.map(({ code }) => code)).toContain('party_row_covered')
    // Far from the number of the event at the foot, whose digits are of many widths.
    const beside = await verifyDocument(note(([left, , right]) => [left + 60, 20, right, 60]))
    expect([beside.valid, beside.reason]).toEqual([true, expect.any(String)])
  })
})

it('the documents that are attacked are valid', async () => {
  for (const [bytes, signed] of [
    [one, 1],
    [both, 2],
  ] as const) {
    const { valid, complete, parties } = await listParties(bytes)
    expect([valid, complete]).toEqual([true, false])
    expect(parties.filter(({ state }) => state === 'signed')).toHaveLength(signed)
  }
  expect(certificateOf(both).parties.rows).toHaveLength(3)
})

it('a signature of another stage of the document does not fit', async () => {
  const increment = both.subarray(one.length)
  const again = (await signByAll(makePdf(ONE_PAGE), partiesOf(3).slice(0, 3)))[0] as Uint8Array
  const grafted = new Uint8Array(Buffer.concat([again, increment]))
  expect((await verifyDocument(grafted)).valid).toBe(false)
})
