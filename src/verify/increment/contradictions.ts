/**
 * Objects that say two things: a dictionary with two values for one key (ISO 32000-2, 7.3.7), an object stream that
 * lists a number twice (7.5.7). One reader takes the first, another the last, and no signature tells which was meant.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { type AnomalyListener, ObjectParser } from '../../pdf/object-parser.js'
import { scanReferences } from '../../pdf/object-scan.js'
import { nameOf, PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import type { Finding } from '../report.js'
import { findContainers } from './entry-check.js'

/**
 * A contradiction in the catalog, which names the pages, or in what they lead to: page tree, pages, their contents and
 * resources, level by level, as many objects as cost little compared with hashing the file.
 */
export function findContradictionOnPages(document: PdfDocument): Finding | undefined {
  const { catalogRef, catalog, bytes } = document
  const reader = new PlainReader(document)
  if (
    reader.read(catalogRef.num).isContradictory &&
    reader.doubledKeys(catalogRef.num).some((key) => PAGE_KEYS.has(key))
  )
    return describeObject(catalogRef.num)
  const count = MIN_OBJECTS + bytes.length / BYTES_PER_OBJECT
  return describeObject(findBelow(reader, catalog.get('Pages'), count))
}

/**
 * Entries of the catalog on which hangs what pages show. Others come twice in honest files: `@signpdf/placeholder-plain`
 * writes a second /AcroForm.
 */
const PAGE_KEYS: ReadonlySet<string> = new Set(['Pages', 'OCProperties'])

/** A contradiction in any object: for a revision that others follow, whose objects are all compared with theirs. */
export function findContradiction(document: PdfDocument): Finding | undefined {
  const reader = new PlainReader(document)
  for (const num of document.xref.numbers()) {
    if (reader.read(num).isContradictory) return describeObject(num)
    if (reader.isSpent) {
      const message = 'The objects of the signed revision overlap, so that they take more work than its size warrants.'
      return { code: 'document_too_complex', message }
    }
  }
  const container = findDoubleMember(document)
  if (container === undefined) return undefined
  const message = `Object stream ${container} lists an object twice, so that readers differ on it (ISO 32000-2, 7.5.7).`
  return { code: 'object_contradictory', message }
}

function describeObject(num: number | undefined): Finding | undefined {
  if (num === undefined) return undefined
  const message = `Object ${num} has two values for one key, so that readers differ on what it says (ISO 32000-2, 7.3.7).`
  return { code: 'object_contradictory', message }
}

/** Objects that are always looked at, and bytes of the file for which one more is: less than a tenth of the hashing. */
const MIN_OBJECTS = 16
const BYTES_PER_OBJECT = 32_768

/** Goes down from an object, level by level. */
function findBelow(reader: PlainReader, root: PdfObject | undefined, count: number): number | undefined {
  const queue: number[] = []
  const seen = new Set<number>()
  const add = (numbers: readonly number[]): void => {
    for (const num of numbers) {
      if (seen.size >= count) return
      if (!seen.has(num)) queue.push(num)
      seen.add(num)
    }
  }
  add(referencesOf(root))
  for (const num of queue) {
    const { references, isContradictory } = reader.read(num)
    if (isContradictory) return num
    add(references)
  }
  return undefined
}

/** Numbers of the objects that an object refers to, in their order there. */
function referencesOf(object: PdfObject | undefined, found: number[] = []): number[] {
  if (object instanceof PdfRef) found.push(object.num)
  else if (Array.isArray(object)) for (const item of object) referencesOf(item, found)
  else if (object instanceof PdfDict) for (const item of object.entries.values()) referencesOf(item, found)
  return found
}

interface PlainReading {
  /** Numbers of the objects that it refers to; none when it cannot be read. */
  readonly references: readonly number[]
  readonly isContradictory: boolean
}

/** Objects straight from the bytes, for one pass that keeps nothing. */
class PlainReader {
  readonly #document: PdfDocument
  readonly #body: Uint8Array
  /** Bytes that may be parsed: the objects of a sound file stand side by side. */
  #budget: number

  constructor(document: PdfDocument) {
    this.#document = document
    this.#body = document.bytes.subarray(document.origin)
    this.#budget = MAX_FILE_SIZES * document.bytes.length + MIN_BUDGET
  }

  get isSpent(): boolean {
    return this.#budget < 0
  }

  read(num: number): PlainReading {
    let isContradictory = false
    let references: readonly number[] = []
    let parser: ObjectParser | undefined
    try {
      parser = this.#parserFor(num, (code) => {
        isContradictory ||= code === 'duplicate_key'
      })
      if (parser === undefined) return { references, isContradictory }
      const start = parser.pos
      const scan = scanReferences(parser.bytes, start)
      references = scan?.numbers ?? referencesOf(parser.parseObject())
      this.#budget -= (scan?.end ?? parser.pos) - start
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      // Whatever could not be read may have been read to its end.
      this.#budget -= (parser?.end ?? 0) - (parser?.pos ?? 0)
    }
    return { references, isContradictory }
  }

  /** Keys that a dictionary has twice; none for any other object. */
  doubledKeys(num: number): string[] {
    const keys: string[] = []
    try {
      const parser = this.#parserFor(num, () => undefined)
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

  #parserFor(num: number, onAnomaly: AnomalyListener): ObjectParser | undefined {
    const document = this.#document
    const entry = document.xref.get(num)
    if (entry === undefined) return undefined
    if (entry.type === 'compressed') {
      const stream = document.objectStream(entry.stream)
      const offset = stream?.numbers[entry.index] === num ? stream.offsets[entry.index] : undefined
      if (stream === undefined || offset === undefined) return undefined
      return new ObjectParser(stream.data, offset, stream.data.length, onAnomaly)
    }
    const parser = new ObjectParser(this.#body, entry.offset, this.#body.length, onAnomaly)
    const isThere = parser.takeUnsigned() === num && parser.takeUnsigned() !== undefined && parser.takeKeyword('obj')
    return isThere ? parser : undefined
  }
}

const SLASH = 0x2f
/** In sizes of the file: what overlapping objects may make this check read again. */
const MAX_FILE_SIZES = 6
const MIN_BUDGET = 1024 * 1024

/** An object stream that lists a number twice. */
function findDoubleMember(document: PdfDocument): number | undefined {
  for (const container of findContainers(document).keys()) {
    try {
      const numbers = document.objectStream(container)?.numbers
      if (numbers !== undefined && new Set(numbers).size < numbers.length) return container
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
    }
  }
  return undefined
}
