/**
 * Writes a new PDF file from objects.
 *
 * @module
 */

import { updateInSteps } from '../../pace/hash-steps.js'
import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import { deflateSync } from '../../platform/deflation.js'
import { createHash } from '../../platform/hashes.js'
import { type ObjectSink, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../objects.js'
import { ByteWriter } from '../syntax/byte-writer.js'
import { writeIndirectObject, writeObject } from '../syntax/serialize.js'
import { latin1Bytes } from '../syntax/syntax.js'
import { writeXrefStream, writeXrefTable, type XrefWriteEntry } from '../xref/xref-writer.js'

/** Options of a new file. */
interface FileOptions {
  /** Version of PDF. Default 1.7. */
  readonly version?: string
  readonly xref?: 'table' | 'stream'
  /** Packs all objects but streams into object streams; only with `xref: 'stream'`. */
  readonly objectStreams?: boolean
  /** Adds the file identifiers (14.4), derived from the content, so that equal files have equal identifiers. */
  readonly id?: boolean
}

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

  /** The object stored under a reference; `undefined` before. */
  get(ref: PdfRef): PdfObject | undefined {
    return this.#objects.get(ref.num)
  }

  /**
   * Writes the file. `trailer` must hold /Root; /Size is set here.
   *
   */
  finish(trailer: Record<string, PdfObject>, options: FileOptions = {}): Uint8Array {
    return finishSteps(this.finishInSteps(trailer, options))
  }

  /** As {@link finish}, in steps that can be interrupted between objects. */
  *finishInSteps(trailer: Record<string, PdfObject>, options: FileOptions = {}): Steps<Uint8Array> {
    const out = new ByteWriter(64 * 1024)
    out.text(`%PDF-${options.version ?? '1.7'}\n`)
    // Four bytes above 127 tell transfer programs that the file is binary (7.5.2).
    out.bytes(latin1Bytes('%\xe2\xe3\xcf\xd3\n'))
    const entries = new Map<number, XrefWriteEntry>([[0, { type: 'free', next: 0, gen: 65_535 }]])
    const packed: (readonly [number, PdfObject])[] = []
    const isPacking = options.xref === 'stream' && options.objectStreams === true
    for (const [num, object] of this.#objects) {
      if (isTurnOver()) yield
      if (isPacking && !(object instanceof PdfStream)) {
        packed.push([num, object])
        continue
      }
      entries.set(num, { type: 'in-use', offset: out.length, gen: 0 })
      writeIndirectObject(out, new PdfRef(num), object)
    }
    for (let start = 0; start < packed.length; start += OBJECTS_PER_STREAM) {
      if (isTurnOver()) yield
      const objects = packed.slice(start, start + OBJECTS_PER_STREAM)
      const ref = this.allocate()
      objects.forEach(([num], index) => {
        entries.set(num, { type: 'compressed', stream: ref.num, index })
      })
      entries.set(ref.num, { type: 'in-use', offset: out.length, gen: 0 })
      writeIndirectObject(out, ref, packObjects(objects))
    }
    const ends = options.id === true ? { ...trailer, ID: yield* identifiers(out.view()) } : trailer
    if (options.xref === 'stream') {
      const ref = this.allocate()
      if (isTurnOver()) yield
      yield* writeXrefStream(out, ref, entries, new PdfDict({ ...ends, Size: this.#next }), 0)
    } else {
      writeXrefTable(out, entries, new PdfDict({ ...ends, Size: this.#next }), 0)
    }
    return out.view().slice()
  }
}

function* identifiers(content: Uint8Array): Steps<PdfObject> {
  const hash = createHash('sha256')
  yield* updateInSteps(hash, content)
  const id = new PdfString(hash.digest().subarray(0, ID_LENGTH))
  return [id, id]
}

/** Length of a file identifier, as in most programs. */
const ID_LENGTH = 16

/** Number of objects in an object stream: enough to compress well, few enough to read one object quickly. */
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
