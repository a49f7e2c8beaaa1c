/**
 * Faults of JSON texts.
 *
 * @module
 */

import { JSON_LIMITS } from './json-limits.js'

/** The kinds of faults, in words that follow the name of the text. None quotes the text, which must not get into logs. */
const FAULTS = {
  not_utf8: 'is not text in UTF-8',
  not_json: 'is not JSON',
  too_deep: `may have at most ${JSON_LIMITS.maxDepth} levels of objects and arrays`,
  too_many_values: `may have at most ${JSON_LIMITS.maxValues} values`,
  repeated_member: 'has a member twice',
} as const

/** A fault of a JSON text. It stays inside the package: callers turn it into an error that names what was read. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly kind: keyof typeof FAULTS
  /** JSON Pointer of the second member with the same name, for `repeated_member`. */
  readonly pointer: string

  constructor(kind: keyof typeof FAULTS, pointer = '') {
    super(`The text ${FAULTS[kind]}.`)
    this.kind = kind
    this.pointer = pointer
  }

  /** Describes the fault in a sentence, for example `The line is not JSON.` */
  describe(subject: string): string {
    return `${subject} ${FAULTS[this.kind]}${this.pointer === '' ? '' : `: ${this.pointer}`}.`
  }
}
