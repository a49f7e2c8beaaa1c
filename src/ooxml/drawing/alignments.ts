/**
 * The names that alignments of floating drawings have.
 *
 * @module
 */

import type { DrawingAnchor } from '../../typeset/model/drawing-model.js'

/** Names of alignments, the same in DrawingML (ECMA-376-1, 20.4.3.1 and 20.4.3.2) and VML. */
export const HORIZONTAL_ALIGNMENTS: Readonly<Record<string, NonNullable<DrawingAnchor['horizontal']['align']>>> = {
  left: 'left',
  center: 'center',
  right: 'right',
  inside: 'inside',
  outside: 'outside',
}

export const VERTICAL_ALIGNMENTS: Readonly<Record<string, NonNullable<DrawingAnchor['vertical']['align']>>> = {
  top: 'top',
  center: 'center',
  bottom: 'bottom',
  inside: 'inside',
  outside: 'outside',
}
