/**
 * How wide an equation is likely to be, so that columns of tables and items of lines leave room for it.
 *
 * @module
 */

import { measureCharacters } from '../character-widths.js'
import { childElements, type HtmlElement, textContent } from '../html-tree.js'

/** Size of scripts and limits relative to their base. */
const SCRIPT = 0.72
/** Room around an operator such as a plus sign, in ems. */
const OPERATOR_ROOM = 0.5
/** What a root, a border or a pair of fences takes, in ems. */
const FRAME = 0.8
/** Between the columns of a matrix, in ems. */
const COLUMN_GAP = 1
/** A large operator, in ems. */
const LARGE_OPERATOR = 1
/** Marks that stand close to their neighbours, and operators that do not show. */
const CLOSE_MARKS = /^[()[\]{}|‖⟨⟩⌈⌉⌊⌋,;.:!'′″/\u2061-\u2064]*$/
const LARGE_OPERATORS = /^[∑∏∐∫∬∭∮∯∰⋂⋃⋁⋀⨁⨂⨄⨆]$/

/**
 * The likely width of a `math` element, or of what is in one, in ems: that of one line. The nesting is taken to be bounded.
 *
 * @example
 * mathWidth(math) // 2.7, of E = mc²
 */
export function mathWidth(element: HtmlElement): number {
  const children = childElements(element)
  const [base, second, third] = children
  switch (element.tagName) {
    case 'mfrac':
      return widest(children) + SCRIPT / 4
    case 'msqrt':
    case 'mroot':
    case 'menclose':
    case 'mfenced':
      return rowWidth(children) + FRAME
    case 'msub':
    case 'msup':
    case 'msubsup':
      return widthOf(base) + SCRIPT * Math.max(widthOf(second), widthOf(third))
    case 'munder':
    case 'mover':
    case 'munderover':
      return Math.max(widthOf(base), SCRIPT * Math.max(widthOf(second), widthOf(third)))
    case 'mtable':
      return tableWidth(children)
    case 'semantics':
      return widthOf(base)
    case 'annotation':
    case 'annotation-xml':
      return 0
    default:
      return children.length > 0 ? rowWidth(children) : tokenWidth(element)
  }
}

function widthOf(element: HtmlElement | undefined): number {
  return element === undefined ? 0 : mathWidth(element)
}

function rowWidth(elements: readonly HtmlElement[]): number {
  return elements.reduce((sum, element) => sum + mathWidth(element), 0)
}

function widest(elements: readonly HtmlElement[]): number {
  return elements.reduce((most, element) => Math.max(most, mathWidth(element)), 0)
}

function tableWidth(rows: readonly HtmlElement[]): number {
  const columns: number[] = []
  for (const row of rows) {
    for (const [index, cell] of childElements(row).entries()) {
      columns[index] = Math.max(columns[index] ?? 0, mathWidth(cell))
    }
  }
  return columns.reduce((sum, column) => sum + column + COLUMN_GAP, 0)
}

function tokenWidth(element: HtmlElement): number {
  const text = textContent(element).trim()
  if (element.tagName === 'mspace' || text === '') return 0
  if (element.tagName === 'mo' && LARGE_OPERATORS.test(text)) return LARGE_OPERATOR
  const width = measureCharacters(text, false).whole / 100
  return element.tagName === 'mo' && !CLOSE_MARKS.test(text) ? width + OPERATOR_ROOM : width
}
