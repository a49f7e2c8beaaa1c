/**
 * Whether content may draw something else with the resources of another state. Programs add fonts and drawings to resources
 * that pages and appearances share: nothing changes for content that asks for none of these names.
 *
 * @module
 */
import { sameThroughout } from '../../pdf/equality.js'
import { PdfDict, type PdfObject, type PdfStream } from '../../pdf/objects.js'
import { type ChangedNames, findUsedName } from '../annotations/used-names.js'
import type { LookStates } from './look-states.js'

/** Which sets of operators are used: no viewer asks (ISO 32000-2, 14.2). */
const PROCEDURE_SETS = 'ProcSet'

/** Resources that differ from others. */
interface ChangedResources {
  readonly older: PdfDict
  /** Names that stand for something else; `undefined` where content asks for the difference by no name. */
  readonly names: ChangedNames | undefined
  /** Streams that ask for none of the names. */
  readonly seen: Set<PdfStream>
}

/** Kept by the newer resources, since many pages share theirs. */
const known = new WeakMap<PdfDict, ChangedResources>()

/**
 * @param holder The page, or the stream of an appearance, in the older state.
 * @returns True when it asks for a name that is new, or stands for something else.
 */
export function usesChangedNames(
  pair: LookStates,
  holder: PdfDict | PdfStream,
  [one, other]: readonly [PdfObject, PdfObject],
): boolean {
  const [older, newer] = [one ?? new PdfDict(), other ?? new PdfDict()]
  if (!(older instanceof PdfDict) || !(newer instanceof PdfDict)) return !sameThroughout(pair, older, newer)
  let changed = known.get(newer)
  if (changed?.older !== older) {
    changed = { older, names: findChangedNames(pair, older, newer), seen: new Set() }
    known.set(newer, changed)
  }
  const { names, seen } = changed
  return names === undefined || (names.size > 0 && findUsedName(pair, holder, older, names, seen) !== undefined)
}

function findChangedNames(pair: LookStates, older: PdfDict, newer: PdfDict): ChangedNames | undefined {
  const names = new Map<string, Set<string>>()
  for (const category of keysOf(older, newer)) {
    if (category === PROCEDURE_SETS || sameThroughout(pair, older.get(category), newer.get(category))) continue
    const [before, after] = [pair.oldValue(older, category), pair.newValue(newer, category)]
    // A colour space may stand for another one that is asked for by no name (8.6.5.6).
    if (category === 'ColorSpace' || !isDictOrNull(before) || !isDictOrNull(after)) return undefined
    for (const name of keysOf(before ?? new PdfDict(), after ?? new PdfDict())) {
      if (sameThroughout(pair, before?.get(name), after?.get(name))) continue
      names.set(name, (names.get(name) ?? new Set()).add(category))
    }
  }
  return names
}

function isDictOrNull(object: PdfObject): object is PdfDict | null {
  return object === null || object instanceof PdfDict
}

function keysOf(one: PdfDict, other: PdfDict): Set<string> {
  return new Set([...one.entries.keys(), ...other.entries.keys()])
}
