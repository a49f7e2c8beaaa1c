/**
 * Checks options with tables: each public function has one, with all names that it accepts. A misspelt name or a limit that
 * is not a number is an error. Ignoring it silently would change what is signed or trusted.
 *
 * A schema library could do this too, but importing one takes longer than importing this package may take.
 *
 * @module
 */

import { type InputIssue, SealwrightError } from '../errors.js'
import { append } from '../lists.js'
import { types } from '../platform/value-types.js'
import { toJsonPointer } from './json-pointer.js'
import { nearestName } from './nearest-name.js'

/** The place of a value in the options. */
type Path = readonly (string | number)[]

/** A rule for a value. */
export interface Check {
  readonly isRequired?: boolean
  /** Finds the faults of a value that was given. */
  find(value: unknown, path: Path): readonly InputIssue[]
}

/** Rules for every member of an options object. The compiler ensures that none is missing. */
export type OptionTable<T> = { readonly [K in keyof T]-?: PermitsUndefined<T, K> extends true ? Check : never }

/**
 * Whether an option that may be left out may also be `undefined`, as in `{ signal: maybeSignal }`. Its type has to say so, for
 * hosts with `exactOptionalPropertyTypes`.
 */
type PermitsUndefined<T, K extends keyof T> =
  Record<never, never> extends Pick<T, K> ? (undefined extends Required<Pick<T, K>>[K] ? true : false) : true

/** Most faults that one error lists. */
const MAX_ISSUES = 50
/** Longest quoted name, in characters. Names come from the caller, and messages must stay readable. */
const MAX_NAME_LENGTH = 60

/**
 * Checks options from a caller.
 *
 * @throws SealwrightError `invalid_request`; its `errors` have each fault with a JSON Pointer into the options
 */
export function checkOptions(options: unknown, table: Readonly<Record<string, Check>>, what = 'options'): void {
  if (types.isPromise(options)) throw invalidOption([], `The ${what} must not be a promise: await it first.`)
  if (!isBag(options)) throw invalidOption([], describeNoBag(options, table, what))
  throwIssues(findIssues(options, table, []))
}

function describeNoBag(value: unknown, table: Readonly<Record<string, Check>>, what: string): string {
  if (value !== undefined) return `The ${what} must be an object, not ${kindOf(value)}.`
  const needed = Object.keys(table).filter((name) => table[name]?.isRequired)
  return `The ${what} are missing: an object${needed.length === 0 ? '' : ` with ${needed.join(', ')}`}.`
}

/** An error about one option, for a fault that no table can express. */
export function invalidOption(path: Path, message: string, cause?: unknown): SealwrightError {
  const errors = [{ pointer: toJsonPointer(path), code: 'invalid', message }]
  return new SealwrightError('invalid_request', message, cause === undefined ? { errors } : { errors, cause })
}

function throwIssues(issues: readonly InputIssue[]): void {
  const [first] = issues
  if (first === undefined) return
  const left = issues.length - 1
  const more = left === 0 ? '' : left === 1 ? ' There is 1 more fault.' : ` There are ${left} more faults.`
  throw new SealwrightError('invalid_request', `${first.message}${more}`, { errors: issues.slice(0, MAX_ISSUES) })
}

function findIssues(value: object, table: Readonly<Record<string, Check>>, path: Path): InputIssue[] {
  const issues: InputIssue[] = []
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(table, name)) issues.push(unknownOption(name, table, path))
  }
  // A loop over the names is faster than one over the entries, since most options are absent.
  for (const name in table) {
    const check = table[name]
    const member: unknown = Reflect.get(value, name)
    if (check === undefined || (member === undefined && check.isRequired !== true)) continue
    const place = [...path, name]
    if (member !== undefined) append(issues, check.find(member, place))
    else issues.push(issueAt(place, 'required', 'is missing'))
  }
  return issues
}

function unknownOption(name: string, table: Readonly<Record<string, Check>>, path: Path): InputIssue {
  const place = [...path, name]
  const nearest = nearestName(name, Object.keys(table))
  const hint = nearest === undefined ? '.' : `; did you mean ${nearest}?`
  return { pointer: toJsonPointer(place), code: 'unknown_option', message: `${dotted(place)}: unknown option${hint}` }
}

function issueAt(path: Path, code: string, text: string): InputIssue {
  return { pointer: toJsonPointer(path), code, message: `${dotted(path)} ${text}.` }
}

