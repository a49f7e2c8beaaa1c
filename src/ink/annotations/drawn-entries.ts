/**
 * Entries by which readers draw annotations: the quadrilaterals of markings of text (ISO 32000-2, 12.5.6.10), and the ground and the
 * border of widgets (Table 192), with the bars of what is chosen in a list box. Letters of widgets are left out, as those of a
 * field hide nothing.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import type { PdfDocument } from '../../pdf/document.js'
import { inherited } from '../../pdf/forms.js'
import { resolveOrNull } from '../../pdf/lookup.js'
import { nameOf, numberOf, PdfDict, type PdfObject } from '../../pdf/objects.js'

/** How far a side leans, across by up, that stands upright. */
const UPRIGHT_SLANT = 0.5
/** Sine of the angle up to which two sides of a quadrilateral are parallel. */
const PARALLEL_SINE = 0.1

/** Four points, x and y of each. */
export type QuadPoints = readonly [number, number, number, number, number, number, number, number]

export interface MarkedQuad {
  readonly points: QuadPoints
  /** Upright box around it: left, bottom, right, top. */
  readonly box: readonly [number, number, number, number]
  /** From the third point to the first: what MuPDF takes for the height of the line of text. */
  readonly height: number
  /** The line of text runs from left to right, its head above its foot. */
  readonly isUpright: boolean
}

/**
 * The quadrilaterals of a marking; `undefined` when their points come in an order from which readers draw shapes of
 * their own. Readers go along the upper line and then along the lower one; the standard goes around the quadrilateral. Both
 * orders are in use.
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

/** Whether two sides run side by side, in one direction or in opposite ones. */
function isAlong([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): boolean {
  const across = Math.abs(ax * by - ay * bx)
  return across <= PARALLEL_SINE * Math.hypot(ax, ay) * Math.hypot(bx, by)
}

/** Combo box, bit position 18 (Table 233). */
const FLAG_COMBO = 1 << 17
/** Styles of borders with a shadow inside, which is as wide again (Table 168). */
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
 * True for fields of which readers draw nothing but a value and what their characteristics name. MuPDF writes a prompt of its
 * own into signature fields.
 */
function isBare({ document, annotation }: WidgetSource): boolean {
  const [type, flags] = ['FT', 'Ff'].map((key) => resolveOrNull(document, inherited(document, annotation, key)))
  if (nameOf(type) !== 'Ch') return nameOf(type) === 'Tx' || nameOf(type) === 'Btn'
  return ((numberOf(flags) ?? 0) & FLAG_COMBO) !== 0
}
