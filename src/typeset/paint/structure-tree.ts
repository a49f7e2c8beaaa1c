/**
 * The structure tree of a PDF, new or joined to another.
 *
 * @module
 */

import { type ObjectSink, PdfDict, PdfName, type PdfObject, type PdfRef } from '../../pdf/objects.js'
import { textString } from '../../pdf/text-string.js'
import type { MarkedContent, StructureNode } from '../structure/structure-node.js'
import { typeName } from './content-tagger.js'
import type { PlacedPage } from './link-annotations.js'

/** An annotation and the element that it belongs to. */
export interface TaggedAnnotation {
  readonly ref: PdfRef
  readonly page: number
  readonly node: StructureNode
  /** Its key in the parent tree. */
  readonly key: number
}

/** Where elements go that join the structure tree of another file. */
export interface StructureGraft {
  /** Above the root of what is added. */
  readonly parent: PdfRef
  /** The first key of the parent tree that is free: the first page takes it. */
  readonly firstKey: number
}

/** What joins another file's structure tree. */
export interface AddedStructure {
  readonly element: PdfRef
  /** Entries of the parent tree, from the first key of the graft on. */
  readonly entries: readonly PdfObject[]
}

/** Elements that are there although they hold nothing: the cells of a row count. */
const KEPT_EMPTY: ReadonlySet<string> = new Set(['TD', 'TH', 'TR'])

/**
 * Adds the structure tree (ISO 32000-1, 14.7.2) with its parent tree: the keys of pages are their indices.
 *
 * @param contents by page: the element of each marked content
 */
export function addStructureTree(
  sink: ObjectSink,
  root: StructureNode,
  contents: readonly (readonly StructureNode[])[],
  annotations: readonly TaggedAnnotation[],
  pages: readonly PlacedPage[],
): PdfRef {
  const writer = new TreeWriter(sink, pages, annotations)
  const tree = sink.allocate()
  const document = writer.add(root, tree)
  const numbers: PdfObject[] = contents.flatMap((nodes, page) => [page, nodes.map((node) => writer.refOf(node))])
  for (const { key, node } of annotations) numbers.push(key, writer.refOf(node))
  const ids = writer.noteIds
  sink.put(
    tree,
    new PdfDict({
      Type: PdfName.of('StructTreeRoot'),
      K: document,
      ParentTree: sink.add(new PdfDict({ Nums: numbers })),
      ParentTreeNextKey: contents.length + annotations.length,
      ...(ids.length === 0 ? {} : { IDTree: sink.add(idTree(ids)) }),
    }),
  )
  return tree
}

/** Adds the elements for pages that join another file. Notes are not among them: their identifiers are the file's. */
export function addStructureBranch(
  sink: ObjectSink,
  root: StructureNode,
  contents: readonly (readonly StructureNode[])[],
  annotations: readonly TaggedAnnotation[],
  pages: readonly PlacedPage[],
  { parent }: StructureGraft,
): AddedStructure {
  const writer = new TreeWriter(sink, pages, annotations)
  const element = writer.add(root, parent)
  const entries: PdfObject[] = contents.map((nodes) => nodes.map((node) => writer.refOf(node)))
  for (const { node } of annotations) entries.push(writer.refOf(node))
  return { element, entries }
}

type NodeIds = readonly (readonly [id: string, ref: PdfRef])[]

class TreeWriter {
  readonly #sink: ObjectSink
  readonly #pages: readonly PlacedPage[]
  readonly #refs = new Map<StructureNode, PdfRef>()
  readonly #annotations = new Map<StructureNode, TaggedAnnotation[]>()
  readonly #holding = new Map<StructureNode, boolean>()
  readonly noteIds: [string, PdfRef][] = []

  constructor(sink: ObjectSink, pages: readonly PlacedPage[], annotations: readonly TaggedAnnotation[]) {
    this.#sink = sink
    this.#pages = pages
    for (const annotation of annotations) {
      const known = this.#annotations.get(annotation.node)
      if (known === undefined) this.#annotations.set(annotation.node, [annotation])
      else known.push(annotation)
    }
  }

  refOf(node: StructureNode): PdfRef {
    let ref = this.#refs.get(node)
    if (ref === undefined) {
      ref = this.#sink.allocate()
      this.#refs.set(node, ref)
    }
    return ref
  }

