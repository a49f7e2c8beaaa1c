/**
 * Writes an increment: new and changed objects appended to an unchanged file (ISO 32000-2, 7.5.6).
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { finishSteps } from '../../pace/turns.js'
import type { PdfDocument } from '../document.js'
import { type ObjectSink, type PdfDict, type PdfObject, PdfRef, PdfString } from '../objects.js'
import { ByteWriter } from '../syntax/byte-writer.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { writeIndirectObject } from '../syntax/serialize.js'
import { firstFreeNumber } from '../xref/free-numbers.js'
import { damaged, type XrefSection } from '../xref/xref-section.js'
import { writeXrefStream, writeXrefTable, type XrefWriteEntry } from '../xref/xref-writer.js'

/**
 * Collects objects and writes them as one increment. Numbers of new objects are above all that any revision used, reserved or
 * refers to. The kind of cross-reference section is that of the newest one in the file.
 */
export class IncrementWriter implements ObjectSink {
  readonly #document: PdfDocument
  readonly #objects = new Map<number, { ref: PdfRef; object: PdfObject }>()
  #next: number

  /**
   * @param options.searchAll Searches the whole file for references to numbers without an object, which is necessary when
   *   nothing in it may change its meaning. By default, only the trailers are searched.
   * @throws SealwrightError `document_too_complex` when searching takes too much.
   */
  constructor(document: PdfDocument, options: { readonly searchAll?: boolean } = {}) {
    this.#document = document
    this.#next = firstFreeNumber(document, { searchAll: options.searchAll ?? false })
  }

  /** Number of objects so far. */
  get size(): number {
    return this.#objects.size
  }

  /** @throws SealwrightError `document_too_complex` when the file has no free numbers left. */
  allocate(): PdfRef {
    if (this.#next > PDF_LIMITS.maxObjectNumber) {
      throw new SealwrightError('document_too_complex', 'The PDF leaves no object numbers for what is to be added.')
    }
    return new PdfRef(this.#next++)
  }

  /**
   * @throws SealwrightError `invalid_document` for an object of the file that could only be read by guessing, since
   *   rewriting it could lose what the guess missed.
   */
  put(ref: PdfRef, object: PdfObject): void {
    if (this.#document.isGarbled(ref.num)) throw damaged(`object ${ref.num} is malformed`)
    this.#objects.set(ref.num, { ref, object })
  }

  add(object: PdfObject): PdfRef {
    const ref = this.allocate()
    this.put(ref, object)
    return ref
  }

  /** The object in the state after this increment. */
  resolve(object: PdfObject | undefined): PdfObject {
    if (object instanceof PdfRef) {
      const pending = this.#objects.get(object.num)
      if (pending !== undefined) return pending.object
    }
    return this.#document.resolve(object)
  }

  /**
   * Writes the increment: the bytes to append to the file. Offsets in {@link PdfVerbatim} objects are relative to the
   * increment's first byte.
   *
   * @param id Second element of the trailer's /ID, 16 bytes that no other version of the file has.
   */
  finish(id: Uint8Array): Uint8Array {
    const { bytes, origin, security, rebuilt } = this.#document
    const out = new ByteWriter(16 * 1024)
    const last = bytes.at(-1)
    if (last !== 0x0a && last !== 0x0d) out.byte(0x0a)
    const base = bytes.length - origin

    const entries: Map<number, XrefWriteEntry> = rebuilt ? listEntries(this.#document) : new Map()
    for (const [num, { ref, object }] of this.#objects) {
      entries.set(num, { type: 'in-use', offset: base + out.length, gen: ref.gen })
      writeIndirectObject(out, ref, security === undefined ? object : security.encryptObject(ref, object))
    }

    const newest = this.#document.sections[0] as XrefSection
    if (newest.kind === 'stream') {
      const ref = this.allocate()
      finishSteps(writeXrefStream(out, ref, entries, this.#trailer(newest, id), base))
    } else {
      writeXrefTable(out, entries, this.#trailer(newest, id), base)
    }
    return out.view()
  }

  #trailer(newest: XrefSection, id: Uint8Array): PdfDict {
    const { trailer } = this.#document
    const oldId = this.#document.resolve(trailer.get('ID'))
    const first = Array.isArray(oldId) ? this.#document.resolve(oldId[0]) : null
    // The first element is a part of the encryption key (7.6.4.3.2), so in an encrypted file without one it stays empty.
    const missing = this.#document.security === undefined ? id : new Uint8Array(0)
    const permanent = first instanceof PdfString ? first.bytes : missing
    return trailer.with({
      ...NOT_CARRIED_OVER,
      Size: this.#next,
      ID: [new PdfString(permanent, true), new PdfString(id, true)],
      // After a rebuild the old sections are the damage, so nothing refers to them.
      Prev: this.#document.rebuilt ? undefined : newest.offset,
    })
  }
}

/** Keys that belong to one section (7.5.5, 7.5.8.2); all others are copied from trailer to trailer. */
const NOT_CARRIED_OVER = Object.fromEntries(
  ['Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms', 'XRefStm', 'Prev'].map((key) => [key, undefined]),
)

/** Entries for every object of a rebuilt document. */
function listEntries(document: PdfDocument): Map<number, XrefWriteEntry> {
  const entries = new Map<number, XrefWriteEntry>([[0, { type: 'free', next: 0, gen: 65_535 }]])
  for (const num of document.xref.numbers()) {
    const entry = document.xref.get(num)
    if (entry === undefined || num === 0) continue
    entries.set(
      num,
      entry.type === 'in-use'
        ? { type: 'in-use', offset: entry.offset, gen: entry.gen }
        : { type: 'compressed', stream: entry.stream, index: entry.index },
    )
  }
  return entries
}
