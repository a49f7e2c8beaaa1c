/**
 * Small tables for tests, and a context to lay them out in.
 *
 * @module
 */

import type { DisplayList } from '../../../../src/typeset/display/display-list.js'
import type { LayoutContext, Slice, Stack } from '../../../../src/typeset/flow/layout-context.js'
import type { FontFace, FontLibrary } from '../../../../src/typeset/fonts/font-face.js'
import type { Block, DocumentModel, Paragraph } from '../../../../src/typeset/model/document-model.js'
import {
  plainCell,
  plainParagraph,
  plainRow,
  plainRun,
  plainTable,
  plainText,
} from '../../../../src/typeset/model/plain-model.js'
import type { Border, ParagraphProperties } from '../../../../src/typeset/model/properties.js'
import type { Table, TableCell, TableRow } from '../../../../src/typeset/model/table-model.js'
import { layOutTable } from '../../../../src/typeset/table/lay-out-table.js'
import { prepareParagraph } from '../../../../src/typeset/text/prepare-paragraph.js'

/** Every character is 100 twips wide and every line 200 high. */
export const CHARACTER = 100
export const LINE = 200

const run = plainRun({ family: 'Stub', size: 200, color: '000000', kerns: false })

export function paragraph(text: string, changes: Partial<ParagraphProperties> = {}): Paragraph {
  return plainParagraph(text === '' ? [] : [plainText(text, run)], run, { widowControl: false, ...changes })
}

/** Paragraphs of one line each: `a1`, `a2` ... */
export function lines(name: string, count: number): readonly Block[] {
  return Array.from({ length: count }, (_, index) => paragraph(`${name}${index + 1}`))
}

export function cell(content: string | readonly Block[], changes: Partial<TableCell> = {}): TableCell {
  const blocks = typeof content === 'string' ? [paragraph(content)] : content
  return plainCell(blocks, 0, { width: { type: 'auto' }, ...changes })
}

export function row(cells: readonly (TableCell | string)[], changes: Partial<TableRow> = {}): TableRow {
  return plainRow(
    cells.map((each) => (typeof each === 'string' ? cell(each) : each)),
    changes,
  )
}

export function table(rows: readonly TableRow[], changes: Partial<Table> = {}): Table {
  return plainTable([], rows, { width: { type: 'auto' }, layout: 'autofit', ...changes })
}

export function border(width: number, style = 'single', color = '000000'): Border {
  return { style, width, space: 0, color }
}

/** The same border on all sides and inside. */
export function allBorders(line: Border): Table['borders'] {
  return { top: line, right: line, bottom: line, left: line, insideHorizontal: line, insideVertical: line }
}

const face = {
  id: 1,
  unitsPerEm: 1000,
  glyphOf: (codePoint: number) => codePoint,
  advanceOf: () => 500,
} as unknown as FontFace

const font = {
  family: 'Stub',
  face,
  syntheticBold: false,
  syntheticItalic: false,
  ascent: 0.8,
  descent: 0.2,
  lineGap: 0,
  underlinePosition: 0.1,
  underlineThickness: 0.05,
  strikePosition: 0.3,
  xHeight: 0.5,
  capHeight: 0.7,
  scriptSize: 0.65,
  outlineScale: 1,
  isSymbol: false,
}

const fonts: FontLibrary = {
  find: () => font,
  has: () => true,
  findFor: () => font,
  shape(text) {
    const glyphs = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    return {
      font,
      glyphs,
      advances: glyphs.map(() => 0.5),
      clusters: glyphs.map((_, index) => index),
      width: glyphs.length * 0.5,
    }
  },
  missing: new Map(),
  substitutions: new Map(),
  replacedByDocument: new Set(),
}

/** A context with the real paragraphs and tables, without floats and space between paragraphs. */
export function stubContext(options: { readonly compatibilityMode?: number } = {}): LayoutContext & {
  readonly laidOut: string[]
} {
  const laidOut: string[] = []
  const settings = { compatibilityMode: options.compatibilityMode ?? 15, compatibility: new Set(), defaultTabStop: 720 }
  const context: LayoutContext & { readonly laidOut: string[] } = {
    laidOut,
    document: { settings, images: new Map() } as unknown as DocumentModel,
    fonts,
    checkpoint() {},
    warn() {},
    numbers: { page: 1, pageFormat: 'decimal', pageCount: 1, sectionPageCount: 1, section: 1 },
    noteLabel: () => undefined,
    layOutBlocks(blocks, width) {
      const slices: Slice[] = []
      for (const block of blocks) {
        if (block.kind === 'table') slices.push(...layOutTable(block, width, context, { isNested: true }).slices)
        else {
          laidOut.push(textOf(block))
          slices.push(...lineSlices(block, width, context))
        }
      }
      return stackOf(slices, spaceBelow(blocks))
    },
    paintDrawing() {},
  }
  return context
}

function textOf(block: Paragraph): string {
  return block.inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('')
}

function lineSlices(block: Paragraph, width: number, context: LayoutContext): Slice[] {
  const prepared = prepareParagraph(block, context)
  const slices: Slice[] = []
  for (let start: ReturnType<typeof prepared.composeLine>['next']; ; ) {
    const line = prepared.composeLine(start, [{ left: 0, right: width }], width)
    slices.push({
      height: line.height,
      spaceAbove: start === undefined ? block.properties.spaceBefore : 0,
      breakBefore: 'allowed',
      notes: line.notes,
      anchors: line.anchors,
      paint: (list, x, y) => line.paint(list, x, y),
    })
    start = line.next
    if (start === undefined) return slices
  }
}

function spaceBelow(blocks: readonly Block[]): number {
  const last = blocks[blocks.length - 1]
  return last?.kind === 'paragraph' ? last.properties.spaceAfter : 0
}

function stackOf(slices: readonly Slice[], below: number): Stack {
  return {
    slices,
    height: slices.reduce((sum, slice) => sum + slice.spaceAbove + slice.height, below),
    contentWidth: 0,
    paint(list, x, y) {
      let top = y
      for (const slice of slices) {
        top += slice.spaceAbove
        slice.paint(list, x, top)
        top += slice.height
      }
    },
    paintWithin: () => {},
  }
}

/** Slices painted from y on, one below the other. */
export function paintSlices(slices: readonly Slice[], y = 0): DisplayList {
  const list: DisplayList = []
  let top = y
  for (const slice of slices) {
    slice.paint(list, 0, top)
    top += slice.height
  }
  return list
}

/** The words of a display list with the top of their line, in painting order. */
export function textsOf(list: DisplayList): { readonly text: string; readonly x: number; readonly y: number }[] {
  return list.flatMap((item) =>
    item.kind === 'glyphs'
      ? [{ text: [...item.texts].join('').trim(), x: Math.round(item.x), y: Math.round(item.y - 160) }]
      : item.kind === 'group'
        ? textsOf(item.items)
        : [],
  )
}

/** The areas that solid borders cover, in painting order. */
export function bordersOf(list: DisplayList): { x: number; y: number; width: number; height: number }[] {
  return list.flatMap((item) => {
    if (item.kind !== 'stroke') return []
    const { x1, y1, x2, y2, width } = item
    return y1 === y2
      ? [{ x: x1, y: y1 - width / 2, width: x2 - x1, height: width }]
      : [{ x: x1 - width / 2, y: y1, width, height: y2 - y1 }]
  })
}
