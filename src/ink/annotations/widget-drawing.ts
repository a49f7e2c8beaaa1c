/**
 * What readers draw for a widget that has no appearance of its own: the ground and the border of its characteristics (ISO
 * 32000-2, Table 192), and of a list box the bars of what is chosen. Letters are left out, as those of a field hide nothing.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { resolveOrNull } from '../../pdf/lenient-lookup.js'
import { nameOf, numberOf, PdfDict, type PdfObject } from '../../pdf/objects.js'
import { PDF_LIMITS } from '../../pdf/pdf-limits.js'

/** Combo box, bit position 18 (Table 233). */
const FLAG_COMBO = 1 << 17
/** Styles of borders with a shadow inside, which is as wide again (Table 168). */
const SHADED = new Set(['B', 'I'])

/** A widget, its place, and the width of its border in points. */
export interface WidgetSource {
  value(key: string): PdfObject
  /** Left, bottom, width, height. */
  readonly rectangle: readonly [number, number, number, number]
  readonly width: number
  readonly document: PdfDocument
}

/** Operators that draw the widget in the coordinates of its page. */
export function drawWidget(source: WidgetSource): string[] {
  const { rectangle, width, value, document } = source
  const style = value('BS')
  const isShaded = style instanceof PdfDict && SHADED.has(nameOf(resolveOrNull(document, style.get('S'))) ?? '')
  const reach = isShaded ? 2 * width : width
  const [left, bottom, across, up] = rectangle
  const hasBorder = hasColour(source, 'BC')
  const isFilled = hasColour(source, 'BG') || (hasBorder && 2 * reach >= Math.min(across, up))
  if (isFilled || !isBare(source)) return ['1 g', `${rectangle.join(' ')} re f`]
  if (!hasBorder || reach === 0) return []
  const inner = [left + reach / 2, bottom + reach / 2, across - reach, up - reach]
  return ['0 G', `${reach} w`, `${inner.join(' ')} re S`]
}

function hasColour({ value, document }: WidgetSource, key: string): boolean {
  const look = value('MK')
  const colour = look instanceof PdfDict ? resolveOrNull(document, look.get(key)) : null
  return Array.isArray(colour) && colour.length > 0
}

/**
 * True for fields of which readers draw nothing but a value and what their characteristics name. MuPDF writes a prompt of its
 * own into signature fields.
 */
function isBare(source: WidgetSource): boolean {
  const type = nameOf(inheritedValue(source, 'FT'))
  if (type !== 'Ch') return type === 'Tx' || type === 'Btn'
  return ((numberOf(inheritedValue(source, 'Ff')) ?? 0) & FLAG_COMBO) !== 0
}

/** An entry of the widget, or the one that it takes from above (12.7.4.1). */
function inheritedValue({ value, document }: WidgetSource, key: string): PdfObject {
  let found = value(key)
  let parent = value('Parent')
  for (let depth = 0; found === null && depth < PDF_LIMITS.maxFieldTreeDepth && parent instanceof PdfDict; depth++) {
    found = resolveOrNull(document, parent.get(key))
    parent = resolveOrNull(document, parent.get('Parent'))
  }
  return found
}
