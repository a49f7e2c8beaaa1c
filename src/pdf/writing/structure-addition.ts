/**
 * Additions to the structure tree of a tagged document (ISO 32000-2, 14.7), in an increment.
 *
 * @module
 */

import type { PdfDocument } from '../document.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfRef } from '../objects.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { damaged } from '../xref/xref-section.js'
import type { IncrementWriter } from './increment-writer.js'

/**
 * Collects new elements and their entries in the parent tree, and writes them at the end. Existing elements keep their order;
 * new ones come last, below the Document element if there is one.
 */
export class StructureAddition {
  readonly #document: PdfDocument
  readonly #increment: IncrementWriter
  readonly #root: PdfRef
  readonly #tree: PdfDict
  readonly #elements: PdfRef[] = []
  readonly #entries: PdfObject[] = []
  #nextKey: number
  /** /P of new elements. */
  readonly parent: PdfRef

  /**
   * @param root the structure tree root of the document
   * @returns undefined when the tree is damaged, since a tree that cannot be read completely should not be changed
   */
  static open(document: PdfDocument, increment: IncrementWriter, root: PdfRef): StructureAddition | undefined {
    const tree = document.resolve(root)
    return tree instanceof PdfDict && isSound(document, root, tree)
      ? new StructureAddition(document, increment, root, tree)
      : undefined
  }

  private constructor(document: PdfDocument, increment: IncrementWriter, root: PdfRef, tree: PdfDict) {
    this.#document = document
    this.#increment = increment
    this.#root = root
    this.#tree = tree
    this.parent = documentElement(document, tree) ?? root
    const stated = numberOf(document.lookup(tree, 'ParentTreeNextKey')) ?? 0
    this.#nextKey = Math.max(stated, lastKey(document, tree.get('ParentTree')) + 1)
  }

  /** The next free key of the parent tree, for a /StructParent or the first of several /StructParents. */
  get nextKey(): number {
    return this.#nextKey
  }

  /** Adds a new element below {@link parent}. The caller stores its object. */
  addElement(element: PdfRef): void {
    this.#elements.push(element)
  }

  /** Adds an entry to the parent tree, and returns its key. */
  addEntry(value: PdfObject): number {
    const key = this.#nextKey++
    this.#entries.push(key, value)
    return key
  }

  /** Writes all additions. */
  finish(): void {
    if (this.#elements.length === 0) return
    const changes: Record<string, PdfObject> = { ParentTreeNextKey: this.#nextKey }
    if (this.parent.num === this.#root.num) changes['K'] = this.#withElements(this.#tree)
    else {
      const element = this.#document.resolve(this.parent)
      if (!(element instanceof PdfDict)) throw damaged('its structure tree has no element')
      this.#increment.put(this.parent, element.with({ K: this.#withElements(element) }))
    }
    changes['ParentTree'] = this.#withEntries(this.#tree.get('ParentTree'), 0)
    this.#increment.put(this.#root, this.#tree.with(changes))
  }

  /** The kids of an element followed by the new ones. An indirect array is rewritten. */
  #withElements(holder: PdfDict): PdfObject {
    const object = holder.get('K')
    const kids = this.#document.resolve(object)
    if (Array.isArray(kids)) {
      const all = [...kids, ...this.#elements]
      if (!(object instanceof PdfRef)) return all
      this.#increment.put(object, all)
      return object
    }
    return object === undefined || kids === null ? [...this.#elements] : [object, ...this.#elements]
  }

  /** A number tree node (7.9.7) with the new entries, which have the highest keys, in its last leaf. */
  #withEntries(object: PdfObject | undefined, depth: number): PdfObject {
    if (depth > PDF_LIMITS.maxPageTreeDepth) throw damaged('a number tree contains itself or is nested too deeply')
    const resolved = this.#document.resolve(object)
    const node = resolved instanceof PdfDict ? resolved : new PdfDict()
    const kids = this.#document.lookupArray(node, 'Kids')
    const last = kids?.at(-1)
    const changes: Record<string, PdfObject> =
      kids === undefined || last === undefined
        ? { Nums: [...(this.#document.lookupArray(node, 'Nums') ?? []), ...this.#entries] }
        : { Kids: [...kids.slice(0, -1), this.#withEntries(last, depth + 1)] }
    const limits = this.#document.lookupArray(node, 'Limits')
    if (limits !== undefined) changes['Limits'] = [limits[0] ?? 0, this.#nextKey - 1]
    const changed = node.with(changes)
    if (!(object instanceof PdfRef) || !(resolved instanceof PdfDict)) return changed
    this.#increment.put(object, changed)
    return object
  }
}

/** The only element below the root, if it is a Document and an indirect object. */
function documentElement(document: PdfDocument, tree: PdfDict): PdfRef | undefined {
  const object = tree.get('K')
  const kids = document.resolve(object)
  const only = Array.isArray(kids) ? (kids.length === 1 ? kids[0] : undefined) : object
  const element = document.resolve(only)
  if (!(only instanceof PdfRef) || !(element instanceof PdfDict)) return undefined
  return nameOf(document.lookup(element, 'S')) === 'Document' ? only : undefined
}

/** True when everything that an addition rewrites was read without guessing, and the number tree is well formed. */
function isSound(document: PdfDocument, root: PdfRef, tree: PdfDict): boolean {
  const isGarbled = (object: PdfObject | undefined) => object instanceof PdfRef && document.isGarbled(object.num)
  const parent = documentElement(document, tree) ?? root
  const holder = document.resolve(parent)
  if (isGarbled(root) || isGarbled(parent) || !(holder instanceof PdfDict) || isGarbled(holder.get('K'))) return false
  let object = tree.get('ParentTree')
  for (let depth = 0; depth < PDF_LIMITS.maxPageTreeDepth; depth++) {
    const node = document.resolve(object)
    if (isGarbled(object) || (node !== null && !(node instanceof PdfDict))) return false
    const last = node === null ? undefined : document.lookupArray(node, 'Kids')?.at(-1)
    if (last === undefined) return true
    object = last
  }
  return false
}

/** The highest key of a number tree with ordered leaves and entries; -1 for an empty one. */
function lastKey(document: PdfDocument, object: PdfObject | undefined): number {
  let node = document.resolve(object)
  for (let depth = 0; node instanceof PdfDict && depth <= PDF_LIMITS.maxPageTreeDepth; depth++) {
    const last = document.lookupArray(node, 'Kids')?.at(-1)
    if (last === undefined) {
      let highest = -1
      const numbers = document.lookupArray(node, 'Nums') ?? []
      for (let i = 0; i < numbers.length; i += 2)
        highest = Math.max(highest, numberOf(document.resolve(numbers[i])) ?? -1)
      return highest
    }
    node = document.resolve(last)
  }
  return -1
}
