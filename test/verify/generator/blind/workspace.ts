/**
 * An increment that grows by chance, over a document whose objects are known by their kind.
 *
 * @module
 */

import { PdfDict, type PdfObject, type PdfRef, PdfStream } from '../../../../src/pdf/objects.js'
import type { Random } from '../../../support/mutate.js'
import type { Revision } from '../../support/revise.js'
import { type Draft, NothingToDo, once, pick } from '../draft.js'
import type { SeedIndex } from './seed-index.js'

/** What moves work on. */
export interface Workspace extends Draft {
  readonly seed: SeedIndex
  /** Objects that this case is about: its moves meet in them, so that the parts of one forgery fit together. */
  readonly focus: PdfRef[]
  /** How often a choice is odd, in percent. Cases without any odd choice are as frequent as wild ones. */
  readonly oddness: number
}

/** Begins the moves of one increment. */
export function workspaceOver(seed: SeedIndex, revision: Revision, random: Random, focus: PdfRef[] = []): Workspace {
  const written = new Map<number, PdfObject>()
  const put = (ref: PdfRef, object: PdfObject) => {
    written.set(ref.num, object)
    revision.put(ref, object)
  }
  const get = (ref: PdfRef): PdfDict => {
    const object = revision.increment.resolve(ref)
    if (object instanceof PdfStream) return object.dict
    if (object instanceof PdfDict) return object
    throw new NothingToDo()
  }
  const { document, pages, fields, annotations, refs, orphans } = seed
  if (orphans.length > 0 && once(random, 2)) focus.push(pick(random, orphans))
  if (fields.length > 0 && once(random, 2)) focus.push(pick(random, fields).ref)
  return {
    ...revision,
    document,
    get,
    put,
    set: (ref, changes) => {
      const old = revision.increment.resolve(ref)
      const entries = get(ref).with(changes)
      put(ref, old instanceof PdfStream ? new PdfStream(entries, old.data) : entries)
    },
    add: (object) => {
      const ref = revision.add(object)
      written.set(ref.num, object)
      return ref
    },
    random,
    pages,
    fields,
    annotations,
    numbers: refs.map(({ num }) => num),
    written,
    lies: [],
    seed,
    focus,
    oddness: pick(random, [0, 0, 0, 5, 15, 40]),
  }
}

/** True where this case takes an odd choice. */
export function isOdd({ random, oddness }: Workspace): boolean {
  return random(100) < oddness
}

/** An object of one of some kinds, of any kind where none is named; those in focus, and orphans, are met more often. */
export function target(space: Workspace, kinds?: RegExp): PdfRef {
  const { random, seed, focus } = space
  const near = focus.filter((ref) => suits(seed, ref, kinds))
  const chosen = near.length > 0 && !once(random, 3) ? pick(random, near) : pick(random, group(space, kinds))
  focus.push(chosen)
  return chosen
}

function suits({ byKind }: SeedIndex, { num }: PdfRef, kinds: RegExp | undefined): boolean {
  if (kinds === undefined) return true
  return [...byKind].some(([kind, refs]) => kinds.test(kind) && refs.some((ref) => ref.num === num))
}

/** By kind first: a document has many fonts or paragraphs, and one catalog. */
function group({ random, seed }: Workspace, kinds: RegExp | undefined): readonly PdfRef[] {
  const left = seed.orphans.filter((ref) => suits(seed, ref, kinds))
  if (left.length > 0 && once(random, 2)) return left
  return pick(
    random,
    [...seed.byKind].filter(([kind]) => kinds?.test(kind) ?? true),
  )[1]
}

/** A target, or nothing where the document has none of the kinds. */
export function maybeTarget(space: Workspace, kinds: RegExp): PdfRef | undefined {
  return [...space.seed.byKind.keys()].some((kind) => kinds.test(kind)) ? target(space, kinds) : undefined
}
