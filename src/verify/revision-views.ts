/**
 * Splits a file into its revisions, strictly: every byte after a signature must belong to one of them.
 *
 * @module
 */
import { largest } from '../lists.js'
import type { PdfDocument } from '../pdf/document.js'
import {
  CHAR_CLASS,
  ENTRY_FREE,
  ObjectParser,
  type PdfRevision,
  startsWithAt,
  WHITE_SPACE,
  type XrefSection,
} from '../pdf/reading.js'
import { findContradiction } from './increment/contradictions.js'
import { findContainers } from './increment/entry-check.js'
import { findHiddenHeaders, type HiddenHeader } from './increment/hidden-objects.js'
import { findShadowedNumbers } from './increment/hybrid-check.js'
import { checkIncrement, type IncrementContext } from './increment/increment-grammar.js'
import { findReachingLinearization } from './increment/linearization.js'
import { findTreeDoubt } from './increment/page-tree-check.js'
import { findReachingOffset } from './increment/reaching-offsets.js'
import { findAmbiguities, findDamage } from './increment/revision-doubts.js'
import { countRows, entriesOf } from './increment/section-entries.js'
import { findMisstatedLength } from './increment/stream-lengths.js'
import type { Finding } from './report.js'
import type { StructuredView } from './revision-view.js'

/** The revisions of a file, oldest first, with faults in their structure. */
export interface RevisionChain {
  readonly views: readonly StructuredView[]
  /** Places where two readers can rightly see different objects, which puts every signature in doubt. */
  readonly ambiguities: readonly Finding[]
}

/**
 * Reads the revisions of a document that was opened on the whole file.
 *
 * @returns A finding when the ends of the revisions cannot be found.
 */
export function readRevisionViews(document: PdfDocument): RevisionChain | Finding {
  const { revisions } = document
  const views: StructuredView[] = []
  const context = new SharedFacts(document)
  for (const revision of revisions) {
    const marker = findRevisionEnd(document, revision)
    // The end of a revision only matters once something is signed. Before that, readers do not use it either.
    const isClosed = marker !== undefined
    const markerEnd = marker ?? lastSectionEnd(document, revision)
    const previous = views.at(-1)
    if (previous !== undefined && markerEnd <= previous.markerEnd) {
      return { code: 'revisions_out_of_order', message: 'The revisions of the file overlap one another.' }
    }
    views.push(new FileRevisionView(context, revision, { markerEnd, isClosed }, previous))
  }
  return new FileChain(document, views)
}

// These are classes because an object literal with getters has a hidden class of its own each time. V8 keeps that class with
// the whole file until the next full garbage collection, and code that uses it is slow.

class FileChain implements RevisionChain {
  readonly views: readonly StructuredView[]
  readonly #document: PdfDocument
  #ambiguities: readonly Finding[] | undefined

  constructor(document: PdfDocument, views: readonly StructuredView[]) {
    this.#document = document
    this.views = views
  }

  get ambiguities(): readonly Finding[] {
    this.#ambiguities ??= findAmbiguities(this.#document)
    return this.#ambiguities
  }
}

/** Facts that are computed once for all increments, when the first increment is checked. */
class SharedFacts implements IncrementContext {
  readonly document: PdfDocument
  #hidden: readonly HiddenHeader[] | undefined
  #shadowed: ReadonlyMap<number, number> | undefined
  #containers: ReadonlyMap<number, number> | undefined

  constructor(document: PdfDocument) {
    this.document = document
  }

  get hiddenHeaders(): readonly HiddenHeader[] {
    this.#hidden ??= findHiddenHeaders(this.document)
    return this.#hidden
  }

  get shadowed(): ReadonlyMap<number, number> {
    this.#shadowed ??= findShadowedNumbers(this.document)
    return this.#shadowed
  }

  get containers(): ReadonlyMap<number, number> {
    this.#containers ??= findContainers(this.document)
    return this.#containers
  }
}

/** The end of a revision. */
interface RevisionEnd {
  readonly markerEnd: number
  readonly isClosed: boolean
}

class FileRevisionView implements StructuredView {
  readonly index: number
  readonly end: number
  readonly markerEnd: number
  readonly isClosed: boolean
  readonly #context: IncrementContext
  readonly #revision: PdfRevision
  readonly #previous: StructuredView | undefined
  #opened: PdfDocument | undefined
  #numbers: RevisionNumbers | undefined
  #faults: readonly Finding[] | undefined
  /** `null` before it was computed. */
  #damage: Finding | undefined | null = null

