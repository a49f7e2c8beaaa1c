/**
 * Positions of floating VML shapes, and text wrapping.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import { type DrawingAnchor, roundTwips } from '../../../typeset/drawings.js'
import { childOf, type XmlElement } from '../../xml/xml-element.js'
import { HORIZONTAL_ALIGNMENTS, VERTICAL_ALIGNMENTS } from '../alignments.js'
import type { Box } from '../box.js'
import { readBoolean, readNumber } from '../units.js'
import { readVmlLength, type VmlStyle } from './vml-style.js'

type Horizontal = DrawingAnchor['horizontal']
type Vertical = DrawingAnchor['vertical']

/** Default distance of text from the sides of a VML shape, in twips: 9 points. */
const DEFAULT_SIDE_DISTANCE = 180

const HORIZONTAL_ORIGINS: Readonly<Record<string, Horizontal['relativeTo']>> = {
  page: 'page',
  margin: 'margin',
  text: 'column',
  char: 'character',
  'left-margin-area': 'leftMargin',
  'right-margin-area': 'rightMargin',
  'inner-margin-area': 'insideMargin',
  'outer-margin-area': 'outsideMargin',
}

const VERTICAL_ORIGINS: Readonly<Record<string, Vertical['relativeTo']>> = {
  page: 'page',
  margin: 'margin',
  text: 'paragraph',
  line: 'line',
  'top-margin-area': 'topMargin',
  'bottom-margin-area': 'bottomMargin',
  'inner-margin-area': 'insideMargin',
  'outer-margin-area': 'outsideMargin',
}

const WRAPS: Readonly<Record<string, DrawingAnchor['wrap']>> = {
  square: 'square',
  tight: 'tight',
  through: 'through',
  topandbottom: 'topAndBottom',
}

const SIDES: Readonly<Record<string, DrawingAnchor['wrapSide']>> = {
  both: 'both',
  left: 'left',
  right: 'right',
  largest: 'largest',
}

/** The position of a VML shape with position:absolute, by its style and w10:wrap. */
export function readVmlAnchor(shape: XmlElement, style: VmlStyle, box: Box): DrawingAnchor {
  const wrap = childOf(shape, 'w10:wrap')?.attributes
  const kind = WRAPS[wrap?.['type']?.toLowerCase() ?? ''] ?? 'none'
  const zOrder = readNumber(style.get('z-index'), 0)
  const relativeWidth = readRelativeSize(style, 'width')
  const relativeHeight = readRelativeSize(style, 'height')
  const polygon = kind === 'tight' || kind === 'through' ? readWrapCoordinates(shape, box) : []
  const distance = (edge: string, fallback: number) =>
    Math.max(0, readVmlLength(style.get(`mso-wrap-distance-${edge}`)) ?? fallback)
  return {
    horizontal: readHorizontal(style, wrap?.['anchorx'], box.x),
    vertical: readVertical(style, wrap?.['anchory'], box.y),
    ...(relativeWidth === undefined ? {} : { relativeWidth }),
    ...(relativeHeight === undefined ? {} : { relativeHeight }),
    wrap: kind,
    wrapSide: SIDES[wrap?.['side']?.toLowerCase() ?? ''] ?? 'both',
    distances: {
      top: distance('top', 0),
      right: distance('right', DEFAULT_SIDE_DISTANCE),
      bottom: distance('bottom', 0),
      left: distance('left', DEFAULT_SIDE_DISTANCE),
    },
    ...(polygon.length < 3 ? {} : { polygon }),
    behindText: zOrder < 0,
    allowOverlap: readBoolean(shape.attributes['o:allowoverlap'], true),
    layoutInCell: readBoolean(shape.attributes['o:allowincell'], true),
    zOrder,
  }
}

function readHorizontal(style: VmlStyle, anchor: string | undefined, offset: number): Horizontal {
  const relative = style.get('mso-position-horizontal-relative') ?? anchor ?? 'text'
  const align = HORIZONTAL_ALIGNMENTS[style.get('mso-position-horizontal') ?? '']
  return {
    relativeTo: HORIZONTAL_ORIGINS[relative] ?? 'column',
    offset,
    ...(align === undefined ? {} : { align }),
    ...readShare(style.get('mso-left-percent')),
  }
}

function readVertical(style: VmlStyle, anchor: string | undefined, offset: number): Vertical {
  const relative = style.get('mso-position-vertical-relative') ?? anchor ?? 'text'
  const align = VERTICAL_ALIGNMENTS[style.get('mso-position-vertical') ?? '']
  return {
    relativeTo: VERTICAL_ORIGINS[relative] ?? 'paragraph',
    offset,
    ...(align === undefined ? {} : { align }),
    ...readShare(style.get('mso-top-percent')),
  }
}

/** A share in tenths of a percent; -10001 means that it is not given. */
function readShare(text: string | undefined): { readonly share?: number } {
  const value = readNumber(text, -10_001)
  return value <= -10_000 ? {} : { share: clamp(value / 1000, -10, 10) }
}

function readRelativeSize(
  style: VmlStyle,
  axis: 'width' | 'height',
): { readonly relativeTo: string; readonly share: number } | undefined {
  const share = clamp(readNumber(style.get(`mso-${axis}-percent`), 0) / 1000, 0, 10)
  if (share <= 0) return undefined
  const relative = style.get(`mso-${axis}-relative`) ?? 'page'
  const origins = axis === 'width' ? HORIZONTAL_ORIGINS : VERTICAL_ORIGINS
  return { relativeTo: origins[relative] ?? 'page', share }
}

/** The attribute wrapcoords, in 21600ths of the shape's box. */
function readWrapCoordinates(shape: XmlElement, { width, height }: Box): { x: number; y: number }[] {
  const numbers = (shape.attributes['wrapcoords'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .slice(0, 4000)
  const points: { x: number; y: number }[] = []
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    points.push({
      x: roundTwips((readNumber(numbers[i], 0) / 21_600) * width),
      y: roundTwips((readNumber(numbers[i + 1], 0) / 21_600) * height),
    })
  }
  return points
}
