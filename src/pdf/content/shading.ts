/**
 * Shadings (ISO 32000-2, 8.7.4): the area counts, not the colours.
 *
 * @module
 */
import type { PdfDict } from '../objects.js'
import type { ContentRun } from './content-run.js'
import { intersectBoxes, readRectangle, transformBox } from './matrix.js'
import { emitArea } from './painting.js'
import { pathOfBox } from './path.js'

/** Paints a shading on everything within the clip and the shading's own box; parts that it does not reach count as painted. */
export function paintShading(run: ContentRun, shading: PdfDict): void {
  const { state, context } = run
  const own = readRectangle(context.source, shading.get('BBox'))
  const within = own === undefined ? state.clip.box : transformBox(own, state.matrix)
  const box = intersectBoxes(within, state.clip.box)
  if (box === undefined) return
  emitArea(run, { kind: 'shading', path: pathOfBox(box), evenOdd: false }, box, 'fill', { rgb: undefined })
}
