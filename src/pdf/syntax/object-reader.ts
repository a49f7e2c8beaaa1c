/**
 * Single objects of a file, read at given places, and what that costs.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { numberOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../objects.js'
import { damaged } from '../xref/xref-section.js'
import { type AnomalyListener, ObjectParser, type SyntaxAnomaly } from './object-parser.js'
import type { ObjectStream } from './object-stream.js'
import { PDF_LIMITS } from './pdf-limits.js'
import { viewOf } from './syntax.js'

/** A violation of the standard that a reader can tolerate. */
export interface PdfAnomaly {
  readonly code:
    | SyntaxAnomaly
    | 'wrong_stream_length'
    | 'missing_endobj'
    | 'bad_stream_eol'
    | 'misplaced_compressed_object'
  /** Byte offset in the file, or in the decoded object stream for objects inside one. */
  readonly offset: number
}

/** A file as it is read. */
interface ReadFile {
  /** From where offsets count. */
  readonly body: Uint8Array
  /** Index of the body in the file. */
  readonly origin: number
  /** Bytes of the file, which decide how much work is done for it. */
  readonly size: number
  readonly onAnomaly: ((anomaly: PdfAnomaly) => void) | undefined
  /** Follows references. */
  readonly resolve: (object: PdfObject | undefined) => PdfObject
}

/** Reads objects at the places that the cross-reference names. */
export class ObjectReader {
  readonly #file: ReadFile
  readonly #garbled = new Set<number>()
  readonly #unterminated = new Set<number>()
  #budget: number

  constructor(file: ReadFile) {
    this.#file = file
    this.#budget = PDF_LIMITS.minReadingBudget + PDF_LIMITS.maxReadingFileSizes * file.size
  }

  /** Whether reading an object involved a guess, so that writing it again could lose something. */
  isGarbled(num: number): boolean {
    return this.#garbled.has(num)
  }

  /** Whether a dictionary of an object had no end. */
  isUnterminated(num: number): boolean {
    return this.#unterminated.has(num)
  }

  /** Reads `num gen obj ... endobj`, as it stands. */
  readIndirect(num: number, gen: number, offset: number): { readonly object: PdfObject; readonly ref: PdfRef } {
    const { body, origin } = this.#file
    if (offset >= body.length) throw damaged(`object ${num} should stand at byte ${offset}, beyond the end of the file`)
    const parser = new ObjectParser(body, offset, body.length, this.#listener(num, origin))
    if (!takeHeader(parser, num, gen)) {
      this.spend(COST_PER_BYTE * (parser.pos - offset))
      throw damaged(`object ${num} is not at byte ${offset}, where the cross-reference says`)
    }
    const ref = new PdfRef(num, gen)
    parser.skipWhiteSpace()
    if (parser.takeKeyword('endobj')) return { object: null, ref }
    const object = this.#parse(parser, offset)
    if (object instanceof PdfDict && parser.takeKeyword('stream')) {
      return { object: this.#takeStream(parser, object), ref }
    }
    if (!parser.takeKeyword('endobj')) this.#report('missing_endobj', origin + parser.pos)
    return { object, ref }
  }

  #takeStream(parser: ObjectParser, dict: PdfDict): PdfStream {
    const { bytes } = parser
    let start = parser.pos
    if (bytes[start] === 0x0d) start++
    if (bytes[start] === 0x0a) start++
    else this.#report('bad_stream_eol', this.#file.origin + start)
    const length = numberOf(this.#file.resolve(dict.get('Length')))
    if (length !== undefined && Number.isSafeInteger(length) && length >= 0 && start + length <= bytes.length) {
      parser.pos = start + length
      if (parser.takeKeyword('endstream')) return new PdfStream(dict, bytes.subarray(start, start + length))
    }
    this.#report('wrong_stream_length', this.#file.origin + start)
    let end = viewOf(bytes).indexOf('endstream', start, 'latin1')
    this.spend((end < 0 ? bytes.length : end) - start)
    if (end < 0) throw damaged('a stream is not closed')
    if (bytes[end - 1] === 0x0a && end > start) end--
    if (bytes[end - 1] === 0x0d && end > start) end--
    return new PdfStream(dict, bytes.subarray(start, end))
  }

  /**
   * Reads an object in an object stream; null where it is not in it.
   *
   * @param index where the cross-reference says it is
   */
  readCompressed(num: number, stream: ObjectStream, index: number): PdfObject {
    let slot = index
    if (stream.numbers[slot] !== num) {
      this.#report('misplaced_compressed_object', stream.offsets[0] ?? 0)
      this.spend(stream.numbers.byteLength)
      slot = stream.numbers.indexOf(num)
      if (slot < 0) return null
    }
    const offset = stream.offsets[slot] ?? 0
    return this.#parse(new ObjectParser(stream.data, offset, stream.data.length, this.#listener(num, 0)), offset)
  }

  /** Parses an object whose reading began at `start`, and counts what that took. */
  #parse(parser: ObjectParser, start: number): PdfObject {
    try {
      return parser.parseObject()
    } finally {
      this.spend(COST_PER_BYTE * (parser.pos - start) + COST_PER_NODE * parser.nodes)
    }
  }

  /** Counts that a stream is decrypted. */
  spendOnBytes(count: number): void {
    this.spend(COST_PER_BYTE * count)
  }

  /**
   * Counts work and memory. The objects of a sound file stand side by side, so reading them all costs a multiple of its
   * size; a hostile one can make every object reach to the end of the file.
   */
  spend(cost: number): void {
    this.#budget -= cost
    if (this.#budget >= 0) return
    throw new SealwrightError('document_too_complex', 'Reading the PDF takes more work than its size warrants.')
  }

  #listener(num: number, origin: number): AnomalyListener {
    return (code, offset) => {
      if (GARBLING.has(code)) this.#garbled.add(num)
      if (code === 'unterminated_dictionary') this.#unterminated.add(num)
      this.#report(code, origin + offset)
    }
  }

  #report(code: PdfAnomaly['code'], offset: number): void {
    this.#file.onAnomaly?.({ code, offset })
  }
}

/** Anomalies that keep a reader from seeing everything in the object. */
const GARBLING: ReadonlySet<SyntaxAnomaly> = new Set(['key_not_a_name', 'unknown_keyword', 'unterminated_array'])

/** What one parsed or decrypted byte costs in the reading budget; one that is skipped costs 1. */
const COST_PER_BYTE = 8

/** What one dictionary, array or string costs: about the memory that it takes. */
const COST_PER_NODE = 256

/** Takes the header of an object, `num gen obj`; false where another text stands there. */
export function takeHeader(parser: ObjectParser, num: number, gen: number): boolean {
  return parser.takeUnsigned() === num && parser.takeUnsigned() === gen && parser.takeKeyword('obj')
}
