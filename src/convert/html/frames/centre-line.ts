/**
 * Centres the line of a button or badge whose height the page sets as line height.
 *
 * @module
 */

import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { ParagraphFormat } from '../../docx-writer/flow-format.js'
import type { BlockBox, TextBox } from '../boxes/box-tree.js'
import type { DraftBlock } from '../layout/settle-spacing.js'
import { NATURAL_LINE, toLineSpacing } from '../measure/formats.js'
import { measureBox } from '../measure/measure-boxes.js'

/** Line height, as a multiple of the font size, from which a line counts as a box. */
const LEAST_HEIGHT = 1.9

/** Whether a block has a single line whose height is meant as that of the block. */
export function isTallLine({ children }: BlockBox, width: number): boolean {
  const [text] = children
  if (children.length !== 1 || text?.kind !== 'text') return false
  const size = sizeOf(text)
  return lineHeight(toLineSpacing(text.place.style.text), size) >= size * LEAST_HEIGHT && isOneLine(text, width)
}

/**
 * Centres the line of such a block in its height, as CSS does (CSS 2.2, 10.8.1). Word would put all of the space above the text.
 * In text of several lines, the line height is kept.
 *
 * @param width available width of the line, in twips
 */
export function centreLine(drafts: readonly DraftBlock[], block: BlockBox, width: number): void {
  const [draft] = drafts
  const [text] = block.children
  if (drafts.length !== 1 || draft?.kind !== 'paragraph' || text?.kind !== 'text' || !isTallLine(block, width)) return
  const size = sizeOf(text)
  const room = Math.round((lineHeight(toLineSpacing(text.place.style.text), size) - size * NATURAL_LINE) / 2)
  draft.format.lineSpacing = { factor: 1 }
  draft.insetTop += room
  draft.insetBottom += room
}

function sizeOf({ place }: TextBox): number {
  return place.style.text.fontSize ?? place.style.text.em
}

function lineHeight(spacing: ParagraphFormat['lineSpacing'], size: number): number {
  if (spacing === undefined) return 0
  if ('factor' in spacing) return spacing.factor * size * NATURAL_LINE
  return 'atLeast' in spacing ? spacing.atLeast : 0
}

function isOneLine(text: TextBox, width: number): boolean {
  const breaks = (inline: FlowInline): boolean =>
    inline.kind === 'link' ? inline.inlines.some(breaks) : inline.kind === 'break' || inline.kind === 'image'
  return !text.inlines.some(breaks) && measureBox(text).most <= width
}
