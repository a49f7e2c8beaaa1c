/**
 * Boxes of lines in cells that are larger than they are.
 *
 * @module
 */

import type { BlockBox } from '../boxes/box-tree.js'
import { edgesOf } from '../frames/box-shape.js'

/** How much higher a line has to be for that to be seen. */
export const HIGHER = 1.3

/** A box of nothing around another one, whose margins and width the line has made already. */
export function boxAround(block: BlockBox, width: number): BlockBox {
  const { id, style } = block.place
  // As high as its container, whose shares the heights of what is in it are.
  const bare = { display: 'block' as const, margin: {}, padding: {}, border: {}, height: { fraction: 1 } }
  const inner = withWidth(block, width)
  return { kind: 'block', tag: '', place: { id, style: { text: style.text, box: bare } }, children: [inner] }
}

/** A block as wide as its line has it, without margins. */
export function withWidth(block: BlockBox, width: number): BlockBox {
  const { id, style } = block.place
  const inner = style.box.isBorderBox === true ? width : Math.max(0, width - edgesOf(style.box).across)
  const box = { ...style.box, margin: {}, width: { twips: Math.round(inner) } }
  return { ...block, place: { id, style: { ...style, box } } }
}
