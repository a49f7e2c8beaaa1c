/**
 * An increment in the making, whose moves are chosen by chance.
 *
 * @module
 */

import { getPage } from '../../../src/pdf/catalog/page-tree.js'
import type { PdfDocument } from '../../../src/pdf/document.js'
import { type FormField, readFields } from '../../../src/pdf/form/acro-form.js'
import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import type { Random } from '../../support/mutate.js'
import { beginRevision, type Revision } from '../support/revise.js'

/** What moves work on. */
export interface Draft extends Revision {
  readonly random: Random
  readonly pages: readonly PdfRef[]
  readonly fields: readonly (FormField & { readonly ref: PdfRef })[]
  /** References to the annotations of the pages. */
  readonly annotations: readonly PdfRef[]
  /** Numbers of all objects of the signed document. */
  readonly numbers: readonly number[]
  /** The objects of the increment, as they are now. */
  readonly written: ReadonlyMap<number, PdfObject>
  /** What is drawn otherwise than it is; a field, say, that shows another text than its value. */
  readonly lies: string[]
}

/** Pages that moves touch: the ones that are drawn. */
const MAX_PAGES = 3
const MAX_NUMBERS = 2000

/** Begins an increment. `finish` writes it as it should be. */
export function beginDraft(bytes: Uint8Array, random: Random): { readonly draft: Draft; finish(): Uint8Array } {
  const { revision, finish } = beginRevision(bytes)
  return { draft: draftOver(revision, random), finish }
}

/** Moves in an increment that has begun. */
export function draftOver(revision: Revision, random: Random): Draft {
  const { document } = revision
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
  return {
    ...revision,
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
    pages: pagesOf(document),
    fields: readFields(document).flatMap((field) => (field.ref === undefined ? [] : [{ ...field, ref: field.ref }])),
    annotations: pagesOf(document).flatMap((page) => annotationsOf(document, page)),
    numbers: numbersOf(document),
    written,
    lies: [],
  }
}

function pagesOf(document: PdfDocument): PdfRef[] {
  const pages: PdfRef[] = []
  for (let index = 0; index < MAX_PAGES; index++) {
    const page = getPage(document, index)
    if (page === undefined) break
    pages.push(page.ref)
  }
  return pages
}

function annotationsOf(document: PdfDocument, page: PdfRef): PdfRef[] {
  const dict = document.resolve(page)
  const list = dict instanceof PdfDict ? document.lookupArray(dict, 'Annots') : undefined
  return list?.filter((item) => item instanceof PdfRef) ?? []
}

function numbersOf({ xref }: PdfDocument): number[] {
  const size = Math.min(xref.size, MAX_NUMBERS)
  return Array.from({ length: size }, (_, num) => num).filter((num) => xref.get(num) !== undefined)
}

/** An element of a list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[random(list.length)]
  if (item === undefined) throw new NothingToDo()
  return item
}

/** True once in `n` times. */
export function once(random: Random, n: number): boolean {
  return random(n) === 0
}

/** The document lacks what a move needs. */
export class NothingToDo extends Error {}
