/**
 * Images and stencils (ISO 32000-2, 8.9).
 *
 * @module
 */

import { type Box, boxOfQuad, isFiniteMatrix, type Matrix, scaleOf, transformToQuad } from '../../pdf/matrix.js'
import { type PdfDict, PdfStream } from '../../pdf/objects.js'
import { readImageOpacity } from '../pictures/image-opacity.js'
import { readPicturePart } from '../pictures/picture-part.js'
import type { ContentRun } from './content-run.js'
import type { ContentSource } from './content-source.js'
import type { PictureReader } from './device.js'
import { emitArea } from './painting.js'
import { pathOfQuad } from './path.js'
import { thickMatrix } from './thin-shapes.js'

/** Paints an image XObject, or an inline image in its shape, on the unit square of the current matrix. */
export function paintImage(run: ContentRun, image: PdfStream): void {
  const { context, state } = run
  const { source } = context
  const matrix = thickMatrix(state.matrix)
  if (!isFiniteMatrix(matrix)) return
  const imageMask = source.lookup(image.dict, 'ImageMask')
  const isStencil = imageMask === true
  // To PDF.js a number other than 0 is as good as true.
  if (imageMask !== null && typeof imageMask !== 'boolean') {
    run.report('image', 'whether an image is a stencil depends on the viewer')
  }
  // In uncoloured patterns and glyphs only stencils are allowed (8.7.3.3).
  if (run.isUncoloured && !isStencil) {
    run.report('misplaced_operator', 'an image stands where only stencils may')
    return
  }
  const quad = transformToQuad([0, 0, 1, 1], matrix)
  const shape = { kind: isStencil ? 'stencil' : 'image', path: pathOfQuad(quad), evenOdd: false } as const
  const { map, fault } = readImageOpacity(source, image, isStencil)
  if (fault !== undefined) run.report('image', fault)
  const opacity = map === undefined ? {} : { opacity: { map, matrix } }
  const { resources } = run.frame
  const colour = isStencil ? state.fill : { rgb: undefined }
  const picture = pictureReader(source, image, isStencil, resources, matrix)
  emitArea(run, { ...shape, ...opacity, picture }, boxOfQuad(quad), 'fill', colour)
}

function pictureReader(
  source: ContentSource,
  image: PdfStream,
  isStencil: boolean,
  resources: PdfDict | undefined,
  matrix: Matrix,
): PictureReader {
  const kind = isStencil ? 'stencil' : 'colour'
  // A colour space may be named, and what the name stands for is in the resources.
  const origin = [image, resources?.get('ColorSpace') ?? null]
  const extent = scaleOf(matrix) ** 2
  const read = (part: Box) => readPicturePart(source, image, kind, part, { resources, extent })
  const soft = isStencil ? null : source.lookup(image.dict, 'SMask')
  const mask = soft instanceof PdfStream ? soft : isStencil ? null : source.lookup(image.dict, 'Mask')
  if (!(mask instanceof PdfStream)) return { read, matrix, origin }
  const maskKind = mask === soft ? 'soft' : 'stencil'
  return {
    read,
    readMask: (part) => readPicturePart(source, mask, maskKind, part, { resources: undefined, extent }),
    matrix,
    origin,
  }
}
