/**
 * No list of any length is spread into arguments: from some hundred thousand items on that is a RangeError, and whoever
 * sends a document decides how many there are.
 *
 * @module
 */

import ts from 'typescript'
import { expect, it } from 'vitest'
import { parse, parseSources } from './source-files.js'

/** Functions that take any number of arguments, and that lists are therefore spread into. */
const ANY_NUMBER = /^(?:Math\.(?:max|min|hypot)|.*\.(?:push|unshift|concat))$/

function spreadCalls(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.some(isLong) && ANY_NUMBER.test(node.expression.getText(source))) {
      found.push(node.getText(source))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** What is written down as a list in the call itself has as many items as stand there. */
function isLong(argument: ts.Expression): boolean {
  if (!ts.isSpreadElement(argument)) return false
  let { expression } = argument
  while (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)) {
    if (expression.expression.name.text !== 'map') break
    expression = expression.expression.expression
  }
  return !ts.isArrayLiteralExpression(expression)
}

it.each([
  ['Math.max(...values)', 1],
  ['Math.min(0, ...values.map(f))', 1],
  ['this.list.push(first, ...others)', 1],
  ['Math.hypot(...[4, 5].map(f))', 0],
  ['list.push(first)', 0],
  ['list.push([...others])', 0],
])('%s', (text, count) => {
  expect(spreadCalls(parse('a.ts', text))).toHaveLength(count)
})

it('no list is spread into arguments', () => {
  const found = [...parseSources()].flatMap(([path, source]) => spreadCalls(source).map((call) => `${path}: ${call}`))
  expect(found).toEqual([])
})
