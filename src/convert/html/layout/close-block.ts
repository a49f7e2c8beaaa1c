/**
 * Margins and padding of blocks.
 *
 * @module
 */

import type { ParagraphStyleName } from '../../docx-writer/flow-format.js'
import type { BlockBox } from '../boxes/box-tree.js'
import { type BlockFrame, clampSpace, knownHeight, lengthOf, margins, rowHeight } from '../frames/block-frame.js'
import type { Manner } from '../frames/block-paint.js'
import { edgesOf } from '../frames/box-shape.js'
import { estimateHeight } from '../measure/measure-boxes.js'
import { isOwnText } from './draft-paragraph.js'
import { naturalHeight } from './natural-height.js'
import { type DraftBlock, isSpaced, naturalSpace, type SpacedDraft } from './settle-spacing.js'

/** Gives the margins and padding of a block to its first and last paragraph or table. */
export function closeBlock(
  { place, tag, style }: Pick<BlockBox, 'place' | 'tag' | 'style'>,
  frame: BlockFrame,
  out: DraftBlock[],
  start: number,
  manner: Manner,
): void {
  if (tag === 'html' || tag === 'body') return
  const { box } = place.style
  const first = firstSpaced(out, start)
  const last = first === undefined ? undefined : lastSpaced(out, start)
  if (first === undefined || last === undefined) {
    const draft = emptySpace(place, frame)
    if (draft !== undefined) out.push(draft)
    else keepEmptyMargins(out, frame)
    return
  }
  const isLined = (side: 'top' | 'bottom') => manner === 'lines' && (box.border[side]?.width ?? 0) > 0
  const inset = (side: 'top' | 'bottom') =>
    manner === 'paragraph' || isLined(side) ? 0 : clampSpace(lengthOf(box.padding[side], frame.width))
  pushIn(first, 'top', inset('top'), isOwnText(first, frame))
  pushIn(last, 'bottom', inset('bottom'), isOwnText(last, frame))
  keepDistance(first, 'top', frame.top ?? ownSpace(first, style, 'spaceBefore'), isOwnText(first, frame))
  keepDistance(last, 'bottom', frame.bottom ?? ownSpace(last, style, 'spaceAfter'), isOwnText(last, frame))
}

/** The margins of a box with nothing in it are one with that of the block before it (CSS 2.2, 8.3.1). */
function keepEmptyMargins(out: DraftBlock[], { top = 0, bottom = 0, indentStart, indentEnd }: BlockFrame): void {
  const before = out.at(-1)
  const height = Math.max(top, bottom)
  if (before === undefined || !isSpaced(before) || height <= 0) return
  // Word shades the distance of a paragraph like the paragraph.
  if (before.kind === 'paragraph' && before.format.shading !== undefined) {
    const space = { kind: 'space' as const, height, indentStart, indentEnd }
    out.push({ kind: 'space', space, top: 0, bottom: 0, insetTop: 0, insetBottom: 0 })
    return
  }
  const natural = before.kind === 'paragraph' ? naturalSpace(before.style, 'spaceAfter') : 0
  before.bottom = Math.max(before.bottom ?? natural, height)
  if (before.kind === 'paragraph') before.isTight = false
}

/** A heading that is a row of boxes keeps the distance that its style has, which no paragraph is there to keep. */
function ownSpace(
  draft: SpacedDraft,
  style: ParagraphStyleName | undefined,
  which: 'spaceBefore' | 'spaceAfter',
): number | undefined {
  const isHeading = style?.startsWith('heading') === true
  return isHeading && draft.kind === 'table' ? naturalSpace(style, which) : undefined
}

function firstSpaced(out: readonly DraftBlock[], start: number): SpacedDraft | undefined {
  for (let index = start; index < out.length; index++) {
    const draft = out[index]
    if (draft !== undefined && isSpaced(draft)) return draft
  }
  return undefined
}

function lastSpaced(out: readonly DraftBlock[], start: number): SpacedDraft | undefined {
  for (let index = out.length - 1; index >= start; index--) {
    const draft = out[index]
    if (draft !== undefined && isSpaced(draft)) return draft
  }
  return undefined
}

/** Missing height in twips from which on it is filled up. */
const LEAST_MISSING = 200
/** Share of a page's height above which a block is not filled up. Such blocks are sized for screens, not parts of a form. */
const MOST_HEIGHT = 0.5

