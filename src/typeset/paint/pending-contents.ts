/**
 * Compresses the contents of pages in other threads, while the next pages are painted.
 *
 * @module
 */

import { type ObjectSink, PdfDict, PdfName, type PdfRef, PdfStream } from '../../pdf/objects.js'
import { deflate } from '../../platform/deflation.js'

/** A quarter of a megabyte is in use for each; more would not be faster, for Node.js has four threads for such work. */
const MOST_AT_A_TIME = 4

/** The contents of the pages of one file that are being compressed: a tenth of the time that long documents take. */
export class PendingContents {
  readonly #sink: ObjectSink
  readonly #pending = new Set<Promise<void>>()

  constructor(sink: ObjectSink) {
    this.#sink = sink
  }

  /** Takes the operators of a page; they have their place in the file at once, and are there after {@link settle}. */
  add(content: Uint8Array): PdfRef {
    const ref = this.#sink.add(contentStream(new Uint8Array()))
    const pending = deflate(content).then((data) => {
      this.#sink.put(ref, contentStream(data))
      this.#pending.delete(pending)
    })
    this.#pending.add(pending)
    return ref
  }

  /** Waits until no more than so many are left. */
  async settle(most = MOST_AT_A_TIME): Promise<void> {
    while (this.#pending.size > most) await Promise.race(this.#pending)
  }
}

function contentStream(data: Uint8Array): PdfStream {
  return new PdfStream(new PdfDict({ Filter: PdfName.of('FlateDecode') }), data)
}
