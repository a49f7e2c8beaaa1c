/**
 * Pictures of VML.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import type { DrawingElement, PictureElement } from '../../../typeset/model/drawing-model.js'
import type { XmlElement } from '../../xml/xml-element.js'
import type { Box } from '../box.js'
import { type DrawingEnvironment, findRelationship } from '../drawing-environment.js'
import { missingPicture } from '../picture.js'
import { readBoolean } from '../units.js'
import { readVmlLine } from './vml-look.js'
import { readFraction } from './vml-style.js'
import type { VmlSource } from './vml-template.js'

/** The picture of v:imagedata (ECMA-376-4, 14.1.2.11) in a box. */
export function readVmlPicture(
  data: XmlElement,
  source: VmlSource,
  box: Box,
  env: DrawingEnvironment,
): DrawingElement[] {
  const { attributes } = data
  const relationship = findRelationship(env, attributes['r:id'] ?? attributes['o:relid'] ?? attributes['r:pict'])
  const image = relationship === undefined || relationship.external ? undefined : env.images.add(relationship.target)
  if (image === undefined) {
    env.warn('A picture that is not stored in the document is left empty.')
    return missingPicture(box)
  }
  const crop = (edge: string) => clamp(readFraction(attributes[`crop${edge}`], 0), -10, 0.9999)
  const line = readVmlLine(source, false)
  const effect = readEffect(attributes)
  return [
    {
      kind: 'picture',
      ...box,
      image,
      crop: { top: crop('top'), right: crop('right'), bottom: crop('bottom'), left: crop('left') },
      opacity: 1,
      ...(line === undefined ? {} : { line }),
      ...(effect === undefined ? {} : { effect }),
    },
  ]
}

/** The effect of a picture. Word writes washout as reduced contrast and more brightness (gain 19661f, blacklevel 22938f). */
function readEffect(attributes: XmlElement['attributes']): PictureElement['effect'] {
  if (readBoolean(attributes['bilevel'], false)) return 'blackAndWhite'
  if (readFraction(attributes['gain'], 1) < 0.6 && readFraction(attributes['blacklevel'], 0) > 0.2) return 'washout'
  return readBoolean(attributes['grayscale'], false) ? 'grayscale' : undefined
}
