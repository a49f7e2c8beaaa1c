/**
 * Documents written again from their objects, with a table of our own: for what no writer of increments can put into a
 * file, as something in front of all objects.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { dict, notation, stream } from './notation.js'
import { revise } from './revise.js'

/** What is different in the file that is written. */
export interface PlainChanges {
  /** All that stands in front of the first object, with the header. */
  readonly beginning?: (facts: { readonly table: string; readonly size: number }) => string
  /** Objects that are added or replaced, by number, as they are written between `obj` and `endobj`. */
  readonly objects?: Readonly<Record<number, string>>
}

/** Where the table stands, in digits that do not change the length of what is written. */
const OFFSET_DIGITS = 10

/** Writes all objects of a document one after the other. */
export function writePlain(bytes: Uint8Array, { beginning, objects = {} }: PlainChanges): Uint8Array {
  const document = PdfDocument.open(bytes)
  const texts = new Map<number, string>()
  for (const num of document.xref.numbers()) {
    const object = document.get(new PdfRef(num, document.xref.generationOf(num) ?? 0))
    if (!isPartOfOldFile(object)) texts.set(num, notation(object))
  }
  for (const [num, text] of Object.entries(objects)) texts.set(Number(num), text)
  const size = Math.max(...texts.keys()) + 1
  const begin = (at: number) =>
    beginning?.({ table: String(at).padStart(OFFSET_DIGITS, '0'), size }) ?? '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const start = begin(0).length
  let body = ''
  const rows: string[] = []
  for (const [num, text] of texts) {
    rows.push(`${num} 1\n${String(start + body.length).padStart(OFFSET_DIGITS, '0')} 00000 n \n`)
    body += `${num} 0 obj\n${text}\nendobj\n`
  }
  const at = start + body.length
  const trailer = notation(document.trailer.with({ Size: size, ...NO_SECTION }))
  const section = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n${trailer}\nstartxref\n${at}\n%%EOF\n`
  return latin1Bytes(begin(at) + body + section)
}

/** Entries of a trailer that tell of the old file. */
const NO_SECTION = Object.fromEntries(
  ['Prev', 'XRefStm', 'Type', 'W', 'Index', 'Filter', 'DecodeParms', 'Length'].map((key) => [key, undefined]),
)

function isPartOfOldFile(object: PdfObject): boolean {
  if (object instanceof PdfDict) return object.has('Linearized')
  return object instanceof PdfStream && ['XRef', 'ObjStm'].includes(nameOf(object.dict.get('Type')) ?? '')
}

/**
 * Adds validation data of a size that makes the file as is wanted.
 *
 * @param measure How much is missing, in bytes.
 * @throws Error when no size does
 */
export function addDataUntil(
  bytes: Uint8Array,
  measure: (file: Uint8Array) => number,
  more: Readonly<Record<number, PdfObject>> = {},
): Uint8Array {
  let size = 8
  for (let turn = 0; turn < 8; turn++) {
    const file = revise(bytes, (revision) => {
      for (const [num, object] of Object.entries(more)) revision.put(new PdfRef(Number(num)), object)
      const data = revision.add(stream(dict`<<>>`, 'x'.repeat(size)))
      revision.set(revision.document.catalogRef, { DSS: dict`<</Type /DSS /Certs [${data}]>>` })
    })
    const missing = measure(file)
    if (missing === 0) return file
    size += missing
  }
  throw new Error('No size of the data makes the file as is wanted.')
}
