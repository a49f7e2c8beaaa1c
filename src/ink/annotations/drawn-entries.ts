/**
 * Entries from which readers draw annotations: the quadrilaterals of text markup (ISO 32000-2, 12.5.6.10), and the ground, the
 * border and the highlighted options of widgets (Table 192). Letters of widgets are left out, since the letters of a field hide
 * nothing.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import type { PdfDocument } from '../../pdf/document.js'
import { inherited } from '../../pdf/forms.js'
import { resolveOrNull } from '../../pdf/lookup.js'
import { nameOf, numberOf, PdfDict, type PdfObject } from '../../pdf/objects.js'

/** Largest slant of a side that counts as upright: its horizontal extent divided by its vertical one. */
const UPRIGHT_SLANT = 0.5
/** Sine of the angle up to which two sides of a quadrilateral are parallel. */
const PARALLEL_SINE = 0.1

/** Coordinates of four points: x and y of each. */
export type QuadPoints = readonly [number, number, number, number, number, number, number, number]

export interface MarkedQuad {
  readonly points: QuadPoints
  /** Upright box around it: left, bottom, right, top. */
  readonly box: readonly [number, number, number, number]
  /** Distance from the third point to the first, which MuPDF takes as the height of the line of text. */
  readonly height: number
  /** True when the line of text runs from left to right and its head is above its foot. */
  readonly isUpright: boolean
}

/**
 * The quadrilaterals of text markup; `undefined` when the order of their points makes readers draw other shapes. Readers expect
 * the upper line and then the lower one; the standard goes around the quadrilateral. Both orders are in use.
 */
export function readQuads(numbers: readonly number[] | undefined): MarkedQuad[] | undefined {
  if (numbers === undefined) return undefined
  const quads: MarkedQuad[] = []
  for (let at = 0; at + 8 <= numbers.length; at += 8) {
    const points = numbers.slice(at, at + 8) as unknown as QuadPoints
    const [x1, y1, x2, y2, x3, y3, x4, y4] = points
    if (!isAlong([x2 - x1, y2 - y1], [x4 - x3, y4 - y3])) return undefined
    const [xs, ys] = [
      [x1, x2, x3, x4],
      [y1, y2, y3, y4],
    ]
    quads.push({
      points,
      box: [smallest(xs), smallest(ys), largest(xs), largest(ys)],
      height: Math.hypot(x1 - x3, y1 - y3),
      isUpright: x1 <= x2 && x3 <= x4 && Math.abs(x1 - x3) <= UPRIGHT_SLANT * (y1 - y3),
    })
  }
  return quads
}

/** True for two sides that are parallel, in the same direction or in opposite ones. */
function isAlong([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): boolean {
  const across = Math.abs(ax * by - ay * bx)
  return across <= PARALLEL_SINE * Math.hypot(ax, ay) * Math.hypot(bx, by)
}

/** Combo box, bit position 18 (Table 233). */
const FLAG_COMBO = 1 << 17
/** Border styles with an inner shadow, which is as wide as the border (Table 168). */
const SHADED = new Set(['B', 'I'])

/** A widget, its place, and the width of its border in points. */
interface WidgetSource {
  value(key: string): PdfObject
  /** Left, bottom, width, height. */
  readonly rectangle: readonly [number, number, number, number]
  readonly width: number
  readonly document: PdfDocument
  readonly annotation: PdfDict
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
 * True for fields of which readers draw only a value and what /MK names. MuPDF writes a prompt of its own into signature fields.
 */
function isBare({ document, annotation }: WidgetSource): boolean {
  const [type, flags] = ['FT', 'Ff'].map((key) => resolveOrNull(document, inherited(document, annotation, key)))
  if (nameOf(type) !== 'Ch') return nameOf(type) === 'Tx' || nameOf(type) === 'Btn'
  return ((numberOf(flags) ?? 0) & FLAG_COMBO) !== 0
}
