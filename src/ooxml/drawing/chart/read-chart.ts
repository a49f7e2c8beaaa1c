/**
 * Reads a chart and draws it as elements of a drawing.
 *
 * @module
 */

import type { DrawingElement } from '../../../typeset/drawings.js'
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.js'
import type { Box } from '../box.js'
import { type DrawingEnvironment, findRelationship } from '../drawing-environment.js'
import { readBoolean } from '../units.js'
import { readChartModel } from './read-model.js'

/** Number of levels between a chart and the labels of its trend lines. */
const MAX_DEPTH = 5

/** Draws the chart that c:chart refers to (ECMA-376-1, 21.2) from the values stored with it. */
export function readChart(element: XmlElement, box: Box, env: DrawingEnvironment): DrawingElement[] {
  const relationship = findRelationship(env, element.attributes['r:id'])
  const part = relationship === undefined || relationship.external ? undefined : relationship.target
  const root = part === undefined ? undefined : env.package.xml(part)
  if (part === undefined || root === undefined) {
    env.warn('A chart that is missing from the document is left out.')
    return []
  }
  const chartEnv = { ...env, partName: part }
  env.census.expect(root)
  const shapes = findRelationship(chartEnv, childOf(root, 'c:userShapes')?.attributes['r:id'])
  const drawn = shapes === undefined || shapes.external ? undefined : env.package.xml(shapes.target)
  if (drawn !== undefined) env.census.expect(drawn)
  const model = readChartModel(root, chartEnv)
  if (model === undefined) {
    env.warn('A chart of a kind that cannot be drawn is left out.')
    return []
  }
  warnOfMissing(childOf(root, 'c:chart'), env)
  const [first] = model.plots
  const hasRoom = first?.kind !== 'pie' && first?.kind !== 'radar' && first?.horizontal !== true
  if (!hasRoom && model.plots.some(({ series }) => series.some(({ groups }) => groups.length > 0)))
    env.warn('Where a chart has several levels of categories, only the innermost is shown.')
  return env.drawChart(model, box, (message) => env.warn(message))
}

/** Parts of charts that are not drawn, with their names in warnings. */
const MISSING: Readonly<Record<string, string>> = {
  'c:errBars': 'error bars',
  'c:dTable': 'data tables',
  'c:serLines': 'lines between bars',
  'c:view3D': 'depth',
  'c:ofPieType': 'the second pie',
  'c:dispUnits': 'units of axes',
}

/** Labels of trend lines: the formula, and the coefficient of determination. */
const TREND_TEXTS: ReadonlySet<string> = new Set(['c:dispEq', 'c:dispRSqr'])

/** Warns of parts of a chart that are not drawn. */
function warnOfMissing(chart: XmlElement | undefined, env: DrawingEnvironment): void {
  const kinds = new Set<string>()
  const visit = (element: XmlElement, depth: number) => {
    const kind = Object.hasOwn(MISSING, element.name) ? MISSING[element.name] : undefined
    if (kind !== undefined) kinds.add(kind)
    if (TREND_TEXTS.has(element.name) && readBoolean(element.attributes['val'], true))
      kinds.add('formulas of trend lines')
    if (depth < MAX_DEPTH) for (const child of childrenOf(element)) visit(child, depth + 1)
  }
  if (chart !== undefined) visit(chart, 0)
  if (kinds.size > 0) env.warn(`Parts of a chart are not shown (${[...kinds].join(', ')}).`)
}
