/**
 * The tables of tagged PDF: the parent tree, which leads from marked content and annotations to their elements, and the ID
 * tree (ISO 32000-2, 14.7.5.4 and 7.9.6, 7.9.7). Readers search them by bisection, so order and limits affect the result.
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { resolveOrNull, sameValue } from '../../../pdf/lookup.js'
import { numberOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../../../pdf/objects.js'
import { oncePerPair } from '../once-per-pair.js'
import type { RevisionPair } from '../revision-pair.js'
import { elementsOnlyFor, isAddedAnnotation, isRemovedAnnotation, listedAnnotations } from './structure-elements.js'

/** Finds a fault in the entries of a node. Added entries must belong to new annotations, in the order of their keys. */
export function findEntriesFault(
  pair: RevisionPair,
  older: readonly PdfObject[],
  newer: readonly PdfObject[],
): string | undefined {
  const keys = keysOf(pair.newer, newer)
  if (keys === undefined || (isAscending(keysOf(pair.older, older)) && !isAscending(keys))) {
    return 'the order of its parent tree, by which readers find entries'
  }
  const added = new Map<string, PdfObject>()
  for (const [i, key] of keys.entries()) added.set(textOf(key), newer[2 * i + 1] ?? null)
  // When a key occurs twice, some readers take the first entry and others the last.
  if (added.size < keys.length) return 'an entry of its parent tree, which stands there twice'
  for (let i = 0; i + 1 < older.length; i += 2) {
    const text = textOf(keyOf(pair.older, older[i]))
    const value = added.get(text)
    added.delete(text)
    if (value !== undefined && sameValue(pair.older, older[i + 1], pair.newer, value)) continue
    if (value === undefined && wasOfRemoved(pair, older[i], older[i + 1])) continue
    return 'an entry of its parent tree'
  }
  const isFine = [...added].every(([text, value]) => isEntryOfAdded(pair, text, value))
  return isFine ? undefined : 'a new entry of its parent tree'
}

/** A key of a number tree (7.9.7), or the bytes of a key of a name tree (7.9.6). */
type Key = number | Uint8Array

function keyOf(document: PdfDocument, object: PdfObject | undefined): Key | undefined {
  const value = resolveOrNull(document, object)
  if (value instanceof PdfString) return value.bytes
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** The keys of a list of entries; `undefined` when one has a wrong type or no value. */
function keysOf(document: PdfDocument, entries: readonly PdfObject[]): Key[] | undefined {
  const keys: Key[] = []
  for (let i = 0; i < entries.length; i += 2) {
    const key = keyOf(document, entries[i])
    if (key === undefined || i + 1 === entries.length) return undefined
    keys.push(key)
  }
  return keys
}

function isAscending(keys: readonly Key[] | undefined): boolean {
  return keys?.every((key, i) => i === 0 || compareKeys(keys[i - 1] as Key, key) < 0) === true
}

function compareKeys(one: Key, other: Key): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'number' || typeof other === 'number') return Number.NaN
  return Buffer.compare(one, other)
}

function textOf(key: Key | undefined): string {
  return typeof key === 'number' ? `n${key}` : `s${key?.join() ?? ''}`
}

/** True for a new element of new annotations, and for an element that holds the new annotation with this key. */
function isEntryOfAdded(pair: RevisionPair, text: string, value: PdfObject): boolean {
  if (elementsOnlyFor(pair, value)) return true
  const element = resolveOrNull(pair.newer, value)
  return listedAnnotations(pair.newer, element).some(({ num, dict }) => {
    return isAddedAnnotation(pair, num) && text === `n${numberOf(pair.newValue(dict, 'StructParent'))}`
  })
}

/** True when the element held the annotation with this key, and the revision removed that annotation. */
function wasOfRemoved(pair: RevisionPair, key: PdfObject | undefined, value: PdfObject | undefined): boolean {
  const element = resolveOrNull(pair.older, value)
  return listedAnnotations(pair.older, element).some(({ num, dict }) => {
    return isRemovedAnnotation(pair, num) && numberOf(pair.oldValue(dict, 'StructParent')) === numberOf(key)
  })
}

