/**
 * Makes small PDF files out of their objects.
 *
 * @module
 */

import { PdfDocument } from '../../src/pdf/document.js'
import type { PdfObject } from '../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'

/** What is unusual about a file that `makePdf` writes. */
export interface MakePdfOptions {
  /** The header line; `%PDF-1.7` unless told. */
  readonly header?: string
  /** Further trailer entries, such as `/Info 4 0 R`. */
  readonly trailer?: string
  /** The trailer's /Size; one more than the highest number unless told. */
  readonly size?: number
  /** Generations of objects, 0 unless told. */
  readonly generations?: Readonly<Record<number, number>>
  /** Bytes before the header; offsets count from the header. */
  readonly before?: string
}

/** A file with a cross-reference table, from the text of its objects by number. Object 1 is the catalog. */
export function makePdf(objects: Readonly<Record<number, string>>, options: MakePdfOptions = {}): Uint8Array {
  const { header = '%PDF-1.7', trailer = '', generations = {}, before = '' } = options
  const numbers = Object.keys(objects).map(Number)
  let text = `${header}\n`
  const offsets = new Map<number, number>()
  for (const num of numbers) {
    offsets.set(num, text.length)
    text += `${num} ${generations[num] ?? 0} obj\n${objects[num]}\nendobj\n`
  }
  const size = Math.max(...numbers) + 1
  const rows = Array.from({ length: size }, (_, num) => {
    const offset = offsets.get(num)
    if (offset === undefined) return '0000000000 65535 f \n'
    return `${String(offset).padStart(10, '0')} ${String(generations[num] ?? 0).padStart(5, '0')} n \n`
  })
  const end = `trailer\n<</Size ${options.size ?? size} /Root 1 0 R ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`
  return latin1Bytes(`${before}${text}xref\n0 ${size}\n${rows.join('')}${end}`)
}

/** The objects of a document with one empty A4 page: catalog 1, page tree 2, page 3. */
export const ONE_PAGE: Readonly<Record<number, string>> = {
  1: '<</Type /Catalog /Pages 2 0 R>>',
  2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>>',
}

/** Appends a revision with a cross-reference table, from the text of its new and changed objects. */
export function appendRevision(file: Uint8Array, objects: Readonly<Record<number, string>>, trailer = ''): Uint8Array {
  const old = latin1Text(file)
  const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(old)?.[1]
  let text = ''
  let rows = ''
  for (const [num, object] of Object.entries(objects)) {
    rows += `${num} 1\n${String(old.length + text.length).padStart(10, '0')} 00000 n \n`
    text += `${num} 0 obj\n${object}\nendobj\n`
  }
  const size = Math.max(...Object.keys(objects).map(Number), 100) + 1
  const start = old.length + text.length
  const end = `trailer\n<</Size ${size} /Root 1 0 R /Prev ${prev} ${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  return latin1Bytes(`${old}${text}xref\n${rows}${end}`)
}

/** A stream object's text. */
export function streamText(dict: string, data: string): string {
  return `<<${dict} /Length ${data.length}>>\nstream\n${data}\nendstream`
}

/** Opens a file and collects the anomalies that its reader meets. */
export function openWithAnomalies(bytes: Uint8Array): { document: PdfDocument; anomalies: string[] } {
  const anomalies: string[] = []
  const document = PdfDocument.open(bytes, { onAnomaly: ({ code }) => anomalies.push(code) })
  return { document, anomalies }
}

/** An object as plain data, to compare: strings as text, references as `num gen R`, dictionaries as objects. */
export function plain(object: PdfObject | undefined): unknown {
  if (object === undefined || object === null || typeof object === 'boolean' || typeof object === 'number')
    return object
  if (Array.isArray(object)) return object.map(plain)
  if ('spelling' in object) return { real: object.spelling }
  if ('value' in object) return `/${object.value}`
  if ('num' in object) return `${object.num} ${object.gen} R`
  if ('entries' in object) return Object.fromEntries([...object.entries].map(([key, value]) => [key, plain(value)]))
  if ('data' in object) return { stream: plain(object.dict), data: latin1Text(object.data) }
  return latin1Text(object.bytes)
}
