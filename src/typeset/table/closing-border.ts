/**
 * The border below a row, which the next row may replace.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'

/**
 * The border below a row, which is also the border above the next row. Only painting shows whether the next row follows on the
 * same page. So each row paints the border below it, and a row that follows directly removes it and paints its own.
 */
export class ClosingBorder {
  #list: DisplayList | undefined
  #y = 0
  #from = 0
  #to = 0

  /** Paints the border that closes a row whose lower edge is at `y`. */
  paint(list: DisplayList, y: number, paintBorder: () => void): void {
    this.#from = list.length
    paintBorder()
    this.#list = list
    this.#y = y
    this.#to = list.length
  }

  /** Removes the last border if it was painted at `y` in the same list and nothing was painted after it. */
  takeBack(list: DisplayList, y: number): void {
    if (this.#list === list && list.length === this.#to && Math.abs(this.#y - y) < 0.5) list.length = this.#from
    this.#list = undefined
  }
}
