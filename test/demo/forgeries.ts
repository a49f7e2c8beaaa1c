/**
 * Four ways to tamper with a signed contract, so that the demo can show them fail.
 *
 * @module
 */

import { appendPages, requirePage } from '../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields } from '../../src/pdf/form/acro-form.js'
import { PdfDict, PdfName, PdfStream } from '../../src/pdf/objects.js'
import { textString } from '../../src/pdf/syntax/text-string.js'
import { IncrementWriter } from '../../src/pdf/writing/increment-writer.js'

/** Changes one byte of what the first page shows. */
export function changeOneByte(signed: Uint8Array): Uint8Array {
  const forged = signed.slice()
  const at = Buffer.from(signed).indexOf('stream\n') + 60
  forged[at] = (forged[at] ?? 0) ^ 1
  return forged
}

/** Appends an empty page, as a new revision behind the signatures. */
export function addPage(signed: Uint8Array): Uint8Array {
  const document = PdfDocument.open(signed)
  const increment = new IncrementWriter(document)
  appendPages(document, increment, (parent) => [
    increment.add(
      new PdfDict({ Type: PdfName.of('Page'), Parent: parent, MediaBox: [0, 0, 595, 842], Resources: new PdfDict() }),
    ),
  ])
  return append(signed, increment)
}

/** Lays a note over the first page, as an annotation behind the signatures. */
export function coverText(signed: Uint8Array, text: string): Uint8Array {
  const document = PdfDocument.open(signed)
  const page = requirePage(document, 0)
  const increment = new IncrementWriter(document)
  const note = increment.add(
    new PdfDict({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('FreeText'),
      Rect: [72, 400, 520, 440],
      Contents: textString(text),
      DA: textString('/Helv 14 Tf 0 g'),
      F: 4,
    }),
  )
  const present = document.resolve(page.dict.get('Annots'))
  increment.put(page.ref, page.dict.with({ Annots: [...(Array.isArray(present) ? present : []), note] }))
  return append(signed, increment)
}

/** Draws the row of a party on the certificate page, without its signature. */
export function drawRow(signed: Uint8Array, fieldName: string, text: string): Uint8Array {
  const document = PdfDocument.open(signed)
  const field = readFields(document).find(({ name }) => name === fieldName)
  if (field?.ref === undefined) throw new Error(`There is no field ${fieldName}.`)
  const increment = new IncrementWriter(document)
  const font = new PdfDict({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type1'),
    BaseFont: PdfName.of('Helvetica'),
  })
  const form = new PdfDict({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: [0, 0, 300, 70],
    Resources: new PdfDict({ Font: new PdfDict({ F: font }) }),
  })
  const content = new TextEncoder().encode(`BT /F 9 Tf 8 58 Td (${text}) Tj ET`)
  const appearance = increment.add(new PdfStream(form, content))
  increment.put(field.ref, field.dict.with({ AP: new PdfDict({ N: appearance }) }))
  return append(signed, increment)
}

function append(signed: Uint8Array, increment: IncrementWriter): Uint8Array {
  const added = increment.finish(new Uint8Array(16).fill(7))
  const forged = new Uint8Array(signed.length + added.length)
  forged.set(signed)
  forged.set(added, signed.length)
  return forged
}
