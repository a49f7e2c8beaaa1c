/**
 * Checks the entries of an increment's cross-reference section (ISO 32000-2, 7.5.4, 7.5.8.3). Each must lead to an object of
 * the increment, or repeat an earlier entry.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import {
  ENTRY_COMPRESSED,
  ENTRY_FREE,
  ENTRY_IN_USE,
  PDF_LIMITS,
  type XrefSection,
  type XrefSubsection,
} from '../../pdf/reading.js'
import type { FaultList } from './grammar-breach.js'
import { entriesIn, entriesOf, type SectionEntry } from './section-entries.js'
import { SectionRows } from './section-rows.js'

/** What an increment defines. */
export interface DefinedObjects {
  /** Entries that lead to objects of the increment, by number. */
  readonly inUse: ReadonlyMap<number, SectionEntry>
  /** Object numbers by index, for each object stream by its number. */
  readonly members: ReadonlyMap<number, ReadonlyMap<number, number>>
  /** Numbers that were in use and are free now. */
  readonly freed: readonly number[]
  readonly rows: SectionRows
}

/** State with which the entries are compared. */
interface EntryContext {
  readonly faults: FaultList
  readonly previous: PdfDocument
  readonly from: number
  readonly to: number
  /** For each number of an object stream, the index of the first revision that has objects in it. */
  readonly containers: ReadonlyMap<number, number>
  /** For each number that a hybrid section hides, the index of the first revision that hides it. */
  readonly shadowed: ReadonlyMap<number, number>
  /** Index of the revision. */
  readonly index: number
}

/** Most objects of one increment in object streams. No program writes nearly as many. */
const MAX_MEMBERS = 500_000

/** Length of the shortest object, `1 0 obj 1 endobj`, in bytes. */
const MIN_OBJECT_BYTES = 16

/** Checks and classifies all entries of a section. */
export function checkEntries(section: XrefSection, context: EntryContext): DefinedObjects {
  const collector = new EntryCollector(context, sizeOf(section))
  for (const subsection of section.subsections) {
    checkFirstRow(context.faults, section, subsection)
    for (const entry of entriesIn(subsection)) collector.add(entry, false)
  }
  for (const subsection of section.hiddenSubsections) {
    for (const entry of entriesIn(subsection)) collector.add(entry, true)
  }
  return collector.finish()
}

function sizeOf({ subsections, hiddenSubsections }: XrefSection): number {
  let size = 0
  for (const { first, types } of [...subsections, ...hiddenSubsections]) size = Math.max(size, first + types.length)
  return Math.min(size, PDF_LIMITS.maxObjectNumber + 1)
}

/** Refuses a table that begins with number 1, free. PDF.js believes that it should begin with 0, and shifts all entries. */
function checkFirstRow(faults: FaultList, { kind }: XrefSection, { first, types }: XrefSubsection): void {
  if (kind !== 'stream' && first === 1 && types[0] === ENTRY_FREE) {
    faults.add('entry_malformed', 'a subsection begins with object 1, which is free', '7.5.4')
  }
}

class EntryCollector {
  readonly #context: EntryContext
  readonly #rows: SectionRows
  readonly #inUse = new Map<number, SectionEntry>()
  readonly #members = new Map<number, Map<number, number>>()
  readonly #freed: number[] = []
  #memberCount = 0

  constructor(context: EntryContext, size: number) {
    this.#context = context
    this.#rows = new SectionRows(context.previous, size)
  }

  /** @param isHidden True for an entry in the stream of a hybrid section. */
  add(entry: SectionEntry, isHidden: boolean): void {
    const { faults, previous, containers, shadowed, index } = this.#context
    const { num, type } = entry
    if (!this.#rows.add(entry)) {
      if (!this.#rows.says(entry) && !this.#isDead(entry, isHidden)) {
        faults.add('object_defined_twice', `object ${num} has two entries in one section`, '7.5.4')
      }
      return
    }
    const fault = faultOf(entry)
    if (fault !== undefined) faults.add('entry_malformed', fault, type > ENTRY_COMPRESSED ? '7.5.8.3' : '7.5.4')
    if (this.#rows.isRepeated(num)) {
      if ((shadowed.get(num) ?? index) < index) {
        faults.add('entry_malformed', `object ${num} ceases to be hidden`, '7.5.8.4')
      }
      return
    }
    if ((containers.get(num) ?? index) < index) {
      faults.add('entry_malformed', `the object stream ${num}, whose objects are older, is redefined`, '7.5.7')
    }
    if (type === ENTRY_FREE && previous.xref.get(num) !== undefined) this.#freed.push(num)
    if (type === ENTRY_IN_USE) this.#addObject(entry)
    if (type === ENTRY_COMPRESSED) this.#addMember(entry)
  }

