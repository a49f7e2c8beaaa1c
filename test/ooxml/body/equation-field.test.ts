/**
 * EQ fields as mathematics.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readEquationField } from '../../../src/ooxml/body/equation-field.js'
import type { MathNode } from '../../../src/typeset/model/document-model.js'
import { plainRun } from '../../../src/typeset/model/plain-model.js'

const RUN = plainRun({
  family: 'Arial',
  size: 200,
  color: '000000',
  bold: false,
  italic: false,
  kerns: false,
  language: '',
})

/** Mathematics in a line of text. */
function show(node: MathNode): string {
  switch (node.type) {
    case 'row':
      return node.items.map(show).join('')
    case 'text':
      return node.text
    case 'space':
      return ' '
    case 'fraction':
      return `{${show(node.numerator)}/${show(node.denominator)}}`
    case 'script':
      return `${show(node.base)}_${node.sub ? show(node.sub) : ''}^${node.sup ? show(node.sup) : ''}`
    case 'stack':
      return `${show(node.base)}~${node.over ? show(node.over) : ''}`
    case 'accent':
      return `${show(node.base)}^${show(node.mark)}`
    case 'lined':
      return `${node.left ? '[' : ''}${show(node.base)}${node.over ?? ''}`
    case 'radical':
      return `root(${node.degree ? show(node.degree) : ''};${show(node.radicand)})`
    case 'delimited':
      return `${node.open}${show(node.content)}${node.close}`
    case 'matrix':
      return node.rows.map((row) => row.map(show).join(' ')).join('|')
  }
}

describe('readEquationField', () => {
  it.each([
    ['\\f(1,2)', '{1/2}'],
    ['x = \\f(a;\\r(3,b))', 'x = {a/root(3;b)}'],
    ['\\r(2)', 'root(;2)'],
    ['\\s\\up8(2)', '_^2'],
    ['\\s\\do 4(i)', '_i^'],
    ['\\b\\lc\\[\\rc\\](x)', '[x]'],
    ['\\b\\bc\\{(x)', '{x}'],
    ['\\b\\lc\\|(x)', '|x'],
    ['\\a\\al\\co2\\vs3(a,b,c,d)', 'a b|c d'],
    ['\\i\\su(1,n,k)', '\u2211_1^nk'],
    ['\\x\\to\\bo(boxed)', 'boxed'],
    ['\\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(guide),base)', 'base~guide'],
    ['\\o(a,b,c)', 'abc'],
    ['\\l(a,b)', 'a,b'],
    ['\\f(a\\,b,\\(c\\))', '{a,b/(c)}'],
    ['a) b', 'a) b'],
    ['\\f(1', '{1/}'],
    ['\\', ''],
  ])('reads %s', (code, expected) => {
    expect(show(readEquationField(code, RUN))).toBe(expected)
  })

  it('does not run deep, nor for long', () => {
    const deep = '\\x('.repeat(20_000)
    const started = process.cpuUsage()
    expect(show(readEquationField(`${deep}a`, RUN))).toContain('a')
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000)
  })
})
