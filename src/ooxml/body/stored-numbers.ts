/**
 * Keeps stored numbers of fields, so that they can be compared with what they refer to.
 *
 * @module
 */

import type { StoredNumber } from '../../typeset/model/document-model.js'
import { type FieldInstruction, fieldArgument, hasFieldSwitch, parseFieldInstruction } from './field-instruction.js'
import { showsPlainNumber } from './field-meaning.js'
import type { EndedField } from './field-stack.js'
import type { RunPlace } from './run-reader.js'

/** Fields with numeric results (ECMA-376-1, 17.16.5). */
const NUMBER_FIELD = /^\s*(?:REF|NOTEREF|SEQ)\b/i

/** Numbers that are compared. Documents have a few thousand at most. */
const MAX_NUMBERS = 20_000

/** Characters before a number that a warning quotes. */
const WORDS_BEFORE = 60

/**
 * Keeps the result of a field if it is a number that something else determines.
 *
 * @param counted the number of a SEQ field
 */
export function keepStoredNumber(
  field: EndedField,
  counted: string | undefined,
  { story, inlines, hidden }: RunPlace,
): void {
  const { storedNumbers } = story.context
  const shown = field.shown.trim()
  if (hidden || shown === '' || story.fields.isCollecting || !NUMBER_FIELD.test(field.code)) return
  const means = meaningOf(parseFieldInstruction(field.code), counted)
  if (means === undefined || storedNumbers.length >= MAX_NUMBERS) return
  const text = inlines.lastText(field.shown.length + WORDS_BEFORE)
  const before = text.endsWith(field.shown) ? text.slice(0, text.length - field.shown.length) : ''
  storedNumbers.push({ shown, before: before.trim(), means })
}

function meaningOf(instruction: FieldInstruction, counted: string | undefined): StoredNumber['means'] | undefined {
  const has = (name: string) => hasFieldSwitch(instruction, name)
  const bookmark = fieldArgument(instruction)
  if (bookmark === undefined || !showsPlainNumber(instruction)) return undefined
  switch (instruction.name) {
    case 'NOTEREF':
      return { kind: 'note', bookmark }
    case 'REF':
      return has('\\n') || has('\\r') || has('\\w') ? { kind: 'paragraph', bookmark, digits: has('\\t') } : undefined
    default:
      // Sequences that restart below each heading are not counted here (17.16.5.56, \s).
      return counted === undefined || counted === '' || has('\\s') ? undefined : { kind: 'sequence', counted }
  }
}
