/**
 * Shadings (ISO 32000-2, 8.7.4): the area counts, not the colours.
 *
 * @module
 */

import { intersectBoxes, transformBox } from '../../pdf/matrix.js'
import type { PdfDict } from '../../pdf/objects.js'
import { shadedPicture } from '../raster/shading-picture.js'
import type { ContentRun } from './content-run.js'
import { emitArea } from './painting.js'
import { pathOfBox } from './path.js'
import { isOddArray, readRectangle } from './read-matrix.js'

/** Paints a shading on everything within the clip and the shading's own box; parts that it does not reach count as painted. */
export function paintShading(run: ContentRun, shading: PdfDict): void {
  const { state, context } = run
  const object = shading.get('BBox')
  const own = isOddArray(context.source, object, 4) ? undefined : readRectangle(context.source, object)
  const within = own === undefined ? state.clip.box : transformBox(own, state.matrix)
  const box = intersectBoxes(within, state.clip.box)
  if (box === undefined) return
  const place = { shading, matrix: state.matrix, box, resources: run.frame.resources, hasGround: false }
  const shape = { kind: 'shading', path: pathOfBox(box), evenOdd: false } as const
  emitArea(run, { ...shape, ...shadedPicture(context.source, place) }, box, 'fill', { rgb: undefined })
}
