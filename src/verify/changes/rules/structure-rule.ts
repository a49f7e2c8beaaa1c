/**
 * Tagged PDF (ISO 32000-2, 14.7). The structure tree may gain elements of new widgets and annotations, and lose those of
 * removed annotations. Existing elements keep their kind, parent, order and content, for readers that follow the tree instead
 * of the page.
 *
 * @module
 */
import { append } from '../../../lists.js'
import { differingKeys, resolveOrNull, sameObject } from '../../../pdf/lookup.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfRef } from '../../../pdf/objects.js'
import type { ChangeRule } from '../change-rule.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteKey, reject } from '../verdict.js'
import { judgeStructureTexts } from './spoken-text.js'
import { elementsOnlyFor, isRemovedAnnotation, TREE_KEYS, toList } from './structure-elements.js'
import { findEntriesFault, findLimitsFault } from './structure-tables.js'

/** Entries of the root that may grow (Table 354). */
const ROOT_KEYS = new Set(['K', 'ParentTree', 'ParentTreeNextKey', 'IDTree'])
/** Deepest number or name tree. They have two or three levels. */
const MAX_DEPTH = 8

export const structureRule: ChangeRule = {
  kind: 'structure',
  *judge(pair, num) {
    const fault = findFault(pair, pair.before(num), pair.after(num), 0)
    if (fault === undefined) yield* judgeStructureTexts(pair, num)
    else yield reject('structure_changed', `The structure tree was changed: ${fault}`)
  },
}

function findFault(pair: RevisionPair, before: PdfObject, after: PdfObject, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return 'it is nested too deeply'
  if (Array.isArray(after) && (Array.isArray(before) || before === null)) {
    return findListFault(pair, before ?? [], after)
  }
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return 'a part of it was removed or replaced'
  const findEntryFault = entryJudge(pair, before)
  for (const key of differingKeys(pair.older, before, pair.newer, after)) {
    const fault = findEntryFault(key, before, after, depth)
    if (fault !== undefined) return fault
  }
  return undefined
}

type EntryJudge = (key: string, before: PdfDict, after: PdfDict, depth: number) => string | undefined

function entryJudge(pair: RevisionPair, dict: PdfDict): EntryJudge {
  if ([...dict.entries.keys()].every((key) => TREE_KEYS.has(key)))
    return (key, older, newer) => findTreeFault(pair, key, older, newer)
  const isRoot = nameOf(pair.oldValue(dict, 'Type')) === 'StructTreeRoot' || dict.has('ParentTree')
  if (isRoot) return (...entry) => findRootFault(pair, ...entry)
  return (key, older, newer) => findElementFault(pair, key, older, newer)
}

function findElementFault(pair: RevisionPair, key: string, before: PdfDict, after: PdfDict): string | undefined {
  if (key === 'K') return findKidsFault(pair, before, after)
  // The page of kids that name none. Without it before, no kid of the element was on a page.
  if (key === 'Pg' && !before.has(key) && !hasMarkedContent(pair, before) && isPage(pair, after.get(key)))
    return undefined
  return `the entry ${quoteKey(key)} of an element`
}

/**
 * True for a page of the older state. A drawing must be excluded, since the element might be used as a dictionary of
 * drawings.
 */
function isPage({ older }: RevisionPair, object: PdfObject | undefined): boolean {
  const page = resolveOrNull(older, object)
  return (
    object instanceof PdfRef && page instanceof PdfDict && nameOf(resolveOrNull(older, page.get('Type'))) === 'Page'
  )
}

/** True when the element has kids on its page: numbers, and references to marked content without a page (14.7.5.2). */
function hasMarkedContent(pair: RevisionPair, element: PdfDict): boolean {
  return toList(pair.oldValue(element, 'K'), element.get('K')).some((item) => {
    const kid = resolveOrNull(pair.older, item)
    return typeof kid === 'number' || (kid instanceof PdfDict && kid.has('MCID') && !kid.has('Pg'))
  })
}

function findKidsFault(pair: RevisionPair, before: PdfDict, after: PdfDict): string | undefined {
  const older = toList(pair.oldValue(before, 'K'), before.get('K'))
  return findListFault(pair, older, toList(pair.newValue(after, 'K'), after.get('K')))
}

function findRootFault(
  pair: RevisionPair,
  key: string,
  before: PdfDict,
  after: PdfDict,
  depth: number,
): string | undefined {
  if (!ROOT_KEYS.has(key)) return `the entry ${quoteKey(key)} of its root`
  if (key === 'K') return findKidsFault(pair, before, after)
  const older = pair.oldValue(before, key)
  const newer = pair.newValue(after, key)
  // The next free key is a note from one program to the next.
  if (key === 'ParentTreeNextKey')
    return Number.isInteger(numberOf(newer)) ? undefined : 'the next key of its parent tree'
  if (older === null && newer instanceof PdfDict) return findFault(pair, new PdfDict(), newer, depth + 1)
  return findFault(pair, older, newer, depth + 1)
}

/** Finds a fault in a node of the parent tree or the ID tree. Entries may come and go with annotations (14.7.5.4). */
function findTreeFault(pair: RevisionPair, key: string, before: PdfDict, after: PdfDict): string | undefined {
  if (key === 'Limits') return findLimitsFault(pair, before, after)
  const older = toList(pair.oldValue(before, key), undefined)
  const newer = toList(pair.newValue(after, key), undefined)
  // A tree with other nodes than before cannot be compared node by node, and is rejected.
  return key === 'Kids' ? findListFault(pair, older, newer) : findEntriesFault(pair, older, newer)
}

/** Finds a fault in a list: old kids must stay in their order, and new ones must belong to new widgets or annotations. */
function findListFault(
  pair: RevisionPair,
  before: readonly PdfObject[],
  after: readonly PdfObject[],
): string | undefined {
  pair.spend(before.length + after.length)
  const added: PdfObject[] = []
  let next = 0
  for (const item of before) {
    if (item === null) continue
    const at = indexOfItem(pair, after, item, next)
    if (at >= 0) {
      append(added, after.slice(next, at))
      next = at + 1
    } else if (!belongedToRemoved(pair, item, 0)) {
      return 'an element was removed'
    }
  }
  append(added, after.slice(next))
  if (added.every((item) => elementsOnlyFor(pair, item))) return undefined
  return 'an element that belongs to no new annotation was added'
}

function indexOfItem(pair: RevisionPair, items: readonly PdfObject[], wanted: PdfObject, from: number): number {
  for (let at = from; at < items.length; at++) {
    if (sameObject(items[at], wanted)) return at
    pair.spend(1)
  }
  return -1
}

/** True for an element that only held annotations that the revision removed. */
function belongedToRemoved(pair: RevisionPair, object: PdfObject | undefined, depth: number): boolean {
  const value = resolveOrNull(pair.older, object)
  if (!(value instanceof PdfDict) || depth > MAX_DEPTH) return false
  if (nameOf(pair.oldValue(value, 'Type')) === 'OBJR') {
    const target = value.get('Obj')
    return target instanceof PdfRef && isRemovedAnnotation(pair, target.num)
  }
  const kids = toList(pair.oldValue(value, 'K'), value.get('K'))
  return kids.length > 0 && kids.every((kid) => belongedToRemoved(pair, kid, depth + 1))
}
