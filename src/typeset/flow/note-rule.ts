/**
 * The rule above notes.
 *
 * @module
 */

import { DECORATION, type DisplayList } from '../display/display-list.js'

/** What the separator takes: a line of 11-point text. */
export const NOTE_RULE_HEIGHT = 270
/** Word's separator is two inches long. */
const RULE_LENGTH = 2880
const RULE_WIDTH = 10

/** Paints the short rule above notes; x, y: left edge of the column and top of its line. */
export function paintNoteRule(list: DisplayList, x: number, y: number): void {
  paintRule(list, x, y, RULE_LENGTH)
}

/** The rule above notes that go on from the page before runs over the whole column. */
export function paintContinuationRule(list: DisplayList, x: number, y: number, columnWidth: number): void {
  paintRule(list, x, y, columnWidth)
}

function paintRule(list: DisplayList, x: number, y: number, width: number): void {
  list.push(DECORATION)
  list.push({ kind: 'rectangle', x, y: y + NOTE_RULE_HEIGHT / 2, width, height: RULE_WIDTH, color: '000000' })
}
