/**
 * Items of a column container, aligned across its width (CSS Flexible Box Layout Module Level 1, 8.3).
 *
 * @module
 */

import type { BlockBox, Box } from '../boxes/box-tree.js'
import { derivePlace } from '../boxes/derived-place.js'
import type { BoxStyle, FlexStyle, ItemAlign } from '../css/computed-style.js'
import { type BlockFrame, drawsLines } from '../frames/block-frame.js'
import { measureBox } from '../measure/measure-boxes.js'

/**
 * Aligns an item in its container. A box that has a width or is drawn is moved by its margins, and text without an alignment of
 * its own by its alignment.
 *
 * @param available available width, in twips
 */
export function alignItem(
  item: Box,
  flex: FlexStyle,
  available: number,
): { readonly box: Box; readonly alignment?: NonNullable<BlockFrame['alignment']> } {
  const align = alignOf(item, flex)
  if (item.kind !== 'block') return { box: item }
  const { box } = item.place.style
  if (align === 'start' && isDrawn(box)) return { box: shrunk(item, align, available) }
  if (!isMoved(align)) return { box: item }
  if (box.margin.left === 'auto' || box.margin.right === 'auto' || box.inset !== undefined) return { box: item }
  if (box.width !== undefined || box.maxWidth !== undefined) return { box: withMargins(item, align) }
  if (!isDrawn(box)) return { box: item, alignment: align }
  return { box: shrunk(item, align, available) }
}

/** A drawn box without a width becomes as wide as its content. */
function shrunk(item: BlockBox, align: 'start' | 'center' | 'end', available: number): BlockBox {
  const { width, maxWidth, margin } = item.place.style.box
  const { most } = measureBox(item)
  const isFree = width === undefined && maxWidth === undefined && margin.left !== 'auto' && margin.right !== 'auto'
  return isFree && most < available ? withMargins(item, align, most * SLACK) : item
}

/** Factor by which boxes are made wider than the estimated width of their text, since the reader's font may be wider. */
const SLACK = 1.06

function isMoved(align: ItemAlign | undefined): align is 'center' | 'end' {
  return align === 'center' || align === 'end'
}

function alignOf({ place }: Box, { alignItems }: FlexStyle): ItemAlign | undefined {
  return place.style.box.flex?.alignSelf ?? alignItems
}

function isDrawn({ backgroundColor, border }: BoxStyle): boolean {
  return (backgroundColor !== undefined && backgroundColor !== 'transparent') || drawsLines(border)
}

function withMargins(item: BlockBox, align: 'start' | 'center' | 'end', width?: number): BlockBox {
  const { text, box } = item.place.style
  const sides = { center: { left: 'auto', right: 'auto' }, end: { left: 'auto' }, start: {} } as const
  const margin: BoxStyle['margin'] = { ...box.margin, ...sides[align] }
  const size = width === undefined ? {} : { width: { twips: Math.ceil(width) }, isBorderBox: true }
  return { ...item, place: derivePlace(item.place, 'aligned', { text, box: { ...box, ...size, margin } }) }
}
