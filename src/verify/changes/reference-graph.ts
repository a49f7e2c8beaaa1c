/**
 * Records which object refers to which, updated from revision to revision.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { readOrNull } from '../../pdf/lookup.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { ObjectParser, type ObjectStream, scanReferences } from '../../pdf/reading.js'
import type { RevisionView } from '../revision-view.js'

/** Stands for the trailer in a reference graph. No object has the number 0 (ISO 32000-2, 7.5.4). */
export const TRAILER = 0

/** Trailer keys that describe their own section and not the document. */
const SECTION_KEYS = new Set(['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms'])

/**
 * Trailer keys of LibreOffice: a checksum, and the source of the document. No PDF reader follows them. PDFBox copies the
 * latter with an object number that another object takes later.
 */
const PRIVATE_KEYS = new Set(['AdditionalStreams', 'DocChecksum'])

/** Mark of an object to which the first state leads. */
const REACHED_FIRST = 1
/** Mark of an object to which only a later state leads. */
const REACHED_LATER = 2

/** The trailer without keys of its cross-reference section, and without keys of a single program. */
export function documentTrailer(document: PdfDocument): PdfDict {
  const entries = new Map<string, PdfObject>()
  for (const [key, value] of document.trailer.entries) {
    if (!SECTION_KEYS.has(key) && !PRIVATE_KEYS.has(key)) entries.set(key, value)
  }
  return new PdfDict(entries)
}

/**
 * The references between all objects of one state of the file, by object number. Generations are ignored, since an attacker
 * may rely on readers that ignore them. The graph is built in one pass over the objects, which are not kept. Each further
 * revision is added at the cost of the objects that it defines.
 */
export class ReferenceGraph {
  readonly #size: number
  /** Targets of object n: `#targets[#starts[n]]` up to `#targets[#ends[n]]`. */
  readonly #starts: Uint32Array
  readonly #ends: Uint32Array
  readonly #targets: Uint32Array
  readonly #sourceStarts: Uint32Array
  readonly #sources: Uint32Array
  /** `REACHED_FIRST` or `REACHED_LATER` by object number; 0 for unreached objects. */
  readonly #reached: Uint8Array
  /** Sources of references to numbers beyond the cross-reference table, which no object has yet. */
  readonly #farSources = new Map<number, number[]>()
  readonly #farReached = new Set<number>()
  /** Targets of objects that later revisions defined, with the new sources of these targets. */
  readonly #laterTargets = new Map<number, Set<number>>()
  readonly #laterSources = new Map<number, Set<number>>()
  readonly #containers = new Set<number>()

  constructor(document: PdfDocument) {
    const targets = new NumberList()
    const size = Math.max(1, document.xref.size)
    this.#size = size
    this.#starts = new Uint32Array(size)
    this.#ends = new Uint32Array(size)
    this.#collect(TRAILER, referencesOf(documentTrailer(document)), targets)
    this.#collectCompressed(document, this.#collectInUse(document, targets), targets)
    this.#targets = targets.view()
    this.#sourceStarts = new Uint32Array(size + 1)
    this.#sources = new Uint32Array(this.#targets.length)
    this.#invert()
    this.#reached = new Uint8Array(size)
    this.#reach(TRAILER, REACHED_FIRST)
    for (const container of this.#containers) this.#reach(container, REACHED_FIRST)
  }

  /** Reads the objects outside of object streams. Returns the numbers of the others by the object stream that holds them. */
  #collectInUse(document: PdfDocument, targets: NumberList): Map<number, number[]> {
    // Grouped by object stream, so that each stream is decoded once.
    const compressed = new Map<number, number[]>()
    for (const num of document.xref.numbers()) {
      const entry = document.xref.get(num)
      if (num === TRAILER || entry === undefined) continue
      if (entry.type === 'in-use') {
        this.#collect(num, readInUse(document, num, entry.offset), targets)
      } else {
        const members = compressed.get(entry.stream)
        if (members === undefined) compressed.set(entry.stream, [num])
        else members.push(num)
      }
    }
    return compressed
  }

