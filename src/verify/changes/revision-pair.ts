/**
 * Two consecutive states of a file and the objects that differ.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import { PDF_LIMITS } from '../../limits.js'
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import type { RevisionView } from '../revision-view.js'
import type { ChangeLog } from './change-log.js'
import { resolveOrNull, sameObject } from './equality.js'
import { pageNumberOf } from './page-number.js'
import type { PaintedContents } from './painted-contents.js'
import { documentTrailer, type ReferenceGraph, readOrNull, TRAILER } from './reference-graph.js'

const MAX_PAGES_OF_ANNOTATION = 4

/** What may still be looked at for all revisions of a file. */
export interface WorkBudget {
  steps: number
}

/** What the rules are given: both states, the references of the older one, and the log that they write to. */
export class RevisionPair {
  readonly #work: WorkBudget
  readonly older: PdfDocument
  readonly newer: PdfDocument
  readonly view: RevisionView
  /** References as they are in the older state. */
  readonly graph: ReferenceGraph
  readonly log: ChangeLog
  /** What pages show. */
  readonly contents: PaintedContents
  /** Numbers in use in the older state that now hold something else, or nothing. */
  readonly changed: ReadonlySet<number>
  /** Widgets of the signature fields that this revision adds or signs. */
  readonly signatureWidgets = new Set<number>()
  /** Appearances that widgets had before this revision, and have no more. */
  readonly droppedAppearances = new Set<number>()
  /** Annotations that this revision adds to pages. */
  readonly newAnnotations = new Set<number>()
  /** Annotations that this revision takes from pages. */
  readonly removedAnnotations = new Set<number>()
  readonly #members = new Map<string, Set<number>>()

  constructor(
    older: PdfDocument,
    view: RevisionView,
    graph: ReferenceGraph,
    log: ChangeLog,
    contents: PaintedContents,
    work: WorkBudget,
  ) {
    this.contents = contents
    this.#work = work
    this.older = older
    this.newer = view.document
    this.view = view
    this.graph = graph
    this.log = log
    this.changed = this.#findChanged()
  }

  /**
   * Takes from what may be looked at for the whole file.
   *
   * @throws SealwrightError `document_too_complex` when that is used up.
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

  /** True for a number that meant nothing in the older state. */
  isFresh(num: number): boolean {
    return !this.graph.isReached(num) && !this.graph.isContainer(num)
  }

  /** True for a direct object, or one whose number meant nothing before. */
  isNew(object: PdfObject | undefined): boolean {
    return object instanceof PdfRef ? this.isFresh(object.num) : object !== undefined
  }

  /** Numbers of the references in an array of a state; kept, since large arrays are asked about often. */
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
    const number = pageNumberOf(document, num)
    return number === undefined ? 'a page outside the page tree' : `page ${number}`
  }

  /** The pages that hold an annotation in the older state; a few are enough to judge by. */
  pagesShowing(num: number): number[] {
    const pages = new Set<number>()
    for (const source of this.graph.sourcesOf(num)) {
      const holders = Array.isArray(this.before(source)) ? this.graph.sourcesOf(source) : [source]
      for (const holder of holders) {
        const page = this.before(holder)
        if (page instanceof PdfDict && page.has('Annots')) pages.add(holder)
        if (pages.size === MAX_PAGES_OF_ANNOTATION) return [...pages]
      }
    }
    return [...pages]
  }

  #findChanged(): Set<number> {
    const changed = new Set<number>()
    this.spend(this.view.defined.size)
    for (const num of this.view.defined) {
      if (num === TRAILER || num > PDF_LIMITS.maxObjectNumber) continue
      const { graph } = this
      const container = graph.isContainer(num)
      if (!container && !graph.isReached(num)) continue
      const before = this.before(num)
      const after = this.after(num)
      const generation = (document: PdfDocument) => {
        const entry = document.xref.get(num)
        return entry?.type === 'in-use' ? entry.gen : 0
      }
      if (before === null && after === null && !this.view.document.xref.get(num)) continue
      if (sameObject(before, after) && before !== null && generation(this.older) === generation(this.newer)) continue
      if (container) {
        const message = `Object stream ${num}, which holds objects of an earlier revision, was replaced`
        this.log.reject('object_stream_replaced', message)
      }
      if (graph.isReached(num)) changed.add(num)
    }
    return changed
  }
}

/** What an object is, for people: `a font`, `a page`, `an array`. */
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
