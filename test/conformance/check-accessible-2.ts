/**
 * Looks for what keeps a file from being an accessible document on PDF 2.0 (ISO 14289-2).
 *
 * @module
 */

import { checkAccessible, TYPES_2 } from './check-accessible.js'
import { checkFonts } from './check-fonts.js'
import { isDict, type Json, type JsonDict, type QpdfFile } from './qpdf-file.js'

const PDF_1 = 'http://iso.org/pdf/ssn'
const PDF_2 = 'http://iso.org/pdf2/ssn'
const MATH = 'http://www.w3.org/1998/Math/MathML'
/** Types of PDF 1.7 that PDF 2.0 has no more, and that a file may keep in their own namespace. */
const OLD_TYPES = new Set([
  '/Art',
  '/BlockQuote',
  '/TOC',
  '/TOCI',
  '/Index',
  '/Private',
  '/Quote',
  '/Reference',
  '/BibEntry',
  '/Code',
])
/** Pieces of a line, which stand in paragraphs and the like (ISO 32000-2, annex L). */
const INLINE_TYPES = new Set(['/Link', '/Span', '/Em', '/Strong', '/Sub', '/Ruby', '/Warichu', '/Lbl'])
/** Annotations that may not be there (8.9.2.4.11, 8.9.2.4.15). */
const FORBIDDEN_ANNOTATIONS = new Set(['/Sound', '/Movie', '/TrapNet'])
/** Those that stay outside of the structure (8.9.2.4.9, 8.9.2.4.14). */
const LOOSE_ANNOTATIONS = new Set(['/Popup', '/PrinterMark'])
/** Those that have to say what they are for (8.9.2.4.8 to 8.9.2.4.19). */
const DESCRIBED_ANNOTATIONS = new Set(['/Ink', '/Screen', '/3D', '/RichMedia'])
/** Flags of annotations (ISO 32000-2, table 167). */
const INVISIBLE = 1
const NO_VIEW = 32
const TOGGLE_NO_VIEW = 256
/** The private use area of the basic plane; the planes 15 and 16 are private as a whole. */
const PRIVATE = /\p{Co}/u

interface Element {
  readonly ref: string
  readonly dict: JsonDict
  readonly type: string
  readonly kids: readonly Json[]
  /** Types of its elements, in order. */
  readonly kidTypes: readonly string[]
}

