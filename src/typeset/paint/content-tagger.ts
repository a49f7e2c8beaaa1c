/**
 * Marks the content of pages for the structure tree.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import type { ContentItem } from '../display/display-list.js'
import { boundsOf } from '../display/matrix.js'
import { originOf } from '../model/derived-paragraph.js'
import type { LinkTarget, Paragraph } from '../model/document-model.js'
import type { Structure } from '../structure/build-structure.js'
import { makeNode, type StructureNode } from '../structure/structure-node.js'
import type { ContentStream } from './content-stream.js'
import { typeName } from './type-name.js'

/** Marks for content that belongs to no element (ISO 32000-1, 14.8.2.2). */
const ARTIFACTS = {
  decoration: '/Artifact BMC',
  header: '/Artifact <</Type /Pagination /Subtype /Header>> BDC',
  footer: '/Artifact <</Type /Pagination /Subtype /Footer>> BDC',
} as const

/**
 * Puts marks around the content of pages, so that it can be found in the structure of the document (ISO 32000-1, 14.7.4).
 * Marks are opened by the first thing that is painted and closed where something of another owner follows.
 */
export class ContentTagger {
  readonly #structure: Structure
  /** The elements of each page's marked content. */
  readonly contents: StructureNode[][] = []
  #stream: ContentStream | undefined
  #owner: StructureNode | keyof typeof ARTIFACTS = 'decoration'
  #open: StructureNode | keyof typeof ARTIFACTS | undefined
  #artifact: 'header' | 'footer' | undefined
  /** The links of the last paragraph, by where they lead. */
  #links = new Map<string, StructureNode>()
  #paragraph: StructureNode | undefined
  /** The last element that got content. */
  #lastNode: StructureNode | undefined
  /** Told of the next element that gets content. */
  readonly #unsettled: ((node: StructureNode) => void)[] = []

  constructor(structure: Structure) {
    this.#structure = structure
  }

  startPage(stream: ContentStream): void {
    this.#stream = stream
    this.#owner = 'decoration'
    this.contents.push([])
  }

  /** What is painted from now on shows this part of the document. */
  own(item: ContentItem, matrix: Matrix): void {
    this.#owner = this.#artifact ?? this.#nodeOf(item) ?? 'decoration'
    if (item.box === undefined || typeof this.#owner === 'string') return
    const { x, y, width, height } = item.box
    this.#owner.box ??= { page: this.contents.length - 1, ...boundsOf(matrix, x, y, width, height) }
  }

  /** Everything until `endArtifact` is a header or footer. */
  beginArtifact(role: 'header' | 'footer'): void {
    this.close()
    this.#artifact = role
    this.#owner = role
  }

  endArtifact(): void {
    this.close()
    this.#artifact = undefined
    this.#owner = 'decoration'
  }

  /** Something is about to be painted. */
  enter(): void {
    if (this.#open === this.#owner) return
    this.close()
    this.#open = this.#owner
    if (typeof this.#owner === 'string') this.#stream?.operate(ARTIFACTS[this.#owner])
    else this.#stream?.operate(this.#begin(this.#owner))
  }

  /** Ends the mark that is open: where the graphics state is saved or restored, and at the end of a page. */
  close(): void {
    if (this.#open !== undefined) this.#stream?.operate('EMC')
    this.#open = undefined
  }

  /** The current owner of the content, to return to later. */
  get owner(): StructureNode | keyof typeof ARTIFACTS {
    return this.#owner
  }

  set owner(owner: StructureNode | keyof typeof ARTIFACTS) {
    this.#owner = owner
  }

  /** The element of a link whose area is added to the page; one of its own in headers and footers. */
  linkFor(target: LinkTarget): StructureNode {
    const known = this.#artifact === undefined ? this.#links.get(keyOf(target)) : undefined
    if (known !== undefined) return known
    const node = makeNode('Link', { target })
    this.#structure.root.kids.push(this.#structure.version === '2.0' ? paragraphOf(node) : node)
    return node
  }

  /** Tells which element a place belongs to, once it is known: the one that is being painted, or the next. */
  locate(settle: (node: StructureNode) => void): void {
    const node = this.#owner
    if (typeof node !== 'string' && node.kids.length > 0) settle(node)
    else this.#unsettled.push(settle)
  }

  /** Places behind all content belong to the last element that has some. */
  finish(): void {
    for (const settle of this.#unsettled.splice(0)) settle(this.#lastNode ?? this.#structure.root)
  }

  #begin(node: StructureNode): string {
    const page = this.contents.at(-1) ?? []
    const mcid = page.length
    page.push(node)
    this.#lastNode = node
    for (const settle of this.#unsettled.splice(0)) settle(node)
    if (node.kids.length === 0) join(node)
    node.kids.push({ page: this.contents.length - 1, mcid })
    return `/${typeName(node, this.#structure.version)} <</MCID ${mcid}>> BDC`
  }

  #nodeOf({ owner, isLabel, link }: ContentItem): StructureNode | undefined {
    if (owner === undefined) return undefined
    if ('elements' in owner) return this.#structure.drawings.get(owner)
    if (owner.kind === 'math') return this.#structure.equations.get(owner)
    return this.#textNode(originOf(owner), isLabel === true, link)
  }

  #textNode(paragraph: Paragraph, isLabel: boolean, link: LinkTarget | undefined): StructureNode | undefined {
    const node = this.#structure.paragraphs.get(paragraph)
    if (node === undefined) return undefined
    if (isLabel) return this.#structure.labels.get(paragraph) ?? node
    if (node !== this.#paragraph) {
      this.#paragraph = node
      this.#links = new Map()
    }
    if (link === undefined) return node
    const key = keyOf(link)
    let linked = this.#links.get(key)
    if (linked === undefined) {
      linked = makeNode('Link', { target: link, joins: node })
      this.#links.set(key, linked)
    }
    return linked
  }
}

function keyOf(target: LinkTarget): string {
  return 'url' in target ? `url ${target.url}` : `bookmark ${target.bookmark}`
}

/** In PDF 2.0 a document has no links directly below it (ISO 32000-2, annex L). */
function paragraphOf(node: StructureNode): StructureNode {
  const paragraph = makeNode('P')
  paragraph.kids.push(node)
  return paragraph
}

function join(node: StructureNode): void {
  if (node.joins === undefined) return
  if (node.joins.kids.length === 0) join(node.joins)
  node.joins.kids.push(node)
}
