/**
 * Operators of the graphics state (ISO 32000-2, 8.4.4).
 *
 * @module
 */

import { isFiniteMatrix, type Matrix, multiply } from '../../../pdf/matrix.js'
import { nameOf, PdfDict, type PdfObject } from '../../../pdf/objects.js'
import type { ContentRun } from '../content-run.js'
import { applyDashes } from '../dashes.js'
import { applyExtGState } from '../ext-gstate.js'
import { numeric, type OperatorDefinition, plain } from '../operator-table.js'

export const STATE_OPERATORS: readonly OperatorDefinition[] = [
  plain('q', (run) => run.save()),
  plain('Q', (run) => run.restore()),
  numeric('cm', 6, (run, ...numbers) => concatenate(run, numbers as unknown as Matrix)),
  numeric('w', 1, (run, width = 0) => {
    run.state.lineWidth = Math.abs(width)
  }),
  numeric('J', 1, (run, cap = 0) => {
    run.state.lineCap = cap
  }),
  { name: 'd', operands: 'an', run: setDash },
  { name: 'gs', operands: 'N', run: setParameters },
  numeric('j', 1, (run, join = 0) => {
    run.state.lineJoin = join
  }),
  numeric('M', 1, (run, limit = 0) => {
    run.state.miterLimit = limit
  }),
  // Rendering intent and flatness change no more than hues and curves.
  { name: 'ri', operands: 'N', run: () => undefined },
  numeric('i', 1, () => undefined),
]

function concatenate(run: ContentRun, matrix: Matrix): void {
  const product = multiply(matrix, run.state.matrix)
  if (isFiniteMatrix(product)) run.state.matrix = product
  else run.report('geometry', 'a matrix grows beyond all bounds')
}

function setDash(run: ContentRun, [array, phase]: readonly PdfObject[]): void {
  applyDashes(run, array as PdfObject[], phase as number)
}

function setParameters(run: ContentRun, [name]: readonly PdfObject[]): void {
  const { value } = run.resource('ExtGState', nameOf(name) ?? '')
  if (value instanceof PdfDict) applyExtGState(run, value)
}
