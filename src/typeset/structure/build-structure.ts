/**
 * The structure of a document: headings, lists, tables, figures, notes.
 *
 * @module
 */

import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import type { Block, DocumentModel, Inline, Paragraph } from '../model/document-model.js'
import type { Drawing } from '../model/drawing-model.js'
import type { Table } from '../model/table-model.js'
import { buildTableGrid, type GridCell } from '../table/table-grid.js'
import { describeMath } from './describe-math.js'
import { makeNode, type StructureNode, type StructureVersion } from './structure-node.js'

/** The structure of a document, and which element the contents of its pages belong to. */
export interface Structure {
  readonly root: StructureNode
  readonly version: StructureVersion
  /** BCP 47. */
  readonly language: string
  readonly paragraphs: ReadonlyMap<Paragraph, StructureNode>
  /** Labels of list items. */
  readonly labels: ReadonlyMap<Paragraph, StructureNode>
  readonly drawings: ReadonlyMap<Drawing, StructureNode>
  /** By the equation's inline. */
  readonly equations: ReadonlyMap<Inline, StructureNode>
  /** Figures that nobody described. */
  readonly undescribed: number
}

/** Word has nine levels; what is indented further stays on the last one. */
const MAX_LIST_DEPTH = 9

/** Alternative text for a picture that the document does not describe: every figure needs some (ISO 14289-1, 7.3). */
const UNDESCRIBED = 'Picture'

/** What the structure becomes a part of. */
interface StructureOptions {
  /** Takes all elements; left out: a new one. */
  readonly root?: StructureNode
  /** Of the file. Default 1.7. */
  readonly version?: StructureVersion
}

/**
 * Finds headings, lists, tables, figures, equations and notes in the blocks of a document. Headers and footers have no
 * part in it.
 */
export function buildStructure(
  document: DocumentModel,
  language: string,
  { root = makeNode('Document'), version = '1.7' }: StructureOptions = {},
): Structure {
  return finishSteps(buildStructureInSteps(document, language, { root, version }))
}

/** {@link buildStructure}, with stops. */
export function buildStructureInSteps(
  document: DocumentModel,
  language: string,
  { root = makeNode('Document'), version = '1.7' }: StructureOptions = {},
): Steps<Structure> {
  return new StructureBuilder(document, language, version).build(root)
}

class StructureBuilder {
  readonly #document: DocumentModel
  readonly #language: string
  readonly #version: StructureVersion
  readonly #paragraphs = new Map<Paragraph, StructureNode>()
  readonly #labels = new Map<Paragraph, StructureNode>()
  readonly #drawings = new Map<Drawing, StructureNode>()
  readonly #equations = new Map<Inline, StructureNode>()
  readonly #notes = new Map<string, StructureNode>()
  #undescribed = 0
  /** Of the last heading. */
  #lastLevel = -1

  constructor(document: DocumentModel, language: string, version: StructureVersion) {
    this.#document = document
    this.#language = language
    this.#version = version
  }

  *build(root: StructureNode): Steps<Structure> {
    const lists: OpenList[] = []
    for (const { blocks } of this.#document.sections) {
      for (const block of blocks) {
        if (isTurnOver()) yield
        this.#addBlock(block, root, lists)
      }
    }
    return {
      root,
      version: this.#version,
      language: this.#language,
      paragraphs: this.#paragraphs,
      labels: this.#labels,
      drawings: this.#drawings,
      equations: this.#equations,
      undescribed: this.#undescribed,
    }
  }

