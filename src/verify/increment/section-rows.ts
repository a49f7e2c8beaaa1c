/**
 * What the rows of one section say, kept small: a section of a few kilobytes can have millions of rows that say nothing
 * new.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { ENTRY_COMPRESSED, ENTRY_FREE, ENTRY_IN_USE } from '../../pdf/reading.js'
import type { SectionEntry } from './section-entries.js'

const UNSEEN = 0
const FREE = 1
/** A row that says what the chain said before. */
const REPEATED = 2
const NEW = 3

/** The rows of a section by number; of two for one number the first counts, as every reader has it. */
export class SectionRows {
  readonly #previous: PdfDocument
  readonly #kinds: Uint8Array
  readonly #new = new Map<number, SectionEntry>()

  /** @param size One more than the highest number. */
  constructor(previous: PdfDocument, size: number) {
    this.#previous = previous
    this.#kinds = new Uint8Array(size)
  }

  /** Takes a row; false when the number has one. */
  add(entry: SectionEntry): boolean {
    const { num, type } = entry
    if (this.has(num)) return false
    const kind = type === ENTRY_FREE ? FREE : isSameAsBefore(this.#previous, entry) ? REPEATED : NEW
    this.#kinds[num] = kind
    if (kind === NEW) this.#new.set(num, entry)
    return true
  }

  has(num: number): boolean {
    return (this.#kinds[num] ?? UNSEEN) !== UNSEEN
  }

  isFree(num: number): boolean {
    return this.#kinds[num] === FREE
  }

  isRepeated(num: number): boolean {
    return this.#kinds[num] === REPEATED
  }

  /** The row of a number when it says something new. */
  newEntry(num: number): SectionEntry | undefined {
    return this.#new.get(num)
  }

  /** True when the row of this number says the same; what a free one says beyond that concerns no reader. */
  says(entry: SectionEntry): boolean {
    if (this.isFree(entry.num)) return entry.type === ENTRY_FREE
    if (this.isRepeated(entry.num)) return isSameAsBefore(this.#previous, entry)
    const known = this.#new.get(entry.num)
    return known?.type === entry.type && known.position === entry.position && known.index === entry.index
  }

  /** True when the row of this number has it in use in the file itself. */
  isInUse(num: number): boolean {
    if (this.isRepeated(num)) return this.#previous.xref.get(num)?.type === 'in-use'
    return this.#new.get(num)?.type === ENTRY_IN_USE
  }
}

/** True when a row says what the chain said before. */
function isSameAsBefore(previous: PdfDocument, { num, type, position, index }: SectionEntry): boolean {
  const before = previous.xref.get(num)
  if (before?.type === 'in-use') return type === ENTRY_IN_USE && before.offset === position && before.gen === index
  if (before?.type === 'compressed') {
    return type === ENTRY_COMPRESSED && before.stream === position && before.index === index
  }
  return false
}
