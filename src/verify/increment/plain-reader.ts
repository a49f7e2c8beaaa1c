/**
 * Reads objects straight from the bytes, in one pass that keeps nothing: their references, and whether all readers agree on
 * them.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import {
  type AnomalyListener,
  ObjectParser,
  PDF_LIMITS,
  type SyntaxAnomaly,
  scanReferences,
} from '../../pdf/reading.js'

/** `contradictory`: a key has two values. `ambiguous`: readers find different references in it. */
type ObjectFault = 'contradictory' | 'ambiguous'

interface PlainReading {
  /** Numbers of the objects that it refers to; empty when it cannot be read. */
  readonly references: readonly number[]
  readonly fault: ObjectFault | undefined
}

/**
 * Syntax errors that hide no reference: readers differ on a number or on the bytes of a string, but agree on what follows.
 * Any other error shifts keys against values, or hides from some readers what others see.
 */
const HARMLESS: ReadonlySet<SyntaxAnomaly> = new Set(['malformed_number', 'malformed_hex_string'])

/** Reads the objects of one state of a file, in any order. */
export class PlainReader {
  readonly #document: PdfDocument
  readonly #body: Uint8Array
  /** Errors tolerated in the current object. */
  readonly #anomalies = new Set<SyntaxAnomaly>()
  // One listener for all objects, and one parser for their headers: creating them takes longer than reading most objects.
  readonly #listener: AnomalyListener
  readonly #fileParser: ObjectParser
  /** Bytes that may still be parsed. Objects of a sound file do not overlap. */
  #budget: number

  constructor(document: PdfDocument) {
    this.#document = document
    this.#body = document.bytes.subarray(document.origin)
    this.#budget = MAX_FILE_SIZES * document.bytes.length + MIN_BUDGET
    const anomalies = this.#anomalies
    this.#listener = (code) => {
      anomalies.add(code)
    }
    this.#fileParser = new ObjectParser(this.#body)
  }

  get isSpent(): boolean {
    return this.#budget < 0
  }

  read(num: number): PlainReading {
    this.#anomalies.clear()
    let parser: ObjectParser | undefined
    try {
      const place = this.#find(num)
      if (place === undefined) return NOTHING
      const { bytes, start, limit } = place
      const scan = scanReferences(bytes, start)
      if (scan === undefined) parser = this.#parserAt(place)
      const references = scan?.numbers ?? referencesOf(parser?.takeKeyword('endobj') ? null : parser?.parseObject())
      const end = scan?.end ?? parser?.pos ?? start
      this.#budget -= end - start
      const isAmbiguous = end > limit || references.some(isBeyondAll)
      return { references, fault: faultOf(this.#anomalies) ?? (isAmbiguous ? 'ambiguous' : undefined) }
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      // An unreadable object may have been read to its end.
      this.#budget -= (parser?.end ?? 0) - (parser?.pos ?? 0)
      // Some readers continue after the error.
      return { references: [], fault: 'ambiguous' }
    }
  }

  /** Keys that occur twice in a dictionary; empty for any other object. */
  doubledKeys(num: number): string[] {
    const keys: string[] = []
    try {
      const place = this.#find(num)
      const parser = place === undefined ? undefined : this.#parserAt(place)
      parser?.skipWhiteSpace()
      if (parser === undefined || !parser.takeKeyword('<<')) return keys
      for (parser.skipWhiteSpace(); parser.peek() === SLASH; parser.skipWhiteSpace()) {
        keys.push(nameOf(parser.parseObject()) ?? '')
        parser.parseObject()
      }
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
    }
    return keys.filter((key, i) => keys.indexOf(key) !== i)
  }

  /** Position of an object; `undefined` when its entry leads to none, which is reported elsewhere. */
  #find(num: number): ObjectPlace | undefined {
    const document = this.#document
    const entry = document.xref.get(num)
    if (entry === undefined) return undefined
    if (entry.type === 'compressed') {
      const stream = document.objectStream(entry.stream)
      if (stream === undefined) return undefined
      const { data, numbers, offsets } = stream
      const offset = offsets[entry.index]
      // When the index belongs to another number, some readers take what is there, and others search the list for the number.
      if (offset === undefined || numbers[entry.index] !== num) throw misplaced()
      // PDF.js reads up to the beginning of the next object.
      const limit = offsets[entry.index + 1] ?? data.length
      return { bytes: data, start: offset, limit }
    }
    const parser = this.#fileParser
    parser.pos = entry.offset
    const isThere = parser.takeUnsigned() === num && parser.takeUnsigned() !== undefined && parser.takeKeyword('obj')
    return isThere ? { bytes: this.#body, start: parser.pos, limit: this.#body.length } : undefined
  }

  #parserAt({ bytes, start }: ObjectPlace): ObjectParser {
    return new ObjectParser(bytes, start, bytes.length, this.#listener)
  }
}

interface ObjectPlace {
  readonly bytes: Uint8Array
  readonly start: number
  /** Position at which some reader stops reading the object. */
  readonly limit: number
}

const NOTHING: PlainReading = { references: [], fault: undefined }

function misplaced(): SealwrightError {
  return new SealwrightError('invalid_document', 'An object stands elsewhere in its stream than its entry says.')
}

function faultOf(anomalies: ReadonlySet<SyntaxAnomaly>): ObjectFault | undefined {
  if (anomalies.size === 0) return undefined
  if (anomalies.has('duplicate_key')) return 'contradictory'
  return [...anomalies].some((code) => !HARMLESS.has(code)) ? 'ambiguous' : undefined
}

function isBeyondAll(num: number): boolean {
  return num > PDF_LIMITS.maxObjectNumber
}

/** Numbers of the objects that an object refers to, in their order. */
export function referencesOf(object: PdfObject | undefined, found: number[] = []): number[] {
  if (object instanceof PdfRef) found.push(object.num)
  else if (Array.isArray(object)) for (const item of object) referencesOf(item, found)
  else if (object instanceof PdfDict) for (const item of object.entries.values()) referencesOf(item, found)
  return found
}

const SLASH = 0x2f
/** Budget for parsing overlapping objects repeatedly, as a multiple of the file's size. */
const MAX_FILE_SIZES = 6
const MIN_BUDGET = 1024 * 1024
