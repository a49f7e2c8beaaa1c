/**
 * Changes to objects that a document has: copies, entries that move between parents and kids, data of streams, objects
 * that nothing led to.
 *
 * @module
 */

import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../../../../src/pdf/objects.js'
import { textString } from '../../../../src/pdf/syntax/text-string.js'
import { dict, stream } from '../../support/notation.js'
import { itemsOf } from '../../support/revise.js'
import { addToForm } from '../../support/sign.js'
import { NothingToDo, once, pick } from '../draft.js'
import { anyContent } from '../random-content.js'
import { anyReference, anyValue } from '../random-values.js'
import { ANNOTATION_KEYS, FIELD_KEYS, valueForKey } from './entries.js'
import { look, place, sizeOf, textLook } from './looks.js'
import { reachedFrom, type SeedIndex } from './seed-index.js'
import { programs } from './small-programs.js'
import { isOdd, maybeTarget, target, type Workspace } from './workspace.js'

const FIELDS = /^(field|widget)/
const ACTIVE = /^(field|widget|annotation)/

function rectOf(space: Workspace, ref: PdfRef): number[] {
  const list = itemsOf(space, space.get(ref).get('Rect')).filter((item) => typeof item === 'number')
  return list.length === 4 ? list : place(space)
}

/** Changes, adds or removes one entry of an annotation or a field. */
export function editActive(space: Workspace): void {
  const ref = target(space, ACTIVE)
  const keys = [...space.get(ref).entries.keys()]
  const key = pick(space.random, once(space.random, 3) ? keys : [...FIELD_KEYS, ...ANNOTATION_KEYS, 'Rect', 'Kids'])
  if (once(space.random, 6)) {
    space.set(ref, { [key]: undefined })
    return
  }
  const twin = target(space, ACTIVE)
  const copied = once(space.random, 4) ? space.get(twin).get(key) : undefined
  space.set(ref, { [key]: copied ?? (key === 'Rect' ? place(space) : valueForKey(space, key, rectOf(space, ref))) })
}

/** Copies an annotation, a field or a widget, and lists the copy where the old one is, or elsewhere. */
export function copyActive(space: Workspace): void {
  const { random } = space
  const old = target(space, ACTIVE)
  const entries = space.get(old)
  const rect = once(random, 4) ? rectOf(space, old) : place(space)
  const key = pick(random, [...entries.entries.keys()])
  const changes: Record<string, PdfObject | undefined> = once(random, 2)
    ? {}
    : { [key]: once(random, 2) ? undefined : valueForKey(space, key, rect) }
  const renamed = entries.has('T') && !isOdd(space) ? { T: textString(`Copy${random(1000)}`) } : {}
  const copy = space.add(entries.with({ Rect: rect, ...changes, ...renamed }))
  space.focus.push(copy)
  if (!once(random, 6)) appendTo(space, pick(random, space.pages), 'Annots', copy)
  if (entries.get('Parent') instanceof PdfRef && !isOdd(space))
    appendTo(space, entries.get('Parent') as PdfRef, 'Kids', copy)
  else if (once(random, 2)) addToForm(space, copy)
}

function appendTo(space: Workspace, owner: PdfRef, key: string, item: PdfObject): void {
  space.set(owner, { [key]: [...itemsOf(space, space.get(owner).get(key)), item] })
}

/** Moves or copies an entry from a field to its parent or to a kid of it. */
export function moveEntry(space: Workspace): void {
  const { random } = space
  const from = target(space, FIELDS)
  const relatives = [space.get(from).get('Parent'), ...itemsOf(space, space.get(from).get('Kids'))]
  const near = relatives.filter((ref) => ref instanceof PdfRef)
  const to = near.length > 0 ? pick(random, near) : target(space, FIELDS)
  const keys = [...space.get(from).entries.keys()].filter((key) => !['Kids', 'Parent', 'Type'].includes(key))
  const key = pick(random, keys)
  space.set(to, { [key]: space.get(from).get(key) })
  if (once(random, 2)) space.set(from, { [key]: undefined })
}

/** Fields of the form that hold text or a choice. */
function textFields({ fields }: Workspace): PdfRef[] {
  return fields.filter(({ dict: entries }) => /^(Tx|Ch)$/.test(nameOf(entries.get('FT')) ?? '')).map(({ ref }) => ref)
}

/** Gives a field a value, the same or another, and mostly an appearance that shows it. */
export function fill(space: Workspace): void {
  const { random } = space
  const ref = once(random, 4) ? target(space, FIELDS) : pick(random, textFields(space))
  const entries = space.get(ref)
  const rect = rectOf(space, ref)
  const old = entries.get('V')
  const text = pick(random, ['900', 'Bob', '100', '100'])
  const keeps = old !== undefined && once(random, 2)
  const shown = keeps && text !== '900' ? pick(random, ['100', '100', text]) : text
  const value = keeps ? {} : { V: once(random, 5) ? PdfName.of('Yes') : textString(text) }
  const drawn = once(random, 6) ? {} : { AP: new PdfDict({ N: space.add(textLook(space, ...sizeOf(rect), shown)) }) }
  space.set(ref, { ...value, ...drawn })
}

