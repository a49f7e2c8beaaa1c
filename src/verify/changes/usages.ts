/**
 * Finds the uses of an object: every path by which the older state leads to it.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { VERIFY_LIMITS } from '../verify-limits.js'
import { forEachReference, type ReferenceGraph, TRAILER } from './reference-graph.js'

/** A key, or `*` for any index of an array. */
type PathStep = string

/** A path to the object from a part of the document that rules know. */
export interface Usage {
  /** Object number of the catalog, a page, an annotation, a field or a structure element, or 0 for the trailer. */
  readonly anchor: number
  readonly path: readonly PathStep[]
  /** False when the path could not be followed up to a known part. */
  readonly complete: boolean
}

/** The parts of both states that the search for uses reads. */
interface UsageSource {
  readonly older: PdfDocument
  readonly graph: ReferenceGraph
  readonly changed: ReadonlySet<number>
  before(num: number): PdfObject
  after(num: number): PdfObject
  spend(steps: number): void
}

/** Kinds of dictionaries at which paths begin. */
type AnchorKind = 'trailer' | 'catalog' | 'page' | 'page-tree' | 'annotation' | 'field' | 'structure'

/** Keys of pages that other tree nodes do not have, to recognise pages without a /Type. */
const PAGE_KEYS = ['MediaBox', 'Contents', 'Resources', 'Annots']

/**
 * The kind of a dictionary by its keys. Keys can be faked, but that only leads to rules that accept nothing which matters in
 * another use of the dictionary.
 */
export function anchorKind(pair: Pick<UsageSource, 'older'>, num: number, object: PdfObject): AnchorKind | undefined {
  if (num === TRAILER) return 'trailer'
  if (!(object instanceof PdfDict)) return undefined
  if (num === pair.older.catalogRef.num) return 'catalog'
  const type = nameOf(object.get('Type'))
  if (type === 'Page') return 'page'
  if (type === 'Pages') return 'page-tree'
  if (type === 'StructElem' || type === 'StructTreeRoot') return 'structure'
  if (object.has('Subtype') && object.has('Rect')) return 'annotation'
  if (object.has('FT') || (object.has('T') && (object.has('Kids') || object.has('Parent')))) return 'field'
  if (object.has('S') && object.has('P') && !object.has('Subtype')) return 'structure'
  if (type === undefined && object.has('Kids') && object.has('Count')) return 'page-tree'
  const mayBePage = type === undefined && PAGE_KEYS.some((key) => object.has(key))
  if (mayBePage && (object.has('Parent') || isRootOfPages(pair.older, num))) return 'page'
  return undefined
}

/** True when /Pages of the catalog is the only page itself, which happens in damaged files. */
function isRootOfPages({ catalog }: PdfDocument, num: number): boolean {
  const root = catalog.get('Pages')
  return root instanceof PdfRef && root.num === num
}

/**
 * Finds every use of an object in the older state. Uses that the revision removes are left out: there, the change of the
 * holder is judged.
 */
export class UsageFinder {
  readonly #pair: UsageSource
  readonly #pathsByHolder = new Map<number, Map<number, PathStep[][]>>()
  readonly #stillRefers = new Map<number, Set<number>>()

  constructor(pair: UsageSource) {
    this.#pair = pair
  }

  *usagesOf(num: number): Generator<Usage> {
    yield* this.#climb(num, [], new Set([num]))
  }

  *#climb(num: number, suffix: readonly PathStep[], visited: ReadonlySet<number>): Generator<Usage> {
    const { graph, changed } = this.#pair
    for (const holder of graph.sourcesOf(num)) {
      this.#pair.spend(1)
      if ((holder === TRAILER || changed.has(holder)) && !this.#refersStill(holder, num)) continue
      const object = this.#pair.before(holder)
      const isAnchor = anchorKind(this.#pair, holder, object) !== undefined
      const paths = this.#pathsTo(holder, object, num)
      // The holder refers to the object in a way that could not be read.
      if (paths.length === 0) yield { anchor: holder, path: suffix, complete: false }
      for (const steps of paths) {
        const path = [...steps, ...suffix]
        if (isAnchor) yield { anchor: holder, path, complete: true }
        else if (visited.has(holder)) continue
        else if (visited.size > VERIFY_LIMITS.maxUsageDepth) yield { anchor: holder, path, complete: false }
        else if (graph.isContainer(holder)) yield { anchor: holder, path, complete: false }
        else yield* this.#climb(holder, path, new Set([...visited, holder]))
      }
    }
  }

  #refersStill(holder: number, num: number): boolean {
    let targets = this.#stillRefers.get(holder)
    if (targets === undefined) {
      const found = new Set<number>()
      forEachReference(this.#pair.after(holder), (target) => found.add(target))
      targets = found
      this.#stillRefers.set(holder, targets)
    }
    return targets.has(num)
  }

  #pathsTo(holder: number, object: PdfObject, num: number): readonly PathStep[][] {
    let paths = this.#pathsByHolder.get(holder)
    if (paths === undefined) {
      paths = collectPaths(object)
      this.#pair.spend(paths.size)
      this.#pathsByHolder.set(holder, paths)
    }
    return paths.get(num) ?? []
  }
}

/** The distinct paths to each reference in an object. */
function collectPaths(object: PdfObject): Map<number, PathStep[][]> {
  const paths = new Map<number, PathStep[][]>()
  const seen = new Set<string>()
  const visit = (value: PdfObject, path: readonly PathStep[]): void => {
    if (value instanceof PdfRef) {
      const id = `${value.num} ${path.join('/')}`
      if (seen.has(id)) return
      seen.add(id)
      const known = paths.get(value.num)
      if (known === undefined) paths.set(value.num, [[...path]])
      else known.push([...path])
    } else if (Array.isArray(value)) {
      const next = [...path, '*']
      for (const item of value) visit(item, next)
    } else if (value instanceof PdfDict || value instanceof PdfStream) {
      const { entries } = value instanceof PdfDict ? value : value.dict
      for (const [key, item] of entries) visit(item, [...path, key])
    }
  }
  visit(object, [])
  return paths
}
