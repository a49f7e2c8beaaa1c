/**
 * The objects of a signed document by their kind, and those that nothing leads to.
 *
 * @module
 */

import { getPage } from '../../../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../../../src/pdf/document.js'
import { type FormField, readFields } from '../../../../src/pdf/form/acro-form.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../../src/pdf/objects.js'

/** What the moves of one document choose from. */
export interface SeedIndex {
  readonly document: PdfDocument
  readonly refs: readonly PdfRef[]
  readonly byKind: ReadonlyMap<string, readonly PdfRef[]>
  /** Objects that nothing in the signed revision leads to. */
  readonly orphans: readonly PdfRef[]
  readonly pages: readonly PdfRef[]
  readonly annotations: readonly PdfRef[]
  readonly fields: readonly (FormField & { readonly ref: PdfRef })[]
}

/** Pages that are drawn and changed. */
const MAX_PAGES = 3
/** Objects of large documents beyond this number are left alone. */
const MAX_NUMBERS = 2000

/** Reads a document once for all cases that start from it. */
export function indexSeed(bytes: Uint8Array): SeedIndex {
  const document = PdfDocument.open(bytes)
  const numbers = Array.from({ length: Math.min(document.xref.size, MAX_NUMBERS) }, (_, num) => num)
  const refs = numbers.filter((num) => document.xref.get(num) !== undefined).map((num) => new PdfRef(num))
  const byKind = new Map<string, PdfRef[]>()
  for (const ref of refs) {
    const kind = kindOf(document.resolve(ref))
    byKind.set(kind, [...(byKind.get(kind) ?? []), ref])
  }
  const reached = reachedFrom(document, document.trailer)
  const pages = pagesOf(document)
  return {
    document,
    refs,
    byKind,
    orphans: refs.filter((ref) => !reached.has(ref.num) && !isPartOfFile(document.resolve(ref))),
    pages,
    annotations: pages.flatMap((page) => annotationsOf(document, page)),
    fields: readFields(document).flatMap((field) => (field.ref === undefined ? [] : [{ ...field, ref: field.ref }])),
  }
}

/** Streams that hold the file together; their numbers mean nothing to pages. */
function isPartOfFile(object: PdfObject): boolean {
  return object instanceof PdfStream && ['XRef', 'ObjStm'].includes(nameOf(object.dict.get('Type')) ?? '')
}

/** Numbers of the objects that references lead to, by any path. */
export function reachedFrom(document: PdfDocument, start: PdfObject): Set<number> {
  const reached = new Set<number>()
  const pending: PdfObject[] = [start]
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (object instanceof PdfRef) {
      if (reached.has(object.num)) continue
      reached.add(object.num)
      pending.push(document.resolve(object))
    } else if (Array.isArray(object)) pending.push(...object)
    else if (object instanceof PdfDict) pending.push(...object.entries.values())
    else if (object instanceof PdfStream) pending.push(...object.dict.entries.values())
  }
  return reached
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

/** Entries that tell what an untyped object is, the most telling first. */
const TELLING: readonly (readonly [key: string, kind: string])[] = [
  ['PatternType', 'Pattern'],
  ['ShadingType', 'Shading'],
  ['FunctionType', 'Function'],
  ['Length1', 'font program'],
  ['FontName', 'FontDescriptor'],
  ['BaseFont', 'Font'],
  ['CharProcs', 'Font'],
  ['Differences', 'Encoding'],
  ['FT', 'field'],
  ['OCGs', 'OCProperties'],
  ['Names', 'name tree'],
  ['Nums', 'number tree'],
  ['Font', 'resources'],
  ['VRI', 'DSS'],
  ['Kids', 'field group'],
  ['Title', 'outline item or properties'],
  ['JS', 'action'],
  ['S', 'action'],
]

/** In the words of the standard: "Annot Stamp", "Font Type3", "XObject Image". */
export function kindOf(object: PdfObject): string {
  const entries = object instanceof PdfStream ? object.dict : object
  if (Array.isArray(entries)) return 'array'
  if (!(entries instanceof PdfDict)) return 'plain value'
  const [type, subtype] = [nameOf(entries.get('Type')), nameOf(entries.get('Subtype'))]
  if (subtype === 'Widget') return entries.has('FT') ? `widget ${nameOf(entries.get('FT'))}` : 'widget'
  if (type === 'Annot' || (subtype !== undefined && entries.has('Rect'))) return `annotation ${subtype}`
  if (/^(Type1C|CIDFontType0C|OpenType)$/.test(subtype ?? '')) return 'font program'
  if (type === 'Font' || type === 'XObject' || subtype === 'Form' || subtype === 'Image')
    return `${type ?? 'XObject'} ${subtype}`
  if (type !== undefined) return type
  const kind = TELLING.find(([key]) => entries.has(key))?.[1]
  return kind ?? (object instanceof PdfStream ? 'stream' : 'dictionary')
}
