/**
 * The signature field and its widget (ISO 32000-2, 12.7.5.5 and 12.5.6.19).
 *
 * @module
 */

import type { PdfPage } from '../../pdf/catalog.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { FormField, IndirectField } from '../../pdf/forms.js'
import { nameOf, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { textString } from '../../pdf/text.js'
import type { IncrementWriter, StructureAddition } from '../../pdf/writing.js'

/** A form XObject without area or content (8.10.2). */
export function emptyForm(): PdfStream {
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: [0, 0, 0, 0],
    Resources: new PdfDict(),
  }
  return new PdfStream(new PdfDict(entries), new Uint8Array(0))
}

const ANNOTATION_PRINT = 4
const ANNOTATION_LOCKED = 128
const SIGNATURES_EXIST = 1
const APPEND_ONLY = 2

/** An unused field name: Signature1, Signature2, ... */
export function chooseFieldName(fields: readonly FormField[], stem = 'Signature'): string {
  const used = new Set(fields.map(({ name }) => name.split('.')[0]))
  let count = 1
  while (used.has(`${stem}${count}`)) count++
  return `${stem}${count}`
}

/** A new field, merged with its only widget, on a page. */
interface NewField {
  readonly name: string
  readonly page: PdfPage
  readonly rectangle: readonly [number, number, number, number]
  readonly appearance: PdfRef | undefined
  readonly signature: PdfRef
  /** True for the document's first signature. */
  readonly isFirst: boolean
  /** Description for screen readers; undefined in an untagged document. */
  readonly description: string | undefined
  /** The structure that its widget joins, if it must. */
  readonly structure: StructureAddition | undefined
  /** Further new fields of the form. Default: none. */
  readonly others?: readonly PdfRef[]
}

/** Adds a field to the increment, to the page's /Annots and to the form; returns the catalog entries that change. */
export function addSignatureField(
  document: PdfDocument,
  increment: IncrementWriter,
  field: NewField,
): Record<string, PdfObject> {
  const { description } = field
  const widget = increment.allocate()
  increment.put(
    widget,
    new PdfDict({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: textString(field.name),
      // ISO 14289-1, 7.18.1 accepts either entry; ISO 14289-2, 8.10.2.3 requires /Contents of every widget.
      ...(description === undefined ? {} : { TU: textString(description), Contents: textString(description) }),
      V: field.signature,
      P: field.page.ref,
      Rect: [...field.rectangle],
      F: ANNOTATION_PRINT | ANNOTATION_LOCKED,
      ...(field.appearance === undefined ? {} : { AP: new PdfDict({ N: field.appearance }) }),
      ...(field.structure === undefined
        ? {}
        : { StructParent: tagWidget(increment, field.structure, field.page.ref, widget) }),
    }),
  )
  appendToPage(document, increment, field, widget)
  return changeForm(document, increment, { added: [...(field.others ?? []), widget], isFirst: field.isFirst })
}

/** A form XObject that becomes the normal appearance of a widget. */
interface NewAppearance {
  /** The widget, or the field if none of its widgets has an area. */
  readonly holder: PdfRef
  readonly stream: PdfRef
}

/** What is written into an existing field. */
interface FieldFilling {
  readonly signature: PdfRef
  readonly appearance: NewAppearance | undefined
  /** True for the document's first signature. */
  readonly isFirst: boolean
  /** Description for screen readers; undefined in an untagged document. */
  readonly description: string | undefined
  /** Further new fields of the form. */
  readonly others: readonly PdfRef[]
}

