/**
 * Estimates the width of equations, so that columns of tables and items of lines leave room for them.
 *
 * @module
 */

import { childElements, type HtmlElement, textContent } from '../source/html-tree.js'

/** Size of scripts and limits relative to their base. */
const SCRIPT = 0.72
/** Room around an operator such as a plus sign, in ems. */
const OPERATOR_ROOM = 0.5
/** Width of a root sign, a border or a pair of fences, in ems. */
const FRAME = 0.8
/** Gap between the columns of a matrix, in ems. */
const COLUMN_GAP = 1
/** Width of a large operator, in ems. */
const LARGE_OPERATOR = 1
/** Characters without space around them, and invisible operators. */
const CLOSE_MARKS = /^[()[\]{}|‖⟨⟩⌈⌉⌊⌋,;.:!'′″/\u2061-\u2064]*$/
const LARGE_OPERATORS = /^[∑∏∐∫∬∭∮∯∰⋂⋃⋁⋀⨁⨂⨄⨆]$/

/** Returns the width of letters in one line, in ems. */
type MeasureLetters = (letters: string) => number

/**
 * The estimated width of a `math` element or of its content in one line, in ems. The nesting must be limited.
 *
 * @example
 * mathWidth(math, (letters) => letters.length / 2) // 2.7, of E = mc²
 */
export function mathWidth(element: HtmlElement, measure: MeasureLetters): number {
  const children = childElements(element)
  const [base, second, third] = children
  switch (element.tagName) {
    case 'mfrac':
      return widest(children, measure) + SCRIPT / 4
    case 'msqrt':
    case 'mroot':
    case 'menclose':
    case 'mfenced':
      return rowWidth(children, measure) + FRAME
    case 'msub':
    case 'msup':
    case 'msubsup':
      return widthOf(base, measure) + SCRIPT * Math.max(widthOf(second, measure), widthOf(third, measure))
    case 'munder':
    case 'mover':
    case 'munderover':
      return Math.max(widthOf(base, measure), SCRIPT * Math.max(widthOf(second, measure), widthOf(third, measure)))
    case 'mtable':
      return tableWidth(children, measure)
    case 'semantics':
      return widthOf(base, measure)
    case 'annotation':
    case 'annotation-xml':
      return 0
    default:
      return children.length > 0 ? rowWidth(children, measure) : tokenWidth(element, measure)
  }
}

function widthOf(element: HtmlElement | undefined, measure: MeasureLetters): number {
  return element === undefined ? 0 : mathWidth(element, measure)
}

function rowWidth(elements: readonly HtmlElement[], measure: MeasureLetters): number {
  return elements.reduce((sum, element) => sum + mathWidth(element, measure), 0)
}

function widest(elements: readonly HtmlElement[], measure: MeasureLetters): number {
  return elements.reduce((most, element) => Math.max(most, mathWidth(element, measure)), 0)
}

function tableWidth(rows: readonly HtmlElement[], measure: MeasureLetters): number {
  const columns: number[] = []
  for (const row of rows) {
    for (const [index, cell] of childElements(row).entries()) {
      columns[index] = Math.max(columns[index] ?? 0, mathWidth(cell, measure))
    }
  }
  return columns.reduce((sum, column) => sum + column + COLUMN_GAP, 0)
}

function tokenWidth(element: HtmlElement, measure: MeasureLetters): number {
  const text = textContent(element).trim()
  if (element.tagName === 'mspace' || text === '') return 0
  if (element.tagName === 'mo' && LARGE_OPERATORS.test(text)) return LARGE_OPERATOR
  const width = measure(text)
  return element.tagName === 'mo' && !CLOSE_MARKS.test(text) ? width + OPERATOR_ROOM : width
}
