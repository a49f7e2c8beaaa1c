/**
 * The JSON Canonicalization Scheme (RFC 8785): one spelling for each JSON value, so that it can be hashed.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { AUDIT_LIMITS } from './audit-limits.js'

/** A surrogate code unit outside of a pair, which RFC 8785, 3.2.2.2 forbids. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** A text of printable ASCII that JSON does not escape. Nearly all strings are such texts and are written unchanged. */
const PLAIN = /^[ !#-[\]-~]*$/

/** The number of characters that may still be written. */
interface Budget {
  chars: number
}

/**
 * Writes a JSON value in canonical form: members sorted by the UTF-16 code units of their names, no white space, numbers
 * as ECMAScript writes them. A member whose value is `undefined` is left out, as JSON.stringify does.
 *
 * @returns The canonical text; its UTF-8 encoding is what RFC 8785 hashes.
 * @throws SealwrightError `invalid_request` for what JSON cannot express: NaN, infinities, lone surrogates, `undefined`
 *   in an array, dates and other objects with a class, functions, symbols, BigInt, values that contain themselves; and
 *   for values that exceed AUDIT_LIMITS.
 *
 * @example
 * ```ts
 * canonicalizeJson({ b: 1e21, a: ['€', null] }) // '{"a":["€",null],"b":1e+21}'
 * ```
 */
export function canonicalizeJson(value: unknown): string {
  return writeValue(value, 0, { chars: AUDIT_LIMITS.maxCanonicalChars })
}

function writeValue(value: unknown, depth: number, budget: Budget): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, budget)
    case 'number':
      if (!Number.isFinite(value)) throw refused(`${value} has no form in JSON`)
      spend(budget, 8)
      return JSON.stringify(value)
    case 'boolean':
      spend(budget, 4)
      return value ? 'true' : 'false'
    case 'object':
      spend(budget, 4)
      if (value === null) return 'null'
      if (depth >= AUDIT_LIMITS.maxJsonDepth) {
        throw refused(`values may be nested ${AUDIT_LIMITS.maxJsonDepth} levels deep, and not contain themselves`)
      }
      return Array.isArray(value) ? writeArray(value, depth, budget) : writeObject(value, depth, budget)
    default:
      throw refused(`a value of type ${typeof value} has no form in JSON`)
  }
}

function writeString(value: string, budget: Budget): string {
  spend(budget, value.length)
  if (PLAIN.test(value)) return `"${value}"`
  if (LONE_SURROGATE.test(value)) throw refused('a string holds half of a surrogate pair')
  // ECMAScript escapes the characters of RFC 8785, 3.2.2.2 in the same spelling.
  return JSON.stringify(value)
}

function writeArray(items: readonly unknown[], depth: number, budget: Budget): string {
  let text = '['
  for (let i = 0; i < items.length; i++) {
    if (i > 0) text += ','
    text += writeValue(items[i], depth + 1, budget)
  }
  return `${text}]`
}

function writeObject(object: object, depth: number, budget: Budget): string {
  if (!isPlainObject(object)) {
    throw refused(`only plain objects and arrays have a form in JSON, not ${describeClass(object)}`)
  }
  const keys = sorted(Object.keys(object))
  let text = ''
  for (const key of keys) {
    const member = object[key]
    if (member === undefined) continue
    text += `${text === '' ? '{' : ','}${writeString(key, budget)}:${writeValue(member, depth + 1, budget)}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** Most names that are sorted by insertion. For so few, sort() takes more memory and time. */
const FEW_KEYS = 16

/** Sorts names by their UTF-16 code units (RFC 8785, 3.2.3). That is also the default order of sort(). */
function sorted(keys: string[]): string[] {
  if (keys.length > FEW_KEYS) return keys.sort()
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string
    let at = i
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string
    keys[at] = key
  }
  return keys
}

/** True for an object as JSON has it: a literal or one without a prototype, but no array and no instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || isForeignObjectPrototype(prototype)
}

/** True for Object.prototype of another realm, for example of a vm context or a test runner. */
function isForeignObjectPrototype(prototype: unknown): boolean {
  return (
    typeof prototype === 'object' &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, 'hasOwnProperty')
  )
}

function describeClass(object: object): string {
  const maker: unknown = Reflect.get(object, 'constructor')
  return typeof maker === 'function' && maker.name !== '' ? `a ${maker.name}` : 'an instance of a class'
}

function spend(budget: Budget, chars: number): void {
  budget.chars -= chars + 1
  if (budget.chars < 0) throw refused('the value is too large')
}

function refused(reason: string): SealwrightError {
  return new SealwrightError('invalid_request', `The audit record must consist of JSON values: ${reason}.`)
}
