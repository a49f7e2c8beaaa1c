/**
 * Elements between the lines of a chart, as in stock charts: lines down to the axis, lines from the highest to the lowest value,
 * and bars from the first to the last.
 *
 * @module
 */

import { largest, smallest } from '../../../lists.js'
import { clamp } from '../../../numbers.js'
import type { Fill, LineStyle } from '../../../typeset/model/drawing-model.js'
import { childOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { readFill } from '../fill.js'
import { PathBuilder } from '../geometry/path-builder.js'
import { readLine } from '../line.js'
import { readNumber } from '../units.js'
import { type ChartCanvas, thinLine } from './chart-canvas.js'
import type { Frame } from './draw-axes.js'

/** Fill and outline of a bar from the first to the last value. */
interface BarLook {
  readonly fill: Fill | undefined
  readonly line: LineStyle | undefined
}

/** The part of a series that is needed here. */
interface ValuesOfSeries {
  readonly values: readonly (number | undefined)[]
}

/** Elements between the lines of a plot. */
export interface LinesBetween {
  /** c:dropLines (ECMA-376-1, 21.2.2.53). */
  readonly drop?: LineStyle
  /** c:hiLowLines (21.2.2.80). */
  readonly highLow?: LineStyle
  /** c:upDownBars (21.2.2.218). */
  readonly bars?: { readonly gap: number; readonly up: BarLook; readonly down: BarLook }
}

const WHITE: Fill = { type: 'solid', color: 'FFFFFF', opacity: 1 }
const DARK: Fill = { type: 'solid', color: '404040', opacity: 1 }

/** Reads the elements between the lines of a plot. */
export function readLinesBetween(plot: XmlElement, env: DrawingEnvironment): LinesBetween {
  const drop = lineOf(childOf(plot, 'c:dropLines'), env)
  const highLow = lineOf(childOf(plot, 'c:hiLowLines'), env)
  const bars = childOf(plot, 'c:upDownBars')
  const gap = clamp(readNumber(childOf(bars, 'c:gapWidth')?.attributes['val'], 150) / 100, 0, 5)
  return {
    ...(drop && { drop }),
    ...(highLow && { highLow }),
    ...(bars && {
      bars: {
        gap,
        up: barLook(childOf(bars, 'c:upBars'), WHITE, env),
        down: barLook(childOf(bars, 'c:downBars'), DARK, env),
      },
    }),
  }
}

function lineOf(element: XmlElement | undefined, env: DrawingEnvironment): LineStyle | undefined {
  if (element === undefined) return undefined
  const ln = childOf(childOf(element, 'c:spPr'), 'a:ln')
  return readFill(ln, env) === null ? undefined : (readLine(ln, env) ?? thinLine('000000'))
}

function barLook(element: XmlElement | undefined, otherwise: Fill, env: DrawingEnvironment): BarLook {
  const fill = readFill(childOf(element, 'c:spPr'), env)
  return { fill: fill === null ? undefined : (fill ?? otherwise), line: lineOf(element ?? NOTHING, env) }
}

const NOTHING: XmlElement = { name: '', attributes: {}, children: [] }

/**
 * Draws the elements, below the lines.
 *
 * @param positionOf position of a category along its axis, from 0 to 1
 */
export function drawLinesBetween(
  canvas: ChartCanvas,
  { drop, highLow, bars }: LinesBetween,
  series: readonly ValuesOfSeries[],
  frame: Frame,
  positionOf: (index: number) => number,
): void {
  const count = series.reduce((most, { values }) => Math.max(most, values.length), 0)
  const width = bars === undefined ? 0 : 1 / Math.max(1, count) / (1 + bars.gap)
  for (let index = 0; index < count; index++) {
    const values = series.map((one) => one.values[index]).filter((value) => value !== undefined)
    const [first] = values
    const last = values.at(-1)
    if (first === undefined || last === undefined) continue
    const place = positionOf(index)
    const [low, high] = [smallest(values), largest(values)]
    const base = clamp(0, frame.scale.minimum, frame.scale.maximum)
    const join = (from: number, to: number, line: LineStyle) =>
      canvas.path(new PathBuilder().move(...frame.at(place, from)).line(...frame.at(place, to)), { line })
    if (drop !== undefined) join(high, base, drop)
    if (highLow !== undefined) join(low, high, highLow)
    if (bars === undefined || first === last) continue
    const [left, right] = [place - width / 2, place + width / 2]
    const bar = new PathBuilder().move(...frame.at(left, first)).line(...frame.at(left, last))
    bar.line(...frame.at(right, last), ...frame.at(right, first)).close()
    canvas.path(bar, last > first ? bars.up : bars.down)
  }
}
