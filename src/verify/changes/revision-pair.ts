/**
 * Two consecutive states of a file, with the objects that differ.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { readOrNull, resolveOrNull, sameObject } from '../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { PDF_LIMITS } from '../../pdf/reading.js'
import type { RevisionView } from '../revision-view.js'
import { pageNumberOf } from './page-number.js'
import { documentTrailer, forEachReference, type ReferenceGraph, TRAILER } from './reference-graph.js'
import { UsageFinder } from './usages.js'

/**
 * Most pages of one annotation that are examined; with this many, the annotation counts as unknown. Honest files have one.
 */
export const MAX_PAGES_OF_ANNOTATION = 32

/** Remaining budget for comparing all revisions of a file. */
export interface WorkBudget {
  steps: number
}

/** Input for creating a pair. */
export interface PairInput {
  readonly older: PdfDocument
  readonly view: RevisionView
  /** The references; a function where they are rarely needed, since building them takes a pass over the whole file. */
  readonly graph: ReferenceGraph | (() => ReferenceGraph)
  readonly work: WorkBudget
  /** Index of the earliest revision that a signature of the file ends. */
  readonly firstSigned: number
  /** The first signed revision, which is the older state or an earlier one. */
  readonly signed: RevisionView
}

const NO_NUMBERS: ReadonlySet<number> = new Set()

/** A view of a file with no changes: comparing it with itself finds none. */
export function withoutChanges(document: PdfDocument, index: number): RevisionView {
  return { index, end: document.bytes.length, document, defined: NO_NUMBERS, freed: NO_NUMBERS }
}

/** Input of the rules: both states, and the references of the older one. Rules only read it. */
export class RevisionPair {
  readonly older: PdfDocument
  readonly newer: PdfDocument
  readonly view: RevisionView
  /** Object numbers used in the older state that now hold something else, or nothing. */
  readonly changed: ReadonlySet<number>
  /** Numbers of changed objects that were object streams with objects of the older state. */
  readonly replacedContainers: readonly number[]
  readonly usages: UsageFinder
  readonly firstSigned: number
  readonly #signed: RevisionView
  readonly #work: WorkBudget
  readonly #members = new Map<string, Set<number>>()
  readonly #signedThroughout = new Map<number, boolean>()
  readonly #oldPageNumbers = new Map<number, number | undefined>()
  readonly #newPageNumbers = new Map<number, number | undefined>()
  #graph: ReferenceGraph | (() => ReferenceGraph)

  constructor({ older, view, graph, work, firstSigned, signed }: PairInput) {
    this.older = older
    this.newer = view.document
    this.view = view
    this.#graph = graph
    this.#work = work
    this.firstSigned = firstSigned
    this.#signed = signed
    const { changed, containers } = this.#findChanged()
    this.changed = changed
    this.replacedContainers = containers
    this.usages = new UsageFinder(this)
  }

  /** The state covered by the first signature. What is still shown from it was not forged afterwards. */
  get signed(): PdfDocument {
    return this.#signed.document
  }

