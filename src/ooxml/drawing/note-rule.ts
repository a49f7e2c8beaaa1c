/**
 * The rules above notes.
 *
 * @module
 */

import type { Drawing } from '../../typeset/model/drawing-model.js'
import { fullBox } from './box.js'
import { presetGeometry } from './geometry/preset-geometry.js'
import { makeShapeElements } from './shape-elements.js'

/** Word's separator is two inches long. */
const LENGTH = 2880
/** Thickness of the line, and how far above the baseline its upper edge is. */
const THICKNESS = 10
const RISE = 60
/** Width where the share of the column is ignored: the text of a Letter page. */
const USUAL_COLUMN = 9360

/**
 * What w:separator and w:continuationSeparator draw (ECMA-376-1, 17.11.23 and 17.11.1): a line two inches long, or as long
 * as the column. It stands in a line of text, which is as high as its paragraph makes it.
 */
export function noteRule(kind: 'separator' | 'continuation'): Drawing {
  const width = kind === 'separator' ? LENGTH : USUAL_COLUMN
  const geometry = presetGeometry('rect', width, THICKNESS) ?? { paths: [] }
  const fill = { type: 'solid', color: '000000', opacity: 1 } as const
  return {
    width,
    height: RISE,
    isRule: true,
    elements: makeShapeElements(fullBox(width, THICKNESS), geometry, { fill }),
    ...(kind === 'continuation' && { columnShare: 1 }),
  }
}
