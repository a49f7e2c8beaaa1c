/**
 * Separator lines above notes.
 *
 * @module
 */

import type { Drawing } from '../../typeset/model/drawing-model.js'
import { fullBox } from './box.js'
import { presetGeometry } from './geometry/preset-geometry.js'
import { makeShapeElements } from './shape-elements.js'

/** Length of Word's separator, in twips: two inches. */
const LENGTH = 2880
/** Thickness of the line, in twips. */
const THICKNESS = 10
/** Distance of the line's upper edge from the baseline, in twips. */
const RISE = 60
/** Column width in twips, for readers that ignore a length in percent: the text width of a Letter page. */
const USUAL_COLUMN = 9360

/**
 * The line of w:separator and w:continuationSeparator (ECMA-376-1, 17.11.23 and 17.11.1): two inches long, or as long as the
 * column. It is inline, in a line as high as its paragraph makes it.
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
