/**
 * Checks and copies the free-form JSON of a signing request in one pass.
 *
 * @module
 */

import { isPlainObject } from '../../audit/canonical-json.js'
import type { JsonObject } from '../../audit/record.js'
import type { InputIssue } from '../../errors.js'
import { toJsonPointer } from '../../input/json-pointer.js'
import { isStorableText } from './request-text.js'
import { SIGN_REQUEST_LIMITS } from './sign-request-limits.js'

/**
 * Copies the free-form objects of one request, so that they cannot change between checking and signing, and collects their
 * faults.
 */
export class JsonDataReader {
  readonly #issues: InputIssue[]
  /** Bytes that all objects together may still take. */
  #total: number = SIGN_REQUEST_LIMITS.maxTotalDataBytes
  /** Bytes that the current object may still take. */
  #left = 0
  #path: (string | number)[] = []

  /** @param issues receives the faults */
  constructor(issues: InputIssue[]) {
    this.#issues = issues
  }

  /** Copies an object. Values that cannot be copied are left out, and are reported as issues. */
  read(object: JsonObject, path: readonly (string | number)[]): JsonObject {
    this.#path = [...path]
    this.#left = Math.min(SIGN_REQUEST_LIMITS.maxDataBytes, this.#total)
    const before = this.#left
    const copy = this.#copyObject(object, 0)
    this.#total -= before - this.#left
    if (this.#left < 0) {
      const { maxDataBytes, maxTotalDataBytes } = SIGN_REQUEST_LIMITS
      const message = `Free-form data may take at most ${maxDataBytes} bytes in one place and ${maxTotalDataBytes} in all.`
      this.#issues.push({ pointer: toJsonPointer(path), code: 'too_large', message })
    }
    return copy
  }

  #copyValue(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        this.#spendText(value)
        if (!isStorableText(value)) this.#refuse('invalid_text', 'Text may not hold NUL or half of a surrogate pair.')
        return value
      case 'number':
        this.#left -= 8
        if (!Number.isFinite(value)) this.#refuse('invalid_type', 'NaN and infinities have no form in JSON.')
        return value
      case 'boolean':
        this.#left -= 5
        return value
      case 'object':
        if (value === null) {
          this.#left -= 5
          return null
        }
        if (depth >= SIGN_REQUEST_LIMITS.maxDataDepth) {
          const levels = SIGN_REQUEST_LIMITS.maxDataDepth
          return this.#refuse(
            'too_deep',
            `Data may be nested at most ${levels} levels deep, and may not contain itself.`,
          )
        }
        if (Array.isArray(value)) return this.#copyArray(value, depth)
        if (isPlainObject(value)) return this.#copyObject(value, depth)
    }
    return this.#refuse(
      'invalid_type',
      'Data must consist of JSON values: objects, arrays, text, numbers, true, false, null.',
    )
  }

  #copyArray(items: readonly unknown[], depth: number): unknown[] {
    const copy: unknown[] = []
    this.#left -= 2
    for (let i = 0; i < items.length && this.#goesOn(); i++) {
      this.#path.push(i)
      copy.push(this.#copyValue(items[i], depth + 1))
      this.#path.pop()
    }
    return copy
  }

  #copyObject(object: JsonObject, depth: number): JsonObject {
    const copy: JsonObject = {}
    this.#left -= 2
    for (const key of Object.keys(object)) {
      if (!this.#goesOn()) break
      const value = object[key]
      if (value === undefined) continue
      this.#spendText(key)
      this.#path.push(key)
      if (key === '__proto__') {
        // A program that reads the record and merges it must not get the prototypes of its objects replaced.
        this.#refuse('forbidden_key', 'Data may not have a member named "__proto__".')
      } else {
        if (!isStorableText(key)) this.#refuse('invalid_text', 'Names may not hold NUL or half of a surrogate pair.')
        copy[key] = this.#copyValue(value, depth + 1)
      }
      this.#path.pop()
    }
    return copy
  }

  /** False when the data is too large or has more faults than are reported, and need not be examined further. */
  #goesOn(): boolean {
    return this.#left >= 0 && this.#issues.length < SIGN_REQUEST_LIMITS.maxReportedIssues
  }

  #spendText(text: string): void {
    this.#left -= 3
    // A text that is too long by its number of characters is not measured further.
    this.#left -= text.length > this.#left ? text.length : Buffer.byteLength(text)
  }

  #refuse(code: string, message: string): undefined {
    this.#issues.push({ pointer: toJsonPointer(this.#path), code, message })
  }
}
