/**
 * Boxes over or under the page that text does not flow around, as shapes: stamps and watermarks. Other positioned boxes are
 * floating tables with text beside them.
 *
 * @module
 */

import type { FlowInline, FlowShape } from '../../docx-writer/flow-document.js'
import type { BlockBox } from '../boxes/box-tree.js'
import type { BoxStyle, TextStyle } from '../css/computed-style.js'
import { resolveLength } from '../css/css-length.js'
import { type BlockFrame, lengthOf, outerWidth, type PositionOrigin, rowHeight } from './block-frame.js'
import { isPainted, PLACED_SLACK, placedShapeOf } from './box-shape.js'

/** Factor by which a shape without a visible edge is wider than its text. LibreOffice would cut off text in a wider font. */
const BARE_SLACK = 1.4

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The shape of a box that is rotated, drawn under the text, or translucent, with at most one line of text. */
export function overlayShape(block: BlockBox, { origin, tables }: BlockFrame): FlowShape | undefined {
  const { box, text } = block.place.style
  if (box.inset === undefined || origin === undefined || tables > 0) return undefined
  if (box.tilt === undefined && box.isBelow !== true && text.ink === undefined) return undefined
  const isBare = !isPainted(box)
  const shape = placedShapeOf(isBare ? withoutSize(block) : block, origin.width, origin.width + origin.paperHeight)
  if (shape === undefined) return undefined
  // A shape is somewhat wider than its text, which is centred.
  const hasSlack = isBare || box.width === undefined
  const width = hasSlack ? shape.width / PLACED_SLACK : shape.width
  const area = areaOf(box, { width, height: shape.height }, origin)
  if (area === undefined) return undefined
  const middle = {
    x: isBare ? area.x + width / 2 + (area.width - width) * shareBefore(box, text) : area.x + width / 2,
    y: area.y + shape.height / 2 + (box.flex?.alignItems === 'center' ? (area.height - shape.height) / 2 : 0),
  }
  const { x, y } = turned(middle, area, box)
  const broad = Math.round(shape.width * BARE_SLACK)
  return {
    ...shape,
    ...(isBare ? { alignment: 'center' as const, padding: { left: 0, right: 0 }, width: broad } : {}),
    inlines: inked(shape.inlines, text),
    margin: { top: 0, right: 0, bottom: 0 },
    offset: {
      x: Math.round(x - (isBare ? broad : shape.width) / 2),
      y: Math.round(y - shape.height / 2),
      from: 'page',
    },
    ...(box.tilt === undefined ? {} : { degrees: box.tilt }),
    ...(box.isBelow === true ? { isBehind: true } : {}),
  }
}

/** Removes the size of a box that shows only its text, so that the shape is made for the text. */
function withoutSize(block: BlockBox): BlockBox {
  const { width: _, height: __, minWidth: ___, minHeight: ____, aspectRatio: _____, ...box } = block.place.style.box
  return { ...block, place: { ...block.place, style: { ...block.place.style, box: { ...box, padding: {} } } } }
}

/**
 * The area of a box on the paper before it is rotated (CSS 2.2, 10.3.7 and 10.6.4); `undefined` where its edges do not determine
 * it.
 */
function areaOf(
  box: BoxStyle,
  own: { readonly width: number; readonly height: number },
  origin: PositionOrigin,
): Area | undefined {
  const { left, right, top, bottom } = box.inset ?? {}
  const across = { start: left, end: right, room: origin.width, own: outerWidth(box, origin.width), natural: own.width }
  const down = { start: top, end: bottom, room: origin.height, own: rowHeight(box, origin.height), natural: own.height }
  const [x, y] = [placeBetween(across), placeBetween(down)]
  if (x === undefined || y === undefined) return undefined
  return {
    x: origin.x + x.start + lengthOf(box.margin.left, origin.width) + lengthOf(box.shift?.x, x.size),
    y: origin.y + y.start + lengthOf(box.margin.top, origin.width) + lengthOf(box.shift?.y, y.size),
    width: x.size,
    height: y.size,
  }
}

interface Edges {
  readonly start: NonNullable<BoxStyle['inset']>['left']
  readonly end: NonNullable<BoxStyle['inset']>['left']
  readonly room: number | undefined
  readonly own: number | undefined
  readonly natural: number
}

function placeBetween({ start, end, room, own, natural }: Edges): { start: number; size: number } | undefined {
  if (start !== undefined && (room !== undefined || 'twips' in start)) {
    const from = resolveLength(start, room ?? 0)
    const isStretched = own === undefined && end !== undefined && room !== undefined
    return { start: from, size: isStretched ? Math.max(0, room - from - resolveLength(end, room)) : (own ?? natural) }
  }
  if (end === undefined || room === undefined) return undefined
  const size = own ?? natural
  return { start: room - resolveLength(end, room) - size, size }
}

/** Share of the free space that is before the text in its line. */
function shareBefore({ flex }: BoxStyle, { textAlign }: TextStyle): number {
  if (flex?.justify === 'center' || textAlign === 'center') return 0.5
  return textAlign === 'right' || textAlign === 'end' ? 1 : 0
}

/** A point of a box after rotation (CSS Transforms Module Level 1, 8). */
function turned({ x, y }: { readonly x: number; readonly y: number }, area: Area, { tilt = 0, pivot }: BoxStyle) {
  const about = {
    x: area.x + resolveLength(pivot?.x ?? { fraction: 0.5 }, area.width),
    y: area.y + resolveLength(pivot?.y ?? { fraction: 0.5 }, area.height),
  }
  const angle = (tilt * Math.PI) / 180
  const [dx, dy] = [x - about.x, y - about.y]
  return {
    x: about.x + dx * Math.cos(angle) - dy * Math.sin(angle),
    y: about.y + dx * Math.sin(angle) + dy * Math.cos(angle),
  }
}

/** Text in its translucent colour, instead of the colour that it has on white. */
function inked(inlines: readonly FlowInline[], style: TextStyle): FlowInline[] {
  const { ink, color } = style
  return inlines.map((inline): FlowInline => {
    if (inline.kind === 'link') return { ...inline, inlines: inked(inline.inlines, style) }
    if (inline.kind !== 'text' || ink === undefined || inline.format.color !== color) return inline
    return { ...inline, format: { ...inline.format, ink } }
  })
}
