/**
 * Boxes of a line in cells that are larger than they are.
 *
 * @module
 */

import type { BlockBox } from '../boxes/box-tree.js'
import { edgesOf } from '../frames/box-shape.js'

/** Factor by which a line must be higher than a box for the difference to be visible. */
export const HIGHER = 1.3

/** An anonymous box around another one. Its margins and width were already applied in the line. */
export function boxAround(block: BlockBox, width: number): BlockBox {
  const { id, style } = block.place
  // The box is as high as its container, to which the heights of its content refer.
  const bare = { display: 'block' as const, margin: {}, padding: {}, border: {}, height: { fraction: 1 } }
  const inner = withWidth(block, width)
  return { kind: 'block', tag: '', place: { id, style: { text: style.text, box: bare } }, children: [inner] }
}

/** A block with the width that its line gives it, and without margins. */
export function withWidth(block: BlockBox, width: number): BlockBox {
  const { id, style } = block.place
  const inner = style.box.isBorderBox === true ? width : Math.max(0, width - edgesOf(style.box).across)
  const box = { ...style.box, margin: {}, width: { twips: Math.round(inner) } }
  return { ...block, place: { id, style: { ...style, box } } }
}