  #addBlocks(blocks: readonly Block[], parent: StructureNode): void {
    const lists: OpenList[] = []
    for (const block of blocks) this.#addBlock(block, parent, lists)
  }

  /** @param lists those that are open, the outermost first */
  #addBlock(block: Block, parent: StructureNode, lists: OpenList[]): void {
    if (block.kind === 'table') {
      lists.length = 0
      this.#addTable(block, parent)
    } else if (block.label === undefined || block.properties.outlineLevel !== undefined) {
      // An empty line between items does not end a list.
      if (block.inlines.length > 0) lists.length = 0
      this.#addParagraph(block, parent, parent)
    } else this.#addListItem(block, parent, lists)
  }

  /** @param holder takes what belongs to the paragraph but stands apart: text boxes, notes */
  #addParagraph(paragraph: Paragraph, parent: StructureNode, holder: StructureNode): void {
    const { outlineLevel } = paragraph.properties
    const language = this.#languageOf(paragraph)
    const refers = paragraph.inlines.some(({ kind }) => kind === 'noteReference')
    const details = { ...(language === undefined ? {} : { language }), ...(refers ? { related: [] } : {}) }
    const isHeading = outlineLevel !== undefined && paragraph.inlines.some(isShown)
    const node = isHeading ? makeNode('H', { ...details, level: this.#fitLevel(outlineLevel) }) : makeNode('P', details)
    parent.kids.push(node)
    this.#paragraphs.set(paragraph, node)
    for (const inline of paragraph.inlines) this.#addInline(inline, node, holder)
  }

  /** Headings begin with the first level and leave none out (ISO 14289-1, 7.4.2), which documents may do. */
  #fitLevel(level: number): number {
    this.#lastLevel = Math.min(level, this.#lastLevel + 1)
    return this.#lastLevel
  }

  #addInline(inline: Inline, node: StructureNode, holder: StructureNode): void {
    if (inline.kind === 'drawing') this.#addDrawing(inline.drawing, node, holder)
    else if (inline.kind === 'anchor') this.#addDrawing(inline.drawing, undefined, holder)
    else if (inline.kind === 'math') {
      const alternative = describeMath(inline.math) || 'Equation'
      this.#equations.set(inline, makeNode('Formula', { joins: node, alternative }))
    } else if (inline.kind === 'noteReference') {
      const note = this.#addNote(inline.note, inline.id, holder)
      if (note !== undefined) relate(node, note)
    }
  }

  /** The element of a note, which stands where the text refers to it first. */
  #addNote(kind: 'footnote' | 'endnote', id: string, holder: StructureNode): StructureNode | undefined {
    const key = `${kind} ${id}`
    const known = this.#notes.get(key)
    if (known !== undefined) return known
    const note = (kind === 'footnote' ? this.#document.footnotes : this.#document.endnotes).get(id)
    if (note === undefined) return undefined
    const node = makeNode('Note', { noteType: kind === 'footnote' ? 'Footnote' : 'Endnote', related: [] })
    this.#notes.set(key, node)
    holder.kids.push(node)
    this.#addBlocks(note.blocks, node)
    return node
  }

  /** Pictures are figures; what is only drawn is decoration unless it is described; text in shapes is text. */
  #addDrawing(drawing: Drawing, paragraph: StructureNode | undefined, holder: StructureNode): void {
    const { description, elements } = drawing
    const texts = elements.flatMap((element) => (element.kind === 'shape' ? (element.text?.blocks ?? []) : []))
    const hasPicture = elements.some(({ kind }) => kind === 'picture')
    if (hasPicture || (description !== undefined && texts.length === 0)) {
      if (description === undefined) this.#undescribed++
      const alternative = description ?? UNDESCRIBED
      const node = makeNode('Figure', paragraph === undefined ? { alternative } : { alternative, joins: paragraph })
      if (paragraph === undefined) holder.kids.push(node)
      if (!this.#drawings.has(drawing)) this.#drawings.set(drawing, node)
    }
    if (texts.length === 0) return
    const box = makeNode('Div')
    holder.kids.push(box)
    this.#addBlocks(texts, box)
  }

  #addListItem(paragraph: Paragraph, parent: StructureNode, lists: OpenList[]): void {
    const { indentStart } = paragraph.properties
    // Indents may be negative.
    while ((lists.at(-1)?.indent ?? Number.NEGATIVE_INFINITY) > indentStart) lists.pop()
    let list = lists.at(-1)
    if (list === undefined || (list.indent < indentStart && lists.length < MAX_LIST_DEPTH)) {
      const node = makeNode('L', { numbering: numberingOf(paragraph.label?.text ?? '') })
      ;(list?.body ?? parent).kids.push(node)
      list = { node, indent: indentStart, body: node }
      lists.push(list)
    }
    const item = makeNode('LI')
    const label = makeNode('Lbl')
    const body = makeNode('LBody')
    item.kids.push(label, body)
    list.node.kids.push(item)
    list.body = body
    this.#labels.set(paragraph, label)
    this.#addParagraph(paragraph, body, body)
  }

  #addTable(table: Table, parent: StructureNode): void {
    const grid = buildTableGrid(table)
    const node = makeNode('Table')
    parent.kids.push(node)
    const headers = table.rows.findIndex(({ isHeader }) => !isHeader)
    const headerRows = headers < 0 ? table.rows.length : headers
    grid.rows.forEach((cells, index) => {
      const row = makeNode('TR')
      node.kids.push(row)
      const isHeader = index < headerRows && headerRows < table.rows.length
      // Every cell of PDF/UA-2 has a header, an empty one too (ISO 14289-2, 8.2.5.26).
      const gap = isHeader && this.#version === '2.0' ? 'TH' : 'TD'
      let column = 0
      for (const cell of cells) {
        addGap(row, gap, cell.column - column)
        this.#addCell(cell, row, isHeader)
        column = cell.column + cell.span
      }
      addGap(row, gap, grid.columnCount - column)
    })
  }

  #addCell({ cell, span, row, lastRow, origin }: GridCell, parent: StructureNode, isHeader: boolean): void {
    if (origin !== undefined) return
    const node = makeNode(isHeader ? 'TH' : 'TD', { colSpan: span, rowSpan: lastRow - row + 1 })
    parent.kids.push(node)
    this.#addBlocks(cell.blocks, node)
  }

  /** Where most of a paragraph is in another language than the document: its first text tells. */
  #languageOf({ inlines }: Paragraph): string | undefined {
    const first = inlines.find((inline) => inline.kind === 'text')
    const language = first?.kind === 'text' ? first.run.language : ''
    return language === '' || language === this.#language || !isLanguageTag(language) ? undefined : language
  }
}

