/**
 * Operators of a content stream (ISO 32000-2, 7.8.2).
 *
 * @module
 */
import { ObjectParser } from '../../pdf/object-parser.js'
import type { PdfObject } from '../../pdf/objects.js'
import { CHAR_CLASS, endsToken, isDigit, latin1Text, REGULAR, viewOf } from '../../pdf/syntax.js'

/** An operator with its operands. `BI` stands for a whole inline image. */
export interface ContentOperator {
  readonly name: string
  readonly operands: readonly PdfObject[]
}

const MAX_OPERANDS = 64
const MAX_OPERATOR_LENGTH = 8

/** Reads operators one by one; stops where the content cannot be read. */
export function* readOperators(content: Uint8Array): Generator<ContentOperator> {
  const parser = new ObjectParser(content)
  let operands: PdfObject[] = []
  for (;;) {
    parser.skipWhiteSpace()
    const code = parser.peek()
    if (code < 0) return
    if (!startsOperator(code)) {
      const start = parser.pos
      try {
        const operand = parser.parseObject()
        if (operands.length < MAX_OPERANDS) operands.push(operand)
      } catch {
        return
      }
      if (parser.pos === start) parser.pos++
      continue
    }
    const start = parser.pos
    while (!endsToken(content[parser.pos])) parser.pos++
    const name = latin1Text(content, start, Math.min(parser.pos, start + MAX_OPERATOR_LENGTH))
    if (name === 'true' || name === 'false' || name === 'null') {
      operands.push(name === 'null' ? null : name === 'true')
      continue
    }
    if (name === 'BI') parser.pos = endOfInlineImage(content, parser.pos)
    yield { name, operands }
    operands = []
  }
}

function startsOperator(code: number): boolean {
  const numeric = isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e
  return CHAR_CLASS[code] === REGULAR && !numeric
}

/** Index behind the EI that ends an inline image (8.9.7). */
function endOfInlineImage(content: Uint8Array, from: number): number {
  const view = viewOf(content)
  for (let at = view.indexOf('EI', from, 'latin1'); at >= 0; at = view.indexOf('EI', at + 2, 'latin1')) {
    if (CHAR_CLASS[content[at - 1] as number] !== REGULAR && endsToken(content[at + 2])) return at + 2
  }
  return content.length
}
