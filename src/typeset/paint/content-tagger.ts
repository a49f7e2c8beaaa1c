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

/** Tags of content that belongs to no structure element (ISO 32000-1, 14.8.2.2). */
const ARTIFACTS = {
  decoration: '/Artifact BMC',
  header: '/Artifact <</Type /Pagination /Subtype /Header>> BDC',
  footer: '/Artifact <</Type /Pagination /Subtype /Footer>> BDC',
} as const

/**
 * Marks the content of pages so that structure elements can refer to it (ISO 32000-1, 14.7.4). A marked-content sequence begins
 * with the first painted content and ends where content of another element follows.
 */
export class ContentTagger {
  readonly #structure: Structure
  /** The elements of the marked-content sequences of each page. */
  readonly contents: StructureNode[][] = []
  #stream: ContentStream | undefined
  #owner: StructureNode | keyof typeof ARTIFACTS = 'decoration'
  #open: StructureNode | keyof typeof ARTIFACTS | undefined
  #artifact: 'header' | 'footer' | undefined
  /** The links of the last paragraph, by target. */
  #links = new Map<string, StructureNode>()
  #paragraph: StructureNode | undefined
  /** The last element that received content. */
  #lastNode: StructureNode | undefined
  /** Callbacks that receive the next element with content. */
  readonly #unsettled: ((node: StructureNode) => void)[] = []

  constructor(structure: Structure) {
    this.#structure = structure
  }

  startPage(stream: ContentStream): void {
    this.#stream = stream
    this.#owner = 'decoration'
    this.contents.push([])
  }

  /** Sets the part of the document that the following content belongs to. */
  own(item: ContentItem, matrix: Matrix): void {
    this.#owner = this.#artifact ?? this.#nodeOf(item) ?? 'decoration'
    if (item.box === undefined || typeof this.#owner === 'string') return
    const { x, y, width, height } = item.box
    this.#owner.box ??= { page: this.contents.length - 1, ...boundsOf(matrix, x, y, width, height) }
  }

  /** Marks all content until `endArtifact` as a header or footer. */
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

  /** Called before content is painted. */
  enter(): void {
    if (this.#open === this.#owner) return
    this.close()
    this.#open = this.#owner
    if (typeof this.#owner === 'string') this.#stream?.operate(ARTIFACTS[this.#owner])
    else this.#stream?.operate(this.#begin(this.#owner))
  }

  /** Ends the open marked-content sequence: where the graphics state is saved or restored, and at the end of a page. */
  close(): void {
    if (this.#open !== undefined) this.#stream?.operate('EMC')
    this.#open = undefined
  }

  /** The current owner of the content, for returning to it later. */
  get owner(): StructureNode | keyof typeof ARTIFACTS {
    return this.#owner
  }

  set owner(owner: StructureNode | keyof typeof ARTIFACTS) {
    this.#owner = owner
  }

  /** The element of a link whose area is added to the page; a new one in headers and footers. */
  linkFor(target: LinkTarget): StructureNode {
    const known = this.#artifact === undefined ? this.#links.get(keyOf(target)) : undefined
    if (known !== undefined) return known
    const node = makeNode('Link', { target })
    this.#structure.root.kids.push(this.#structure.version === '2.0' ? paragraphOf(node) : node)
    return node
  }

  /** Reports the element at a position once it is known: the current element, or else the next one with content. */
  locate(settle: (node: StructureNode) => void): void {
    const node = this.#owner
    if (typeof node !== 'string' && node.kids.length > 0) settle(node)
    else this.#unsettled.push(settle)
  }

  /** Assigns the positions after all content to the last element with content. */
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

/** In PDF 2.0, links must not be children of the document element (ISO 32000-2, annex L). */
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
