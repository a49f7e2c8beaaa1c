/**
 * Keeps the entries of one section in little memory: a section of a few kilobytes can have millions of entries that repeat
 * earlier ones.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { ENTRY_COMPRESSED, ENTRY_FREE, ENTRY_IN_USE } from '../../pdf/reading.js'
import type { SectionEntry } from './section-entries.js'

const UNSEEN = 0
const FREE = 1
/** Mark of an entry that repeats the chain before it. */
const REPEATED = 2
const NEW = 3

/** The entries of a section by number. Of two entries for one number, the first counts, as in every reader. */
export class SectionRows {
  readonly #previous: PdfDocument
  readonly #kinds: Uint8Array
  readonly #new = new Map<number, SectionEntry>()

  /** @param size The highest number plus one. */
  constructor(previous: PdfDocument, size: number) {
    this.#previous = previous
    this.#kinds = new Uint8Array(size)
  }

  /** Adds an entry; false when its number already has one. */
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

  /** The entry of a number if it differs from the chain before. */
  newEntry(num: number): SectionEntry | undefined {
    return this.#new.get(num)
  }

  /** True when the entry of this number is equal. Other fields of a free entry do not matter to readers. */
  says(entry: SectionEntry): boolean {
    if (this.isFree(entry.num)) return entry.type === ENTRY_FREE
    if (this.isRepeated(entry.num)) return isSameAsBefore(this.#previous, entry)
    const known = this.#new.get(entry.num)
    return known?.type === entry.type && known.position === entry.position && known.index === entry.index
  }

  /** True when the entry of this number has it in use, outside of an object stream. */
  isInUse(num: number): boolean {
    if (this.isRepeated(num)) return this.#previous.xref.get(num)?.type === 'in-use'
    return this.#new.get(num)?.type === ENTRY_IN_USE
  }
}

/** True when an entry repeats the chain before it. */
function isSameAsBefore(previous: PdfDocument, { num, type, position, index }: SectionEntry): boolean {
  const before = previous.xref.get(num)
  if (before?.type === 'in-use') return type === ENTRY_IN_USE && before.offset === position && before.gen === index
  if (before?.type === 'compressed') {
    return type === ENTRY_COMPRESSED && before.stream === position && before.index === index
  }
  return false
}