/** Puts the signature into an existing field; returns the catalog entries that change. */
export function fillSignatureField(
  document: PdfDocument,
  increment: IncrementWriter,
  field: IndirectField,
  { signature, appearance, isFirst, description, others }: FieldFilling,
): Record<string, PdfObject> {
  const ap = appearance === undefined ? {} : { AP: new PdfDict({ N: appearance.stream }) }
  const told = (dict: PdfDict) =>
    description === undefined || dict.has('Contents') ? {} : { Contents: textString(description) }
  if (appearance === undefined || appearance.holder.num === field.ref.num) {
    const isWidget = nameOf(document.lookup(field.dict, 'Subtype')) === 'Widget'
    increment.put(field.ref, field.dict.with({ V: signature, ...ap, ...(isWidget ? told(field.dict) : {}) }))
  } else {
    increment.put(field.ref, field.dict.with({ V: signature }))
    const widget = document.resolve(appearance.holder)
    if (widget instanceof PdfDict) increment.put(appearance.holder, widget.with({ ...ap, ...told(widget) }))
  }
  return changeForm(document, increment, { added: others, isFirst })
}

/** Puts a widget into a Form element of the structure (ISO 32000-2, 14.8.4.8.4); returns its key in the parent tree. */
export function tagWidget(
  increment: IncrementWriter,
  structure: StructureAddition,
  page: PdfRef,
  widget: PdfRef,
): number {
  const element = increment.add(
    new PdfDict({
      Type: PdfName.of('StructElem'),
      S: PdfName.of('Form'),
      P: structure.parent,
      Pg: page,
      K: new PdfDict({ Type: PdfName.of('OBJR'), Obj: widget, Pg: page }),
    }),
  )
  structure.addElement(element)
  return structure.addEntry(element)
}

function appendToPage(
  document: PdfDocument,
  increment: IncrementWriter,
  { page, isFirst, description }: NewField,
  widget: PdfRef,
): void {
  const object = page.dict.get('Annots')
  const annotations = document.resolve(object)
  if (object instanceof PdfRef && Array.isArray(annotations)) {
    increment.put(object, [...annotations, widget])
  } else {
    const existing = Array.isArray(annotations) ? annotations : []
    // The page may already be in the increment, under a new root of the page tree.
    const pending = increment.resolve(page.ref)
    const dict = pending instanceof PdfDict ? pending : page.dict
    // A tagged page with annotations states their order (ISO 14289-1, 7.18.3).
    const order = description !== undefined && isFirst && !dict.has('Tabs') ? { Tabs: PdfName.of('S') } : {}
    increment.put(page.ref, dict.with({ Annots: [...existing, widget], ...order }))
  }
}

/** Adds fields to the form, and sets its flags; returns the catalog entries that change. */
export function changeForm(
  document: PdfDocument,
  increment: IncrementWriter,
  { added, isFirst }: { readonly added: readonly PdfRef[]; readonly isFirst: boolean },
): Record<string, PdfObject> {
  const object = document.catalog.get('AcroForm')
  const form = document.resolve(object)
  const dict = form instanceof PdfDict ? form : new PdfDict()
  const flags = document.lookup(dict, 'SigFlags')
  const newFlags = signatureFlags(typeof flags === 'number' ? flags : 0, isFirst)
  let changed = newFlags === flags ? dict : dict.with({ SigFlags: newFlags })

  const fieldsObject = dict.get('Fields')
  const fields = document.resolve(fieldsObject)
  if (added.length > 0) {
    if (fieldsObject instanceof PdfRef && Array.isArray(fields)) increment.put(fieldsObject, [...fields, ...added])
    else changed = changed.with({ Fields: [...(Array.isArray(fields) ? fields : []), ...added] })
  }

  if (changed === dict) return {}
  if (object instanceof PdfRef && form instanceof PdfDict) {
    increment.put(object, changed)
    return {}
  }
  return { AcroForm: form instanceof PdfDict ? changed : increment.add(changed) }
}

/** /SigFlags (12.7.3, table 225). Those of an earlier signer are kept, since strict verifiers take a change for a forgery. */
function signatureFlags(flags: number, isFirst: boolean): number {
  return !isFirst && (flags & SIGNATURES_EXIST) !== 0 ? flags : flags | SIGNATURES_EXIST | APPEND_ONLY
}
