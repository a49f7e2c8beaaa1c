/**
 * What one revision did to the document: the verdicts of all rules, gathered.
 *
 * @module
 */

import type { ChangeLevel, Finding } from '../report.js'
import { VERIFY_LIMITS } from '../verify-limits.js'
import { type JudgedVerdict, Rejections } from './rejections.js'
import type { Subject } from './subjects.js'
import type { AcceptedChange } from './verdict.js'

/** From harmless to suspicious. */
export const LEVELS: readonly ChangeLevel[] = ['none', 'validation-data', 'form-filling', 'annotations', 'other']

/** True when the first level departs further from the signed document than the second. */
export function exceeds(level: ChangeLevel, limit: ChangeLevel): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(limit)
}

/** A change of one revision, before any signature is asked whether it permits that. */
export interface KnownChange {
  readonly revision: number
  readonly level: ChangeLevel
  readonly code: string
  readonly description: string
  /** The form field that it concerns, for signatures that lock fields. */
  readonly fieldName?: string
  /** True when a finding of the same revision concerns it: then no signature permits it, whatever its level. */
  readonly isRejected: boolean
}

/** Changes, findings and remarks of one revision. */
export interface RevisionReport {
  readonly changes: readonly KnownChange[]
  readonly findings: readonly Finding[]
  readonly warnings: readonly Finding[]
}

/** A change that a rule accepted, with the parts of the document for which it was. */
interface AcceptedEntry extends Omit<KnownChange, 'isRejected'> {
  readonly subjects: (Subject | undefined)[]
}

/** Gathers the verdicts on one revision. All lists are capped: a hostile file can make thousands of each. */
export class ChangeLog {
  readonly #entries: (AcceptedEntry | KnownChange)[] = []
  readonly #accepted = new Map<string, AcceptedEntry>()
  readonly #findings: Finding[] = []
  readonly #warnings: Finding[] = []
  readonly #rejections = new Rejections()
  readonly #revision: number
  readonly #seen = new Set<string>()

  /** `revision`: counted from 1. */
  constructor(revision: number) {
    this.#revision = revision
  }

  add(verdict: JudgedVerdict): void {
    if (verdict.verdict === 'accepted') {
      this.#accept(verdict, verdict.subject)
    } else if (verdict.verdict === 'rejected') {
      // Whether or not the finding is listed: it concerns changes that are.
      this.#rejections.add(verdict)
      this.#reject(verdict.code, verdict.message)
    } else this.#note(this.#warnings, verdict.code, verdict.message)
  }

  /** Adds a finding that leaves the whole revision in doubt, so that none of its changes counts as permitted. */
  doubt(finding: Finding): void {
    this.#rejections.rejectAll()
    this.#findings.push(finding)
  }

  /** Gives what was gathered. A change that the rules accepted is still rejected where a finding concerns it. */
  report(): RevisionReport {
    const changes = this.#entries.map((entry): KnownChange => {
      if ('isRejected' in entry) return entry
      const { subjects, ...change } = entry
      return { ...change, isRejected: this.#rejections.concern(subjects, change.fieldName) }
    })
    return { changes, findings: this.#findings, warnings: this.#warnings }
  }

  #accept({ level, code, description, fieldName }: AcceptedChange, subject: Subject | undefined): void {
    const text = `${level} ${description}`
    const known = this.#accepted.get(text)
    if (known !== undefined) {
      known.subjects.push(subject)
      return
    }
    // Fields are never dropped from the list: a lock may depend on each of them.
    if (fieldName === undefined && this.#seen.size >= VERIFY_LIMITS.maxReportedChanges) return
    if (!this.#isNew(text)) return
    const change = { revision: this.#revision, level, code, description, subjects: [subject] }
    const entry = fieldName === undefined ? change : { ...change, fieldName }
    this.#accepted.set(text, entry)
    this.#entries.push(entry)
  }

  #reject(code: string, message: string): void {
    if (!this.#note(this.#findings, code, message)) return
    this.#entries.push({ revision: this.#revision, level: 'other', code, description: message, isRejected: true })
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
