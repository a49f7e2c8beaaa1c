/**
 * Values of tables: widths, cell margins, positions of floating tables.
 *
 * @module
 */

import type { Edges, TablePosition, TableWidth } from '../../../typeset/model/table-model.js'
import { readTwips } from '../../values/property-values.js'
import { childOf, type XmlElement } from '../../xml/xml-element.js'

const AUTO: TableWidth = { type: 'auto' }

/** Longest measure in a table, in twips: the side of Word's largest page, 22 inches. */
const MAX_TWIPS = 31_680

/** A w:tblW, w:tcW, w:wBefore or similar element (17.18.90). */
export function readTableWidth(element: XmlElement | undefined): TableWidth {
  const value = element?.attributes['w:w']
  if (element === undefined || value === undefined) return AUTO
  const type = element.attributes['w:type']
  if (type === 'pct' || value.endsWith('%')) {
    const number = Number.parseFloat(value)
    if (!(number > 0)) return AUTO
    // The number is in fiftieths of a percent, unless it has a percent sign.
    return { type: 'percent', value: Math.min(value.endsWith('%') ? number : number / 50, 1000) }
  }
  if (type === 'auto' || type === 'nil') return AUTO
  const twips = readTwips(value)
  return twips === undefined || twips <= 0 ? AUTO : { type: 'twips', value: Math.min(twips, MAX_TWIPS) }
}

/** A measure of type dxa, such as w:tblInd. Other types have no meaning there. */
export function readTableMeasure(element: XmlElement | undefined): number | undefined {
  const type = element?.attributes['w:type']
  if (type !== undefined && type !== 'dxa') return type === 'nil' ? 0 : undefined
  const twips = readTwips(element?.attributes['w:w'])
  return twips === undefined ? undefined : Math.min(Math.max(twips, -MAX_TWIPS), MAX_TWIPS)
}

/** w:jc of a table or row. In right-to-left tables, left means the side where rows start (17.4.28). */
export function readTableAlignment(
  element: XmlElement | undefined,
  rightToLeft: boolean,
): 'left' | 'center' | 'right' | undefined {
  switch (element?.attributes['w:val']) {
    case 'center':
      return 'center'
    case 'right':
    case 'end':
      return rightToLeft ? 'left' : 'right'
    case 'left':
    case 'start':
    case 'both':
      return rightToLeft ? 'right' : 'left'
    default:
      return undefined
  }
}

/** The edges in w:tblCellMar or w:tcMar. */
export function readCellMargins(element: XmlElement | undefined): Partial<Edges<number>> {
  if (element === undefined) return {}
  const edge = (name: string, other?: string): number | undefined => {
    const found = childOf(element, name) ?? (other === undefined ? undefined : childOf(element, other))
    const value = readTableMeasure(found)
    return value === undefined ? undefined : Math.max(0, value)
  }
  return definedEdges({
    top: edge('w:top'),
    right: edge('w:end', 'w:right'),
    bottom: edge('w:bottom'),
    left: edge('w:start', 'w:left'),
  })
}

/** The edges that are defined. */
export function definedEdges<T>(edges: Edges<T | undefined>): Partial<Edges<T>> {
  const found: { -readonly [K in keyof Edges<T>]?: T } = {}
  if (edges.top !== undefined) found.top = edges.top
  if (edges.right !== undefined) found.right = edges.right
  if (edges.bottom !== undefined) found.bottom = edges.bottom
  if (edges.left !== undefined) found.left = edges.left
  return found
}

/** Exchanges left and right, which stand for start and end, for right-to-left tables. */
export function turnEdges<E extends { readonly left?: unknown; readonly right?: unknown }>(
  edges: E,
  rightToLeft: boolean,
): E {
  if (!rightToLeft) return edges
  const { left, right, ...others } = edges
  return {
    ...others,
    ...(right === undefined ? {} : { left: right }),
    ...(left === undefined ? {} : { right: left }),
  } as E
}

const ANCHORS = new Set(['text', 'margin', 'page'] as const)
const HORIZONTAL_PLACES = new Set(['left', 'center', 'right', 'inside', 'outside'] as const)
const VERTICAL_PLACES = new Set(['top', 'center', 'bottom', 'inside', 'outside', 'inline'] as const)

/**
 * w:tblpPr (17.4.57). A missing horizontal anchor means the column, and a missing vertical one the margin: Word leaves these
 * out, whatever the standard's defaults are.
 */
export function readTablePosition(tblpPr: XmlElement, overlap: XmlElement | undefined): TablePosition {
  const { attributes } = tblpPr
  const distance = (name: string): number => Math.max(0, readTwips(attributes[name]) ?? 0)
  const horizontalPlace = oneOf(HORIZONTAL_PLACES, attributes['w:tblpXSpec'])
  const verticalPlace = oneOf(VERTICAL_PLACES, attributes['w:tblpYSpec'])
  return {
    horizontal: {
      relativeTo: oneOf(ANCHORS, attributes['w:horzAnchor']) ?? 'text',
      offset: offsetOf(attributes['w:tblpX']),
      ...(horizontalPlace === undefined ? {} : { align: horizontalPlace }),
    },
    vertical: {
      relativeTo: oneOf(ANCHORS, attributes['w:vertAnchor']) ?? 'margin',
      offset: offsetOf(attributes['w:tblpY']),
      ...(verticalPlace === undefined ? {} : { align: verticalPlace }),
    },
    distances: {
      top: distance('w:topFromText'),
      right: distance('w:rightFromText'),
      bottom: distance('w:bottomFromText'),
      left: distance('w:leftFromText'),
    },
    allowOverlap: overlap?.attributes['w:val'] !== 'never',
  }
}

function offsetOf(value: string | undefined): number {
  return Math.min(Math.max(readTwips(value) ?? 0, -MAX_TWIPS), MAX_TWIPS)
}

function oneOf<T extends string>(values: ReadonlySet<T>, value: string | undefined): T | undefined {
  return values.has(value as T) ? (value as T) : undefined
}