  #collectCompressed(document: PdfDocument, compressed: ReadonlyMap<number, number[]>, targets: NumberList): void {
    for (const [container, members] of compressed) {
      this.#containers.add(container)
      const stream = openContainer(document, container)
      if (stream === undefined) continue
      const slots = new Map<number, number>()
      stream.numbers.forEach((num, slot) => {
        if (!slots.has(num)) slots.set(num, slot)
      })
      for (const num of members) this.#collect(num, readMember(document, stream, num, slots.get(num)), targets)
    }
  }

  #collect(num: number, references: readonly number[], targets: NumberList): void {
    this.#starts[num] = targets.length
    for (const target of references) {
      if (target === TRAILER) continue
      targets.push(target)
      if (target < this.#size) continue
      const sources = this.#farSources.get(target)
      if (sources === undefined) this.#farSources.set(target, [num])
      else if (sources.at(-1) !== num) sources.push(num)
    }
    this.#ends[num] = targets.length
  }

  /** Updates the graph to the next revision. */
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
    // An object stays reached once it was. At worst, this asks for one unnecessary explanation.
    for (const num of defined) if (this.isReached(num)) this.#reach(num, REACHED_LATER, true)
    for (const container of this.#containers) if (view.defined.has(container)) this.#reach(container, REACHED_LATER)
  }

  /** True when the trailer leads to the number, whether there is an object or not. */
  isReached(num: number): boolean {
    return num < this.#size ? this.#reached[num] !== 0 : this.#farReached.has(num)
  }

  /** True when the trailer led to the number in the state from which the graph was built. */
  wasReachedFirst(num: number): boolean {
    return this.#reached[num] === REACHED_FIRST
  }

  /** True when objects are stored inside this object stream. */
  isContainer(num: number): boolean {
    return this.#containers.has(num)
  }

  /** Numbers of the reached objects that refer to this one; 0 for the trailer. */
  *sourcesOf(num: number): Generator<number> {
    let last = -1
    for (const source of this.#earlySources(num)) {
      if (source === last || this.#laterTargets.has(source)) continue
      last = source
      if (this.isReached(source)) yield source
    }
    for (const source of this.#laterSources.get(num) ?? []) {
      if (this.#laterTargets.get(source)?.has(num) === true && this.isReached(source)) yield source
    }
  }

  #earlySources(num: number): Iterable<number> {
    if (num >= this.#size) return this.#farSources.get(num) ?? []
    return this.#sources.subarray(this.#sourceStarts[num], this.#sourceStarts[num + 1])
  }

  /** Numbers that an object refers to, whether it is reached or not. */
  targetsOf(num: number): Iterable<number> {
    const later = this.#laterTargets.get(num)
    if (later !== undefined) return later
    return num < this.#size ? this.#targets.subarray(this.#starts[num], this.#ends[num]) : []
  }

  #invert(): void {
    const size = this.#size
    const counts = this.#sourceStarts
    for (const target of this.#targets) {
      if (target < size) counts[target + 1] = (counts[target + 1] ?? 0) + 1
    }
    for (let num = 0; num < size; num++) counts[num + 1] = (counts[num + 1] ?? 0) + (counts[num] ?? 0)
    const next = counts.slice()
    for (let source = 0; source < size; source++) {
      const end = this.#ends[source] ?? 0
      for (let i = this.#starts[source] ?? 0; i < end; i++) {
        const target = this.#targets[i] ?? 0
        if (target >= size) continue
        const slot = next[target] ?? 0
        this.#sources[slot] = source
        next[target] = slot + 1
      }
    }
  }

  /**
   * Marks a number and everything that it leads to. Continues from numbers that are already marked only if `again` is set.
   */
  #reach(from: number, mark: number, again = false): void {
    const pending = [from]
    for (let num = pending.pop(), first = true; num !== undefined; num = pending.pop(), first = false) {
      if (this.isReached(num) && !(first && again)) continue
      if (num < this.#size) this.#reached[num] ||= mark
      else this.#farReached.add(num)
      for (const target of this.targetsOf(num)) if (!this.isReached(target)) pending.push(target)
    }
  }
}

/** Calls `found` with the number of every reference in an object, without following any. */
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

function referencesOf(object: PdfObject): number[] {
  const found: number[] = []
  forEachReference(object, (num) => found.push(num))
  return found
}

/** References of an object, read straight from its bytes: a pass over all objects would create values for nothing. */
function readInUse(document: PdfDocument, num: number, offset: number): readonly number[] {
  const body = document.bytes.subarray(document.origin)
  const parser = new ObjectParser(body, offset)
  try {
    if (parser.takeUnsigned() !== num || parser.takeUnsigned() === undefined || !parser.takeKeyword('obj')) return NONE
    const scanned = scanReferences(body, parser.pos)
    if (scanned !== undefined) return scanned.numbers
    return parser.takeKeyword('endobj') ? NONE : referencesOf(parser.parseObject())
  } catch {
    return NONE
  }
}

const NONE: readonly number[] = []

function openContainer(document: PdfDocument, num: number): ObjectStream | undefined {
  try {
    return document.objectStream(num)
  } catch {
    return undefined
  }
}

function readMember(
  document: PdfDocument,
  stream: ObjectStream,
  num: number,
  listedSlot: number | undefined,
): readonly number[] {
  const entry = document.xref.get(num)
  const index = entry?.type === 'compressed' && stream.numbers[entry.index] === num ? entry.index : listedSlot
  const offset = index === undefined ? undefined : stream.offsets[index]
  try {
    if (offset === undefined) return NONE
    const scanned = scanReferences(stream.data, offset)
    return scanned?.numbers ?? referencesOf(new ObjectParser(stream.data, offset).parseObject())
  } catch {
    return NONE
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
