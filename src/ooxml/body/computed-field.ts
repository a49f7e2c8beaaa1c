/**
 * Results of fields in headers and footers that work with page numbers, such as `{ = { NUMPAGES } - 1 }` and
 * `{ IF { PAGE } = 1 "" "Draft" }`. Word evaluates them on each page.
 *
 * @module
 */

import { formatNumber } from '../../typeset/model/number-format.js'
import { type FieldInstruction, fieldSwitchArguments, parseFieldInstruction } from './field-instruction.js'
import { GENERAL_FORMATS, numberPicture } from './field-meaning.js'
import { chosenText } from './field-result.js'

/** Places of page numbers in a code are characters of plane 15, which no text has: the first one stands for the first number. */
const FIRST_PLACE = 0xf0000

/** The character that stands for a page number in the code of a field. */
export function numberPlace(index: number): string {
  return String.fromCodePoint(FIRST_PLACE + index)
}

/** The code of a field with numbers at their places. */
export function fillPlaces(code: string, numbers: readonly string[]): string {
  return code.replace(/[\u{f0000}-\u{f0fff}]/gu, (place) => numbers[(place.codePointAt(0) ?? 0) - FIRST_PLACE] ?? '')
}

/** Whether a field computes something from numbers in its code. */
export function isComputed(code: string): boolean {
  return /^\s*(?:=|IF\b)/i.test(code)
}

/**
 * The result of a field.
 *
 * @param code its code, with {@link numberPlace} where a number stands
 * @param numbers the numbers as text
 * @returns undefined where it cannot be computed here
 */
export function computeField(code: string, numbers: readonly string[]): string | undefined {
  const filled = fillPlaces(code, numbers)
  const formula = /^\s*=([^\\]*)/.exec(filled)?.[1]
  const result =
    formula === undefined
      ? chosenText(parseFieldInstruction(filled))
      : formatted(evaluate(formula), parseFieldInstruction(filled))
  return result?.replace(/\s/g, ' ')
}

/** A number in the format of the switches of its field; at most two decimal places without one, as in Word. */
function formatted(value: number | undefined, instruction: FieldInstruction): string | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined
  const picture = fieldSwitchArguments(instruction, '\\#')[0]
  if (picture !== undefined && !/^[0#]+$/.test(picture)) return undefined
  const formats = fieldSwitchArguments(instruction, '\\*').flatMap((name) => GENERAL_FORMATS.get(name) ?? [])
  const format = picture === undefined ? formats[0] : numberPicture(picture)
  return format === undefined ? String(Math.round(value * 100) / 100) : formatNumber(Math.round(value), format)
}

/** Longest formula that is evaluated, in characters. It also limits how deeply parentheses nest. */
const MAX_FORMULA = 200

/** The value of a formula of numbers, `+ - * /` and parentheses; undefined for any other. */
function evaluate(formula: string): number | undefined {
  const tokens = formula.match(/\d+(?:\.\d+)?|\S/g) ?? []
  if (formula.length > MAX_FORMULA) return undefined
  let at = 0
  const operand = (): number => {
    const token = tokens[at++] ?? ''
    if (token === '-') return -operand()
    if (token !== '(') return /^\d/.test(token) ? Number(token) : Number.NaN
    const value = sum()
    return tokens[at++] === ')' ? value : Number.NaN
  }
  const product = (): number => {
    let value = operand()
    while (tokens[at] === '*' || tokens[at] === '/')
      value = tokens[at++] === '*' ? value * operand() : value / operand()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '-')
      value = tokens[at++] === '+' ? value + product() : value - product()
    return value
  }
  const value = sum()
  return at === tokens.length && !Number.isNaN(value) ? value : undefined
}
