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

/** The structure of a document, and the element of each content of its pages. */
export interface Structure {
  readonly root: StructureNode
  readonly version: StructureVersion
  /** Language of the document as a BCP 47 tag. */
  readonly language: string
  readonly paragraphs: ReadonlyMap<Paragraph, StructureNode>
  /** Labels of list items. */
  readonly labels: ReadonlyMap<Paragraph, StructureNode>
  readonly drawings: ReadonlyMap<Drawing, StructureNode>
  /** Equations by their inline. */
  readonly equations: ReadonlyMap<Inline, StructureNode>
  /** Number of figures without a description. */
  readonly undescribed: number
}

/** Word has nine list levels. Deeper items stay on the last level. */
const MAX_LIST_DEPTH = 9

/** Alternative text of a picture without a description, since every figure requires one (ISO 14289-1, 7.3). */
const UNDESCRIBED = 'Picture'

/** Options for building the structure. */
interface StructureOptions {
  /** Parent of all elements; left out: a new root. */
  readonly root?: StructureNode
  /** PDF version of the file. Default 1.7. */
  readonly version?: StructureVersion
}

/**
 * Builds the structure of the blocks of a document: headings, lists, tables, figures, equations and notes. Headers and footers
 * are not part of it.
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
  /** Level of the last heading. */
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

  /** @param lists the open lists, the outermost first */
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

  /** @param holder takes text boxes and notes, which belong to the paragraph but stand apart */
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

  /**
   * Adjusts a heading level: headings must begin with level 1 and skip no level (ISO 14289-1, 7.4.2), unlike those of some
   * documents.
   */
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

  /** The element of a note, placed at the first reference to the note. */
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

  /** Adds a drawing: pictures are figures, shapes without description are decoration, and text in shapes is text. */
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
      // In PDF/UA-2, every cell has a header, including empty cells (ISO 14289-2, 8.2.5.26).
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

  /** The language of a paragraph where it differs from the document's. The first text decides. */
  #languageOf({ inlines }: Paragraph): string | undefined {
    const first = inlines.find((inline) => inline.kind === 'text')
    const language = first?.kind === 'text' ? first.run.language : ''
    return language === '' || language === this.#language || !isLanguageTag(language) ? undefined : language
  }
}

interface OpenList {
  readonly node: StructureNode
  readonly indent: number
  /** Body of the last item, which contains deeper lists. */
  body: StructureNode
}

function isShown(inline: Inline): boolean {
  if (inline.kind === 'text') return inline.text.trim() !== ''
  return inline.kind === 'drawing' || inline.kind === 'math' || inline.kind === 'stacked'
}

/** Fills a row so that it has as many cells as the table has columns. */
function addGap(row: StructureNode, type: 'TD' | 'TH', columns: number): void {
  if (columns > 0) row.kids.push(makeNode(type, { colSpan: columns }))
}

/** Adds the relation between a text and its note to both elements, once. */
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

/** Whether a text can be used for /Lang (languages, scripts and regions of BCP 47, 2.1). */
export function isLanguageTag(text: string): boolean {
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(text)
}