interface OpenList {
  readonly node: StructureNode
  readonly indent: number
  /** Of its last item: deeper lists stand there. */
  body: StructureNode
}

function isShown(inline: Inline): boolean {
  if (inline.kind === 'text') return inline.text.trim() !== ''
  return inline.kind === 'drawing' || inline.kind === 'math' || inline.kind === 'stacked'
}

/** Rows have as many cells as the table has columns. */
function addGap(row: StructureNode, type: 'TD' | 'TH', columns: number): void {
  if (columns > 0) row.kids.push(makeNode(type, { colSpan: columns }))
}

/** Puts the reference between a text and its note into both elements, once. */
function relate(text: StructureNode, note: StructureNode): void {
  if (text.related?.includes(note) !== false) return
  text.related.push(note)
  note.related?.push(text)
}

/** ISO 32000-1, 14.8.5.5. */
function numberingOf(label: string): NonNullable<StructureNode['numbering']> {
  const number = /[\p{L}\p{N}]+(?=\P{L}*$)/u.exec(label)?.[0] ?? ''
  if (/^\p{N}+$/u.test(number)) return 'Decimal'
  if (/^[ivxlcdm]{2,}$|^[ivx]$/.test(number)) return 'LowerRoman'
  if (/^[IVXLCDM]{2,}$|^[IVX]$/.test(number)) return 'UpperRoman'
  if (/^\p{Ll}{1,2}$/u.test(number)) return 'LowerAlpha'
  return /^\p{Lu}{1,2}$/u.test(number) ? 'UpperAlpha' : 'Disc'
}

/** Whether a text can stand as /Lang (BCP 47, 2.1, as far as languages, scripts and regions go). */
export function isLanguageTag(text: string): boolean {
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(text)
}
