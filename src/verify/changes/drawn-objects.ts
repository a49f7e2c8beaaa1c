/**
 * Determines which objects are drawn on pages, and which of them lead to something that a revision changed. All others look
 * as before.
 *
 * References are followed whatever the types of objects seem to be, since an object may serve two purposes.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { readOrNull, resolveOrNull } from '../../pdf/lookup.js'
import { PdfDict, PdfRef } from '../../pdf/objects.js'
import { forEachReference, TRAILER } from './reference-graph.js'
import type { RevisionPair } from './revision-pair.js'

/** Object numbers of the page at one place of the page tree, in both states; `undefined` in a state that has fewer pages. */
export interface ComparedPage {
  readonly before: number | undefined
  readonly after: number | undefined
}

/** The drawn objects of the older state. */
export class DrawnObjects {
  readonly #pair: RevisionPair
  readonly #tree: PageTree
  /** Objects that pages lead to, without other pages and the catalog. */
  readonly #drawn = new Set<number>()
  /** Drawn objects that changed, and all objects that lead to one, including pages and the nodes above them. */
  readonly #touched: Set<number>
  readonly #loneKids = new Map<number, ReadonlySet<number>>()

  constructor(pair: RevisionPair) {
    this.#pair = pair
    this.#touched = new Set([...pair.changed].filter((num) => !this.#hangsOnCatalog(num)))
    this.#tree = this.#touched.size === 0 ? NO_PAGES : readPageTree(pair.older)
    if (this.#touched.size === 0) return
    this.#collectDrawn()
    this.#collectTouched()
    pair.spend(this.#drawn.size / OBJECTS_PER_STEP + this.#touched.size)
  }

  /** True for an object that is drawn as before, and for a page that the revision did not touch. */
  isUntouched(num: number): boolean {
    return (this.#isStop(num) || this.#drawn.has(num)) && !this.#touched.has(num)
  }

  /** The pages that may look different, or all of them. */
  *pagesToCompare(all: boolean): Generator<ComparedPage> {
    const { older, newer } = this.#pair
    if (!all && !this.#isTreeTouched()) {
      for (const num of this.#tree.pages) if (this.#touched.has(num)) yield { before: num, after: num }
      return
    }
    const [before, after] = [[...readPageTree(older).pages], [...readPageTree(newer).pages]]
    this.#pair.spend(before.length + after.length)
    for (let i = 0; i < Math.max(before.length, after.length); i++) yield { before: before[i], after: after[i] }
  }

  #isTreeTouched(): boolean {
    const [before, after] = [this.#pair.older.catalog.get('Pages'), this.#pair.newer.catalog.get('Pages')]
    const isSameRoot = before instanceof PdfRef && after instanceof PdfRef && before.num === after.num
    return !isSameRoot || [...this.#tree.nodes].some((num) => this.#touched.has(num))
  }

  /**
   * True for an object that only the catalog refers to. Validation data and the form are not parts of a page, so pages need
   * not be compared for them.
   */
  #hangsOnCatalog(num: number): boolean {
    const { older, graph } = this.#pair
    const { catalogRef, catalog } = older
    const root = catalog.get('Pages')
    if (num === catalogRef.num) return true
    if (root instanceof PdfRef && root.num === num) return false
    for (const source of graph.sourcesOf(num)) if (source !== TRAILER && source !== catalogRef.num) return false
    return true
  }

  #isStop(num: number): boolean {
    const { nodes, pages } = this.#tree
    return nodes.has(num) || pages.has(num) || num === this.#pair.older.catalogRef.num
  }

  #collectDrawn(): void {
    const pending = [...this.#tree.nodes, ...this.#tree.pages]
    for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
      for (const target of this.#pair.graph.targetsOf(num)) {
        if (this.#drawn.has(target) || this.#isStop(target)) continue
        this.#drawn.add(target)
        pending.push(target)
      }
    }
  }

  /**
   * True for a field that only refers to another as its kid: kids take entries from it, and it takes none from them
   * (12.7.4.2).
   */
  #holdsAsKid(num: number, kid: number): boolean {
    const dict = this.#pair.before(kid)
    const parent = dict instanceof PdfDict ? dict.get('Parent') : undefined
    return parent instanceof PdfRef && parent.num === num && this.#loneKidsOf(num).has(kid)
  }

  /** The kids of a field to which nothing else in it refers. The set is kept, since a field may have thousands. */
  #loneKidsOf(num: number): ReadonlySet<number> {
    const known = this.#loneKids.get(num)
    if (known !== undefined) return known
    const lone = new Set<number>()
    this.#loneKids.set(num, lone)
    const field = this.#pair.before(num)
    const kids = field instanceof PdfDict ? field.get('Kids') : undefined
    if (!(field instanceof PdfDict) || !Array.isArray(kids)) return lone
    for (const item of kids) if (item instanceof PdfRef) lone.add(item.num)
    forEachReference(field.with({ Kids: undefined }), (target) => lone.delete(target))
    this.#pair.spend(kids.length)
    return lone
  }

  #collectTouched(): void {
    const pending = [...this.#touched].filter((num) => this.#drawn.has(num))
    for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
      for (const source of this.#pair.graph.sourcesOf(num)) {
        if (this.#touched.has(source) || this.#holdsAsKid(source, num)) continue
        if (this.#drawn.has(source)) pending.push(source)
        else if (!this.#isStop(source)) continue
        this.#touched.add(source)
      }
    }
  }
}

/** Objects that are examined in the time of one step. */
const OBJECTS_PER_STEP = 16

interface PageTree {
  /** Object numbers of the pages, in page order. */
  readonly pages: ReadonlySet<number>
  readonly nodes: ReadonlySet<number>
}

const NO_PAGES: PageTree = { pages: new Set(), nodes: new Set() }

function readPageTree(document: PdfDocument): PageTree {
  const pages = new Set<number>()
  const nodes = new Set<number>()
  const root = document.catalog.get('Pages')
  const pending = root instanceof PdfRef ? [root.num] : []
  for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
    const dict = readOrNull(document, num)
    if (!(dict instanceof PdfDict) || nodes.has(num)) continue
    const kids = resolveOrNull(document, dict.get('Kids'))
    if (Array.isArray(kids)) nodes.add(num)
    else pages.add(num)
    for (const kid of Array.isArray(kids) ? kids.toReversed() : []) if (kid instanceof PdfRef) pending.push(kid.num)
  }
  return { pages, nodes }
}
