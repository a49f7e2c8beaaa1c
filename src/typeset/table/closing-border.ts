/**
 * The border below a row, which the next row may take back.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'

/**
 * The border below a row, which is also the one above the next row. Only painting shows whether the next row follows on the
 * same page: every row closes itself, and a row that follows at once takes that border back and paints its own.
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

  /** Removes the last border painted if it lies at `y` in the same list and nothing was painted since. */
  takeBack(list: DisplayList, y: number): void {
    if (this.#list === list && list.length === this.#to && Math.abs(this.#y - y) < 0.5) list.length = this.#from
    this.#list = undefined
  }
}
