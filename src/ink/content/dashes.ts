/**
 * Dash patterns (ISO 32000-2, 8.4.3.6).
 *
 * @module
 */
import type { PdfObject } from '../../pdf/objects.js'
import type { ContentRun } from './content-run.js'

/**
 * How far into a pattern a line may begin, in units of user space. MuPDF computes in single precision, and far beyond
 * this begins elsewhere in the pattern than others.
 */
const MAX_PHASE = 10_000

/**
 * Sets a dash pattern. What readers disagree on counts as unknown: before the beginning of the pattern, MuPDF draws a
 * dash where others draw a gap.
 */
export function applyDashes(run: ContentRun, dashes: readonly PdfObject[], phase: number): void {
  if (!dashes.every((dash) => typeof dash === 'number' && dash >= 0)) {
    run.report('malformed_operands', 'a dash pattern holds something other than lengths')
    return
  }
  if (!(phase >= 0 && phase <= MAX_PHASE)) {
    run.report('malformed_operands', 'a dash pattern begins before its start, or too far behind it')
  }
  run.state.dashes = dashes as readonly number[]
  run.state.dashPhase = phase
}