/**
 * Checks the smallest and the largest key below a node (7.9.7, Table 37), since readers skip nodes whose limits exclude a
 * key. Each limit may stay, or match the keys that are below it now.
 */
export function findLimitsFault(pair: RevisionPair, before: PdfDict, after: PdfDict): string | undefined {
  const below = keysBelow(pair, after)
  const [older, newer] = [limitsOf(pair.older, before), limitsOf(pair.newer, after)]
  const isFine =
    newer !== undefined &&
    below.every((key) => compareKeys(newer[0], key) <= 0 && compareKeys(key, newer[1]) <= 0) &&
    newer.every((limit, i) => [older?.[i], ...below].some((key) => key !== undefined && compareKeys(key, limit) === 0))
  return isFine ? undefined : 'the limits of a node of its parent tree, by which readers find entries'
}

function limitsOf(document: PdfDocument, node: PdfObject): readonly [Key, Key] | undefined {
  const limits = node instanceof PdfDict ? resolveOrNull(document, node.get('Limits')) : null
  const [least, greatest] = Array.isArray(limits) ? limits.map((limit) => keyOf(document, limit)) : []
  return least === undefined || greatest === undefined ? undefined : [least, greatest]
}

/** The keys of a node, or the limits of the nodes below it. */
function keysBelow(pair: RevisionPair, node: PdfDict): Key[] {
  const document = pair.newer
  const list = (key: string): PdfObject[] => {
    const items = pair.newValue(node, key)
    pair.spend(Array.isArray(items) ? items.length : 1)
    return Array.isArray(items) ? items : []
  }
  const own = [...list('Nums'), ...list('Names')].filter((_, i) => i % 2 === 0)
  const keys = own.flatMap((item) => keyOf(document, item) ?? [])
  const limits = list('Kids').flatMap((kid) => limitsOf(document, resolveOrNull(document, kid)) ?? [])
  return [...keys, ...limits]
}

const parentKeys = oncePerPair(findParentKeys)
/** Deepest parent tree that is searched. */
const MAX_LEVELS = 16

/**
 * True when a page or annotation without structure takes an unused key (/StructParents, /StructParent). With a used key, its
 * content would become that of existing elements.
 */
export function takesFreshKey(pair: RevisionPair, value: PdfObject): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !parentKeys(pair).has(value)
}

/** The keys of the parent tree in the older state that lead to something. */
function findParentKeys(pair: RevisionPair): Set<number> {
  const keys = new Set<number>()
  const root = pair.oldValue(pair.older.catalog, 'StructTreeRoot')
  const seen = new Set<number>()
  let nodes: readonly PdfObject[] = root instanceof PdfDict ? [root.get('ParentTree') ?? null] : []
  for (let level = 0; level < MAX_LEVELS && nodes.length > 0; level++) {
    nodes = nodes.flatMap((item) => {
      const node = resolveOrNull(pair.older, item)
      if (!(node instanceof PdfDict) || (item instanceof PdfRef && seen.has(item.num))) return []
      if (item instanceof PdfRef) seen.add(item.num)
      const [entries, kids] = [pair.oldValue(node, 'Nums'), pair.oldValue(node, 'Kids')]
      if (Array.isArray(entries)) addKeys(pair, entries, keys)
      return Array.isArray(kids) ? kids : []
    })
  }
  return keys
}

function addKeys(pair: RevisionPair, entries: readonly PdfObject[], keys: Set<number>): void {
  pair.spend(entries.length)
  for (let i = 0; i + 1 < entries.length; i += 2) {
    const key = numberOf(resolveOrNull(pair.older, entries[i]))
    if (key !== undefined && resolveOrNull(pair.older, entries[i + 1]) !== null) keys.add(key)
  }
}