/** Goes through the clauses of ISO 14289-2 that a program can judge and a file without media can break. */
export function checkAccessible2(file: QpdfFile): string[] {
  const faults = checkAccessible(file, { claims: false, part: 2 })
  const fault = (clause: string, what: string) => faults.push(`14289-2 ${clause}: ${what}`)
  const { catalog } = file
  const tree = file.dict(catalog['/StructTreeRoot'])
  const elements = new Map<string, Element>()
  const parents = new Map<string, string>()
  /** Elements by the annotations that they hold. */
  const holders = new Map<string, Element>()

  const roots = [tree['/K'] ?? []].flat().map(String)
  for (const root of roots) collect(root, undefined)
  checkMetadata()
  checkRoot()
  for (const element of elements.values()) checkElement(element)
  for (const page of file.pages()) checkPage(page)
  checkDestinations()
  for (const what of checkFonts(file)) fault('8.4.5', what)
  checkStrings()
  return faults

  function collect(ref: string, parent: string | undefined): void {
    if (elements.has(ref)) return
    const dict = file.dict(ref)
    const kids = [dict['/K'] ?? []].flat()
    const below = kids.filter((kid) => typeof kid === 'string').map(String)
    const kidTypes = below.map((kid) => String(file.dict(kid)['/S']))
    const element = { ref, dict, type: String(dict['/S']), kids, kidTypes }
    elements.set(ref, element)
    if (parent !== undefined) parents.set(ref, parent)
    for (const kid of kids) if (isDict(kid) && kid['/Type'] === '/OBJR') holders.set(String(kid['/Obj']), element)
    for (const kid of below) collect(kid, ref)
  }

  function checkMetadata(): void {
    const metadata = file.dict(catalog['/Metadata'])
    const xmp = file.data(catalog['/Metadata'])?.toString('utf8') ?? ''
    if (!/^2\.\d$/.test(file.version)) fault('6.1', `version ${file.version}`)
    if (metadata['/Type'] !== '/Metadata' || metadata['/Subtype'] !== '/XML') fault('8.11.1', 'no metadata')
    if (!/<pdfuaid:part>2<\/pdfuaid:part>/.test(xmp)) fault('5', 'the part is not claimed')
    if (!/<pdfuaid:rev>\d{4}<\/pdfuaid:rev>/.test(xmp)) fault('5', 'no revision')
    if (!/<dc:title>.*[^<>\s].*<\/dc:title>/s.test(xmp)) fault('8.11.1', 'no title')
    if (file.dict(catalog['/ViewerPreferences'])['/DisplayDocTitle'] !== true) fault('8.11.2', 'the title is not shown')
    if (String(catalog['/Lang'] ?? 'u:') === 'u:') fault('8.4.4', 'no language')
    if ('/Suspects' in file.dict(catalog['/MarkInfo'])) fault('8.2.1', 'suspects')
    if ('/XFA' in file.dict(catalog['/AcroForm'])) fault('8.10.1', 'XFA')
  }

  function checkRoot(): void {
    const [root] = roots
    const element = root === undefined ? undefined : elements.get(root)
    if (roots.length !== 1 || element?.type !== '/Document') fault('8.2.5.2', `${roots.length} elements below the root`)
    else if (namespaceOf(element.dict) !== PDF_2) fault('8.2.5.2', `the document is of ${namespaceOf(element.dict)}`)
  }

  /** Without an entry it is that of PDF 1.7 (ISO 32000-2, 14.8.6.1). */
  function namespaceOf(dict: JsonDict): string {
    if (!('/NS' in dict)) return PDF_1
    if (!file.list(tree['/Namespaces']).includes(dict['/NS'] ?? null)) fault('8.2.4', 'a namespace that is not listed')
    return textOf(file.dict(dict['/NS'])['/NS'])
  }

  function checkElement(element: Element): void {
    const { ref, dict, type, kids, kidTypes } = element
    if (!('/P' in dict)) fault('8.2.1', `${ref} has no parent`)
    const namespace = namespaceOf(dict)
    if (![PDF_1, PDF_2, MATH].includes(namespace)) fault('8.2.4', `${ref}: ${namespace}`)
    if (namespace === PDF_2 && !TYPES_2.has(type) && !/^\/H[1-9]\d*$/.test(type)) fault('8.2.4', `${ref}: ${type}`)
    if (namespace === PDF_1 && TYPES_2.has(type) === OLD_TYPES.has(type) && !/^\/(?:H[1-6]|Note)$/.test(type))
      fault('8.2.4', `${ref}: ${type}`)
    if (type === '/H') fault('8.2.5.12', `${ref}: H`)
    if (type === '/Note') fault('8.2.5.14', `${ref}: Note`)
    if (type === '/TOCI' && !('/Ref' in dict)) fault('8.2.5.8', `${ref}: no target`)
    if (type === '/FENote') checkNote(element)
    if (type === '/Document') {
      const stray = kidTypes.find((kid) => INLINE_TYPES.has(kid))
      if (stray !== undefined) fault('32005', `${stray} in ${type}`)
    }
    if (type === '/L') checkList(element)
    if (type === '/LI' && kids.some((kid) => typeof kid === 'number' || isDict(kid)))
      fault('8.2.5.25', `${ref}: content`)
    if (type === '/Table') checkHeaders(element)
    const caption = kidTypes.indexOf('/Caption')
    if (caption > 0 && caption < kidTypes.length - 1) fault('8.2.5.27', `${ref}: a caption in the middle`)
    if (type === '/Figure' && !describes(dict)) fault('8.2.5.28.2', `${ref} has no alternative`)
    if (type === '/Formula' && !describes(dict) && !('/AF' in dict) && !kidTypes.includes('/math'))
      fault('8.2.5.29', `${ref} has no MathML and no alternative`)
    const parent = parents.get(ref)
    if (type === '/math' && String(file.dict(parent)['/S']) !== '/Formula') fault('8.2.5.29', `${ref}: math elsewhere`)
    if (type === '/Form') checkForm(element)
    for (const name of ['/Alt', '/ActualText']) {
      if (PRIVATE.test(textOf(dict[name]))) fault('8.4.3', `${ref}: private characters in ${name}`)
    }
  }

  function describes(dict: JsonDict): boolean {
    return ['/Alt', '/ActualText'].some((name) => textOf(dict[name]) !== '')
  }

  /** Note and text name each other. */
  function checkNote({ ref, dict }: Element): void {
    const type = attribute(dict, '/NoteType')
    if (!['/Footnote', '/Endnote', '/None'].includes(String(type))) fault('8.2.5.14', `${ref}: ${String(type)}`)
    const citing = file.list(dict['/Ref']).map(String)
    for (const [other, { dict: text }] of elements) {
      const refers = file.list(text['/Ref']).map(String).includes(ref)
      if (refers && !citing.includes(other)) fault('8.2.5.14', `${ref} does not name ${other}`)
      if (!refers && citing.includes(other)) fault('8.2.5.14', `${other} does not name ${ref}`)
    }
    if (citing.length === 0) fault('8.2.5.14', `${ref}: nothing refers to it`)
  }

  function checkList({ ref, dict, kids }: Element): void {
    const hasLabels = kids.some((kid) =>
      [file.dict(kid)['/K'] ?? []].flat().some((item) => file.dict(item)['/S'] === '/Lbl'),
    )
    const numbering = attribute(dict, '/ListNumbering')
    if (hasLabels && (numbering === undefined || numbering === '/None'))
      fault('8.2.5.25', `${ref}: labels without numbers`)
  }

  /** 8.2.5.26: where there are headers, each cell has one above it in its column or before it in its row. */
  function checkHeaders({ kids }: Element): void {
    const rows = kids.flatMap((kid) => {
      const type = file.dict(kid)['/S']
      return type === '/TR' ? [kid] : [file.dict(kid)['/K'] ?? []].flat()
    })
    const grid: (string | undefined)[][] = []
    const columns = new Set<number>()
    const places: { readonly cell: string; readonly row: number; readonly column: number; readonly span: number }[] = []
    rows.forEach((row, index) => {
      let column = 0
      for (const cell of [file.dict(row)['/K'] ?? []].flat().map(String)) {
        while (grid[index]?.[column] !== undefined) column++
        const span = Number(attribute(file.dict(cell), '/ColSpan') ?? 1)
        const height = Number(attribute(file.dict(cell), '/RowSpan') ?? 1)
        for (let down = 0; down < height; down++) {
          grid[index + down] ??= []
          for (let right = 0; right < span; right++) (grid[index + down] ?? [])[column + right] = cell
        }
        places.push({ cell, row: index, column, span })
      }
    })
    const types = new Map(places.map(({ cell }) => [cell, String(file.dict(cell)['/S'])]))
    if (![...types.values()].includes('/TH')) return
    const headedRows = new Set<number>()
    for (const { cell, row, column, span } of places) {
      const scope = attribute(file.dict(cell), '/Scope')
      if (types.get(cell) === '/TH') {
        if (scope !== '/Row') for (let right = 0; right < span; right++) columns.add(column + right)
        if (scope !== '/Column') headedRows.add(row)
        continue
      }
      const isHeaded = columns.has(column) || headedRows.has(row) || '/Headers' in file.dict(file.dict(cell)['/A'])
      if (!isHeaded) fault('8.2.5.26', `${cell} has no header`)
    }
  }

  function checkForm({ ref, kids }: Element): void {
    const widgets = kids.filter((kid) => isDict(kid) && file.dict(kid['/Obj'])['/Subtype'] === '/Widget')
    if (widgets.length > 1) fault('8.10.1', `${ref}: ${widgets.length} widgets`)
  }

  /** An attribute, whoever owns it; attributes may stand in a list. */
  function attribute(dict: JsonDict, name: string): Json | undefined {
    const lists = [file.get(dict['/A']) ?? []].flat()
    for (const each of lists) if (name in file.dict(each)) return file.dict(each)[name]
    return undefined
  }

  function checkPage(ref: string): void {
    const page = file.dict(ref)
    const annotations = file.list(page['/Annots'])
    if (annotations.length > 0 && !['/A', '/W', '/S'].includes(String(page['/Tabs']))) fault('8.9.3.3', `page ${ref}`)
    for (const annotation of annotations.map(String)) checkAnnotation(annotation)
  }

  function checkAnnotation(ref: string): void {
    const dict = file.dict(ref)
    const subtype = String(dict['/Subtype'])
    const flags = Number(dict['/F'] ?? 0)
    const holder = holders.get(ref)
    if (FORBIDDEN_ANNOTATIONS.has(subtype)) fault('8.9.2.4', `${ref}: ${subtype}`)
    if (holder !== undefined && LOOSE_ANNOTATIONS.has(subtype)) fault('8.9.2.4', `${ref}: ${subtype} in the structure`)
    if (DESCRIBED_ANNOTATIONS.has(subtype) && textOf(dict['/Contents']) === '') fault('8.9.2.4', `${ref}: no contents`)
    const isHidden = (flags & INVISIBLE) !== 0 || ((flags & NO_VIEW) !== 0 && (flags & TOGGLE_NO_VIEW) === 0)
    if (holder !== undefined && isHidden) fault('8.9.2.2', `${ref}: hidden, but in the structure`)
    if (subtype === '/Link' && holder?.type !== '/Link' && holder?.type !== '/Reference')
      fault('8.2.5.20', `${ref}: a link in ${holder?.type}`)
    if (subtype === '/Widget') checkWidget(ref, dict, holder)
    const contents = textOf(dict['/Contents'])
    const alternative = textOf(holder?.dict['/Alt'])
    if (contents !== '' && alternative !== '' && contents !== alternative) fault('8.9.4.2', `${ref}: two descriptions`)
    if (PRIVATE.test(contents)) fault('8.6', `${ref}: private characters`)
  }

  function checkWidget(ref: string, dict: JsonDict, holder: Element | undefined): void {
    const [left = 0, bottom = 0, right = 0, top = 0] = file.list(dict['/Rect']).map(Number)
    if (left === right && bottom === top && holder !== undefined) fault('8.9.2.4.13', `${ref}: nothing to be seen`)
    if (holder === undefined) return
    if (holder.type !== '/Form') fault('8.10.1', `${ref}: a widget in ${holder.type}`)
    const hasLabel = holder.kidTypes.includes('/Lbl')
    if (!hasLabel && textOf(dict['/Contents']) === '') fault('8.10.2.3', `${ref}: no label and no contents`)
  }

  /** 8.8: places in the file are named by elements of its structure. */
  function checkDestinations(): void {
    const names = [...file.dicts()]
    for (const [key, dict] of names) {
      const isOutline = '/Title' in dict && '/Parent' in dict
      const isLink = dict['/Subtype'] === '/Link'
      if ((isOutline || isLink) && '/Dest' in dict && !isElement(dict['/Dest'])) fault('8.8', `${key}: a page is named`)
      const action = dict['/S'] === '/GoTo' ? dict : file.dict(dict['/A'])
      if (action['/S'] === '/GoTo' && !isElement(action['/SD'])) fault('8.8', `${key}: a page is named`)
    }
    const open = catalog['/OpenAction'] ?? null
    if (Array.isArray(file.get(open)) && !isElement(open)) fault('8.8', 'the file opens at a page')
  }

  function isElement(destination: Json | undefined): boolean {
    return elements.has(String(file.list(destination)[0]))
  }

  /** 8.4.4 and 8.6, and what embedded files say about themselves (8.14.1). */
  function checkStrings(): void {
    for (const [key, dict] of file.dicts()) {
      if (PRIVATE.test(textOf(dict['/Title']))) fault('8.6', `${key}: private characters in its title`)
      if ('/EF' in dict && textOf(dict['/Desc']) === '') fault('8.14.1', `${key}: no description`)
    }
  }
}

/** A text string as qpdf gives it: `u:` for text, `b:` for bytes. */
function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? (/^u:(.*)$/s.exec(value)?.[1] ?? '') : ''
}