  constructor(
    context: IncrementContext,
    revision: PdfRevision,
    { markerEnd, isClosed }: RevisionEnd,
    previous: StructuredView | undefined,
  ) {
    this.index = revision.index
    this.end = isClosed ? skipWhiteSpace(context.document.bytes, markerEnd) : markerEnd
    this.markerEnd = markerEnd
    this.isClosed = isClosed
    this.#context = context
    this.#revision = revision
    this.#previous = previous
  }

  get document(): PdfDocument {
    const { document } = this.#context
    this.#opened ??= this.end === document.bytes.length ? document : document.atRevision(this.#revision, this.end)
    return this.#opened
  }

  get defined(): ReadonlySet<number> {
    this.#numbers ??= listNumbers(this.#context.document, this.#revision)
    return this.#numbers.defined
  }

  get freed(): ReadonlySet<number> {
    this.#numbers ??= listNumbers(this.#context.document, this.#revision)
    return this.#numbers.freed
  }

  get faults(): readonly Finding[] {
    this.#faults ??=
      this.#previous === undefined ? [] : checkIncrement(this.#context, this.#revision, this, this.#previous)
    return this.#faults
  }

  get damage(): Finding | undefined {
    if (this.#damage === null) {
      const { document } = this
      this.#damage =
        findDamage(document, this.#context.document) ??
        findContradiction(document) ??
        findTreeDoubt(document) ??
        findReachingOffset(document) ??
        findReachingLinearization(document) ??
        findMisstatedLength(document)
    }
    return this.#damage
  }
}

/** Position after the %%EOF that closes the revision; `undefined` when startxref does not lead back to it. */
function findRevisionEnd(document: PdfDocument, { sections }: PdfRevision): number | undefined {
  const own = sections.map((index) => document.sections[index] as XrefSection)
  // In a linearized file the closing startxref follows the section at the end, and names the one at the start.
  const last = own.reduce((a, b) => (b.offset > a.offset ? b : a))
  const named = own[0]?.offset
  const parser = new ObjectParser(document.bytes, document.origin + last.end)
  if (!parser.takeKeyword('startxref')) return undefined
  const offset = parser.takeUnsigned()
  if (offset === undefined || named === undefined || !leadsTo(document, offset, named)) return undefined
  while (parser.pos < parser.end && CHAR_CLASS[document.bytes[parser.pos] ?? -1] === WHITE_SPACE) parser.pos++
  return startsWithAt(document.bytes, parser.pos, '%%EOF') ? parser.pos + 5 : undefined
}

/** True when only white space lies between the offset in startxref and the section. */
function leadsTo(document: PdfDocument, offset: number, section: number): boolean {
  if (offset === section) return true
  if (offset > section || section - offset > 16) return false
  const gap = document.bytes.subarray(document.origin + offset, document.origin + section)
  return gap.every((code) => CHAR_CLASS[code] === WHITE_SPACE)
}

/** Position after the white space that follows the marker. It belongs to the revision, whether signatures cover it or not. */
function skipWhiteSpace(bytes: Uint8Array, from: number): number {
  let end = from
  while (end < bytes.length && CHAR_CLASS[bytes[end] ?? -1] === WHITE_SPACE) end++
  return end
}

function lastSectionEnd(document: PdfDocument, { sections }: PdfRevision): number {
  return document.origin + largest(sections.map((index) => (document.sections[index] as XrefSection).end))
}

/** Numbers that a revision defines, and those of them that it frees. */
interface RevisionNumbers {
  readonly defined: ReadonlySet<number>
  readonly freed: ReadonlySet<number>
}

function listNumbers(document: PdfDocument, { sections }: PdfRevision): RevisionNumbers {
  const defined = new Set<number>()
  const freed = new Set<number>()
  const rows = sections.reduce((sum, index) => sum + countRows(document.sections[index] as XrefSection), 0)
  // The grammar refuses such a revision, whose few bytes would fill the memory with numbers.
  if (rows > document.bytes.length) return { defined, freed }
  for (const { num, type } of entriesOf(document, sections)) {
    defined.add(num)
    if (type === ENTRY_FREE) freed.add(num)
    else freed.delete(num)
  }
  return { defined, freed }
}
