/**
 * What one revision did to the document, as it is found out.
 *
 * @module
 */
import { VERIFY_LIMITS } from '../../limits.js'
import type { ChangeLevel, DocumentChange, Finding } from '../report.js'

/** From harmless to suspicious. */
export const LEVELS: readonly ChangeLevel[] = ['none', 'validation-data', 'form-filling', 'annotations', 'other']

/** True when the first level departs further from the signed document than the second. */
export function exceeds(level: ChangeLevel, limit: ChangeLevel): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(limit)
}

/** A change that a rule knows, and the form field that it concerns, for signatures that lock fields. */
export interface KnownChange extends DocumentChange {
  readonly fieldName?: string
}

/** Changes and findings of one revision. Both lists are capped: a hostile file can make thousands of either. */
export class ChangeLog {
  readonly changes: KnownChange[] = []
  readonly findings: Finding[] = []
  readonly #revision: number
  readonly #seen = new Set<string>()

  /** `revision`: counted from 1. */
  constructor(revision: number) {
    this.#revision = revision
  }

  /** A change of a kind that a signature can permit. */
  accept(level: ChangeLevel, code: string, description: string, fieldName?: string): void {
    // Fields are never dropped from the list: a lock may hang on each of them.
    if (fieldName === undefined && this.#seen.size >= VERIFY_LIMITS.maxReportedChanges && level !== 'other') return
    if (!this.#isNew(`${level} ${description}`)) return
    const change = { revision: this.#revision, level, code, description }
    this.changes.push(fieldName === undefined ? change : { ...change, fieldName })
  }

  /** A change that no signature permits. */
  reject(code: string, message: string): void {
    if (this.findings.length >= VERIFY_LIMITS.maxReportedChanges || !this.#isNew(message)) return
    this.findings.push({ code, message: `${message} (revision ${this.#revision}).` })
    this.changes.push({ revision: this.#revision, level: 'other', code, description: message })
  }

  #isNew(text: string): boolean {
    if (this.#seen.has(text)) return false
    this.#seen.add(text)
    return true
  }
}
