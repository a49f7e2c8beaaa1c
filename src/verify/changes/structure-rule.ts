/**
 * Tagged PDF (ISO 32000-2, 14.7): the structure tree may gain what belongs to new widgets and annotations, and lose
 * what belonged to annotations that were removed.
 *
 * @module
 */
import { nameOf, numberOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../../pdf/objects.js'
import type { ChangeRule } from './change-rule.js'
import { differingKeys, resolveOrNull, sameObject } from './equality.js'
import type { RevisionPair } from './revision-pair.js'

const ROOT_KEYS = new Set(['K', 'ParentTree', 'ParentTreeNextKey', 'IDTree'])
const TREE_KEYS = new Set(['Nums', 'Names', 'Kids', 'Limits'])
/** Text that stands for an element's content, for those who do not see it. */
const REPLACEMENT_KEYS = ['ActualText', 'Alt', 'E']
const MAX_DEPTH = 8

export const structureRule: ChangeRule = {
  kind: 'structure',
  judge(pair, num) {
    const before = pair.before(num)
    const after = pair.after(num)
    const fault = findFault(pair, before, after, 0)
    if (fault !== undefined) pair.log.reject('structure_changed', `The structure tree was changed: ${fault}`)
  },
}

function findFault(pair: RevisionPair, before: PdfObject, after: PdfObject, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return 'it is nested too deeply'
  if (Array.isArray(after) && (Array.isArray(before) || before === null))
    return findListFault(pair, before ?? [], after)
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return 'a part of it was removed or replaced'
  const keys = differingKeys(pair.older, before, pair.newer, after)
  const isTree = [...before.entries.keys()].every((key) => TREE_KEYS.has(key))
  const isRoot = nameOf(pair.oldValue(before, 'Type')) === 'StructTreeRoot' || before.has('ParentTree')
  for (const key of keys) {
    const fault = isTree
      ? findTreeFault(pair, key, before, after)
      : key === 'K'
        ? findListFault(
            pair,
            toList(pair.oldValue(before, key), before.get(key)),
            toList(pair.newValue(after, key), after.get(key)),
          )
        : isRoot && ROOT_KEYS.has(key)
          ? findRootFault(pair, key, before, after, depth)
          : `the entry /${key.slice(0, 60)} of an element`
    if (fault !== undefined) return fault
  }
  return undefined
}

/** One kid, or an array of kids. */
function toList(value: PdfObject, object: PdfObject | undefined): readonly PdfObject[] {
  if (Array.isArray(value)) return value
  return object === undefined || object === null ? [] : [object]
}

function findRootFault(
  pair: RevisionPair,
  key: string,
  before: PdfDict,
  after: PdfDict,
  depth: number,
): string | undefined {
  const older = pair.oldValue(before, key)
  const newer = pair.newValue(after, key)
  if (key === 'ParentTreeNextKey') {
    return (numberOf(newer) ?? -1) >= (numberOf(older) ?? 0) ? undefined : 'the next key of its parent tree'
  }
  if (older === null && newer instanceof PdfDict) return undefined
  return findFault(pair, older, newer, depth + 1)
}

function findTreeFault(pair: RevisionPair, key: string, before: PdfDict, after: PdfDict): string | undefined {
  if (key === 'Limits') return undefined
  const older = toList(pair.oldValue(before, key), undefined)
  const newer = toList(pair.newValue(after, key), undefined)
  // A leaf may be split into kids, and kids be gathered again, only by writing the tree anew: that is not judged here.
  if (key === 'Kids') return findListFault(pair, older, newer)
  const known = new Map<string, PdfObject>()
  for (let i = 0; i + 1 < newer.length; i += 2) known.set(keyText(pair, newer[i]), newer[i + 1] ?? null)
  for (let i = 0; i + 1 < older.length; i += 2) {
    const value = known.get(keyText(pair, older[i]))
    known.delete(keyText(pair, older[i]))
    if (value !== undefined && sameObject(value, older[i + 1])) continue
    if (value === undefined && belongsToRemoved(pair, older[i + 1])) continue
    return 'an entry of its parent tree'
  }
  return [...known.values()].every((value) => mayBeAdded(pair, value, 0)) ? undefined : 'a new entry of its parent tree'
}

function keyText(pair: RevisionPair, object: PdfObject | undefined): string {
  const value = resolveOrNull(pair.newer, object)
  return value instanceof PdfString ? `s${Array.from(value.bytes).join()}` : `n${numberOf(value)}`
}

/** All that was in the list, in its order; what is new belongs to new widgets and annotations. */
function findListFault(
  pair: RevisionPair,
  before: readonly PdfObject[],
  after: readonly PdfObject[],
): string | undefined {
  let next = 0
  for (const item of before) {
    if (item === null) continue
    let at = next
    while (at < after.length && !sameObject(after[at], item)) at++
    if (at < after.length) {
      const inserted = after.slice(next, at)
      if (!inserted.every((extra) => mayBeAdded(pair, extra, 0)))
        return 'an element that belongs to no new annotation was added'
      next = at + 1
    } else if (!belongsToRemoved(pair, item)) {
      return 'an element was removed'
    }
  }
  const added = after.slice(next)
  if (added.every((extra) => mayBeAdded(pair, extra, 0))) return undefined
  return 'an element that belongs to no new annotation was added'
}

/** New elements whose only content is annotations (14.7.5.3). */
function mayBeAdded(pair: RevisionPair, object: PdfObject, depth: number): boolean {
  const value = resolveOrNull(pair.newer, object)
  if (value === null) return true
  if (depth > MAX_DEPTH || !pair.isNew(object)) return object instanceof PdfRef && isNewAnnotation(pair, object)
  if (Array.isArray(value)) return value.every((item) => mayBeAdded(pair, item, depth + 1))
  if (!(value instanceof PdfDict)) return false
  if (nameOf(pair.newValue(value, 'Type')) === 'OBJR') {
    const target = value.get('Obj')
    return target instanceof PdfRef && isNewAnnotation(pair, target)
  }
  if (REPLACEMENT_KEYS.some((key) => value.has(key))) return false
  return toList(pair.newValue(value, 'K'), value.get('K')).every((kid) => mayBeAdded(pair, kid, depth + 1))
}

function isNewAnnotation(pair: RevisionPair, ref: PdfRef): boolean {
  const target = resolveOrNull(pair.newer, ref)
  if (!(target instanceof PdfDict)) return false
  return (
    pair.isFresh(ref.num) || nameOf(pair.newValue(target, 'Subtype')) === 'Widget' || pair.newAnnotations.has(ref.num)
  )
}

/** True for an element that held nothing but annotations which the revision removed. */
function belongsToRemoved(pair: RevisionPair, object: PdfObject | undefined, depth = 0): boolean {
  const value = resolveOrNull(pair.older, object)
  if (!(value instanceof PdfDict) || depth > MAX_DEPTH) return false
  if (nameOf(pair.oldValue(value, 'Type')) === 'OBJR') {
    const target = value.get('Obj')
    return target instanceof PdfRef && pair.removedAnnotations.has(target.num)
  }
  const kids = toList(pair.oldValue(value, 'K'), value.get('K'))
  return kids.length > 0 && kids.every((kid) => belongsToRemoved(pair, kid, depth + 1))
}
