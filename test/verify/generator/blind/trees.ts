/**
 * Annotations and field trees of any shape, reached by any path.
 *
 * @module
 */

import { nameOf, PdfDict, PdfName, type PdfObject, type PdfRef } from '../../../../src/pdf/objects.js'
import { textString } from '../../../../src/pdf/syntax/text-string.js'
import { annotation } from '../../support/edits.js'
import { itemsOf } from '../../support/revise.js'
import { addToForm } from '../../support/sign.js'
import { once, pick } from '../draft.js'
import { ANNOTATION_KEYS, FIELD_KEYS, valueForKey } from './entries.js'
import { appearance, place } from './looks.js'
import { isOdd, maybeTarget, type Workspace } from './workspace.js'

const SUBTYPES = [
  ...['Text', 'Link', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline'],
  ...['Squiggly', 'StrikeOut', 'Stamp', 'Caret', 'Ink', 'Popup', 'FileAttachment', 'Sound', 'Movie', 'Screen'],
  ...['PrinterMark', 'TrapNet', 'Watermark', '3D', 'Redact', 'Projection', 'RichMedia', 'Widget', 'Unheard'],
]

/** What viewers need before they draw a kind of annotation without an appearance. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  Highlight: ['QuadPoints', 'C'],
  Underline: ['QuadPoints', 'C'],
  Squiggly: ['QuadPoints', 'C'],
  StrikeOut: ['QuadPoints', 'C'],
  Line: ['L'],
  Polygon: ['Vertices'],
  PolyLine: ['Vertices'],
  Ink: ['InkList'],
  FreeText: ['DA', 'Contents'],
  Redact: ['QuadPoints', 'OverlayText'],
  FileAttachment: ['FS'],
  Watermark: ['FixedPrint'],
}

type Entries = Record<string, PdfObject>

function valuesOf(space: Workspace, keys: readonly string[], rect: readonly number[]): Entries {
  return Object.fromEntries(keys.map((key) => [key, valueForKey(space, key, rect)]))
}

function some(space: Workspace, keys: readonly string[], most: number): string[] {
  return Array.from({ length: space.random(most + 1) }, () => pick(space.random, keys))
}

/** Lists an annotation on a page. */
function listOnPage(space: Workspace, ref: PdfRef): void {
  const page = pick(space.random, space.pages)
  const list = itemsOf(space, space.get(page).get('Annots'))
  if (list.some((item) => item === ref)) return
  const next = isOdd(space) ? [ref, ...list] : [...list, ref]
  space.set(page, { Annots: isOdd(space) ? space.add(next) : next })
}

/** Adds an annotation of any subtype. */
export function addAnyAnnotation(space: Workspace): void {
  const { random } = space
  const subtype = pick(random, SUBTYPES)
  const rect = place(space)
  const keys = [
    ...(NEEDED[subtype] ?? []),
    ...some(space, ANNOTATION_KEYS, 2),
    ...(isOdd(space) ? some(space, FIELD_KEYS, 2) : []),
  ]
  const look = once(random, 3) ? {} : appearance(space, rect)
  const ref = space.add(annotation(subtype, rect, { ...valuesOf(space, keys, rect), ...look }))
  if (!isOdd(space)) listOnPage(space, ref)
  if (isOdd(space)) addToForm(space, ref)
}

/** What the nodes of a tree know of those above them. */
interface Parent {
  readonly ref: PdfRef
  readonly depth: number
}

/** Adds a tree of one to four nodes, below the form or below a field that is there. */
export function addFieldTree(space: Workspace): void {
  const below = once(space.random, 5) ? maybeTarget(space, /^(field|widget)/) : undefined
  if (below === undefined) {
    const root = addNode(space, undefined)
    if (!isOdd(space)) addToForm(space, root)
  } else {
    const kid = addNode(space, { ref: below, depth: 1 })
    space.set(below, { Kids: [...itemsOf(space, space.get(below).get('Kids')), kid] })
  }
}

function addNode(space: Workspace, parent: Parent | undefined): PdfRef {
  const { random } = space
  const rect = place(space)
  const entries = nodeEntries(space, parent, rect)
  const old = once(random, 8) ? adoptable(space, parent) : undefined
  const ref = old ?? space.add(null)
  space.put(ref, new PdfDict({ ...(old === undefined ? {} : Object.fromEntries(space.get(old).entries)), ...entries }))
  if (old !== undefined && parent !== undefined) leaveForm(space, old)
  const depth = parent?.depth ?? 0
  const hasKids = depth === 0 ? !once(random, 3) : depth === 1 && once(random, 5)
  const kids = hasKids ? pick(random, [1, 1, 2]) : 0
  if (kids > 0) {
    const list = Array.from({ length: kids }, () => addNode(space, { ref, depth: depth + 1 }))
    if (!isOdd(space)) space.set(ref, { Kids: list })
  }
  const isWidget = space.get(ref).has('Rect')
  if (old === undefined && isWidget && !isOdd(space)) listOnPage(space, ref)
  return ref
}

/** A field or widget of the document, or of this increment, that may become a node. */
function adoptable(space: Workspace, parent: Parent | undefined): PdfRef | undefined {
  const fresh = space.focus.filter((ref) => !space.numbers.includes(ref.num) && ref.num !== parent?.ref.num)
  const old = fresh.length > 0 ? pick(space.random, fresh) : maybeTarget(space, /^(field|widget)/)
  return old?.num === parent?.ref.num ? undefined : old
}

/** Takes a field off the list of the form, for it has a parent now. */
function leaveForm(space: Workspace, ref: PdfRef): void {
  if (isOdd(space)) return
  const object = space.document.catalog.get('AcroForm')
  const form = space.increment.resolve(space.get(space.document.catalogRef).get('AcroForm') ?? object)
  if (!(form instanceof PdfDict)) return
  const Fields = itemsOf(space, form.get('Fields')).filter((item) => (item as PdfRef).num !== ref.num)
  if (object instanceof PdfDict || object === undefined)
    space.set(space.document.catalogRef, { AcroForm: form.with({ Fields }) })
  else space.set(object as PdfRef, { Fields })
}

function nodeEntries(space: Workspace, parent: Parent | undefined, rect: readonly number[]): Entries {
  const { random } = space
  const has = (percent: number) => random(100) < percent
  const isRoot = parent === undefined
  // Kids are other fields, or nothing but places of the one above, whose entries they may contradict.
  const isPlace = !isRoot && has(60)
  const entries: Entries = isPlace || has(60) ? widgetEntries(space, rect) : {}
  if (has(isRoot ? 90 : 45)) entries['FT'] = valueForKey(space, 'FT', rect)
  if (!isPlace && has(90)) entries['T'] = textString(anyName(space))
  if (!isRoot && !isOdd(space)) entries['Parent'] = parent.ref
  // Without an appearance, viewers draw the value. Text in a signature field is against the standard: rather odd.
  const isText = (nameOf(entries['FT']) ?? 'Sig') !== 'Sig'
  const drawsValue = 'Rect' in entries && !('AP' in entries) && isText
  if (has(drawsValue ? 85 : isText ? 35 : 5)) Object.assign(entries, valuesOf(space, ['V', 'DA'], rect))
  const extra = once(random, 4) ? some(space, [...FIELD_KEYS, ...ANNOTATION_KEYS, 'A', 'AA'], 2) : []
  return { ...valuesOf(space, extra, rect), ...entries }
}

function widgetEntries(space: Workspace, rect: readonly number[]): Entries {
  const { random, pages } = space
  return {
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    Rect: [...rect],
    F: 4,
    P: pages[0] ?? null,
    ...(once(random, 2) ? appearance(space, rect) : {}),
  }
}

/** Mostly a new one. */
function anyName(space: Workspace): string {
  if (isOdd(space)) return pick(space.random, ['', 'a.b', ...space.fields.map(({ name }) => name)])
  return `New${space.written.size}${space.random(1000)}`
}
