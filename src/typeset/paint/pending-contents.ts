/**
 * Compresses page contents in other threads while further pages are painted.
 *
 * @module
 */

import { type ObjectSink, PdfDict, PdfName, type PdfRef, PdfStream } from '../../pdf/objects.js'
import { deflate } from '../../platform/deflation.js'

/**
 * Maximum number of contents that are compressed at a time. Each takes a quarter of a megabyte. More would not be faster, since
 * Node.js has four threads for such work.
 */
const MOST_AT_A_TIME = 4

/** The page contents of one file that are being compressed. Compressing takes a tenth of the time of long documents. */
export class PendingContents {
  readonly #sink: ObjectSink
  readonly #pending = new Set<Promise<void>>()

  constructor(sink: ObjectSink) {
    this.#sink = sink
  }

  /** Compresses the operators of a page. Their object is allocated at once, and complete after {@link settle}. */
  add(content: Uint8Array): PdfRef {
    const ref = this.#sink.add(contentStream(new Uint8Array()))
    const pending = deflate(content).then((data) => {
      this.#sink.put(ref, contentStream(data))
      this.#pending.delete(pending)
    })
    this.#pending.add(pending)
    return ref
  }

  /** Waits until at most `most` contents are left. */
  async settle(most = MOST_AT_A_TIME): Promise<void> {
    while (this.#pending.size > most) await Promise.race(this.#pending)
  }
}

function contentStream(data: Uint8Array): PdfStream {
  return new PdfStream(new PdfDict({ Filter: PdfName.of('FlateDecode') }), data)
}
