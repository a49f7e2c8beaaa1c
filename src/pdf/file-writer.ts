/**
 * A new PDF file from objects.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { ByteWriter } from './byte-writer.js'
import { type ObjectSink, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from './objects.js'
import { writeIndirectObject, writeObject } from './serialize.js'
import { latin1Bytes } from './syntax.js'
import { writeXrefStream, writeXrefTable, type XrefWriteEntry } from './xref-writer.js'

/**
 * Collects objects and writes them as a new file.
 *
 * @example
 * ```ts
 * const file = new PdfFileWriter()
 * const pages = file.allocate()
 * file.put(pages, new PdfDict({ Type: PdfName.of('Pages'), Kids: [], Count: 0 }))
 * const catalog = file.add(new PdfDict({ Type: PdfName.of('Catalog'), Pages: pages }))
 * const bytes = file.finish({ Root: catalog })
 * ```
 */
export class PdfFileWriter implements ObjectSink {
  readonly #objects = new Map<number, PdfObject>()
  #next = 1

  allocate(): PdfRef {
    return new PdfRef(this.#next++)
  }

  put(ref: PdfRef, object: PdfObject): void {
    this.#objects.set(ref.num, object)
  }

  add(object: PdfObject): PdfRef {
    const ref = this.allocate()
    this.put(ref, object)
    return ref
  }

  /** What was put under a reference; `undefined` before. */
  get(ref: PdfRef): PdfObject | undefined {
    return this.#objects.get(ref.num)
  }

  /**
   * Writes the file. `trailer` must hold /Root; /Size is set here.
   *
   * @param options.id adds the file identifiers (14.4), derived from the content: equal files have equal ones
   * @param options.objectStreams packs all objects but streams into object streams; only with `xref: 'stream'`
   */
  finish(
    trailer: Record<string, PdfObject>,
    options: { version?: string; xref?: 'table' | 'stream'; objectStreams?: boolean; id?: boolean } = {},
  ): Uint8Array {
    const out = new ByteWriter(64 * 1024)
    out.text(`%PDF-${options.version ?? '1.7'}\n`)
    // Four bytes above 127 tell transfer programs that the file is binary (7.5.2).
    out.bytes(latin1Bytes('%\xe2\xe3\xcf\xd3\n'))
    const entries = new Map<number, XrefWriteEntry>([[0, { type: 'free', next: 0, gen: 65_535 }]])
    const packed: (readonly [number, PdfObject])[] = []
    const isPacking = options.xref === 'stream' && options.objectStreams === true
    for (const [num, object] of this.#objects) {
      if (isPacking && !(object instanceof PdfStream)) {
        packed.push([num, object])
        continue
      }
      entries.set(num, { type: 'in-use', offset: out.length, gen: 0 })
      writeIndirectObject(out, new PdfRef(num), object)
    }
    for (let start = 0; start < packed.length; start += OBJECTS_PER_STREAM) {
      const objects = packed.slice(start, start + OBJECTS_PER_STREAM)
      const ref = this.allocate()
      objects.forEach(([num], index) => {
        entries.set(num, { type: 'compressed', stream: ref.num, index })
      })
      entries.set(ref.num, { type: 'in-use', offset: out.length, gen: 0 })
      writeIndirectObject(out, ref, packObjects(objects))
    }
    const ends = options.id === true ? { ...trailer, ID: identifiers(out.view()) } : trailer
    if (options.xref === 'stream') {
      const ref = this.allocate()
      writeXrefStream(out, ref, entries, new PdfDict({ ...ends, Size: this.#next }), 0)
    } else {
      writeXrefTable(out, entries, new PdfDict({ ...ends, Size: this.#next }), 0)
    }
    return out.view().slice()
  }
}

function identifiers(content: Uint8Array): PdfObject {
  const id = new PdfString(createHash('sha256').update(content).digest().subarray(0, ID_LENGTH))
  return [id, id]
}

/** Length of a file identifier, as in most programs. */
const ID_LENGTH = 16

/** Enough to compress well, few enough that one object is read quickly. */
const OBJECTS_PER_STREAM = 200

/** An object stream (ISO 32000-2, 7.5.7): numbers and offsets, then the objects. */
function packObjects(objects: readonly (readonly [num: number, object: PdfObject])[]): PdfStream {
  const body = new ByteWriter()
  const index = new ByteWriter()
  for (const [num, object] of objects) {
    index.text(`${num} ${body.length} `)
    writeObject(body, object)
    body.byte(0x0a)
  }
  const first = index.length
  index.bytes(body.view())
  return new PdfStream(
    new PdfDict({
      Type: PdfName.of('ObjStm'),
      N: objects.length,
      First: first,
      Filter: PdfName.of('FlateDecode'),
    }),
    deflateSync(index.view()),
  )
}
