/**
 * Positions of floating drawings, and text wrapping.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import { type DrawingAnchor, roundTwips } from '../../typeset/drawings.js'
import type { XmlElement } from '../xml/xml-element.js'
import { childOf, childrenOf, textOf } from '../xml/xml-element.js'
import { HORIZONTAL_ALIGNMENTS, VERTICAL_ALIGNMENTS } from './alignments.js'
import { readBoolean, readEmu, readNumber } from './units.js'

type Horizontal = DrawingAnchor['horizontal']
type Vertical = DrawingAnchor['vertical']

/** Maximum number of corners of a wrap polygon. Further ones are left out. */
const MAX_POLYGON_POINTS = 2000

/** Units of a wrap polygon: 21600ths of the drawing's extent (ECMA-376-1, 20.4.2.16). */
const POLYGON_UNITS = 21_600

const HORIZONTAL_ORIGINS: Readonly<Record<string, Horizontal['relativeTo']>> = {
  page: 'page',
  margin: 'margin',
  column: 'column',
  character: 'character',
  leftMargin: 'leftMargin',
  rightMargin: 'rightMargin',
  insideMargin: 'insideMargin',
  outsideMargin: 'outsideMargin',
}

const VERTICAL_ORIGINS: Readonly<Record<string, Vertical['relativeTo']>> = {
  page: 'page',
  margin: 'margin',
  paragraph: 'paragraph',
  line: 'line',
  topMargin: 'topMargin',
  bottomMargin: 'bottomMargin',
  insideMargin: 'insideMargin',
  outsideMargin: 'outsideMargin',
}

const WRAP_SIDES: Readonly<Record<string, DrawingAnchor['wrapSide']>> = {
  bothSides: 'both',
  left: 'left',
  right: 'right',
  largest: 'largest',
}

/** The anchor in a wp:anchor (ECMA-376-1, 20.4.2.3) for a drawing of this size in twips. */
export function readAnchor(anchor: XmlElement, width: number, height: number): DrawingAnchor {
  const { attributes } = anchor
  const relativeWidth = readRelativeSize(childOf(anchor, 'wp14:sizeRelH'), 'wp14:pctWidth')
  const relativeHeight = readRelativeSize(childOf(anchor, 'wp14:sizeRelV'), 'wp14:pctHeight')
  return {
    ...readPosition(anchor),
    ...(relativeWidth === undefined ? {} : { relativeWidth }),
    ...(relativeHeight === undefined ? {} : { relativeHeight }),
    ...readWrap(anchor, width, height),
    distances: {
      top: readEmu(attributes['distT']),
      right: readEmu(attributes['distR']),
      bottom: readEmu(attributes['distB']),
      left: readEmu(attributes['distL']),
    },
    behindText: readBoolean(attributes['behindDoc'], false),
    allowOverlap: readBoolean(attributes['allowOverlap'], true),
    layoutInCell: readBoolean(attributes['layoutInCell'], true),
    zOrder: readNumber(attributes['relativeHeight'], 0),
  }
}

function readPosition(anchor: XmlElement): Pick<DrawingAnchor, 'horizontal' | 'vertical'> {
  if (readBoolean(anchor.attributes['simplePos'], false)) {
    const simple = childOf(anchor, 'wp:simplePos')?.attributes
    return {
      horizontal: { relativeTo: 'page', offset: readEmu(simple?.['x']) },
      vertical: { relativeTo: 'page', offset: readEmu(simple?.['y']) },
    }
  }
  const h = childOf(anchor, 'wp:positionH')
  const v = childOf(anchor, 'wp:positionV')
  const horizontalAlign = HORIZONTAL_ALIGNMENTS[alignmentOf(h)]
  const verticalAlign = VERTICAL_ALIGNMENTS[alignmentOf(v)]
  return {
    horizontal: {
      relativeTo: HORIZONTAL_ORIGINS[h?.attributes['relativeFrom'] ?? ''] ?? 'column',
      offset: offsetOf(h),
      ...(horizontalAlign === undefined ? {} : { align: horizontalAlign }),
      ...shareOf(h, 'wp14:pctPosHOffset'),
    },
    vertical: {
      relativeTo: VERTICAL_ORIGINS[v?.attributes['relativeFrom'] ?? ''] ?? 'paragraph',
      offset: offsetOf(v),
      ...(verticalAlign === undefined ? {} : { align: verticalAlign }),
      ...shareOf(v, 'wp14:pctPosVOffset'),
    },
  }
}

function textIn(parent: XmlElement | undefined, name: string): string | undefined {
  const child = childOf(parent, name)
  return child === undefined ? undefined : textOf(child).trim()
}

function alignmentOf(position: XmlElement | undefined): string {
  return textIn(position, 'wp:align') ?? ''
}

function offsetOf(position: XmlElement | undefined): number {
  return readEmu(textIn(position, 'wp:posOffset'))
}

function shareOf(position: XmlElement | undefined, name: string): { readonly share?: number } {
  const text = textIn(position, name)
  return text === undefined ? {} : { share: clamp(readNumber(text, 0) / 100_000, -10, 10) }
}

/** A size in percent; 0 means that the extent applies. */
function readRelativeSize(
  size: XmlElement | undefined,
  percentName: string,
): { readonly relativeTo: string; readonly share: number } | undefined {
  const share = clamp(readNumber(textIn(size, percentName), 0) / 100_000, 0, 10)
  return share > 0 ? { relativeTo: size?.attributes['relativeFrom'] ?? 'page', share } : undefined
}

function readWrap(
  anchor: XmlElement,
  width: number,
  height: number,
): Pick<DrawingAnchor, 'wrap' | 'wrapSide' | 'polygon'> {
  for (const child of childrenOf(anchor)) {
    const wrapSide = WRAP_SIDES[child.attributes['wrapText'] ?? ''] ?? 'both'
    switch (child.name) {
      case 'wp:wrapNone':
        return { wrap: 'none', wrapSide }
      case 'wp:wrapSquare':
        return { wrap: 'square', wrapSide }
      case 'wp:wrapTopAndBottom':
        return { wrap: 'topAndBottom', wrapSide }
      case 'wp:wrapTight':
      case 'wp:wrapThrough': {
        const polygon = readPolygon(childOf(child, 'wp:wrapPolygon'), width, height)
        return {
          wrap: child.name === 'wp:wrapTight' ? 'tight' : 'through',
          wrapSide,
          ...(polygon.length < 3 ? {} : { polygon }),
        }
      }
      default:
    }
  }
  return { wrap: 'none', wrapSide: 'both' }
}

function readPolygon(polygon: XmlElement | undefined, width: number, height: number): { x: number; y: number }[] {
  return childrenOf(polygon)
    .filter((point) => point.name === 'wp:start' || point.name === 'wp:lineTo')
    .slice(0, MAX_POLYGON_POINTS)
    .map((point) => ({
      x: roundTwips((readNumber(point.attributes['x'], 0) / POLYGON_UNITS) * width),
      y: roundTwips((readNumber(point.attributes['y'], 0) / POLYGON_UNITS) * height),
    }))
}
