/**
 * Moves on annotations and empty signature fields.
 *
 * @module
 */

import { PdfDict, PdfName, type PdfObject } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { annotation } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, itemsOf } from '../support/revise.js'
import { addToForm } from '../support/sign.js'
import { type Draft, once, pick } from './draft.js'
import { anyLook } from './random-content.js'
import { anyReference, anyValue, border, colour, rectangle } from './random-values.js'

const KINDS = [
  ...['Text', 'Link', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline'],
  ...['Squiggly', 'StrikeOut', 'Stamp', 'Caret', 'Ink', 'Popup', 'FileAttachment', 'Watermark', 'Redact', 'Widget'],
]

type Entry = (draft: Draft, rect: readonly number[]) => PdfObject | undefined

const points =
  (count: number): Entry =>
  (draft, [a = 0, b = 0, c = 0, d = 0]) =>
    once(draft.random, 4)
      ? Array.from({ length: count }, () => draft.random(800))
      : [a, d, c, d, a, b, c, b].slice(0, count)

const ENTRIES: Readonly<Record<string, Entry>> = {
  C: (draft) => colour(draft),
  IC: (draft) => colour(draft),
  BS: (draft) => border(draft),
  Border: ({ random }) => [0, 0, pick(random, [0, 0, 1, 3, 70])],
  CA: ({ random }) => pick(random, [pdf`.3`, pdf`.9`, 1]),
  F: ({ random }) => pick(random, [0, 4, 4, 4, 6, 12, 20, 28, 32, 36, 68, 132]),
  Contents: ({ random }) => textString(pick(random, ['Seen', '', 'The price is 900 EUR.'])),
  DA: ({ random }) => textString(pick(random, ['/Helv 10 Tf 0 g', '/Helv 14 Tf 1 g', '/Helv 300 Tf 1 g'])),
  QuadPoints: points(8),
  L: points(4),
  Vertices: points(8),
  InkList: (draft, rect) => [points(8)(draft, rect) ?? null],
  CL: points(4),
  RD: ({ random }) => Array.from({ length: 4 }, () => random(100) - 50),
  LE: ({ random }) => PdfName.of(pick(random, ['None', 'Square', 'OpenArrow', 'ClosedArrow', 'Circle'])),
  Name: ({ random }) => PdfName.of(pick(random, ['Note', 'Approved', 'Void', 'PushPin', 'Help'])),
  Open: ({ random }) => once(random, 2),
  BE: ({ random }) => dict`<</S /C /I ${String(random(3))}>>`,
  BM: ({ random }) => PdfName.of(pick(random, ['Multiply', 'Darken'])),
  OC: (draft) => draft.add(dict`<</Type /OCG /Name (x)>>`),
  AS: ({ random }) => PdfName.of(pick(random, ['On', 'Off'])),
  A: (draft) => pick(draft.random, [dict`<</S /URI /URI (https://example.com)>>`, dict`<</S /JavaScript /JS (1)>>`]),
  IRT: (draft) => anyReference(draft),
  Popup: (draft) => anyReference(draft),
  StructParent: ({ random }) => random(5),
}

/** What viewers need before they draw a kind of annotation. */
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
  Redact: ['QuadPoints'],
}

/** Adds an annotation of any kind, with or without an appearance. */
export function annotate(draft: Draft): void {
  const { random } = draft
  const kind = pick(random, KINDS)
  const rect = rectangle(draft)
  const keys = [...(NEEDED[kind] ?? []), ...Array.from({ length: random(4) }, () => pick(random, Object.keys(ENTRIES)))]
  const entries = Object.fromEntries(keys.map((key) => [key, ENTRIES[key]?.(draft, rect) ?? null]))
  const look = once(random, 2) ? lookOver(draft, rect) : {}
  addAnnotation(draft, pick(random, draft.pages), annotation(kind, rect, { ...entries, ...look }))
}

function lookOver(draft: Draft, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): Record<string, PdfObject> {
  const look = draft.add(anyLook(draft, Math.max(1, Math.abs(c - a)), Math.max(1, Math.abs(d - b))))
  if (!once(draft.random, 8)) return { AP: new PdfDict({ N: look }) }
  return { AP: new PdfDict({ N: new PdfDict({ On: look, Off: look }) }), AS: PdfName.of('On') }
}

/** Changes an entry of an annotation that the document has. */
export function changeAnnotation(draft: Draft): void {
  const { random } = draft
  const target = pick(random, draft.annotations)
  const key = pick(random, [...Object.keys(ENTRIES), 'Rect', 'AP', 'Subtype'])
  const rect = rectangle(draft)
  const value =
    key === 'Rect'
      ? rect
      : key === 'AP'
        ? lookOver(draft, rect)['AP']
        : (ENTRIES[key]?.(draft, rect) ?? anyValue(draft))
  draft.set(target, { [key]: value })
}

/** Takes an annotation away, or changes the order of all. */
export function rearrangeAnnotations(draft: Draft): void {
  const { random } = draft
  const page = pick(random, draft.pages)
  const list = itemsOf(draft, draft.get(page).get('Annots'))
  const at = random(list.length + 1)
  const next = pick(random, [list.filter((_, i) => i !== at), list.toReversed(), [...list, ...list.slice(0, 1)]])
  draft.set(page, { Annots: once(random, 3) ? draft.add(next) : next })
}

/** Adds an empty signature field. */
export function addSignatureField(draft: Draft): void {
  const { random } = draft
  const page = pick(random, draft.pages)
  const rect = rectangle(draft)
  const look = once(random, 2) ? lookOver(draft, rect) : {}
  const more = once(random, 3) ? { MK: new PdfDict({ BG: colour(draft) }), BS: border(draft) } : {}
  const flags = { F: pick(random, [0, 4, 36, 132]) }
  const widget = annotation('Widget', rect, { ...look, ...more, ...flags })
  const field = widget.with({ FT: PdfName.of('Sig'), T: textString('Another'), P: page })
  addToForm(draft, addAnnotation(draft, page, field))
}