  add(node: StructureNode, parent: PdfRef): PdfRef {
    const ref = this.refOf(node)
    const page = node.kids.find(isContent)?.page
    const kids: PdfObject[] = []
    for (const kid of node.kids) {
      if (isContent(kid)) kids.push(kid.page === page ? kid.mcid : this.#reference(kid))
      else if (this.#holdsContent(kid)) kids.push(this.add(kid, ref))
    }
    for (const { ref: annotation, page: index } of this.#annotations.get(node) ?? []) {
      kids.push(new PdfDict({ Type: PdfName.of('OBJR'), Obj: annotation, Pg: this.#pages[index]?.ref ?? annotation }))
    }
    // There is one for each paragraph and cell: set one by one, since spreading objects together takes its time.
    const entries = new Map<string, PdfObject>()
    entries.set('S', PdfName.of(this.#annotations.has(node) || node.type !== 'Link' ? typeName(node) : 'Span'))
    entries.set('P', parent)
    const [only] = kids
    if (only !== undefined) entries.set('K', kids.length === 1 ? only : kids)
    const pageRef = page === undefined ? undefined : this.#pages[page]?.ref
    if (pageRef !== undefined) entries.set('Pg', pageRef)
    this.#addDetails(entries, node, ref)
    this.#sink.put(ref, new PdfDict(entries))
    return ref
  }

  #reference({ page, mcid }: MarkedContent): PdfObject {
    const ref = this.#pages[page]?.ref
    return ref === undefined ? mcid : new PdfDict({ Type: PdfName.of('MCR'), Pg: ref, MCID: mcid })
  }

  /** Elements without any content stay out. */
  #holdsContent(node: StructureNode): boolean {
    let holds = this.#holding.get(node)
    if (holds === undefined) {
      holds = KEPT_EMPTY.has(node.type) || this.#annotations.has(node)
      holds ||= node.kids.some((kid) => isContent(kid) || this.#holdsContent(kid))
      this.#holding.set(node, holds)
    }
    return holds
  }

  #addDetails(entries: Map<string, PdfObject>, node: StructureNode, ref: PdfRef): void {
    if (node.alternative !== undefined) entries.set('Alt', textString(node.alternative))
    if (node.language !== undefined) entries.set('Lang', textString(node.language))
    if (node.type === 'Note') {
      const id = `note-${String(this.noteIds.length + 1).padStart(6, '0')}`
      this.noteIds.push([id, ref])
      entries.set('ID', textString(id))
    }
    const attributes = attributesOf(node, this.#pages)
    if (attributes !== undefined) entries.set('A', attributes)
  }
}

function isContent(kid: StructureNode | MarkedContent): kid is MarkedContent {
  return 'mcid' in kid
}

/** Attributes of elements (ISO 32000-1, 14.8.5). */
function attributesOf(node: StructureNode, pages: readonly PlacedPage[]): PdfDict | undefined {
  const { type, rowSpan = 1, colSpan = 1, numbering, box } = node
  if (type === 'TD' || type === 'TH') {
    const entries: Record<string, PdfObject> = {}
    if (rowSpan > 1) entries['RowSpan'] = rowSpan
    if (colSpan > 1) entries['ColSpan'] = colSpan
    if (type === 'TH') entries['Scope'] = PdfName.of('Column')
    return Object.keys(entries).length === 0 ? undefined : new PdfDict({ O: PdfName.of('Table'), ...entries })
  }
  if (numbering !== undefined) return new PdfDict({ O: PdfName.of('List'), ListNumbering: PdfName.of(numbering) })
  const height = box === undefined ? undefined : pages[box.page]?.height
  if (box === undefined || height === undefined) return undefined
  const { left, top, right, bottom } = box
  const BBox = [left, height - bottom, right, height - top].map((twips) => Math.round(twips * 5) / 100)
  return new PdfDict({ O: PdfName.of('Layout'), BBox })
}

function idTree(ids: NodeIds): PdfDict {
  const [first] = ids
  const last = ids.at(-1)
  return new PdfDict({
    Names: ids.flatMap(([id, ref]) => [textString(id), ref]),
    ...(first === undefined || last === undefined ? {} : { Limits: [textString(first[0]), textString(last[0])] }),
  })
}
