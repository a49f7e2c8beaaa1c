/**
 * Borders around pages (ECMA-376-1, 17.6.10).
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { SectionProperties } from '../model/document-model.js'
import type { Border } from '../model/properties.js'
import { borderThickness } from '../table/border-strokes.js'
import { paintHorizontalBorder, paintVerticalBorder } from '../table/paint-border.js'
import type { PageGeometry } from './page-geometry.js'

type PageBorders = NonNullable<SectionProperties['pageBorders']>

/** Paints the borders of a page where its section has them (ECMA-376-1, 17.6.10). */
export function paintPageBorders(
  section: SectionProperties,
  { frame, textLeft, textWidth, bodyTop, bodyBottom }: PageGeometry,
  isFirstOfSection: boolean,
  list: DisplayList,
): void {
  const borders = section.pageBorders
  if (borders === undefined) return
  if (borders.display === 'firstPage' && !isFirstOfSection) return
  if (borders.display === 'notFirstPage' && isFirstOfSection) return
  const { top, right, bottom, left } = withoutArt(borders)
  const isFromText = borders.offsetFrom === 'text'
  // Distances are measured inwards from the edge of the page, or outwards from the text to the inner side of the line.
  const x1 = isFromText ? textLeft - outside(left) : (left?.space ?? 0)
  const x2 = isFromText ? textLeft + textWidth + outside(right) : frame.width - (right?.space ?? 0)
  const y1 = isFromText ? bodyTop - outside(top) : (top?.space ?? 0)
  const y2 = isFromText ? bodyBottom + outside(bottom) : frame.height - (bottom?.space ?? 0)
  if (top !== undefined) paintHorizontalBorder(list, top, x1, x2, y1)
  if (bottom !== undefined) paintHorizontalBorder(list, bottom, x1, x2, y2 - borderThickness(bottom))
  if (left !== undefined) paintVerticalBorder(list, left, x1 + borderThickness(left) / 2, y1, y2)
  if (right !== undefined) paintVerticalBorder(list, right, x2 - borderThickness(right) / 2, y1, y2)
}

/** Line styles of borders. All others are rows of small pictures (ECMA-376-1, 17.18.2), which are left out. */
const LINE_STYLE =
  /^(?:single|thick|double|doubleWave|wave|triple|dotted|dash\w*|dotDash|dotDotDash|thin\w*|thick\w*|threeD\w*|inset|outset)$/

function withoutArt({ top, right, bottom, left }: PageBorders) {
  const line = (border: Border | undefined) =>
    border !== undefined && LINE_STYLE.test(border.style) ? border : undefined
  return { top: line(top), right: line(right), bottom: line(bottom), left: line(left) }
}

function outside(border: Border | undefined): number {
  return border === undefined ? 0 : border.space + borderThickness(border)
}
