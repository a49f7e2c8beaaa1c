/**
 * Looks for what keeps a file from being an accessible document (ISO 14289-1), and for what ISO 14289-2 asks likewise.
 *
 * @module
 */

import { readContent } from './page-content.js'
import { isDict, type Json, type JsonDict, type QpdfFile } from './qpdf-file.js'

const TYPES_1 = new Set(
  'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu Figure Formula Form'
    .split(' ')
    .map((name) => `/${name}`),
)

/** Types of PDF 2.0 (ISO 32000-2, 14.8.4), besides the headings H1, H2 and so on. */
export const TYPES_2 = new Set(
  'Document DocumentFragment Part Sect Div Aside NonStruct P H Title FENote Sub Lbl Span Em Strong Link Annot Form Ruby RB RT RP Warichu WT WP L LI LBody Table TR TH TD THead TBody TFoot Caption Figure Formula Artifact'
    .split(' ')
    .map((name) => `/${name}`),
)

/** What may stand directly in what (ISO 32000-1, 14.8.4). */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  '/LI': ['/L'],
  '/Lbl': ['/LI', '/Note', '/FENote'],
  '/LBody': ['/LI'],
  '/TR': ['/Table', '/THead', '/TBody', '/TFoot'],
  '/TH': ['/TR'],
  '/TD': ['/TR'],
}
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  '/L': ['/LI', '/L', '/Caption'],
  '/LI': ['/Lbl', '/LBody'],
  '/Table': ['/TR', '/THead', '/TBody', '/TFoot', '/Caption'],
  '/TR': ['/TH', '/TD'],
}

interface Element {
  readonly ref: string
  readonly dict: JsonDict
}

/**
 * Goes through the conditions of the Matterhorn protocol for ISO 14289-1 that a program can judge and a file without
 * forms and media can fail.
 */
