/**
 * Estimates the heights of boxes as in browsers, for distributing free height. It is closer than the estimate for page breaks,
 * which is rather too high.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import type { Box, RowBox } from '../boxes/box-tree.js'
import type { BoxStyle } from '../css/computed-style.js'
import { resolveLength } from '../css/css-length.js'
import { innerHeight, knownHeight, lengthOf } from '../frames/block-frame.js'
import { edgesOf, heightByRatio } from '../frames/box-shape.js'
import { lineOf } from '../measure/formats.js'
import { estimateHeight, measureBox, textSize, turnedSize } from '../measure/measure-boxes.js'
import { templateTracks } from './grid-tracks.js'

/** Share by which a line may be too wide because of rounding. */
const TOLERANCE = 0.01

/**
 * Estimated height of boxes one below another at this width, including margins.
 *
 * @param around height that percentages refer to, in twips; left out where it depends on the content
 */
export function naturalHeight(boxes: readonly Box[], width: number, around?: number): number {
  let height = 0
  let below = 0
  for (const box of boxes) {
    const { margin, inset } = box.kind === 'text' ? { margin: {} as BoxStyle['margin'] } : box.place.style.box
    if (inset !== undefined) continue
    height += Math.max(below, lengthOf(margin.top, width)) + ownHeight(box, width, around)
    below = lengthOf(margin.bottom, width)
  }
  return height + below
}

/** The height of a box without its margins. */
function ownHeight(box: Box, width: number, around: number | undefined): number {
  switch (box.kind) {
    case 'text': {
      if (box.hasImages) return estimateHeight([box], width)
      const lines = 1 + box.inlines.filter(({ kind }) => kind === 'break').length
      const wrapped = Math.ceil(measureBox(box).most / Math.max(1, width) - TOLERANCE)
      return Math.max(lines, wrapped) * lineOf(box.place.style.text, textSize(box))
    }
    case 'row': {
      const { columnGap, rowGap, templateColumns = '' } = box.place.style.box.flex ?? {}
      const count = columnsOf(box, width)
      const share = (width - lengthOf(columnGap, width) * (count - 1)) / count
      const isEven = box.source === 'grid' && !/auto\b|content/.test(templateColumns)
      const widthOf = (item: Box) => (isEven ? share : Math.max(share, measureBox(item).most))
      let height = 0
      for (let start = 0; start < box.items.length; start += count) {
        const row = box.items.slice(start, start + count)
        height += largest(row.map((item) => naturalHeight([item], widthOf(item), around)))
        if (start > 0) height += lengthOf(rowGap, width)
      }
      return height
    }
    case 'block':
    case 'list':
    case 'item': {
      const { box: style } = box.place.style
      const { across, down } = edgesOf(style)
      if (box.kind === 'block' && style.turn !== undefined) return turnedSize(box).length + down
      const own =
        knownHeight(style.height, around) ??
        heightByRatio(style, style.width === undefined ? width : resolveLength(style.width, width))
      const known = innerHeight(style, around)
      const inside = naturalHeight(box.children, Math.max(1, width - across), known) + gapsOf(box.children, style)
      const height = own === undefined ? inside + down : own + (style.isBorderBox === true ? 0 : down)
      return Math.max(height, knownHeight(style.minHeight, around) ?? 0)
    }
    default:
      return estimateHeight([box], width)
  }
}

/** Number of columns of a grid whose items are placed in turn, or else of all items; at least 1. */
function columnsOf({ items, place, source }: RowBox, width: number): number {
  const { templateColumns, templateAreas, autoFlow, columnGap } = place.style.box.flex ?? {}
  const isPlaced = ({ flex }: BoxStyle) => (flex?.gridColumn ?? flex?.gridRow ?? flex?.gridArea) !== undefined
  const isInTurn = source === 'grid' && (templateAreas ?? autoFlow) === undefined
  const isGrid = isInTurn && !items.some((item) => isPlaced(item.place.style.box))
  const count = isGrid ? templateTracks(templateColumns, width, lengthOf(columnGap, width)).length : 0
  return count || items.length || 1
}

function gapsOf(children: readonly Box[], { flex, display }: BoxStyle): number {
  if (flex?.isColumn !== true || (display !== 'flex' && display !== 'inline-flex')) return 0
  return lengthOf(flex.rowGap, 0) * Math.max(0, children.length - 1)
}
