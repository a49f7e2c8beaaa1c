/**
 * Which object refers to which, kept up to date from revision to revision.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { ObjectParser } from '../../pdf/object-parser.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import type { RevisionView } from '../revision-view.js'

/** Stands for the trailer in a reference graph: number 0 never is an object (ISO 32000-2, 7.5.4). */
export const TRAILER = 0

/** Keys of a trailer that describe its own section, and say nothing about the document. */
const SECTION_KEYS = new Set(['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms'])

/** The trailer without the keys that belong to its cross-reference section. */
export function documentTrailer(document: PdfDocument): PdfDict {
  const entries = new Map<string, PdfObject>()
  for (const [key, value] of document.trailer.entries) if (!SECTION_KEYS.has(key)) entries.set(key, value)
  return new PdfDict(entries)
}

/**
 * The references between all objects of one state of the file, by object number: an attacker may count on readers that
 * ignore generations. It is built once, by one pass over the objects of a revision that keeps none of them, and then
 * moved on from revision to revision at the cost of what each defines.
 */
export class ReferenceGraph {
  readonly #size: number
  /** Targets of object n: `#targets[#starts[n]]` up to `#targets[#starts[n + 1]]`. */
  readonly #starts: Uint32Array
  readonly #targets: Uint32Array
  readonly #sourceStarts: Uint32Array
  readonly #sources: Uint32Array
  readonly #reached: Uint8Array
  /** Targets of objects that later revisions defined, and the sources that these targets gained. */
  readonly #laterTargets = new Map<number, Set<number>>()
  readonly #laterSources = new Map<number, Set<number>>()
  readonly #laterReached = new Set<number>()
  readonly #containers = new Set<number>()

