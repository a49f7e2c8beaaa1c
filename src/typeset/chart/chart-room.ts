/**
 * Where the parts of a chart have room.
 *
 * @module
 */

import type { Area, ChartLayout } from '../model/chart-model.js'

/** Space for the plots of a chart. */
export interface ChartRoom {
  /** Area including the labels around. */
  readonly area: Area
  /** Area that the chart sets for the plots alone, without labels. */
  readonly inner: Area | undefined
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