  finish(): DefinedObjects {
    for (const [container, numbers] of this.#members) {
      if (!this.#inUse.has(container)) for (const num of numbers.values()) this.#addPointingBack(num)
    }
    return { inUse: this.#inUse, members: this.#members, freed: this.#freed, rows: this.#rows }
  }

  #addObject(entry: SectionEntry): void {
    const { faults, previous, from, to } = this.#context
    const { num, position } = entry
    const before = previous.xref.generationOf(num)
    if (before !== undefined && isNextGeneration(before, entry.index)) {
      this.#freed.push(num)
    } else if (before !== undefined && before !== entry.index) {
      faults.add('entry_malformed', `object ${num} changes its generation while it is in use`, '7.5.4')
    }
    if (position < from || position >= to) this.#addPointingBack(num)
    else if (this.#inUse.size > (to - from) / MIN_OBJECT_BYTES) {
      faults.add('entry_malformed', 'more objects are listed than fit in it', '7.5.4')
    } else this.#inUse.set(num, entry)
  }

  #addMember({ num, position, index }: SectionEntry): void {
    const { faults } = this.#context
    const known = this.#members.get(position)
    if (known?.has(index) || ++this.#memberCount > MAX_MEMBERS) {
      faults.add('object_defined_twice', `object ${num} shares its place with another`, '7.5.7')
    } else if (known === undefined) this.#members.set(position, new Map([[index, num]]))
    else known.set(index, num)
  }

  #addPointingBack(num: number): void {
    const what = `the cross-reference entry of object ${num} points outside the revision that it belongs to`
    this.#context.faults.add('entry_outside_revision', what, '7.5.6')
  }

  /**
   * True for an entry in the stream of a hybrid section that has no effect. Every reader reads the table first, and an object
   * in use there overrides an older one in the stream (7.5.8.4). OpenPDF copies the stream of the signed revision.
   */
  #isDead({ num, type, position }: SectionEntry, isHidden: boolean): boolean {
    return isHidden && this.#rows.isInUse(num) && (type === ENTRY_COMPRESSED || position < this.#context.from)
  }
}

/**
 * True for a number that is freed and used again at once, as Poppler does with a replaced appearance (7.5.4). The comparison
 * of states makes sure that nothing refers to the number, since readers differ in whether they respect generations, and that
 * a searching reader finds nothing hidden.
 */
function isNextGeneration(before: number, now: number): boolean {
  return now === before + 1
}

/** Largest number in an entry, even a free one. Poppler gives up a section with a larger one. */
const MAX_FIELD = 0x7fffffff

function faultOf({ num, type, position, index }: SectionEntry): string | undefined {
  if (type !== ENTRY_FREE && type !== ENTRY_IN_USE && type !== ENTRY_COMPRESSED) {
    return `the entry of object ${num} is of an unknown type`
  }
  if (num === 0 && type !== ENTRY_FREE) return 'object 0 is not free'
  if (position > MAX_FIELD) return `the entry of object ${num} holds a number beyond all files`
  if (type !== ENTRY_COMPRESSED && index > 65_535) return `object ${num} has a generation above 65535`
  return undefined
}

/** For each number of an object stream, the index of the first revision that has objects in it. */
export function findContainers(document: PdfDocument): ReadonlyMap<number, number> {
  const containers = new Map<number, number>()
  for (const { index, sections } of document.revisions) {
    for (const { type, position } of entriesOf(document, sections)) {
      if (type === ENTRY_COMPRESSED && !containers.has(position)) containers.set(position, index)
    }
  }
  return containers
}