/** Space below the content of a block that is meant to be higher, such as the address field of a letter. */
export function fillHeight(
  { place, children }: BlockBox,
  frame: BlockFrame,
  out: DraftBlock[],
  start: number,
  pageHeight: number,
): void {
  const height = rowHeight(place.style.box) ?? 0
  if (height < LEAST_MISSING || height > pageHeight * MOST_HEIGHT) return
  const last = lastSpaced(out, start)
  const inside = estimateHeight(children, frame.width - frame.indentStart - frame.indentEnd)
  // Height that the box has distributed among what is in it is no longer missing.
  const shared = out.slice(start).reduce((sum, own) => sum + (isSpaced(own) ? own.insetTop + own.insetBottom : 0), 0)
  const missing = height - Math.max(madeHeight(last), inside) - shared
  if (last !== undefined && missing >= LEAST_MISSING) pushIn(last, 'bottom', clampSpace(missing), false)
}

/** Height that the rows of a table have at least. */
function madeHeight(draft: DraftBlock | undefined): number {
  return draft?.kind === 'table' ? draft.table.rows.reduce((sum, row) => sum + (row.height ?? 0), 0) : 0
}

/**
 * Space between the content of a block, drafted from `start` on, and the line below it, where the block is meant to be higher
 * than its content.
 */
export function missingHeight(
  { place, children }: BlockBox,
  frame: BlockFrame,
  out: readonly DraftBlock[],
  start: number,
  pageHeight: number,
): DraftBlock[] {
  const { box } = place.style
  const height = rowHeight(box) ?? 0
  // An empty box, such as a line to sign on, has its height above a lower line, or below an upper one.
  if (height > pageHeight * MOST_HEIGHT || (box.border.bottom === undefined && children.length > 0)) return []
  const { indentStart, indentEnd } = frame
  const { down } = edgesOf(box)
  const natural = naturalHeight(children, frame.width - indentStart - indentEnd, frame.height)
  const missing = Math.round(height - down - Math.max(madeHeight(lastSpaced(out, start)), natural))
  if (missing < LEAST_MISSING) return []
  const space = { kind: 'space' as const, height: clampSpace(missing), indentStart, indentEnd }
  return [{ kind: 'space', space, top: 0, bottom: 0, insetTop: 0, insetBottom: 0 }]
}

/** Adds padding between the margin of a block's content and that of the block, which text of its own has already. */
function pushIn(draft: SpacedDraft, side: 'top' | 'bottom', space: number, isOwn: boolean): void {
  if (space <= 0) return
  if (isOwn && draft[side] === undefined) {
    if (side === 'top') draft.insetTop += space
    else draft.insetBottom += space
    return
  }
  const natural =
    draft.kind === 'paragraph' ? naturalSpace(draft.style, side === 'top' ? 'spaceBefore' : 'spaceAfter') : 0
  const margin = draft[side] ?? natural
  draft[side] = 0
  if (side === 'top') draft.insetTop += margin + space
  else draft.insetBottom += margin + space
  if (draft.kind === 'paragraph') draft.isTight = false
}

/** Assumed space below paragraphs in twips, when the page leaves it to the style. */
const UNSAID_SPACE = 150

function keepDistance(draft: SpacedDraft, side: 'top' | 'bottom', space: number | undefined, isOwn: boolean): void {
  if (space === undefined) return
  const known = draft[side]
  if (isOwn) draft[side] = Math.max(known ?? 0, space)
  else if (space > 0 && (known !== undefined || space > UNSAID_SPACE)) draft[side] = Math.max(known ?? 0, space)
  if (draft.kind === 'paragraph' && space > 0) draft.isTight = false
}

/** The space of an empty box, which may have a height, or be a coloured bar. */
function emptySpace({ style }: BlockBox['place'], frame: BlockFrame): DraftBlock | undefined {
  const { box } = style
  const least = knownHeight(box.minHeight, undefined) ?? 0
  const height = Math.max(frame.height ?? 0, least) + lengthOf(box.padding.top, 0) + lengthOf(box.padding.bottom, 0)
  if (height <= 0) return undefined
  const { backgroundColor: color } = box
  const shading = color === undefined || color === 'transparent' || color === frame.painted ? {} : { shading: color }
  const { indentStart, indentEnd } = frame
  const space = { kind: 'space' as const, height: clampSpace(height), ...shading, indentStart, indentEnd }
  const { top = 0, bottom = 0 } = margins(box, frame.width)
  return { kind: 'space', space, top, bottom, insetTop: 0, insetBottom: 0 }
}
