/**
 * Positioned boxes in the flow (CSS Positioned Layout Module Level 3) whose place on the paper nobody knows, but which stand
 * beside text: dates at the end of a line, and labels in the padding of their item.
 *
 * @module
 */

import type { BlockBox, Box } from '../boxes/box-tree.js'
import { derivePlace } from '../boxes/derived-place.js'
import type { BoxStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength } from '../css/css-length.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { absolutePlace } from '../frames/absolute-boxes.js'
import { type BlockFrame, lengthOf } from '../frames/block-frame.js'
import { paintOf } from '../frames/block-paint.js'
import { estimateHeight, measureBox } from '../measure/measure-boxes.js'

/** Distance from the top in lines within which a box stands beside the first line. */
const FIRST_LINES = 2
/** Height in twips above which content is no longer kept beside a label. */
const MOST_BESIDE = 12_000

/**
 * Makes boxes float that are positioned at the end of a line: beside the text before them where they have no vertical place, or
 * else beside the first line.
 */
export function floatPlaced(boxes: readonly Box[], frame: BlockFrame): readonly Box[] {
  if (!boxes.some((box) => isAtLineEnd(box, frame))) return boxes
  const result: Box[] = []
  for (const box of boxes) {
    if (!isAtLineEnd(box, frame)) {
      result.push(box)
      continue
    }
    const before = result.findLastIndex((other) => !isOnLine(other))
    const isAtTop = box.place.style.box.inset?.top !== undefined
    result.splice(isAtTop ? 0 : before + 1, 0, floating(box, endOf(frame)))
  }
  return result
}

/** Whether a line may go on after a box: after text, floats, and positioned boxes that keep their place in the line. */
function isOnLine({ kind, place: { style } }: Box): boolean {
  const { float, isPositioned, inset } = style.box
  return kind === 'text' || float !== undefined || (kind === 'block' && isPositioned === true && inset === undefined)
}

/** Whether a box can only be the end of a line: it is positioned there, on a line, and draws nothing. */
function isAtLineEnd(box: Box, frame: BlockFrame): box is BlockBox {
  if (!isUnknown(box, frame) || paintOf(box, frame) !== undefined) return false
  const { inset = {} } = box.place.style.box
  const [start, end] = endOf(frame) === 'right' ? [inset.left, inset.right] : [inset.right, inset.left]
  return start === undefined && end !== undefined && inset.bottom === undefined && isHigh(inset.top, box)
}

/** Whether a box is positioned in the flow, with content, at a place that is not known. */
function isUnknown(box: Box, frame: BlockFrame): box is BlockBox {
  if (box.kind !== 'block' || box.children.length === 0) return false
  const { isPositioned, inset, fixedTo, tilt, turn, isBelow, shift } = box.place.style.box
  if (isPositioned !== true || inset === undefined || fixedTo !== undefined) return false
  if (tilt !== undefined || turn !== undefined || isBelow === true || shift !== undefined) return false
  return absolutePlace(box, frame) === undefined
}

function isHigh(top: CssLength | undefined, { place }: BlockBox): boolean {
  return top === undefined || ('twips' in top && Math.abs(top.twips) <= FIRST_LINES * place.style.text.em)
}

function endOf({ text }: BlockFrame): 'left' | 'right' {
  return text.direction === 'rtl' ? 'left' : 'right'
}

function floating(box: BlockBox, float: 'left' | 'right'): BlockBox {
  const { isPositioned: _, inset: __, margin, ...rest } = box.place.style.box
  // Vertical margins move the box to the line that it already stands in.
  const { top: ___, bottom: ____, ...sides } = margin
  return { ...box, place: withBox(box.place, { ...rest, float, margin: sides }) }
}

function withBox(place: StyledPlace, box: BoxStyle): StyledPlace {
  return derivePlace(place, 'beside', { text: place.style.text, box })
}

/**
 * The block with a label that stands in its padding, as a row of the label and everything else; the same block where there is no
 * such label.
 */
export function besideLabel(block: BlockBox, around: BlockFrame): BlockBox {
  const { box, text } = block.place.style
  if (box.isRelative !== true || text.direction === 'rtl' || block.children.length < 2) return block
  const room = lengthOf(box.padding.left, around.width)
  const label = block.children.find((child): child is BlockBox => isLabel(child, room, around))
  if (label === undefined) return block
  const others = block.children.filter((child) => child !== label)
  if (estimateHeight(others, around.width - room) > MOST_BESIDE) return block
  const from = offsetOf(label)
  const bare = (width: number | undefined): StyledPlace => {
    const flex =
      width === undefined
        ? { grow: 1, shrink: 1, basis: { twips: 0 } }
        : { grow: 0, shrink: 0, basis: { twips: width } }
    const column = { display: 'block' as const, margin: {}, padding: {}, border: {}, flex }
    return derivePlace(block.place, width === undefined ? 'label text' : 'label', { text, box: column })
  }
  const { isPositioned: _, inset: __, ...own } = label.place.style.box
  const moved = { ...label, place: withBox(label.place, { ...own, margin: { ...own.margin, left: { twips: from } } }) }
  const items: BlockBox[] = [
    { kind: 'block', tag: '', place: bare(room), children: [moved] },
    { kind: 'block', tag: '', place: bare(undefined), children: others },
  ]
  const { left: ___, ...padding } = box.padding
  return {
    ...block,
    place: derivePlace(block.place, 'labelled', { text, box: { ...box, padding } }),
    children: [{ kind: 'row', place: rowPlace(block.place), source: 'flex', items }],
  }
}

function rowPlace(place: StyledPlace): StyledPlace {
  const box = { display: 'block' as const, margin: {}, padding: {}, border: {}, flex: {} }
  return derivePlace(place, 'label row', { text: place.style.text, box })
}

/** Whether a box stands at the top of the padding, and fits in. */
function isLabel(box: Box, room: number, around: BlockFrame): boolean {
  if (room <= 0 || !isUnknown(box, { ...around, origin: undefined })) return false
  const { inset = {}, width } = box.place.style.box
  if (inset.left === undefined || inset.right !== undefined || inset.bottom !== undefined) return false
  if (!isHigh(inset.top, box) || 'fraction' in inset.left || inset.left.twips < 0) return false
  const own = width === undefined ? measureBox(box).most : resolveLength(width, around.width)
  return inset.left.twips + own <= room
}

function offsetOf({ place }: BlockBox): number {
  const { inset, margin } = place.style.box
  return resolveLength(inset?.left ?? { twips: 0 }, 0) + lengthOf(margin.left, 0)
}
