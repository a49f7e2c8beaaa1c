/**
 * Where the parts of a form document stand, whoever wrote it.
 *
 * @module
 */

import { PdfDocument } from '../../../src/pdf/document.js'
import { type FormField, readFields } from '../../../src/pdf/form/acro-form.js'
import { numberOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects.js'
import { pageAt } from '../support/revise.js'

/** Four numbers: left, bottom, right, top, in points. */
export type Rectangle = readonly [number, number, number, number]

/** A terminal field and its widgets; a field with one widget may be merged with it, then both are one object. */
export interface FieldParts {
  readonly field: PdfRef
  readonly widgets: readonly PdfRef[]
  /** Of the first widget. */
  readonly rectangle: Rectangle
  /** Names of the appearance states other than Off, one per widget; empty for fields without states. */
  readonly states: readonly string[]
  /** Streams that the widgets show: the only appearance, or that of the state. */
  readonly looks: readonly PdfRef[]
}

/** The parts of a document that attacks and honest changes touch. */
export interface FormParts {
  readonly catalog: PdfRef
  readonly pages: PdfRef
  readonly page: PdfRef
  /** First content stream of the first page. */
  readonly content: PdfRef
  readonly lastPage: PdfRef
  readonly fields: ReadonlyMap<string, FieldParts>
}

/** Reads the parts of a document with at least one page that has content. */
export function readParts(bytes: Uint8Array): FormParts {
  const document = PdfDocument.open(bytes)
  const page = pageAt(document, 0)
  return {
    catalog: document.catalogRef,
    pages: refIn(document.catalog.get('Pages')),
    page: page.ref,
    content: firstContent(document, page.dict),
    lastPage: pageAt(document, lastPageIndex(document)).ref,
    fields: new Map(
      readFields(document).flatMap((field) =>
        field.ref === undefined ? [] : [[field.name, partsOf(document, field)]],
      ),
    ),
  }
}

/** A field that must be there. */
export function fieldIn(parts: FormParts, name: string): FieldParts {
  const field = parts.fields.get(name)
  if (field === undefined) throw new Error(`The document has no field "${name}".`)
  return field
}

function lastPageIndex(document: PdfDocument): number {
  const root = document.lookupDict(document.catalog, 'Pages')
  return (numberOf(root === undefined ? undefined : document.lookup(root, 'Count')) ?? 1) - 1
}

function firstContent(document: PdfDocument, page: PdfDict): PdfRef {
  const contents = page.get('Contents')
  const list = document.resolve(contents)
  return refIn(Array.isArray(list) ? list[0] : contents)
}

function partsOf(document: PdfDocument, { ref, dict }: FormField): FieldParts {
  const field = refIn(ref)
  const kids = document.lookupArray(dict, 'Kids')?.filter((kid) => kid instanceof PdfRef) ?? []
  const widgets = kids.length === 0 ? [field] : kids
  const dicts = widgets.map((widget) => document.resolve(widget)).filter((widget) => widget instanceof PdfDict)
  return {
    field,
    widgets,
    rectangle: rectangleOf(document, dicts[0]),
    states: dicts.flatMap((widget) => statesOf(document, widget).slice(0, 1)),
    looks: dicts.flatMap((widget) => looksOf(document, widget)),
  }
}

function normalAppearance(document: PdfDocument, widget: PdfDict): PdfObject | undefined {
  return document.lookupDict(widget, 'AP')?.get('N')
}

function statesOf(document: PdfDocument, widget: PdfDict): string[] {
  const normal = document.resolve(normalAppearance(document, widget))
  return normal instanceof PdfDict ? [...normal.entries.keys()].filter((state) => state !== 'Off') : []
}

function looksOf(document: PdfDocument, widget: PdfDict): PdfRef[] {
  const object = normalAppearance(document, widget)
  const normal = document.resolve(object)
  const candidates =
    normal instanceof PdfStream ? [object] : normal instanceof PdfDict ? [...normal.entries.values()] : []
  return candidates.filter((look) => look instanceof PdfRef)
}

function rectangleOf(document: PdfDocument, widget: PdfDict | undefined): Rectangle {
  const numbers = (widget === undefined ? undefined : document.lookupArray(widget, 'Rect'))?.map(
    (item) => numberOf(document.resolve(item)) ?? 0,
  )
  const [a = 0, b = 0, c = 0, d = 0] = numbers ?? []
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

function refIn(object: PdfObject | undefined): PdfRef {
  if (object instanceof PdfRef) return object
  throw new Error('What should be a reference is none.')
}
