/**
 * Separator lines above notes.
 *
 * @module
 */

import { DECORATION, type DisplayList } from '../display/display-list.js'

/** Height of the separator, in twips: a line of 11-point text. */
export const NOTE_RULE_HEIGHT = 270
/** Length of Word's separator, in twips: two inches. */
const RULE_LENGTH = 2880
const RULE_WIDTH = 10

/** Paints the short separator above notes. `x` is the left edge of the column, `y` the top of its line. */
export function paintNoteRule(list: DisplayList, x: number, y: number): void {
  paintRule(list, x, y, RULE_LENGTH)
}

/** Paints the separator above continued notes, which is as wide as the column. */
export function paintContinuationRule(list: DisplayList, x: number, y: number, columnWidth: number): void {
  paintRule(list, x, y, columnWidth)
}

function paintRule(list: DisplayList, x: number, y: number, width: number): void {
  list.push(DECORATION)
  list.push({ kind: 'rectangle', x, y: y + NOTE_RULE_HEIGHT / 2, width, height: RULE_WIDTH, color: '000000' })
}