/** A path in the notation of programs, for example `fonts[0].bytes`. */
function dotted(path: Path): string {
  return path
    .map((part, i) =>
      typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${part.slice(0, MAX_NAME_LENGTH)}`,
    )
    .join('')
}

/**
 * True for an object that may be an options object. Dates, URLs and bytes are objects too, but would pass as empty options.
 */
function isBag(value: unknown): value is object {
  if (!isPlainObject(value)) return false
  const kind = Object.prototype.toString.call(value)
  return kind === '[object Object]' || kind === '[object Module]'
}

/** Describes the kind of a value, to end the sentence "must be an object, not". */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'a list'
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return 'bytes'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Makes a rule from a test.
 *
 * @param be what the value must be; completes the sentence "maxBytes must be"
 */
export function must(be: string, test: (value: unknown) => boolean): Check {
  return { find: (value, path) => (test(value) ? [] : [issueAt(path, 'invalid', `must be ${be}`)]) }
}

/** A rule that also accepts null, for options where null has a meaning. */
export function orNull(check: Check): Check {
  return { ...check, find: (value, path) => (value === null ? [] : check.find(value, path)) }
}

/** A rule for a value that must be present. */
export function required(check: Check): Check {
  return { ...check, isRequired: true }
}

/** A table without some of its names, for functions that set these options themselves. */
export function without<T, K extends keyof T>(table: OptionTable<T>, ...names: readonly K[]): OptionTable<Omit<T, K>> {
  const left = Object.entries(table).filter(([name]) => !names.includes(name as K))
  return Object.fromEntries(left) as OptionTable<Omit<T, K>>
}

/** A rule for an object that has only the members of a table. */
export function members<T>(table: OptionTable<T>): Check {
  return {
    find: (value, path) =>
      isPlainObject(value) && !ArrayBuffer.isView(value)
        ? findIssues(value, table, path)
        : [issueAt(path, 'invalid', 'must be an object')],
  }
}

/** A rule for true, false, or an object with the members of a table. */
export function membersOrSwitch<T>(table: OptionTable<T>): Check {
  const object = members(table)
  return {
    find: (value, path) => {
      if (typeof value === 'boolean') return []
      return isPlainObject(value)
        ? object.find(value, path)
        : [issueAt(path, 'invalid', 'must be an object, true or false')]
    },
  }
}

/**
 * A rule for a list.
 *
 * @param be the elements of the list, for the message: "certificates"
 */
export function listOf(check: Check, be: string): Check {
  return {
    find: (value, path) =>
      Array.isArray(value)
        ? // Unlike map, Array.from does not skip holes.
          Array.from(value).flatMap((each: unknown, i) => check.find(each, [...path, i]))
        : [issueAt(path, 'invalid', `must be a list of ${be}`)],
  }
}

export function oneOf(values: readonly unknown[]): Check {
  const list = values.map((value) => JSON.stringify(value)).join(', ')
  return must(values.length === 1 ? list : `one of ${list}`, (value) => values.includes(value))
}

/** A rule for a number in a range, with both ends. NaN is refused, since no value exceeds it as a limit. */
export function numberFrom(min: number, max = Number.POSITIVE_INFINITY): Check {
  const be = max === Number.POSITIVE_INFINITY ? `a number from ${min} on` : `a number from ${min} to ${max}`
  return must(be, (value) => typeof value === 'number' && value >= min && value <= max)
}

/** A rule for a whole number in a range. */
export function wholeNumberFrom(min: number, max = Number.POSITIVE_INFINITY): Check {
  const be = max === Number.POSITIVE_INFINITY ? `a whole number from ${min} on` : `a whole number from ${min} to ${max}`
  return must(be, (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max)
}

export const TEXT = must('a string', (value) => typeof value === 'string')
export const SWITCH = must('true or false', (value) => typeof value === 'boolean')
/** A rule for a Uint8Array. `instanceof` does not suffice, since test runners have classes of other realms. */
export const BYTES = must('a Uint8Array', types.isUint8Array)
export const FUNCTION = must('a function', (value) => typeof value === 'function')
export const MOMENT = must('a valid Date', (value) => types.isDate(value) && !Number.isNaN(value.getTime()))
/** A rule for a text, a secret or a certificate that may be a text or bytes. */
export const TEXT_OR_BYTES = must(
  'a string or a Uint8Array',
  (value) => typeof value === 'string' || types.isUint8Array(value),
)
/** A rule for a size limit. Infinity means no limit. */
export const BYTE_LIMIT = must('a number above 0', (value) => typeof value === 'number' && value > 0)
export const SIGNAL = must(
  'an AbortSignal',
  (value) => isPlainObject(value) && 'aborted' in value && 'addEventListener' in value,
)
/** A rule for an object of another library or of the host, with any members. */
export const OBJECT: Check = {
  find: (value, path) =>
    types.isPromise(value)
      ? [issueAt(path, 'invalid', 'must not be a promise: await it first')]
      : isPlainObject(value)
        ? []
        : [issueAt(path, 'invalid', 'must be an object')],
}

/** A rule for an object with at least one of these members, for options that accept several kinds of objects. */
export function havingOneOf(be: string, ...names: readonly string[]): Check {
  return {
    find: (value, path) => {
      const issues = OBJECT.find(value, path)
      if (issues.length > 0 || names.some((name) => name in (value as object))) return issues
      return [issueAt(path, 'invalid', `must be ${be}`)]
    },
  }
}

/** A rule for an object that has these methods, among any other members. */
export function having(...methods: readonly string[]): Check {
  const list = methods.map((method) => `${method}()`).join(', ')
  const has = (value: object) => methods.every((method) => typeof Reflect.get(value, method) === 'function')
  return must(`an object with ${list}`, (value) => isPlainObject(value) && has(value))
}
