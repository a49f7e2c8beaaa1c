/**
 * Converts zod's issues to the package's own: a JSON Pointer, a stable code and a sentence.
 *
 * @module
 */

import type { core } from 'zod'
import type { InputIssue } from '../../errors.js'
import { toJsonPointer } from '../../input/json-pointer.js'
import { nearestName } from '../../input/nearest-name.js'
import { SIGN_REQUEST_LIMITS } from './sign-request-limits.js'

/** Names in a signing request that are recognised when misspelt. Shorter names resemble too many other words. */
const KNOWN_NAMES = [
  'signer',
  'auditTrail',
  'eventId',
  'metadata',
  'certificate',
  'enabled',
  'email',
  'userAgent',
  'timestamp',
]

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** Converts the issues of one failed parse of `input`, up to the number that is reported. */
export function describeIssues(issues: readonly core.$ZodIssue[], input: unknown): InputIssue[] {
  const described: InputIssue[] = []
  for (const issue of issues) {
    if (described.length >= SIGN_REQUEST_LIMITS.maxReportedIssues) break
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, SIGN_REQUEST_LIMITS.maxReportedIssues)) {
        const nearest = nearestName(key, KNOWN_NAMES)
        const hint = nearest === undefined ? '' : `; perhaps "${nearest}" is meant`
        const message = `The field "${shorten(key)}" is not known here${hint}.`
        described.push({ pointer: toJsonPointer([...issue.path, key]), code: 'unknown_field', message })
      }
    } else {
      described.push({ pointer: toJsonPointer(issue.path), ...describe(issue, input) })
    }
  }
  return described
}

function describe(issue: core.$ZodIssue, input: unknown): { code: string; message: string } {
  switch (issue.code) {
    case 'invalid_type': {
      const name = String(issue.path.at(-1) ?? 'request')
      if (issue.path.length > 0 && valueAt(input, issue.path) === undefined) {
        return { code: 'required', message: `"${shorten(name)}" is required.` }
      }
      return {
        code: 'invalid_type',
        message: `"${shorten(name)}" must be ${TYPE_NAMES[issue.expected] ?? issue.expected}.`,
      }
    }
    case 'too_small':
      if (isNumeric(issue.origin)) return { code: 'too_small', message: `This must be ${issue.minimum} or more.` }
      return issue.origin === 'string'
        ? { code: 'empty', message: 'This must not be empty.' }
        : { code: 'too_few', message: `This needs at least ${countItems(Number(issue.minimum))}.` }
    case 'too_big':
      if (isNumeric(issue.origin)) return { code: 'too_large', message: `This must be ${issue.maximum} or less.` }
      return issue.origin === 'array'
        ? { code: 'too_many', message: `This may have at most ${countItems(Number(issue.maximum))}.` }
        : { code: 'too_long', message: `The text may be at most ${issue.maximum} characters long.` }
    case 'custom': {
      const code: unknown = issue.params?.['code']
      return { code: typeof code === 'string' ? code : 'invalid', message: issue.message }
    }
    case 'invalid_value':
      return { code: 'invalid', message: `This must be ${listValues(issue.values)}.` }
    default:
      // The library's own messages are for programmers, and change with its version.
      return { code: 'invalid', message: 'This is not valid.' }
  }
}

function isNumeric(origin: string): boolean {
  return origin === 'number' || origin === 'int'
}

function countItems(count: number): string {
  return count === 1 ? '1 item' : `${count} items`
}

function listValues(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value))
  return shown.length > 1 ? `one of ${shown.join(', ')}` : (shown[0] ?? 'left out')
}

/** One or two sentences for a list of faults: the first fault, and the number of others. */
export function summarizeIssues(issues: readonly InputIssue[], what = 'request'): string {
  const [first] = issues
  if (first === undefined) return `The ${what} is not valid.`
  const where = first.pointer === '' ? '' : ` (at ${first.pointer})`
  const left = issues.length - 1
  const more = left === 0 ? '' : left === 1 ? ' There is 1 more fault.' : ` There are ${left} more faults.`
  return `The ${what} is not valid: ${first.message}${where}${more}`
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, part)
  }
  return value
}

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}...` : name
}
