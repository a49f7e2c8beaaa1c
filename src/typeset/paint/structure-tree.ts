/**
 * Writes the structure tree of a PDF, as a new tree or as a part of an existing one.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../pace/turns.js'
import { type ObjectSink, PdfDict, PdfName, type PdfObject, type PdfRef } from '../../pdf/objects.js'
import { textString } from '../../pdf/text.js'
import type { MarkedContent, StructureNode, StructureVersion } from '../structure/structure-node.js'
import type { PlacedPage } from './link-annotations.js'
import type { NodeRefs } from './node-refs.js'
import { typeName } from './type-name.js'

/** An annotation and its structure element. */
export interface TaggedAnnotation {
  readonly ref: PdfRef
  readonly page: number
  readonly node: StructureNode
  /** Key of the annotation in the parent tree. */
  readonly key: number
}

/** Position in the structure tree of another file that elements are added to. */
export interface StructureGraft {
  /** Parent of the added root element. */
  readonly parent: PdfRef
  /** First free key of the parent tree, which the first page gets. */
  readonly firstKey: number
}

/** Elements that were added to another file's structure tree. */
export interface AddedStructure {
  readonly element: PdfRef
  /** Entries of the parent tree, from the first free key on. */
  readonly entries: readonly PdfObject[]
}

/** Context for writing a structure tree. */
interface TreeContext {
  readonly sink: ObjectSink
  readonly refs: NodeRefs
  readonly version: StructureVersion
  readonly pages: readonly PlacedPage[]
  readonly annotations: readonly TaggedAnnotation[]
}

/** The namespace of the structure types of PDF 2.0 (ISO 32000-2, 14.8.6.3). */
const PDF_2 = 'http://iso.org/pdf2/ssn'

/** Elements that are kept when they are empty, since the number of cells in a row matters. */
const KEPT_EMPTY: ReadonlySet<string> = new Set(['TD', 'TH', 'TR'])

/**
 * Adds the structure tree (ISO 32000-1, 14.7.2) with its parent tree. The keys of pages are their indices.
 *
 * @param contents by page: the element of each marked content
 */
export function* addStructureTree(
  context: TreeContext,
  root: StructureNode,
  contents: readonly (readonly StructureNode[])[],
): Steps<PdfRef> {
  const { sink, refs, annotations, version } = context
  const namespace = version === '2.0' ? sink.add(namespaceOf(PDF_2)) : undefined
  const writer = new TreeWriter(context, namespace)
  const tree = sink.allocate()
  const document = yield* writer.addRoot(root, tree)
  if (isTurnOver()) yield
  const numbers: PdfObject[] = contents.flatMap((nodes, page) => [page, nodes.map((node) => refs.of(node))])
  for (const { key, node } of annotations) numbers.push(key, refs.of(node))
  const ids = writer.noteIds
  sink.put(
    tree,
    new PdfDict({
      Type: PdfName.of('StructTreeRoot'),
      K: document,
      ParentTree: sink.add(new PdfDict({ Nums: numbers })),
      ParentTreeNextKey: contents.length + annotations.length,
      ...(ids.length === 0 ? {} : { IDTree: sink.add(idTree(ids)) }),
      ...(namespace === undefined ? {} : { Namespaces: [namespace] }),
    }),
  )
  return tree
}

/** Adds the elements of pages that join another file. The identifiers of notes are not added, since they belong to that file. */
export function* addStructureBranch(
  context: TreeContext,
  root: StructureNode,
  contents: readonly (readonly StructureNode[])[],
  { parent }: StructureGraft,
): Steps<AddedStructure> {
  const { refs, annotations } = context
  const element = yield* new TreeWriter(context).addRoot(root, parent)
  const entries: PdfObject[] = contents.map((nodes) => nodes.map((node) => refs.of(node)))
  for (const { node } of annotations) entries.push(refs.of(node))
  return { element, entries }
}

function namespaceOf(name: string): PdfDict {
  return new PdfDict({ Type: PdfName.of('Namespace'), NS: textString(name) })
}

type NodeIds = readonly (readonly [id: string, ref: PdfRef])[]

/** An element whose children are being added. */
interface OpenElement {
  readonly node: StructureNode
  readonly parent: PdfRef
  readonly ref: PdfRef
  /** Page of the first content directly in the element. */
  readonly page: number | undefined
  readonly kids: PdfObject[]
  /** Index of the child that is added next. */
  next: number
}

class TreeWriter {
  readonly #context: TreeContext
  readonly #namespace: PdfRef | undefined
  readonly #annotations = new Map<StructureNode, TaggedAnnotation[]>()
  readonly #holding = new Map<StructureNode, boolean>()
  readonly noteIds: [string, PdfRef][] = []

