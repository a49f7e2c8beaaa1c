/**
 * Interactive forms (ISO 32000-2, 12.7): the field tree, as far as signatures need it.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../objects.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { decodeTextString } from '../syntax/text-string.js'
import { damaged } from '../xref/xref-section.js'

/** A terminal field. */
export interface FormField {
  readonly ref: PdfRef | undefined
  readonly dict: PdfDict
  /** Fully qualified name (12.7.4.2). */
  readonly name: string
  /** Field type, own or inherited: Btn, Tx, Ch or Sig. */
  readonly type: string | undefined
  /** The value, resolved; `undefined` without one. */
  readonly value: PdfObject | undefined
}

/** A field that is an indirect object, which every well-formed one is. */
export type IndirectField = FormField & { readonly ref: PdfRef }

/** A signature field that holds a signature. */
export interface SignedField extends FormField {
  readonly signature: PdfDict
}

/**
 * All terminal fields, in document order.
 *
 * @throws SealwrightError `document_too_complex` past the limits, `invalid_document` for a field that contains itself.
 */
export function readFields(document: PdfDocument): FormField[] {
  const form = document.lookupDict(document.catalog, 'AcroForm')
  const roots = form === undefined ? undefined : document.lookupArray(form, 'Fields')
  const walk = new FieldWalk(document)
  for (const root of roots ?? []) walk.visit(root, '', {})
  return walk.fields
}

/** Entries that fields inherit from their ancestors (12.7.4.1). */
interface Inherited {
  readonly FT?: PdfObject
  readonly V?: PdfObject
}

/** One walk through the field tree. */
class FieldWalk {
  readonly fields: FormField[] = []
  readonly #document: PdfDocument
  readonly #ancestors = new Set<number>()
  #visited = 0
  #examined = 0

  constructor(document: PdfDocument) {
    this.#document = document
  }

  visit(object: PdfObject, parentName: string, inherited: Inherited): void {
    if (++this.#visited > PDF_LIMITS.maxFormFields || this.#ancestors.size > PDF_LIMITS.maxFieldTreeDepth) {
      throw tooManyFields()
    }
    const dict = this.#document.resolve(object)
    if (!(dict instanceof PdfDict)) return
    const ref = object instanceof PdfRef ? object : undefined
    if (ref !== undefined && this.#ancestors.has(ref.num)) throw damaged('a form field contains itself')
    const name = this.#nameOf(dict, parentName)
    const type = dict.has('FT') ? dict.get('FT') : inherited.FT
    const value = dict.has('V') ? dict.get('V') : inherited.V
    const children = this.#childFields(dict)
    if (children.length === 0) {
      const resolved = value === undefined ? undefined : this.#document.resolve(value)
      this.fields.push({ ref, dict, name, type: nameOf(this.#document.resolve(type)), value: resolved ?? undefined })
      return
    }
    const passedOn = { ...(type === undefined ? {} : { FT: type }), ...(value === undefined ? {} : { V: value }) }
    if (ref !== undefined) this.#ancestors.add(ref.num)
    for (const kid of children) this.visit(kid, name, passedOn)
    if (ref !== undefined) this.#ancestors.delete(ref.num)
  }

  #nameOf(dict: PdfDict, parentName: string): string {
    const partial = this.#document.lookup(dict, 'T')
    if (!(partial instanceof PdfString)) return parentName
    const ownName = decodeTextString(partial.bytes)
    return parentName === '' ? ownName : `${parentName}.${ownName}`
  }

  /** The kids that are fields. Kids without a name of their own are the field's widgets (12.7.4.1). */
  #childFields(dict: PdfDict): readonly PdfObject[] {
    const kids = this.#document.lookupArray(dict, 'Kids') ?? []
    this.#examined += kids.length
    if (this.#examined > MAX_KIDS_PER_FIELD * PDF_LIMITS.maxFormFields) throw tooManyFields()
    return kids.filter((kid) => {
      const child = this.#document.resolve(kid)
      return child instanceof PdfDict && child.has('T')
    })
  }
}

/** Most widgets per field, averaged over the fields of the largest form that is read. */
const MAX_KIDS_PER_FIELD = 10

function tooManyFields(): SealwrightError {
  return new SealwrightError('document_too_complex', 'The form of the PDF has too many fields.')
}

/** The fields that hold a signature. */
export function signedFields(document: PdfDocument, fields: readonly FormField[]): SignedField[] {
  return fields.flatMap((field) => {
    if (field.type !== 'Sig' || !(field.value instanceof PdfDict)) return []
    const holdsSignature = field.value.has('Contents') || field.value.has('ByteRange')
    return holdsSignature && document.lookup(field.value, 'Contents') instanceof PdfString
      ? [{ ...field, signature: field.value }]
      : []
  })
}
