/**
 * Reads horizontal rules of web pages in the form that Word stores.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import type { Drawing } from '../../../typeset/model/drawing-model.js'
import type { XmlElement } from '../../xml/xml-element.js'
import { fullBox } from '../box.js'
import { presetGeometry } from '../geometry/preset-geometry.js'
import { makeShapeElements } from '../shape-elements.js'
import { readNumber } from '../units.js'
import { readVmlColor } from './vml-color.js'
import { readVmlLength, type VmlStyle } from './vml-style.js'

/** Column width in twips, for readers that ignore a length in percent: the text width of a Letter page. */
const USUAL_COLUMN = 9360

/** A horizontal line as HTML has it (o:hr, ECMA-376-4, 14.2.2.16), as wide as the column or a share of it. */
export function readHorizontalRule(shape: XmlElement, style: VmlStyle): Drawing {
  const fixed = readVmlLength(style.get('width')) ?? 0
  // o:hrpct is in tenths of a percent. 0, or a width of 0, means the whole column.
  const percent = readNumber(shape.attributes['o:hrpct'], 0)
  const share = percent > 0 ? clamp(percent / 1000, 0.001, 1) : fixed > 0 ? undefined : 1
  const width = share === undefined ? fixed : USUAL_COLUMN * share
  const height = clamp(readVmlLength(style.get('height')) ?? 30, 5, 1440)
  const color = readVmlColor(shape.attributes['fillcolor']) ?? 'A0A0A0'
  const geometry = presetGeometry('rect', width, height) ?? { paths: [] }
  return {
    width,
    height,
    isRule: true,
    elements: makeShapeElements(fullBox(width, height), geometry, { fill: { type: 'solid', color, opacity: 1 } }),
    ...(share === undefined ? {} : { columnShare: share }),
  }
}
