/**
 * Borders of paragraphs, tables and cells as WordprocessingML.
 *
 * @module
 */

import type { EdgeLine } from './flow-format.js'
import { eighthPoints, hexColor, twips } from './property-values.js'

/** Border lines by side. */
type Edges = Partial<Record<'top' | 'left' | 'bottom' | 'right' | 'insideHorizontal' | 'insideVertical', EdgeLine>>

const LINE_STYLES: Readonly<Record<EdgeLine['style'], string>> = {
  single: 'single',
  double: 'double',
  dotted: 'dotted',
  dashed: 'dashed',
  none: 'nil',
}

/** Sides in the order that w:pBdr, w:tblBorders and w:tcBorders require. */
const ORDER = [
  ['top', 'w:top'],
  ['left', 'w:left'],
  ['bottom', 'w:bottom'],
  ['right', 'w:right'],
  ['insideHorizontal', 'w:insideH'],
  ['insideVertical', 'w:insideV'],
] as const

/**
 * Borders as the content of `element`; an empty text without borders.
 *
 * @param options.mirrored whether left and right are exchanged: in tables from right to left, the sides follow the reading order
 * @param options.from the edge from which the distance of page borders is measured
 */
export function bordersXml(
  element: 'w:pBdr' | 'w:tblBorders' | 'w:tcBorders' | 'w:pgBorders',
  edges: Edges,
  { mirrored = false, from = 'page' }: { mirrored?: boolean; from?: 'page' | 'text' | undefined } = {},
): string {
  const sides = mirrored ? { ...edges, left: edges.right, right: edges.left } : edges
  let xml = ''
  for (const [side, name] of ORDER) {
    const line = sides[side]
    if (line !== undefined) xml += edgeXml(name, line)
  }
  const offset = element === 'w:pgBorders' ? ` w:offsetFrom="${from}"` : ''
  return xml === '' ? '' : `<${element}${offset}>${xml}</${element}>`
}

/** One line as the element `name`. */
export function edgeXml(name: string, { style, width, color, space = 0 }: EdgeLine): string {
  if (style === 'none' || width <= 0) return `<${name} w:val="nil"/>`
  // Distances are in points, 31 at most (ECMA-376-1, 17.18.72).
  const distance = twips(space / 20, 0, 31)
  // A double line consists of two lines and the gap between them. Word's width is that of one of the three.
  const own = style === 'double' ? width / 3 : width
  const look = `w:val="${LINE_STYLES[style]}" w:sz="${eighthPoints(own)}"`
  return `<${name} ${look} w:space="${distance}" w:color="${hexColor(color)}"/>`
}
