/**
 * Formats free-form JSON as lines of text.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { TYPESET_LIMITS } from '../../typeset/layout.js'

/** One line of free-form data: a key with its value, or with lines after it (one level deeper) as its value. */
export interface DataLine {
  readonly level: number
  readonly key: string
  readonly value?: string
}

/** Length up to which keys are joined with dots, in characters. Longer ones are shown one below the other. */
const MAX_KEY_LENGTH = 40

/**
 * Free-form JSON as readable lines. Nested keys are joined (`geo.city`), list items are numbered (`pages[2]`), and a list of
 * plain values is one line. Every key and value is shown once and in full, so the result is proportional to the input.
 *
 * @throws SealwrightError `invalid_request` for data nested deeper than the limit
 */
export function flattenData(data: Record<string, unknown>): DataLine[] {
  const lines: DataLine[] = []
  for (const [key, value] of Object.entries(data)) append(lines, nameOfKey(key), value, 0, 1)
  return lines
}

function append(lines: DataLine[], key: string, value: unknown, level: number, depth: number): void {
  if (depth > TYPESET_LIMITS.maxDataNesting) {
    throw new SealwrightError(
      'invalid_request',
      `Event data and metadata may be nested at most ${TYPESET_LIMITS.maxDataNesting} levels deep.`,
    )
  }
  const line = inlineValue(value)
  if (line !== undefined) {
    lines.push({ level, key, value: line })
    return
  }
  let prefix = key
  let childLevel = level
  if (key.length > MAX_KEY_LENGTH) {
    lines.push({ level, key })
    prefix = ''
    childLevel = level + 1
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      append(lines, `${prefix}[${index + 1}]`, item, childLevel, depth + 1)
    })
    return
  }
  for (const [name, item] of Object.entries(value as Record<string, unknown>)) {
    append(lines, prefix === '' ? nameOfKey(name) : `${prefix}.${nameOfKey(name)}`, item, childLevel, depth + 1)
  }
}

/** The value if it fits behind its key; `undefined` for objects and lists that need lines of their own. */
function inlineValue(value: unknown): string | undefined {
  if (value === '') return '""'
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return '[ ]'
    const isPlain = value.every(
      (item) => item === null || (typeof item !== 'object' && item !== '' && !String(item).includes(',')),
    )
    return isPlain ? value.map(String).join(', ') : undefined
  }
  return Object.keys(value).length === 0 ? '{ }' : undefined
}

/** The name of a key. One with dots or brackets is quoted, so that it does not look like several. */
function nameOfKey(key: string): string {
  return key === '' || /[.[\]:"]/.test(key) ? `"${key}"` : key
}