  /** References of the older state. */
  get graph(): ReferenceGraph {
    if (typeof this.#graph === 'function') this.#graph = this.#graph()
    return this.#graph
  }

  /** Input for a pair that compares the older state with itself. */
  protected olderInput(): PairInput {
    const { older, firstSigned } = this
    const view = withoutChanges(older, this.view.index - 1)
    return { older, view, firstSigned, graph: () => this.graph, work: this.#work, signed: this.#signed }
  }

  /**
   * Takes steps from the budget for the whole file.
   *
   * @throws SealwrightError `document_too_complex` when it is used up.
   */
  spend(steps: number): void {
    this.#work.steps -= steps
    if (this.#work.steps >= 0) return
    throw new SealwrightError('document_too_complex', 'The revisions of the document take too long to compare.')
  }

  /** The object in the older state; the trailer for 0. */
  before(num: number): PdfObject {
    return num === TRAILER ? documentTrailer(this.older) : readOrNull(this.older, num)
  }

  /** The object in the newer state; the trailer for 0. */
  after(num: number): PdfObject {
    return num === TRAILER ? documentTrailer(this.newer) : readOrNull(this.newer, num)
  }

  /** The older value of a key, references followed. */
  oldValue(dict: PdfDict | undefined, key: string): PdfObject {
    return resolveOrNull(this.older, dict?.get(key))
  }

  /** The newer value of a key, references followed. */
  newValue(dict: PdfDict | undefined, key: string): PdfObject {
    return resolveOrNull(this.newer, dict?.get(key))
  }

  /** True for a number without a use in the older state. */
  isFresh(num: number): boolean {
    return !this.graph.isReached(num) && !this.graph.isContainer(num)
  }

  /** True for a direct object, and for one whose number had no use before. */
  isNew(object: PdfObject | undefined): boolean {
    return object instanceof PdfRef ? this.isFresh(object.num) : object !== undefined
  }

  /**
   * True when the earliest signature covers an object and everything that it leads to: that revision used the object, and no
   * later one redefines any of these. For an unused object this is false, since something else could be put below it later
   * without changing a used object.
   */
  isSignedThroughout(num: number): boolean {
    const known = this.#signedThroughout.get(num)
    if (known !== undefined) return known
    const isSigned = this.graph.wasReachedFirst(num) && this.#isUntouched(num)
    this.#signedThroughout.set(num, isSigned)
    return isSigned
  }

  #isUntouched(from: number): boolean {
    const seen = new Set([from])
    for (const num of seen) {
      this.spend(1)
      const revision = this.newer.revisionOf(num)
      if (revision !== undefined && revision > this.firstSigned) return false
      forEachReference(this.after(num), (target) => seen.add(target))
    }
    return true
  }

  /** Numbers of the references in an array of a state. The set is kept, since large arrays are searched often. */
  membersOf(document: PdfDocument, object: PdfObject | undefined, key: string): ReadonlySet<number> {
    const name = `${document === this.older ? 'old' : 'new'} ${key}`
    const known = this.#members.get(name)
    if (known !== undefined) return known
    const members = new Set<number>()
    const items = resolveOrNull(document, object)
    this.spend(Array.isArray(items) ? items.length : 1)
    if (Array.isArray(items)) for (const item of items) if (item instanceof PdfRef) members.add(item.num)
    this.#members.set(name, members)
    return members
  }

  /** `page 3`, or `a page` when it is in no page tree. */
  describePage(num: number, document: PdfDocument = this.older): string {
    const number = this.pageNumber(num, document)
    return number === undefined ? 'a page outside the page tree' : `page ${number}`
  }

  /** The number of a page, counted from 1; undefined when it is in no page tree. */
  pageNumber(num: number, document: PdfDocument = this.older): number | undefined {
    const numbers = document === this.older ? this.#oldPageNumbers : this.#newPageNumbers
    if (!numbers.has(num)) numbers.set(num, pageNumberOf(document, num))
    return numbers.get(num)
  }

  /** The pages that list an annotation in the older state, at most `MAX_PAGES_OF_ANNOTATION`. */
  pagesShowing(num: number): number[] {
    const pages = new Set<number>()
    for (const source of this.graph.sourcesOf(num)) {
      const holders = Array.isArray(this.before(source)) ? this.graph.sourcesOf(source) : [source]
      for (const holder of holders) {
        this.spend(1)
        if (this.#lists(holder, num)) pages.add(holder)
        if (pages.size === MAX_PAGES_OF_ANNOTATION) return [...pages]
      }
    }
    return [...pages]
  }

  /** Numbers of the annotations that a page lists in the newer state. */
  annotationsAfter(page: number): ReadonlySet<number> {
    const dict = this.after(page)
    return this.membersOf(this.newer, dict instanceof PdfDict ? dict.get('Annots') : null, `annotations ${page}`)
  }

  #lists(page: number, annotation: number): boolean {
    const dict = this.before(page)
    if (!(dict instanceof PdfDict) || !dict.has('Annots')) return false
    return this.membersOf(this.older, dict.get('Annots'), `annotations ${page}`).has(annotation)
  }

  #findChanged(): { changed: Set<number>; containers: number[] } {
    const changed = new Set<number>()
    const containers: number[] = []
    const { view } = this
    if (view.defined.size === 0) return { changed, containers }
    const { graph } = this
    this.spend(view.defined.size)
    for (const num of view.defined) {
      if (num === TRAILER || num > PDF_LIMITS.maxObjectNumber) continue
      const isContainer = graph.isContainer(num)
      if (!(isContainer || graph.isReached(num)) || this.#isUnchanged(num)) continue
      if (isContainer) containers.push(num)
      if (graph.isReached(num)) changed.add(num)
    }
    return { changed, containers }
  }

  #isUnchanged(num: number): boolean {
    const before = this.before(num)
    const after = this.after(num)
    if (before === null) return after === null && !this.newer.xref.get(num)
    return sameObject(before, after) && generationOf(this.older, num) === generationOf(this.newer, num)
  }
}

function generationOf({ xref }: PdfDocument, num: number): number {
  const entry = xref.get(num)
  return entry?.type === 'in-use' ? entry.gen : 0
}

/** A description of an object's type for people: `a font`, `a page`, `an array`. */
export function describeObject(object: PdfObject): string {
  const stream = object instanceof PdfStream
  const dict = stream ? object.dict : object
  if (dict instanceof PdfDict) {
    const type = nameOf(dict.get('Type'))
    const subtype = nameOf(dict.get('Subtype'))
    const kind = type === undefined || type === 'XObject' || type === 'Annot' ? (subtype ?? type) : type
    const what = kind === undefined ? '' : `/${kind.slice(0, 40)} `
    return stream ? `a ${what}stream` : `a ${what}dictionary`
  }
  if (Array.isArray(object)) return 'an array'
  return object === null ? 'nothing yet' : 'a value'
}
