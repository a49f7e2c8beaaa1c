/**
 * The quadrilaterals of markings of text (ISO 32000-2, 12.5.6.10).
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'

/** How far a side leans, across by up, that stands upright. */
const UPRIGHT_SLANT = 0.5
/** Sine of the angle up to which two sides of a quadrilateral are parallel. */
const PARALLEL_SINE = 0.1

/** Four points, x and y of each. */
export type QuadPoints = readonly [number, number, number, number, number, number, number, number]

/** A marked quadrilateral (12.5.6.10). */
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
 * their own. Two orders are in use: that of all readers (upper line, lower line, both in the direction of the text), and
 * that of the standard (around the quadrilateral).
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