  /** @param namespace of all elements; left out: that of PDF 1.7 */
  constructor(context: TreeContext, namespace?: PdfRef) {
    this.#context = context
    this.#namespace = namespace
    for (const annotation of context.annotations) {
      const known = this.#annotations.get(annotation.node)
      if (known === undefined) this.#annotations.set(annotation.node, [annotation])
      else known.push(annotation)
    }
  }

  /** Adds the root element and all its descendants, with stops. */
  *addRoot(node: StructureNode, parent: PdfRef): Steps<PdfRef> {
    const root = this.#open(node, parent)
    const open = [root]
    for (let element: OpenElement | undefined = root; element !== undefined; element = open.at(-1)) {
      const kid = element.node.kids[element.next++]
      if (kid === undefined) {
        this.#put(element)
        open.pop()
        if (isTurnOver()) yield
      } else if (isContent(kid)) {
        element.kids.push(kid.page === element.page ? kid.mcid : this.#reference(kid))
      } else if (this.#holdsContent(kid)) {
        const inner = this.#open(kid, element.ref)
        element.kids.push(inner.ref)
        open.push(inner)
      }
    }
    return root.ref
  }

  #open(node: StructureNode, parent: PdfRef): OpenElement {
    return { node, parent, ref: this.#context.refs.of(node), page: node.kids.find(isContent)?.page, kids: [], next: 0 }
  }

  #put({ node, parent, ref, page, kids }: OpenElement): void {
    const { pages, sink } = this.#context
    for (const { ref: annotation, page: index } of this.#annotations.get(node) ?? []) {
      kids.push(new PdfDict({ Type: PdfName.of('OBJR'), Obj: annotation, Pg: pages[index]?.ref ?? annotation }))
    }
    // There is one dictionary for each paragraph and cell. Entries are set one by one, since spreading objects takes longer.
    const entries = new Map<string, PdfObject>()
    entries.set('S', PdfName.of(this.#typeOf(node)))
    if (this.#namespace !== undefined) entries.set('NS', this.#namespace)
    entries.set('P', parent)
    const [only] = kids
    if (only !== undefined) entries.set('K', kids.length === 1 ? only : kids)
    const pageRef = page === undefined ? undefined : pages[page]?.ref
    if (pageRef !== undefined) entries.set('Pg', pageRef)
    this.#addDetails(entries, node, ref)
    sink.put(ref, new PdfDict(entries))
  }

  /** Type of an element. A link without an annotation has no target, so it becomes text. */
  #typeOf(node: StructureNode): string {
    if (node.type === 'Link' && !this.#annotations.has(node)) return 'Span'
    return typeName(node, this.#context.version)
  }

  #reference({ page, mcid }: MarkedContent): PdfObject {
    const ref = this.#context.pages[page]?.ref
    return ref === undefined ? mcid : new PdfDict({ Type: PdfName.of('MCR'), Pg: ref, MCID: mcid })
  }

  /** Whether an element has content. Empty elements are left out. */
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
    const { version, pages, refs } = this.#context
    const { alternative } = node
    // Private-use characters cannot be read aloud (ISO 14289-2, 8.4.3).
    const read = version === '2.0' ? alternative?.replace(/\p{Co}/gu, '\uFFFD') : alternative
    if (read !== undefined) entries.set('Alt', textString(read))
    if (node.language !== undefined) entries.set('Lang', textString(node.language))
    if (node.type === 'Note') {
      const id = `note-${String(this.noteIds.length + 1).padStart(6, '0')}`
      this.noteIds.push([id, ref])
      entries.set('ID', textString(id))
    }
    const related = version === '2.0' ? (node.related ?? []).filter((other) => this.#holdsContent(other)) : []
    if (related.length > 0)
      entries.set(
        'Ref',
        related.map((other) => refs.of(other)),
      )
    const attributes = attributesOf(node, version, pages)
    if (attributes !== undefined) entries.set('A', attributes)
  }
}

function isContent(kid: StructureNode | MarkedContent): kid is MarkedContent {
  return 'mcid' in kid
}

/** Attributes of elements (ISO 32000-1, 14.8.5). */
function attributesOf(
  node: StructureNode,
  version: StructureVersion,
  pages: readonly PlacedPage[],
): PdfDict | undefined {
  const { type, rowSpan = 1, colSpan = 1, numbering, noteType, box } = node
  if (type === 'TD' || type === 'TH') {
    const entries: Record<string, PdfObject> = {}
    if (rowSpan > 1) entries['RowSpan'] = rowSpan
    if (colSpan > 1) entries['ColSpan'] = colSpan
    if (type === 'TH') entries['Scope'] = PdfName.of('Column')
    return Object.keys(entries).length === 0 ? undefined : new PdfDict({ O: PdfName.of('Table'), ...entries })
  }
  if (numbering !== undefined) return new PdfDict({ O: PdfName.of('List'), ListNumbering: PdfName.of(numbering) })
  if (noteType !== undefined && version === '2.0') {
    return new PdfDict({ O: PdfName.of('FENote'), NoteType: PdfName.of(noteType) })
  }
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
