/**
 * How operators are described: a name, the operands that it takes, and what it does (ISO 32000-2, annex A).
 *
 * @module
 */
import { PdfDict, PdfName, type PdfObject, PdfString } from '../../pdf/objects.js'
import type { ContentRun } from './content-run.js'

/** An operator of content streams. */
export interface OperatorDefinition {
  readonly name: string
  /**
   * The operands by their types, a letter each: n number, N name, s string, a array, p property list (a name or a
   * dictionary). `*` stands for any number of any type, which the operator checks itself.
   */
  readonly operands: string
  readonly run: (run: ContentRun, operands: readonly PdfObject[]) => void
}

/** An operator whose operands are all numbers; they come spread out. */
export function numeric(
  name: string,
  count: number,
  run: (run: ContentRun, ...numbers: number[]) => void,
): OperatorDefinition {
  return { name, operands: 'n'.repeat(count), run: (target, operands) => run(target, ...(operands as number[])) }
}

/** An operator without operands. */
export function plain(name: string, run: (run: ContentRun) => void): OperatorDefinition {
  return { name, operands: '', run }
}

/** True when the operands are those that the operator takes. */
export function fitsShape(operands: readonly PdfObject[], shape: string): boolean {
  if (shape === '*') return true
  if (operands.length !== shape.length) return false
  for (let i = 0; i < shape.length; i++) {
    if (!isOfType(operands[i] as PdfObject, shape.charCodeAt(i))) return false
  }
  return true
}

const NUMBER = 'n'.charCodeAt(0)
const NAME = 'N'.charCodeAt(0)
const STRING = 's'.charCodeAt(0)
const ARRAY = 'a'.charCodeAt(0)

function isOfType(operand: PdfObject, type: number): boolean {
  switch (type) {
    case NUMBER:
      return typeof operand === 'number'
    case NAME:
      return operand instanceof PdfName
    case STRING:
      return operand instanceof PdfString
    case ARRAY:
      return Array.isArray(operand)
    default:
      return operand instanceof PdfName || operand instanceof PdfDict
  }
}

/** How many operands of a malformed call are used: viewers take the last ones, where there are enough. */
export function lastOperands(operands: readonly PdfObject[], shape: string): readonly PdfObject[] | undefined {
  const last = operands.slice(Math.max(0, operands.length - shape.length))
  return fitsShape(last, shape) ? last : undefined
}
