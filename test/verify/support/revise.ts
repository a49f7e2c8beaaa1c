/**
 * Appends revisions to a document: proper ones, and ones that no honest program would write.
 *
 * @module
 */

import { getPage, type PdfPage } from '../../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { type FormField, readFields } from '../../../src/pdf/form/acro-form.js'
import { PdfDict, type PdfObject, type PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { IncrementWriter } from '../../../src/pdf/writing/increment-writer.js'
import { bytesOf, notation } from './notation.js'

/** An increment in the making. */
export interface Revision {
  readonly document: PdfDocument
  readonly increment: IncrementWriter
  /** The dictionary of an object (of a stream too), as this revision leaves it. */
  get(ref: PdfRef): PdfDict
  /** Replaces and adds entries of an object that is a dictionary; `undefined` removes one. */
  set(ref: PdfRef, changes: Record<string, PdfObject | undefined>): void
  put(ref: PdfRef, object: PdfObject): void
  add(object: PdfObject): PdfRef
}

const ID = Uint8Array.from({ length: 16 }, (_, i) => 0xa0 + i)

/** The document with one more revision, written as it should be. */
export function revise(bytes: Uint8Array, change: (revision: Revision) => void): Uint8Array {
  const { revision, finish } = beginRevision(bytes)
  change(revision)
  return bytesOf(bytes, finish())
}

/** For those who need the increment before it is appended. */
export function beginRevision(bytes: Uint8Array): { readonly revision: Revision; finish(): Uint8Array } {
  const document = PdfDocument.open(bytes)
  const increment = new IncrementWriter(document)
  const get = (ref: PdfRef): PdfDict => {
    const object = increment.resolve(ref)
    if (object instanceof PdfStream) return object.dict
    if (object instanceof PdfDict) return object
    throw new Error(`Object ${ref.num} is not a dictionary.`)
  }
  const revision: Revision = {
    document,
    increment,
    get,
    set: (ref, changes) => increment.put(ref, get(ref).with(changes)),
    put: (ref, object) => increment.put(ref, object),
    add: (object) => increment.add(object),
  }
  return { revision, finish: () => increment.finish(ID).slice() }
}

/** A page by its index. */
export function pageAt(document: PdfDocument, index: number): PdfPage {
  const page = getPage(document, index)
  if (page === undefined) throw new Error(`There is no page ${index}.`)
  return page
}

/** A form field by its full name. */
export function fieldNamed(document: PdfDocument, name: string): FormField & { readonly ref: PdfRef } {
  const field = readFields(document).find((candidate) => candidate.name === name)
  if (field?.ref === undefined) throw new Error(`There is no field "${name}".`)
  return { ...field, ref: field.ref }
}

/** The elements of an array, or of the array that a reference leads to. */
export function itemsOf(revision: Revision, object: PdfObject | undefined): PdfObject[] {
  const value = revision.increment.resolve(object)
  return Array.isArray(value) ? value : []
}

/** Puts an annotation on a page. */
export function addAnnotation(revision: Revision, page: PdfRef, annotation: PdfObject): PdfRef {
  const ref = revision.add(annotation)
  revision.set(page, { Annots: [...itemsOf(revision, revision.get(page).get('Annots')), ref] })
  return ref
}

/** What stands in an increment that is written by hand. */
export interface RawIncrement {
  /** Object numbers and what stands between `obj` and `endobj`; a number may come twice, then the last one counts. */
  readonly objects?: readonly (readonly [num: number, body: string | PdfObject])[]
  readonly free?: readonly number[]
  /** Further entries of the table: any number, any offset. */
  readonly entries?: Readonly<Record<number, number>>
  /** Entries of the trailer that replace those of the document; `undefined` removes one. */
  readonly trailer?: Readonly<Record<string, PdfObject | undefined>>
  /** Rewrites the notation of the trailer. */
  readonly rewriteTrailer?: (text: string) => string
  /** What to leave out. */
  readonly without?: readonly ('xref' | 'trailer' | 'startxref' | 'eof')[]
  /** Where `startxref` says the table is, when not where it is. */
  readonly startxref?: number
}

/** Appends an increment with a cross-reference table, all of it as told. */
export function appendRaw(bytes: Uint8Array, raw: RawIncrement): Uint8Array {
  const document = PdfDocument.open(bytes)
  const without = new Set(raw.without)
  const entries = new Map<number, string>()
  let text = ''
  for (const [num, body] of raw.objects ?? []) {
    entries.set(num, `${digits(bytes.length + text.length, 10)} 00000 n \n`)
    text += `${num} 0 obj\n${notation(body)}\nendobj\n`
  }
  for (const num of raw.free ?? []) entries.set(num, '0000000000 00001 f \n')
  for (const [num, offset] of Object.entries(raw.entries ?? {})) {
    entries.set(Number(num), `${digits(offset, 10)} 00000 n \n`)
  }
  const start = raw.startxref ?? bytes.length + text.length
  if (!without.has('xref')) {
    const sorted = [...entries].sort(([a], [b]) => a - b)
    text += `xref\n${sorted.length === 0 ? '0 0\n' : ''}${sorted.map(([num, entry]) => `${num} 1\n${entry}`).join('')}`
  }
  if (!without.has('trailer')) {
    const Size = Math.max(document.nextObjectNumber, ...[...entries.keys()].map((num) => num + 1))
    const trailer = document.trailer.with({ Size, Prev: document.sections[0]?.offset, ...raw.trailer })
    const written = notation(trailer)
    text += `trailer\n${raw.rewriteTrailer?.(written) ?? written}\n`
  }
  if (!without.has('startxref')) text += `startxref\n${start}\n`
  if (!without.has('eof')) text += '%%EOF\n'
  return bytesOf(bytes, text)
}

/** Offset of an object in the file, and of the first byte behind its `endobj`. */
export function extentOf(bytes: Uint8Array, ref: PdfRef): readonly [start: number, end: number] {
  const entry = PdfDocument.open(bytes).xref.get(ref.num)
  if (entry?.type !== 'in-use') throw new Error(`Object ${ref.num} does not stand in the file itself.`)
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('endobj', entry.offset, 'latin1')
  return [entry.offset, at + 6]
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
