/**
 * Objects of a document for drawing: an unreadable object is null here and noted, never an exception.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { isPackedPlainly } from '../../pdf/plain-packing.js'
import { type ContentBudget, spend } from './content-budget.js'

/** A document with the budget for drawing it. */
export class ContentSource {
  readonly document: PdfDocument
  readonly budget: ContentBudget
  /** Called when an object or stream cannot be read; set by the interpreter that is running. */
  onUnreadable: ((what: string) => void) | undefined
  readonly #decoded = new Map<PdfStream, Uint8Array>()
  readonly #undecodable = new WeakSet<PdfStream>()

  constructor(document: PdfDocument, budget: ContentBudget) {
    this.document = document
    this.budget = budget
  }

  /** The object that a reference leads to; null when there is none or it cannot be read. */
  resolve(object: PdfObject | undefined): PdfObject {
    try {
      return this.document.resolve(object)
    } catch {
      this.onUnreadable?.('an object cannot be read')
      return null
    }
  }

  /** The resolved value of a key; null when it is absent. */
  lookup(dict: PdfDict, key: string): PdfObject {
    return this.resolve(dict.get(key))
  }

  /** The dictionary of a key, or the dictionary of the stream there. */
  lookupDict(dict: PdfDict | undefined, key: string): PdfDict | undefined {
    const value = dict === undefined ? null : this.lookup(dict, key)
    return value instanceof PdfDict ? value : value instanceof PdfStream ? value.dict : undefined
  }

  lookupNumber(dict: PdfDict, key: string): number | undefined {
    return numberOf(this.lookup(dict, key))
  }

  lookupName(dict: PdfDict, key: string): string | undefined {
    return nameOf(this.lookup(dict, key))
  }

  /** The decoded bytes of a stream; `undefined`, and noted, when it cannot be decoded within the limits. */
  decode(stream: PdfStream, maxBytes: number): Uint8Array | undefined {
    const known = this.#decoded.get(stream)
    const bytes = known ?? this.#decode(stream, Math.max(0, Math.min(maxBytes, this.budget.bytes)))
    if (bytes === undefined) this.onUnreadable?.('a stream cannot be decoded')
    return bytes ?? undefined
  }

  /**
   * The same for the samples of a picture, which have a separate budget: a scanned page has more of them than any text
   * has bytes.
   */
  decodePicture(stream: PdfStream, maxBytes: number): Uint8Array | undefined {
    if (this.#undecodable.has(stream) || !this.#isPlain(stream)) return undefined
    try {
      const bytes = this.document.decode(stream, {
        maxBytes: Math.max(0, Math.min(maxBytes, this.budget.pictureBytes)),
      })
      return spend(this.budget, 'pictureBytes', bytes.length) ? bytes : undefined
    } catch {
      this.#undecodable.add(stream)
      spend(this.budget, 'pictureBytes', Math.min(this.budget.pictureBytes, COST_OF_FAILURE))
      return undefined
    }
  }

  /** A stream that readers unpack in different ways counts as unreadable. */
  #isPlain({ dict }: PdfStream): boolean {
    return isPackedPlainly(dict, (object) => this.resolve(object), this.document.security !== undefined)
  }

  #decode(stream: PdfStream, maxBytes: number): Uint8Array | undefined {
    if (this.#undecodable.has(stream) || !this.#isPlain(stream)) return undefined
    try {
      const bytes = this.document.decode(stream, { maxBytes })
      if (!spend(this.budget, 'bytes', bytes.length)) return undefined
      if (this.#decoded.size >= MAX_KEPT_STREAMS) this.#decoded.clear()
      if (bytes.length <= MAX_KEPT_BYTES) this.#decoded.set(stream, bytes)
      return bytes
    } catch {
      this.#undecodable.add(stream)
      spend(this.budget, 'bytes', Math.min(this.budget.bytes, COST_OF_FAILURE))
      return undefined
    }
  }
}

/** Decoded streams up to this size are kept: small ones, such as appearances, are drawn many times. */
const MAX_KEPT_BYTES = 64 * 1024
/** With the size of each, what is kept stays below 16 MB. */
const MAX_KEPT_STREAMS = 256

/** What decoding data that turns out to be damaged is charged, in bytes: see the floor in `decodeStreamData`. */
const COST_OF_FAILURE = 1024 * 1024