  constructor(document: PdfDocument) {
    const targets = new NumberList()
    const numbers: number[] = []
    const firsts: number[] = []
    let size = document.xref.size + 1
    const collect = (num: number, object: PdfObject) => {
      numbers.push(num)
      firsts.push(targets.length)
      forEachReference(object, (target) => {
        targets.push(target)
        if (target >= size) size = target + 1
      })
    }
    collect(TRAILER, documentTrailer(document))
    for (const num of document.xref.numbers()) {
      if (num === TRAILER) continue
      collect(num, readWithoutCache(document, num))
      const entry = document.xref.get(num)
      if (entry?.type === 'compressed') this.#containers.add(entry.stream)
    }
    this.#size = size
    this.#targets = targets.view()
    this.#starts = new Uint32Array(size + 1)
    // Numbers come in ascending order, so the start of a number without object is that of the next one.
    for (let num = 0, i = 0; num <= size; num++) {
      while (i < numbers.length && (numbers[i] as number) < num) i++
      this.#starts[num] = i < numbers.length ? (firsts[i] as number) : targets.length
    }
    this.#sourceStarts = new Uint32Array(size + 1)
    this.#sources = new Uint32Array(this.#targets.length)
    this.#invert()
    this.#reached = new Uint8Array(size)
    this.#reach(TRAILER)
    for (const container of this.#containers) this.#reach(container)
  }

  /** Moves on to the next revision. */
  advance(view: RevisionView): void {
    const { document } = view
    const defined = [TRAILER, ...view.defined]
    for (const num of defined) {
      const targets = new Set<number>()
      const object = num === TRAILER ? documentTrailer(document) : readOrNull(document, num)
      forEachReference(object, (target) => targets.add(target))
      for (const target of targets) {
        const sources = this.#laterSources.get(target)
        if (sources === undefined) this.#laterSources.set(target, new Set([num]))
        else sources.add(num)
      }
      this.#laterTargets.set(num, targets)
      const entry = document.xref.get(num)
      if (entry?.type === 'compressed') this.#containers.add(entry.stream)
    }
    // What was reached once counts as reached for ever: at worst this asks for an explanation too many.
    for (const num of defined) if (this.isReached(num)) this.#reach(num, true)
    for (const container of this.#containers) if (view.defined.has(container)) this.#reach(container)
  }

  /** True when the trailer leads to the number, whether there is an object or not. */
  isReached(num: number): boolean {
    return (num < this.#size && this.#reached[num] === 1) || this.#laterReached.has(num)
  }

  /** True when objects are stored inside this object stream. */
  isContainer(num: number): boolean {
    return this.#containers.has(num)
  }

  /** Numbers of the reached objects that refer to this one; 0 for the trailer. */
  *sourcesOf(num: number): Generator<number> {
    if (num < this.#size) {
      const end = this.#sourceStarts[num + 1] as number
      let last = -1
      for (let i = this.#sourceStarts[num] as number; i < end; i++) {
        const source = this.#sources[i] as number
        if (source === last || this.#laterTargets.has(source)) continue
        last = source
        if (this.isReached(source)) yield source
      }
    }
    for (const source of this.#laterSources.get(num) ?? []) {
      if (this.#laterTargets.get(source)?.has(num) === true && this.isReached(source)) yield source
    }
  }

  #invert(): void {
    const size = this.#size
    const counts = this.#sourceStarts
    for (const target of this.#targets) counts[target + 1] = (counts[target + 1] as number) + 1
    for (let num = 0; num < size; num++) counts[num + 1] = (counts[num + 1] as number) + (counts[num] as number)
    const next = counts.slice()
    for (let source = 0; source < size; source++) {
      const end = this.#starts[source + 1] as number
      for (let i = this.#starts[source] as number; i < end; i++) {
        const target = this.#targets[i] as number
        const slot = next[target] as number
        this.#sources[slot] = source
        next[target] = slot + 1
      }
    }
  }

  #reach(from: number, again = false): void {
    const pending = [from]
    for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
      if (this.isReached(num) && !(again && num === from)) continue
      if (num < this.#size) this.#reached[num] = 1
      else this.#laterReached.add(num)
      const later = this.#laterTargets.get(num)
      if (later !== undefined) {
        for (const target of later) if (!this.isReached(target)) pending.push(target)
      } else if (num < this.#size) {
        const end = this.#starts[num + 1] as number
        for (let i = this.#starts[num] as number; i < end; i++) {
          const target = this.#targets[i] as number
          if (!this.isReached(target)) pending.push(target)
        }
      }
    }
  }
}

/** Calls back with the number of every reference in an object, not following any. */
export function forEachReference(object: PdfObject, found: (num: number) => void): void {
  if (object instanceof PdfRef) {
    if (object.num !== TRAILER) found(object.num)
  } else if (Array.isArray(object)) {
    for (const item of object) forEachReference(item, found)
  } else if (object instanceof PdfDict) {
    for (const value of object.entries.values()) forEachReference(value, found)
  } else if (object instanceof PdfStream) {
    forEachReference(object.dict, found)
  }
}

/** The object with a number whatever its generation; null when it is absent or cannot be read. */
export function readOrNull(document: PdfDocument, num: number): PdfObject {
  const entry = document.xref.get(num)
  if (entry === undefined) return null
  try {
    return document.get(new PdfRef(num, entry.type === 'in-use' ? entry.gen : 0))
  } catch {
    return null
  }
}

/** An object straight from the bytes (strings undecrypted, a stream as its dictionary), for one pass over all of them. */
function readWithoutCache(document: PdfDocument, num: number): PdfObject {
  const entry = document.xref.get(num)
  try {
    if (entry?.type === 'in-use') {
      const body = document.bytes.subarray(document.origin)
      const parser = new ObjectParser(body, entry.offset)
      const ownNumber = parser.takeUnsigned()
      if (ownNumber !== num || parser.takeUnsigned() === undefined || !parser.takeKeyword('obj')) return null
      return parser.takeKeyword('endobj') ? null : parser.parseObject()
    }
    if (entry?.type !== 'compressed') return null
    const stream = document.objectStream(entry.stream)
    const slot = stream?.numbers[entry.index] === num ? entry.index : (stream?.numbers.indexOf(num) ?? -1)
    const offset = stream?.offsets[slot]
    return stream === undefined || offset === undefined ? null : new ObjectParser(stream.data, offset).parseObject()
  } catch {
    return null
  }
}

/** A growing list of unsigned 32-bit numbers. */
class NumberList {
  #items = new Uint32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#items.length) {
      const larger = new Uint32Array(this.length * 2)
      larger.set(this.#items)
      this.#items = larger
    }
    this.#items[this.length++] = value
  }

  view(): Uint32Array {
    return this.#items.subarray(0, this.length)
  }
}
