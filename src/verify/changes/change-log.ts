/**
 * Collects the verdicts of all rules on one revision.
 *
 * @module
 */

import type { ChangeLevel, DocumentChange, Finding } from '../report.js'
import { VERIFY_LIMITS } from '../verify-limits.js'
import { type JudgedVerdict, Rejections } from './rejections.js'
import type { Subject } from './subjects.js'
import type { AcceptedChange, RejectedChange } from './verdict.js'

/** Levels of change from harmless to suspicious. */
export const LEVELS: readonly ChangeLevel[] = ['none', 'validation-data', 'form-filling', 'annotations', 'other']

/** True when a level is farther from the signed document than a limit. */
export function exceeds(level: ChangeLevel, limit: ChangeLevel): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(limit)
}

/** Details of a change besides its sentence: the field, the annotation, the places on pages. */
export type Particulars = Pick<DocumentChange, 'field' | 'annotation' | 'places'>

/** Finds the details of a change that will be listed. */
type FindParticulars = (verdict: JudgedVerdict & (AcceptedChange | RejectedChange)) => Particulars

/** A change of one revision, before signatures are asked whether they permit it. */
export interface KnownChange {
  readonly revision: number
  readonly level: ChangeLevel
  readonly code: string
  readonly description: string
  readonly particulars: Particulars
  /** The form field that was changed, for signatures that lock fields. */
  readonly fieldName?: string
  /** True when a finding of the same revision concerns the change. Then no signature permits it, whatever its level. */
  readonly isRejected: boolean
}

/** Changes, findings and remarks of one revision. */
export interface RevisionReport {
  readonly changes: readonly KnownChange[]
  readonly findings: readonly Finding[]
  readonly warnings: readonly Finding[]
}

/** A change that rules accepted, with the parts of the document for which they did. */
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
  readonly #findParticulars: FindParticulars
  /** Levels and codes of the changes that are listed. */
  readonly #kinds = new Set<string>()
  readonly #seen = new Set<string>()

  /**
   * @param revision Number of the revision, counted from 1.
   * @param findParticulars Called for listed changes only.
   */
  constructor(revision: number, findParticulars: FindParticulars = () => ({})) {
    this.#revision = revision
    this.#findParticulars = findParticulars
  }

  add(verdict: JudgedVerdict): void {
    if (verdict.verdict === 'accepted') {
      this.#accept(verdict)
    } else if (verdict.verdict === 'rejected') {
      // A rejection counts even when its finding is not listed.
      this.#rejections.add(verdict)
      this.#reject(verdict)
    } else this.#note(this.#warnings, verdict.code, verdict.message)
  }

  /** Adds a finding that puts the whole revision in doubt, so that none of its changes counts as permitted. */
  doubt(finding: Finding): void {
    this.#rejections.rejectAll()
    this.#findings.push(finding)
  }

  /** The collected report. A change that the rules accepted is still rejected when a finding concerns it. */
  report(): RevisionReport {
    const changes = this.#entries.map((entry): KnownChange => {
      if ('isRejected' in entry) return entry
      const { subjects, ...change } = entry
      return { ...change, isRejected: this.#rejections.concern(subjects, change.fieldName) }
    })
    return { changes, findings: this.#findings, warnings: this.#warnings }
  }

  #accept(verdict: JudgedVerdict & AcceptedChange): void {
    const { level, code, description, fieldName, subject } = verdict
    const text = `${level} ${description}`
    const known = this.#accepted.get(text)
    if (known !== undefined) {
      known.subjects.push(subject)
      return
    }
    // A full list still takes two kinds of changes. Changes of fields, because a lock may depend on each of them; and the
    // first change of each level and code, because it may be the one that a signature does not permit.
    const kind = `${level} ${code}`
    const isFull = this.#entries.length >= VERIFY_LIMITS.maxReportedChanges
    if (isFull && fieldName === undefined && this.#kinds.has(kind)) return
    this.#kinds.add(kind)
    const particulars = this.#particularsOf(verdict)
    const change = { revision: this.#revision, level, code, description, particulars, subjects: [subject] }
    const entry = fieldName === undefined ? change : { ...change, fieldName }
    this.#accepted.set(text, entry)
    this.#entries.push(entry)
  }

  #reject(verdict: JudgedVerdict & RejectedChange): void {
    const { code, message } = verdict
    if (!this.#note(this.#findings, code, message)) return
    const particulars = this.#particularsOf(verdict)
    const change = { revision: this.#revision, level: 'other', code, description: message, particulars } as const
    this.#entries.push({ ...change, isRejected: true })
  }

  /** The details of a change. Fields are listed without limit, and only the first ones get places. */
  #particularsOf(verdict: JudgedVerdict & (AcceptedChange | RejectedChange)): Particulars {
    return this.#entries.length < VERIFY_LIMITS.maxReportedChanges ? this.#findParticulars(verdict) : {}
  }

  #note(list: Finding[], code: string, message: string): boolean {
    // A remark must not prevent a finding with the same sentence from being listed.
    if (list.length >= VERIFY_LIMITS.maxReportedChanges || !this.#isNew(list, message)) return false
    list.push({ code, message: `${message} (revision ${this.#revision}).` })
    return true
  }

  #isNew(list: readonly Finding[], message: string): boolean {
    const text = `${list === this.#findings ? 'finding' : 'remark'} ${message}`
    if (this.#seen.has(text)) return false
    this.#seen.add(text)
    return true
  }
}
