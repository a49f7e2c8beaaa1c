/**
 * Names of alignments of floating drawings.
 *
 * @module
 */

import type { DrawingAnchor } from '../../typeset/drawings.js'
/** Alignments by name, which DrawingML (ECMA-376-1, 20.4.3.1 and 20.4.3.2) and VML share. */
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
