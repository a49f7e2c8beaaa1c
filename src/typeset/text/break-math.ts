/**
 * Where long equations may be broken.
 *
 * @module
 */

import type { MathNode } from '../model/document-model.js'

/** Relations, binary operators and arrows, in front of which a line may begin. */
const OPERATOR = /[=<>+\u2212±∓×÷⋅·∗∘∪∩∧∨⊕⊗\u2190-\u21ff\u2208-\u220b\u2223-\u2226\u223c-\u228b\u27f5-\u27ff-]/u
/** An operator after one of these is a sign, not an operation, and belongs to what follows. */
const OPENS = /[([{,;|\u27e8]$/u

/**
 * An equation cut before the operators of its outermost row, where Word breaks lines that are too long (ECMA-376-1, 22.1.2.16,
 * m:brkBin `before`). Side by side, the pieces form the whole equation.
 */
export function breakMath(math: MathNode): MathNode[] {
  const pieces: MathNode[] = []
  let items: MathNode[] = []
  let before = ''
  for (const node of flatten(math)) {
    if (node.type === 'space') {
      items.push(node)
      continue
    }
    if (node.type !== 'text') {
      items.push(node)
      before = 'x'
      continue
    }
    let start = 0
    let offset = 0
    for (const character of node.text) {
      const isOperation = OPERATOR.test(character) && before !== '' && !OPERATOR.test(before) && !OPENS.test(before)
      if (isOperation) {
        if (offset > start) items.push({ ...node, text: node.text.slice(start, offset) })
        if (items.length > 0) pieces.push({ type: 'row', items })
        items = []
        start = offset
      }
      if (character.trim() !== '') before = character
      offset += character.length
    }
    if (start < node.text.length) items.push(start === 0 ? node : { ...node, text: node.text.slice(start) })
  }
  if (items.length > 0 || pieces.length === 0) pieces.push({ type: 'row', items })
  return pieces
}

function flatten(node: MathNode): MathNode[] {
  return node.type === 'row' ? node.items.flatMap(flatten) : [node]
}
