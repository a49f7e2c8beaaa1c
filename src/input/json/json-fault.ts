/**
 * What is wrong with a JSON text.
 *
 * @module
 */

import { JSON_LIMITS } from './json-limits.js'

/** The kinds of faults, in words that follow the name of what is read. None quotes the text, which must not end up in logs. */
const FAULTS = {
  not_utf8: 'is not text in UTF-8',
  not_json: 'is not JSON',
  too_deep: `may have at most ${JSON_LIMITS.maxDepth} levels of objects and arrays`,
  too_many_values: `may have at most ${JSON_LIMITS.maxValues} values`,
  repeated_member: 'has a member twice',
} as const

/** Thrown inside the package only: callers turn it into an error of their own that says what was read. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly kind: keyof typeof FAULTS
  /** The second member of its name (a JSON Pointer), for `repeated_member`. */
  readonly pointer: string

  constructor(kind: keyof typeof FAULTS, pointer = '') {
    super(`The text ${FAULTS[kind]}.`)
    this.kind = kind
    this.pointer = pointer
  }

  /** A sentence such as `The line is not JSON.` */
  describe(subject: string): string {
    return `${subject} ${FAULTS[this.kind]}${this.pointer === '' ? '' : `: ${this.pointer}`}.`
  }
}
