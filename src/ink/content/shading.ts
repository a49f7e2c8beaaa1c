/**
 * Shadings (ISO 32000-2, 8.7.4): the area counts, not the colours.
 *
 * @module
 */

import { intersectBoxes, transformBox } from '../../pdf/matrix.js'
import { type PdfDict, PdfStream } from '../../pdf/objects.js'
import { shadedPicture } from '../raster/shading-picture.js'
import type { ContentRun } from './content-run.js'
import { emitArea } from './painting.js'
import { pathOfBox } from './path.js'
import { isOddArray, readRectangle } from './read-matrix.js'

/** Paints a shading on everything within the clip and the shading's own box; parts that it does not reach count as painted. */
export function paintShading(run: ContentRun, object: PdfDict | PdfStream): void {
  const { state, context } = run
  const shading = object instanceof PdfStream ? object.dict : object
  const box = shading.get('BBox')
  const own = isOddArray(context.source, box, 4) ? undefined : readRectangle(context.source, box)
  const within = own === undefined ? state.clip.box : transformBox(own, state.matrix)
  const place = intersectBoxes(within, state.clip.box)
  if (place === undefined) return
  const { resources } = run.frame
  const picture = { shading, object, matrix: state.matrix, box: place, resources, hasGround: false }
  const shape = { kind: 'shading', path: pathOfBox(place), evenOdd: false } as const
  emitArea(run, { ...shape, ...shadedPicture(context.source, picture) }, place, 'fill', { rgb: undefined })
}
