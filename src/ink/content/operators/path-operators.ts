/**
 * Operators that build, paint and clip by paths (ISO 32000-2, 8.5).
 *
 * @module
 */
import type { ContentRun } from '../content-run.js'
import { numeric, type OperatorDefinition, plain } from '../operator-table.js'
import { paintPath } from '../painting.js'

export const PATH_OPERATORS: readonly OperatorDefinition[] = [
  numeric('m', 2, (run, x = 0, y = 0) => run.path.moveTo(run.state.matrix, x, y)),
  numeric('l', 2, (run, x = 0, y = 0) => requirePoint(run, run.path.lineTo(run.state.matrix, x, y))),
  numeric('c', 6, (run, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0) =>
    requirePoint(run, run.path.curveTo(run.state.matrix, [x1, y1], [x2, y2, x3, y3])),
  ),
  numeric('v', 4, (run, x2 = 0, y2 = 0, x3 = 0, y3 = 0) =>
    requirePoint(run, run.path.curveTo(run.state.matrix, undefined, [x2, y2, x3, y3])),
  ),
  numeric('y', 4, (run, x1 = 0, y1 = 0, x3 = 0, y3 = 0) =>
    requirePoint(run, run.path.curveTo(run.state.matrix, [x1, y1], [x3, y3, x3, y3])),
  ),
  plain('h', (run) => run.path.close()),
  numeric('re', 4, (run, x = 0, y = 0, width = 0, height = 0) =>
    run.path.rectangle(run.state.matrix, x, y, width, height),
  ),
  plain('S', (run) => paintPath(run, { stroke: true })),
  plain('s', (run) => paintPath(run, { stroke: true, close: true })),
  plain('f', (run) => paintPath(run, { fill: 'nonzero' })),
  plain('F', (run) => paintPath(run, { fill: 'nonzero' })),
  plain('f*', (run) => paintPath(run, { fill: 'even-odd' })),
  plain('B', (run) => paintPath(run, { fill: 'nonzero', stroke: true })),
  plain('B*', (run) => paintPath(run, { fill: 'even-odd', stroke: true })),
  plain('b', (run) => paintPath(run, { fill: 'nonzero', stroke: true, close: true })),
  plain('b*', (run) => paintPath(run, { fill: 'even-odd', stroke: true, close: true })),
  plain('n', (run) => paintPath(run, {})),
  plain('W', (run) => {
    run.pendingClip = 'nonzero'
  }),
  plain('W*', (run) => {
    run.pendingClip = 'even-odd'
  }),
]

function requirePoint(run: ContentRun, hadPoint: boolean): void {
  if (!hadPoint) run.report('misplaced_operator', 'a path continues without a current point')
}
