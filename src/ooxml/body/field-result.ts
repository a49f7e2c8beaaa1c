/**
 * Computes results of fields that were never updated. Programs that write documents leave that to Word.
 *
 * @module
 */

import { formatNumber } from '../../typeset/model/number-format.js'
import {
  type FieldInstruction,
  fieldArgument,
  fieldArguments,
  fieldSwitchArguments,
  hasFieldSwitch,
} from './field-instruction.js'
import { GENERAL_FORMATS } from './field-meaning.js'

/** Sources of results. */
export interface FieldSources {
  /** The text of a bookmark. */
  bookmark(name: string): string | undefined
  /** A property of the document, by the name of its field or of DOCPROPERTY. */
  property(name: string): string | undefined
  /** A variable of the document (w:docVar). */
  variable(name: string): string | undefined
  /** The last number of each sequence (SEQ). */
  readonly sequences: Map<string, number>
}

/** Fields that show a property under their own name (ECMA-376-1, 17.16.5). */
const PROPERTY_FIELDS: ReadonlySet<string> = new Set([
  'TITLE',
  'SUBJECT',
  'AUTHOR',
  'KEYWORDS',
  'COMMENTS',
  'LASTSAVEDBY',
])

/** Switches of REF that ask for something other than the text of the bookmark (17.16.5.51). */
const OTHER_REFERENCES = ['\\d', '\\f', '\\n', '\\p', '\\r', '\\t', '\\w'] as const

/**
 * The computed text of a field.
 *
 * @returns undefined where it cannot be computed here
 */
export function fieldResult(instruction: FieldInstruction, sources: FieldSources): string | undefined {
  const text = plainResult(instruction, sources)
  return text === undefined ? undefined : withCase(text, instruction)
}

function plainResult(instruction: FieldInstruction, sources: FieldSources): string | undefined {
  const { name } = instruction
  const argument = fieldArgument(instruction) ?? ''
  if (PROPERTY_FIELDS.has(name)) return sources.property(name)
  switch (name) {
    case 'REF':
      return OTHER_REFERENCES.some((one) => hasFieldSwitch(instruction, one)) ? undefined : sources.bookmark(argument)
    case 'MERGEFIELD':
      // Word shows this for a merge field without data (17.16.5.35).
      return argument === '' ? undefined : `\u00ab${argument.replace(/\s/g, '_')}\u00bb`
    case 'FILLIN':
      return fieldSwitchArguments(instruction, '\\d')[0]
    case 'IF':
      return chosenText(instruction)
    case 'DOCPROPERTY':
      return sources.property(argument)
    case 'DOCVARIABLE':
      return sources.variable(argument)
    default:
      return fieldArgument(instruction) === undefined ? sources.bookmark(name) : undefined
  }
}

/**
 * Counts a SEQ field (17.16.5.56).
 *
 * @returns the formatted number; empty for a hidden one
 */
export function nextInSequence(instruction: FieldInstruction, sequences: Map<string, number>): string {
  const name = (fieldArgument(instruction) ?? '').toLowerCase()
  const before = sequences.get(name) ?? 0
  const given = Number.parseInt(fieldSwitchArguments(instruction, '\\r')[0] ?? '', 10)
  const repeats = hasFieldSwitch(instruction, '\\c')
  const number = Number.isNaN(given) ? (repeats ? before : before + 1) : given
  sequences.set(name, number)
  const formats = fieldSwitchArguments(instruction, '\\*').flatMap((format) => GENERAL_FORMATS.get(format) ?? [])
  // A hidden number is shown anyway if it has a format.
  return hasFieldSwitch(instruction, '\\h') && formats.length === 0 ? '' : formatNumber(number, formats[0] ?? 'decimal')
}

const OPERATORS = /^(?:=|<>|<=|>=|<|>)$/

/** The text that `IF a = b "then" "otherwise"` shows (17.16.5.22); undefined where it is no comparison. */
export function chosenText(instruction: FieldInstruction): string | undefined {
  const [left, operator, right, then, otherwise] = fieldArguments(instruction)
  if (left === undefined || right === undefined || !OPERATORS.test(operator ?? '')) return undefined
  return compare(left, operator ?? '', right) ? then : (otherwise ?? '')
}

function compare(left: string, operator: string, right: string): boolean {
  const [a, b] = [toNumber(left), toNumber(right)]
  const order = a !== undefined && b !== undefined ? a - b : left < right ? -1 : Number(left > right)
  switch (operator) {
    case '=':
      return order === 0 || matches(left, right)
    case '<>':
      return order !== 0 && !matches(left, right)
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    default:
      return order >= 0
  }
}

function toNumber(text: string): number | undefined {
  return /^\s*-?\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

/** Longest text that is compared with a pattern, in characters. */
const MAX_PATTERN = 200

/** Whether a text matches a pattern, in which `?` stands for any character and `*` for any number of them. */
function matches(text: string, pattern: string): boolean {
  if (!/[?*]/.test(pattern) || pattern.length > MAX_PATTERN || text.length > MAX_PATTERN) return false
  const [first = '', ...others] = pattern.split(/\*+/)
  const fits = (piece: string, at: number) => [...piece].every((sign, i) => sign === '?' || sign === text[at + i])
  if (text.length < first.length || !fits(first, 0)) return false
  let at = first.length
  for (const [index, piece] of others.entries()) {
    const isLast = index === others.length - 1
    let place = isLast ? text.length - piece.length : at
    while (!isLast && place + piece.length <= text.length && !fits(piece, place)) place++
    if (place < at || place + piece.length > text.length || !fits(piece, place)) return false
    at = place + piece.length
  }
  return at === text.length
}

/** The text in the case of a `\*` switch (17.16.4.3.2). */
function withCase(text: string, instruction: FieldInstruction): string {
  for (const format of fieldSwitchArguments(instruction, '\\*')) {
    switch (format.toLowerCase()) {
      case 'upper':
        return text.toUpperCase()
      case 'lower':
        return text.toLowerCase()
      case 'firstcap':
        return text.charAt(0).toUpperCase() + text.slice(1)
      case 'caps':
        return text.replace(/(^|\s)(\S)/g, (_, space: string, letter: string) => space + letter.toUpperCase())
    }
  }
  return text
}
