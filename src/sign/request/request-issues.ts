/**
 * From zod's issues to the package's own: a JSON Pointer, a stable code and a sentence.
 *
 * @module
 */

import type { core } from 'zod'
import type { InputIssue } from '../../errors.js'
import { SIGN_REQUEST_LIMITS } from '../../limits.js'
import { toJsonPointer } from './json-pointer.js'

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** Translates the issues of one failed parse of `input`; at most as many as are reported. */
export function describeIssues(issues: readonly core.$ZodIssue[], input: unknown): InputIssue[] {
  const described: InputIssue[] = []
  for (const issue of issues) {
    if (described.length >= SIGN_REQUEST_LIMITS.maxReportedIssues) break
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, SIGN_REQUEST_LIMITS.maxReportedIssues)) {
        const message = `The field "${shorten(key)}" is not known here.`
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
      return { code: 'too_few', message: `This needs at least ${issue.minimum} item.` }
    case 'too_big':
      return issue.origin === 'array'
        ? { code: 'too_many', message: `This may have ${issue.maximum} items.` }
        : { code: 'too_long', message: `The text may be ${issue.maximum} characters long.` }
    case 'custom': {
      const code: unknown = issue.params?.['code']
      return { code: typeof code === 'string' ? code : 'invalid', message: issue.message }
    }
    default:
      return { code: 'invalid', message: issue.message }
  }
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
