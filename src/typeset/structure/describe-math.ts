/**
 * Describes equations in words and signs for screen readers.
 *
 * @module
 */

import type { MathNode } from '../model/document-model.js'

/** An equation as one line of text for screen readers: `(a+b)/c`, `x^2`, `sqrt(y)`. */
export function describeMath(node: MathNode): string {
  switch (node.type) {
    case 'text':
      return node.text
    case 'space':
      return ''
    case 'row':
      return node.items.map(describeMath).join('')
    case 'fraction':
      return `${grouped(node.numerator)}/${grouped(node.denominator)}`
    case 'script':
      return `${describeMath(node.base)}${after('_', node.sub)}${after('^', node.sup)}`
    case 'stack':
      return `${describeMath(node.base)}${after('_', node.under)}${after('^', node.over)}`
    case 'accent':
      return `${describeMath(node.base)}${after('^', node.mark)}`
    case 'lined':
      return grouped(node.base)
    case 'radical':
      return `${node.degree === undefined ? 'sqrt' : `root${grouped(node.degree)}`}(${describeMath(node.radicand)})`
    case 'delimited':
      return `${node.open}${describeMath(node.content)}${node.close}`
    case 'matrix':
      return `[${node.rows.map((row) => row.map(describeMath).join(', ')).join('; ')}]`
  }
}

function after(sign: string, node: MathNode | undefined): string {
  const text = node === undefined ? '' : grouped(node)
  return text === '' ? '' : sign + text
}

function grouped(node: MathNode): string {
  const text = describeMath(node)
  return text.length > 1 ? `(${text})` : text
}
