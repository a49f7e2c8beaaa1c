/**
 * Which frames blocks are in (w:framePr, ECMA-376-1, 17.3.1.11). Word writes a frame around a table into each paragraph of the
 * table, and the place of a floating table into some of its paragraphs.
 *
 * @module
 */

import { deriveParagraph } from '../model/derived-paragraph.js'
import type { Block, Paragraph } from '../model/document-model.js'
import type { FrameProperties } from '../model/properties.js'
import type { Table, TablePosition } from '../model/table-model.js'

/** The frame of a block; that of a table whose paragraphs are all in it. */
export function frameAround(block: Block): FrameProperties | undefined {
  if (block.kind === 'paragraph') return block.properties.frame
  const first = block.rows[0]?.cells[0]?.blocks[0]
  if (block.position !== undefined || first === undefined) return undefined
  const frame = frameAround(first)
  return frame !== undefined && isInFrame(block, frame) ? frame : undefined
}

export function isInFrame(block: Block, frame: FrameProperties): boolean {
  if (block.kind === 'table') {
    return (
      block.position === undefined &&
      block.rows.every(({ cells }) => cells.every(({ blocks }) => blocks.every((each) => isInFrame(each, frame))))
    )
  }
  const other = block.properties.frame
  return other !== undefined && (other === frame || JSON.stringify(other) === JSON.stringify(frame))
}

/** The place of a table that is alone in a frame. As a floating table, it may be longer than a page. */
export function positionOf({ horizontal, vertical, horizontalSpace, verticalSpace }: FrameProperties): TablePosition {
  const distances = { top: verticalSpace, right: horizontalSpace, bottom: verticalSpace, left: horizontalSpace }
  return { horizontal, vertical, distances, allowOverlap: true }
}

/** A block whose paragraphs are in no frame. */
export function withoutFrame(block: Block): Block {
  return block.kind === 'table' ? tableWithoutFrames(block) : paragraphWithoutFrame(block)
}

/** Tables and paragraphs are copied once each, since others remember what they know of them. */
const copies = { tables: new WeakMap<Table, Table>(), paragraphs: new WeakMap<Paragraph, Paragraph>() }

/** A table whose paragraphs are in no frame. */
export function tableWithoutFrames(table: Table): Table {
  if (!hasFrames(table)) return table
  let copy = copies.tables.get(table)
  if (copy === undefined) {
    const rows = table.rows.map((row) => {
      const cells = row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map(withoutFrame) }))
      return { ...row, cells }
    })
    copy = { ...table, rows }
    copies.tables.set(table, copy)
  }
  return copy
}

function hasFrames(block: Block): boolean {
  if (block.kind === 'paragraph') return block.properties.frame !== undefined
  return block.rows.some(({ cells }) => cells.some(({ blocks }) => blocks.some(hasFrames)))
}

function paragraphWithoutFrame(paragraph: Paragraph): Paragraph {
  const { frame, ...properties } = paragraph.properties
  if (frame === undefined) return paragraph
  let copy = copies.paragraphs.get(paragraph)
  if (copy === undefined) {
    copy = deriveParagraph(paragraph, { properties })
    copies.paragraphs.set(paragraph, copy)
  }
  return copy
}