export function checkAccessible(file: QpdfFile, { claims = true, part = 1 } = {}): string[] {
  const faults: string[] = []
  const fault = (condition: string, what: string) => faults.push(`Matterhorn ${condition}: ${what}`)
  const { catalog } = file
  const tree = file.dict(catalog['/StructTreeRoot'])
  const pages = file.pages()
  const owners = new Map<number, Json>()
  const numbers = file.list(file.dict(tree['/ParentTree'])['/Nums'])
  for (let index = 0; index < numbers.length; index += 2) owners.set(Number(numbers[index]), numbers[index + 1] ?? null)
  /** Marked content by page and MCID, as the elements have it. */
  const contents = new Map<string, string>()
  const linked = new Set<string>()

  checkCatalog()
  let lastLevel = 0
  const ids = new Set<Json>()
  for (const kid of [tree['/K'] ?? []].flat()) visit(String(kid), '/StructTreeRoot', undefined)
  pages.forEach(checkPage)
  return faults

  function checkCatalog(): void {
    const marks = file.dict(catalog['/MarkInfo'])
    if (marks['/Marked'] !== true || marks['/Suspects'] === true) fault('06-001', 'not marked')
    if (!('/StructTreeRoot' in catalog)) fault('01-005', 'no structure')
    if (!/^u:[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(String(catalog['/Lang'])))
      fault('11-006', `language ${catalog['/Lang']}`)
    if (!claims) return
    const xmp = file.data(catalog['/Metadata'])?.toString('utf8') ?? ''
    if (!xmp.includes('<pdfuaid:part>1</pdfuaid:part>')) fault('06-002', 'not claimed')
    if (!/<dc:title>.*[^<>\s].*<\/dc:title>/s.test(xmp)) fault('06-003', 'no title')
    if (file.dict(catalog['/ViewerPreferences'])['/DisplayDocTitle'] !== true) fault('07-001', 'the title is not shown')
  }

  function visit(ref: string, parent: string, page: Json | undefined): void {
    const element: Element = { ref, dict: file.dict(ref) }
    const type = standardType(String(element.dict['/S']))
    if (!isStandard(type)) fault('02-001', `type ${type}`)
    const parents = PARENTS[type]
    if (parents !== undefined && !parents.includes(parent)) fault('09-004', `${type} in ${parent}`)
    checkElement(element, type)
    const own = element.dict['/Pg'] ?? page
    const kids = [element.dict['/K'] ?? []].flat()
    if (type === '/Table') checkTable(kids.map(String))
    for (const kid of kids) {
      if (typeof kid === 'number') note(String(own), kid, ref)
      else if (isDict(kid) && kid['/Type'] === '/MCR') note(String(kid['/Pg']), Number(kid['/MCID']), ref)
      else if (isDict(kid) && kid['/Type'] === '/OBJR') checkReference(kid, ref, type)
      else {
        const child = standardType(String(file.dict(kid)['/S']))
        if (CHILDREN[type]?.includes(child) === false) fault('09-004', `${child} in ${type}`)
        if (file.dict(kid)['/P'] !== ref) fault('structure', `${String(kid)} has another parent`)
        visit(String(kid), type, own)
      }
    }
  }

  /** Types of a writer's own stand for standard ones (14.7.3). */
  function standardType(type: string): string {
    const roles = file.dict(tree['/RoleMap'])
    let known = type
    for (let steps = 0; steps < 8 && !isStandard(known) && roles[known] !== undefined; steps++)
      known = String(roles[known])
    return known
  }

  function isStandard(type: string): boolean {
    return TYPES_1.has(type) || (part === 2 && (TYPES_2.has(type) || /^\/H[1-9]\d*$/.test(type)))
  }

  function checkElement({ ref, dict }: Element, type: string): void {
    const words = [dict['/Alt'], dict['/ActualText']].some((text) => /^[ub]:./.test(String(text ?? '')))
    if (type === '/Figure' && !words) fault('13-004', `${ref} has no alternative`)
    if (type === '/Formula' && !words) fault('17-002', `${ref} has no alternative`)
    const level = /^\/H([1-9]\d*)$/.exec(type)?.[1]
    if (level !== undefined) {
      if (Number(level) > lastLevel + 1) fault('14-003', `${type} after H${lastLevel}`)
      lastLevel = Number(level)
    }
    if (type === '/Note') {
      const id = dict['/ID'] ?? null
      if (id === null || ids.has(id)) fault('19-003', `${ref}: ID ${String(id)}`)
      ids.add(id)
    }
    if (type === '/TH' && file.dict(dict['/A'])['/Scope'] === undefined) fault('15-003', `${ref} has no scope`)
    if ('/Lang' in dict && !/^u:[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(String(dict['/Lang']))) fault('11-001', ref)
  }

  /** 15-00x: every row covers the same columns, and no cell covers another. */
  function checkTable(rows: readonly string[]): void {
    const covered: boolean[][] = []
    rows.forEach((row, index) => {
      let column = 0
      for (const cell of [file.dict(row)['/K'] ?? []].flat()) {
        const attributes = file.dict(file.dict(cell)['/A'])
        while (covered[index]?.[column]) column++
        for (let down = 0; down < Number(attributes['/RowSpan'] ?? 1); down++) {
          for (let right = 0; right < Number(attributes['/ColSpan'] ?? 1); right++) {
            covered[index + down] ??= []
            const line = covered[index + down] ?? []
            if (line[column + right]) fault('15-004', `cells of ${row} overlap`)
            line[column + right] = true
          }
        }
      }
    })
    const widths = new Set(rows.map((_, index) => (covered[index] ?? []).length))
    if (widths.size > 1) fault('15-004', `rows of ${[...widths].join(' and ')} columns`)
    if (covered.length > rows.length) fault('15-004', 'cells reach below the table')
  }

  function note(page: string, mcid: number, ref: string): void {
    const key = `${page} ${mcid}`
    if (contents.has(key)) fault('structure', `content ${key} belongs to two elements`)
    contents.set(key, ref)
  }

  function checkReference(reference: JsonDict, ref: string, type: string): void {
    const annotation = file.dict(reference['/Obj'])
    if (type !== '/Link' && annotation['/Subtype'] === '/Link') fault('28-011', `a link in ${type}`)
    if (type !== '/Form' && annotation['/Subtype'] === '/Widget') fault('28-010', `a widget in ${type}`)
    if (owners.get(Number(annotation['/StructParent'])) !== ref)
      fault('28-010', `${String(reference['/Obj'])} has no parent`)
    linked.add(String(reference['/Obj']))
  }

  function checkPage(ref: string): void {
    const page = file.dict(ref)
    const { mcids, faults: broken, unmarked } = readContent(file.data(page['/Contents'])?.toString('latin1') ?? '')
    for (const what of broken) fault('01-004', `page ${ref}: ${what}`)
    if (unmarked.length > 0) fault('01-005', `page ${ref}: ${unmarked.length} times ${unmarked[0]} without a mark`)
    if (new Set(mcids).size !== mcids.length) fault('structure', `page ${ref}: a MCID comes twice`)
    const parents = file.list(owners.get(Number(page['/StructParents'])))
    for (const mcid of mcids) {
      const owner = contents.get(`${ref} ${mcid}`)
      if (owner === undefined) fault('01-005', `page ${ref}: content ${mcid} is in no element`)
      else if (parents[mcid] !== owner) fault('structure', `page ${ref}: content ${mcid} has two parents`)
    }
    const annotations = file.list(page['/Annots'])
    if (annotations.length > 0 && page['/Tabs'] !== '/S') fault('28-009', `page ${ref}`)
    for (const annotation of annotations) {
      const dict = file.dict(annotation)
      if (isOutside(dict, page)) continue
      if (dict['/Subtype'] === '/Widget' && !/^[ub]:./.test(String(dict['/TU'] ?? '')))
        fault('28-005', String(annotation))
      if (!linked.has(String(annotation))) fault('28-011', `${String(annotation)} is in no element`)
      if (dict['/Subtype'] === '/Link' && !/^[ub]:./.test(String(dict['/Contents'] ?? '')))
        fault('28-012', String(annotation))
    }
  }

  /** 7.18.1: what lies outside of the page needs no tag. */
  function isOutside(annotation: JsonDict, page: JsonDict): boolean {
    const [left = 0, bottom = 0, right = 0, top = 0] = file.list(annotation['/Rect']).map(Number)
    const box = file.list(page['/CropBox'] ?? page['/MediaBox'] ?? file.dict(page['/Parent'])['/MediaBox'] ?? null)
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box.map(Number)
    return left >= x2 || bottom >= y2 || right <= x1 || top <= y1
  }
}
