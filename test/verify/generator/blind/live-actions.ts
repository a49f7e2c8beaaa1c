/**
 * Actions that a viewer meets on its way from the trailer: of the document, its pages, annotations, fields and outline.
 * It follows what viewers follow, and knows nothing of the verifier.
 *
 * @module
 */

import { PdfDocument } from '../../../../src/pdf/document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../../src/pdf/objects.js'
import { notation } from '../../support/notation.js'

/** Turning pages; every viewer has buttons for these. */
const PAGE_TURNS: ReadonlySet<string> = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])
/** Levels of trees and chains that are followed. */
const MAX_DEPTH = 30

/** Sentences about actions that the newer document has and the older one has not, and that do more than lead somewhere. */
export function newLiveActions(before: Uint8Array, after: Uint8Array): string[] {
  const old = new Set(liveActions(before))
  return liveActions(after).filter((action) => !old.has(action))
}

/** Where each action hangs, its type and its first entries. */
function liveActions(bytes: Uint8Array): string[] {
  const walker = new ActionWalker(PdfDocument.open(bytes))
  walker.walk()
  return walker.found
}

class ActionWalker {
  readonly found: string[] = []
  readonly #document: PdfDocument
  readonly #seen = new Set<string>()

  constructor(document: PdfDocument) {
    this.#document = document
  }

  walk(): void {
    const { catalog } = this.#document
    this.#take('document opening', catalog.get('OpenAction'))
    this.#takeAll('document', catalog.get('AA'))
    this.#tree(this.#dict(catalog.get('Names'))?.get('JavaScript'), 0)
    this.#pages(catalog.get('Pages'), 0)
    this.#kids(this.#dict(catalog.get('AcroForm')), 'Fields', 0)
    this.#outline(this.#dict(catalog.get('Outlines'))?.get('First'), 0)
  }

  #dict(object: PdfObject | undefined): PdfDict | undefined {
    const value = this.#document.resolve(object)
    return value instanceof PdfDict ? value : value instanceof PdfStream ? value.dict : undefined
  }

  #list(object: PdfObject | undefined): PdfObject[] {
    const value = this.#document.resolve(object)
    return Array.isArray(value) ? value : []
  }

  #isNew(kind: string, object: PdfObject | undefined, depth: number): boolean {
    if (depth > MAX_DEPTH || object === undefined) return false
    if (!(object instanceof PdfRef)) return true
    const key = `${kind} ${object.num}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }

  #pages(node: PdfObject | undefined, depth: number): void {
    const entries = this.#dict(node)
    if (entries === undefined || !this.#isNew('page', node, depth)) return
    this.#takeAll('page', entries.get('AA'))
    for (const kid of this.#list(entries.get('Kids'))) this.#pages(kid, depth + 1)
    for (const annotation of this.#list(entries.get('Annots'))) this.#active(annotation, 0)
  }

  /** An annotation or field, and the fields above and below it. */
  #active(object: PdfObject | undefined, depth: number): void {
    const entries = this.#dict(object)
    if (entries === undefined || !this.#isNew('active', object, depth)) return
    const kind = nameOf(this.#document.resolve(entries.get('Subtype'))) ?? 'field'
    this.#take(kind, entries.get('A'))
    this.#take(kind, entries.get('PA'))
    this.#takeAll(kind, entries.get('AA'))
    this.#kids(entries, 'Kids', depth)
    this.#active(entries.get('Parent'), depth + 1)
  }

  #kids(entries: PdfDict | undefined, key: string, depth: number): void {
    for (const kid of this.#list(entries?.get(key))) this.#active(kid, depth + 1)
  }

  #outline(item: PdfObject | undefined, depth: number): void {
    let next = item
    while (next !== undefined && this.#isNew('outline', next, depth)) {
      const entries = this.#dict(next)
      this.#take('outline', entries?.get('A'))
      this.#outline(entries?.get('First'), depth + 1)
      // A list of direct dictionaries cannot be endless.
      next = entries?.get('Next')
    }
  }

  #tree(node: PdfObject | undefined, depth: number): void {
    const entries = this.#dict(node)
    if (entries === undefined || !this.#isNew('tree', node, depth)) return
    for (const item of this.#list(entries.get('Names'))) this.#take('script of the document', item)
    for (const kid of this.#list(entries.get('Kids'))) this.#tree(kid, depth + 1)
  }

  #takeAll(where: string, triggers: PdfObject | undefined): void {
    for (const [trigger, action] of this.#dict(triggers)?.entries ?? []) this.#take(`${where} /${trigger}`, action)
  }

  #take(where: string, object: PdfObject | undefined, depth = 0): void {
    const action = this.#dict(object)
    const type = nameOf(this.#document.resolve(action?.get('S')))
    if (action === undefined || type === undefined || depth > MAX_DEPTH) return
    const named = nameOf(this.#document.resolve(action.get('N'))) ?? ''
    const isHarmless =
      type === 'GoTo' || (type === 'URI' && where === 'Link') || (type === 'Named' && PAGE_TURNS.has(named))
    if (!isHarmless) this.found.push(`${where}: ${notation(action).slice(0, 80)}`)
    const next = this.#document.resolve(action.get('Next'))
    for (const one of Array.isArray(next) ? next : [next]) this.#take(where, one, depth + 1)
  }
}
