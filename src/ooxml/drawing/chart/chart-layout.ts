/**
 * Manual layouts of the parts of a chart (c:manualLayout, ECMA-376-1, 21.2.2.95).
 *
 * @module
 */

import { childOf, type XmlElement } from '../../xml/xml-element.js'
import { readNumber } from '../units.js'
import type { Area } from './chart-canvas.js'

/** A manual layout. Lengths are shares of the chart's width and height. */
export interface ChartLayout {
  /** Upper left corner, from that of the chart. */
  readonly x: number
  readonly y: number
  /** Left out where only the position is given. */
  readonly width?: number
  readonly height?: number
  /** Whether the layout is for the area inside the axes, without the labels around it (c:layoutTarget). */
  readonly inner: boolean
}

/** Space for the plots of a chart. */
export interface ChartRoom {
  /** Area including the labels around. */
  readonly area: Area
  /** Area that the chart sets for the plots alone, without labels. */
  readonly inner: Area | undefined
}

/** The layout of an element (c:plotArea, c:legend); undefined for automatic layout. */
export function readLayout(element: XmlElement | undefined): ChartLayout | undefined {
  const layout = childOf(childOf(element, 'c:layout'), 'c:manualLayout')
  const value = (name: string) => childOf(layout, name)?.attributes['val']
  // Without "edge", x and y are offsets from the automatic position.
  if (value('c:xMode') !== 'edge' || value('c:yMode') !== 'edge') return undefined
  const [x, y] = [share(value('c:x')), share(value('c:y'))]
  if (x === undefined || y === undefined) return undefined
  const width = extent(share(value('c:w')), x, value('c:wMode'))
  const height = extent(share(value('c:h')), y, value('c:hMode'))
  return {
    x,
    y,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    inner: value('c:layoutTarget') === 'inner',
  }
}

/** A share from 0 to 1. Positions beyond the chart are ignored. */
function share(text: string | undefined): number | undefined {
  const value = readNumber(text, Number.NaN)
  return value >= 0 && value <= 1 ? value : undefined
}

/** The extent of a part. With mode `edge`, the given value is its end. */
function extent(value: number | undefined, start: number, mode: string | undefined): number | undefined {
  const length = value !== undefined && mode === 'edge' ? value - start : value
  return length === undefined || length <= 0 ? undefined : Math.min(length, 1 - start)
}

/** The area of a layout in a chart; undefined for a layout without a size. */
export function areaOfLayout(
  layout: ChartLayout | undefined,
  chart: { width: number; height: number },
): Area | undefined {
  if (layout?.width === undefined || layout.height === undefined) return undefined
  return {
    x: layout.x * chart.width,
    y: layout.y * chart.height,
    width: Math.max(1, layout.width * chart.width),
    height: Math.max(1, layout.height * chart.height),
  }
}
