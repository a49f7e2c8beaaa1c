/**
 * Three ways to tamper with a signed contract, so that the demo can show them fail.
 *
 * @module
 */

import { readFields } from '../../src/pdf/acro-form.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { IncrementWriter } from '../../src/pdf/increment-writer.js'
import { PdfDict, PdfName } from '../../src/pdf/objects.js'
import { appendPages } from '../../src/pdf/page-tree.js'
import { textString } from '../../src/pdf/text-string.js'

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

/** Fills in another value, in a field that a signature locked. */
export function forgeField(signed: Uint8Array, name: string, value: string): Uint8Array {
  const document = PdfDocument.open(signed)
  const field = readFields(document).find((candidate) => candidate.name === name)
  if (field?.ref === undefined) throw new Error(`there is no field ${name}`)
  const increment = new IncrementWriter(document)
  increment.put(field.ref, field.dict.with({ V: textString(value) }))
  return append(signed, increment)
}

function append(signed: Uint8Array, increment: IncrementWriter): Uint8Array {
  const added = increment.finish(new Uint8Array(16).fill(7))
  const forged = new Uint8Array(signed.length + added.length)
  forged.set(signed)
  forged.set(added, signed.length)
  return forged
}
