/**
 * Boxes with vertical text as table cells, the only construct of a document whose text can be rotated.
 *
 * @module
 */

import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { FlowCell, FlowInline } from '../../docx-writer/flow-document.js'
import type { BlockBox, Box } from '../boxes/box-tree.js'
import { TURNING } from '../css/turn-box.js'
import type { Layout } from '../layout/layout.js'
import { turnedSize } from '../measure/measure-boxes.js'
import { type BlockFrame, lengthOf } from './block-frame.js'

/** A cell with rotated text. */
export interface TurnedCell {
  readonly direction: NonNullable<FlowCell['textDirection']>
  /** The rotated box: that of the cell, or the only one in it. */
  readonly box: BlockBox
  /** Length of its lines, in twips. */
  readonly length: number
  /** Height of the cell, with the edges of the boxes around the text. */
  readonly height: number
  /** Alignment of text that sets none, along its lines. */
  readonly alignment: BlockFrame['alignment']
}

/** How the text of a box is rotated as a cell; `undefined` for horizontal text. */
export function turnedCell(cell: BlockBox, around: FlowCell['verticalAlign'] = 'top'): TurnedCell | undefined {
  const found = soleTurned(cell)
  const { turn } = found?.place.style.box ?? {}
  if (found === undefined || turn === undefined) return undefined
  const { length } = turnedSize(found)
  const isUpright = turn === 'down' && found.place.style.text.writing === 'upright' && hasUpright(found)
  return {
    direction: isUpright ? 'upright' : turn,
    box: found,
    length,
    height: length + edgesDown(cell) + (found === cell ? 0 : edgesDown(found)),
    alignment: alignmentAlong(turn, around),
  }
}

/** Whether a box is turned in what stands around it. */
export function isTurnedIn({ place, tag, children }: BlockBox, frame: BlockFrame): boolean {
  if (place.style.box.turn === undefined || frame.isTurned === true || children.length === 0) return false
  const isWhole = tag === 'html' || tag === 'body'
  return !isWhole && frame.tables < CONVERT_LIMITS.maxTableNesting && frame.item?.isLabelled !== false
}

/** The frame of rotated text. Also records that the rotation is shown as the page asks for. */
export function turnedFrame(inside: BlockFrame, { box, length, alignment }: TurnedCell, layout: Layout): BlockFrame {
  for (const property of TURNING) layout.warnings.countMet(property, box.place.style.unmet)
  const own = alignment ?? inside.alignment
  return {
    ...inside,
    width: length,
    isTurned: true,
    height: undefined,
    ...(own === undefined ? {} : { alignment: own }),
  }
}

/** Height of the row that a box with rotated text needs; 0 for any other box. */
export function turnedHeight(cell: BlockBox): number {
  return turnedCell(cell)?.height ?? 0
}

/** The turned box that is all there is in a box, or that box itself. */
function soleTurned(box: Box): BlockBox | undefined {
  if (box.kind === 'row')
    return box.items.length === 1 && box.items[0] !== undefined ? soleTurned(box.items[0]) : undefined
  if (box.kind !== 'block') return undefined
  if (box.place.style.box.turn !== undefined) return box
  const [only] = box.children
  return only === undefined || box.children.length > 1 ? undefined : soleTurned(only)
}

/**
 * Converts the vertical alignment of a cell to an alignment along its lines: the top of a cell is the end of lines that run
 * upwards.
 */
function alignmentAlong(
  turn: 'down' | 'up',
  verticalAlign: NonNullable<FlowCell['verticalAlign']>,
): BlockFrame['alignment'] {
  if (verticalAlign === 'center') return 'center'
  return (verticalAlign === 'top') === (turn === 'down') ? undefined : 'end'
}

function edgesDown({ place }: BlockBox): number {
  const { padding, border } = place.style.box
  const lines = (border.top?.width ?? 0) + (border.bottom?.width ?? 0)
  return lengthOf(padding.top, 0) + lengthOf(padding.bottom, 0) + lines
}

/** Characters that stay upright in vertical text (Unicode Standard Annex #50), by their scripts. */
const UPRIGHT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

function hasUpright(box: Box): boolean {
  if (box.kind === 'text') return box.inlines.some(isUpright)
  if (box.kind === 'row') return box.items.some(hasUpright)
  return 'children' in box && box.children.some(hasUpright)
}

function isUpright(inline: FlowInline): boolean {
  if (inline.kind === 'link') return inline.inlines.some(isUpright)
  return inline.kind === 'text' && UPRIGHT.test(inline.text)
}