/** Writes an object again that nothing led to, or that it led to, and has something lead to it. */
export function reviveOrphan(space: Workspace): void {
  const { random, seed } = space
  const orphan = pick(random, seed.orphans)
  space.focus.push(orphan)
  if (once(random, 2)) redefine(space, orphan)
  if (once(random, 2)) return
  const user = target(space)
  space.set(user, { [pick(random, [...space.get(user).entries.keys(), 'AP', 'Kids', 'Contents'])]: orphan })
}

/** Gives a number another meaning that suits what it was. */
export function redefine(space: Workspace, ref: PdfRef = target(space)): void {
  const { random } = space
  const old = space.increment.resolve(ref)
  if (old instanceof PdfStream) {
    replaceData(space, ref, old)
    return
  }
  if (!(old instanceof PdfDict)) {
    space.put(ref, anyValue(space))
    return
  }
  const key = pick(random, [...old.entries.keys()])
  const twin = once(random, 2) ? twinOf(space, ref) : undefined
  if (twin !== undefined) {
    space.put(ref, space.increment.resolve(twin))
    return
  }
  space.set(ref, { [key]: once(random, 2) ? anyReference(space) : valueForKey(space, key, place(space)) })
}

/** Another object of the same kind. */
function twinOf({ seed, random }: Workspace, ref: PdfRef): PdfRef | undefined {
  const peers = [...seed.byKind.values()].find((refs) => refs.some(({ num }) => num === ref.num)) ?? []
  const others = peers.filter(({ num }) => num !== ref.num)
  return others.length > 0 ? pick(random, others) : undefined
}

/** Other data under the same dictionary: of a twin, of a kind that suits, or any operators. */
function replaceData(space: Workspace, ref: PdfRef, old: PdfStream): void {
  const { random } = space
  const twin = once(random, 3) ? twinOf(space, ref) : undefined
  const other = twin === undefined ? undefined : space.increment.resolve(twin)
  if (other instanceof PdfStream) {
    space.put(ref, other)
    return
  }
  const plain = old.dict.with({ Filter: undefined, DecodeParms: undefined })
  if (old.dict.has('Length1')) {
    space.put(ref, stream(plain, pick(random, programs())))
    return
  }
  if (old.dict.has('BBox')) {
    space.put(
      ref,
      look(
        space,
        itemsOf(space, old.dict.get('BBox')).map((item) => numberOf(item) ?? 0),
      ),
    )
    return
  }
  space.put(ref, stream(plain, anyContent(space, 600, 700)))
}

/** Gives another meaning to something that an object in focus leads to. */
export function redefineBelow(space: Workspace): void {
  const { random, seed, focus } = space
  const left = focus.filter(({ num }) => seed.orphans.some((orphan) => orphan.num === num))
  // Mostly of the orphan that was used last.
  const owner = once(random, 3) ? pick(random, focus) : (left.at(-1) ?? pick(random, focus))
  const below = [...reachedFrom(seed.document, space.increment.resolve(owner))].filter((num) => isDeep(seed, num))
  redefine(space, new PdfRef(pick(random, below)))
}

/** An object of the signed document; pages, and what leads to all of them, are no part of anything. */
function isDeep({ byKind }: SeedIndex, num: number): boolean {
  return [...byKind].some(([kind, refs]) => !/^(Page|Pages|Catalog)$/.test(kind) && refs.some((ref) => ref.num === num))
}

/** Writes another meaning under any number. */
export function redefineAny(space: Workspace): void {
  redefine(
    space,
    once(space.random, 2) && space.seed.orphans.length > 0 ? pick(space.random, space.seed.orphans) : target(space),
  )
}

/** Changes or adds a resource of a page, a form or an appearance. */
export function changeResources(space: Workspace): void {
  const { random } = space
  const owner = target(space, /^(Page|XObject Form|Font Type3)$/)
  const resources = space.increment.resolve(space.get(owner).get('Resources'))
  const all = resources instanceof PdfDict ? resources : new PdfDict()
  const category = pick(random, ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'])
  const list = space.increment.resolve(all.get(category))
  const old = list instanceof PdfDict ? list : new PdfDict()
  const name = pick(random, [...old.entries.keys(), 'F1', 'Helv', 'X'])
  const value = maybeTarget(space, new RegExp(`^(${category}|font|dictionary|stream)`)) ?? dict`<</CA .5 /ca .5>>`
  space.set(owner, { Resources: all.with({ [category]: old.with({ [name]: value }) }) })
}

/** Changes the form itself: what viewers do with fields that have no appearance, default resources, order. */
export function changeFormEntry(space: Workspace): void {
  const { random, document } = space
  const object = document.catalog.get('AcroForm')
  const form = space.increment.resolve(space.get(document.catalogRef).get('AcroForm'))
  if (!(form instanceof PdfDict)) throw new NothingToDo()
  const makers: Record<string, () => PdfObject | undefined> = {
    NeedAppearances: () => !once(random, 4),
    DR: () => new PdfDict({ Font: new PdfDict({ Helv: target(space, /^Font /) }) }),
    DA: () => valueForKey(space, 'DA', []),
    Q: () => random(3),
    CO: () => [anyReference(space)],
    XFA: () => space.add(stream(dict`<<>>`, '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')),
    SigFlags: () => random(4),
    Fields: () => itemsOf(space, form.get('Fields')).slice(random(2)).reverse(),
  }
  const key = pick(random, Object.keys(makers))
  const changed = form.with({ [key]: makers[key]?.() })
  if (object instanceof PdfRef) space.put(object, changed)
  else space.set(document.catalogRef, { AcroForm: changed })
}
