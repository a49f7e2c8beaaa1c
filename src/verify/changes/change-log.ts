/**
 * What one revision did to the document: the verdicts of all rules, gathered.
 *
 * @module
 */

import type { ChangeLevel, DocumentChange, Finding } from '../report.js'
import { VERIFY_LIMITS } from '../verify-limits.js'
import type { AcceptedChange, Verdict } from './verdict.js'

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

/** Changes, findings and remarks of one revision. All lists are capped: a hostile file can make thousands of each. */
export class ChangeLog {
  readonly changes: KnownChange[] = []
  readonly findings: Finding[] = []
  readonly warnings: Finding[] = []
  readonly #revision: number
  readonly #seen = new Set<string>()

  /** `revision`: counted from 1. */
  constructor(revision: number) {
    this.#revision = revision
  }

  add(verdict: Verdict): void {
    if (verdict.verdict === 'accepted') this.#accept(verdict)
    else if (verdict.verdict === 'rejected') this.#reject(verdict.code, verdict.message)
    else this.#note(this.warnings, verdict.code, verdict.message)
  }

  #accept({ level, code, description, fieldName }: AcceptedChange): void {
    // Fields are never dropped from the list: a lock may depend on each of them.
    if (fieldName === undefined && this.#seen.size >= VERIFY_LIMITS.maxReportedChanges) return
    if (!this.#isNew(`${level} ${description}`)) return
    const change = { revision: this.#revision, level, code, description }
    this.changes.push(fieldName === undefined ? change : { ...change, fieldName })
  }

  #reject(code: string, message: string): void {
    if (!this.#note(this.findings, code, message)) return
    this.changes.push({ revision: this.#revision, level: 'other', code, description: message })
  }

  #note(list: Finding[], code: string, message: string): boolean {
    if (list.length >= VERIFY_LIMITS.maxReportedChanges || !this.#isNew(message)) return false
    list.push({ code, message: `${message} (revision ${this.#revision}).` })
    return true
  }

  #isNew(text: string): boolean {
    if (this.#seen.has(text)) return false
    this.#seen.add(text)
    return true
  }
}
