/**
 * What one revision did to the document: the verdicts of all rules, gathered.
 *
 * @module
 */

import type { ChangeLevel, DocumentChange, Finding } from '../report.js'
import { VERIFY_LIMITS } from '../verify-limits.js'
import { type JudgedVerdict, Rejections } from './rejections.js'
import type { Subject } from './subjects.js'
import type { AcceptedChange, RejectedChange } from './verdict.js'

/** From harmless to suspicious. */
export const LEVELS: readonly ChangeLevel[] = ['none', 'validation-data', 'form-filling', 'annotations', 'other']

/** True when the first level departs further from the signed document than the second. */
export function exceeds(level: ChangeLevel, limit: ChangeLevel): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(limit)
}

/** What is known of a change besides its sentence: the field, the annotation, the places on pages. */
export type Particulars = Pick<DocumentChange, 'field' | 'annotation' | 'places'>

/** Finds the particulars of a change that will be listed. */
type FindParticulars = (verdict: JudgedVerdict & (AcceptedChange | RejectedChange)) => Particulars

/** A change of one revision, before any signature is asked whether it permits that. */
export interface KnownChange {
  readonly revision: number
  readonly level: ChangeLevel
  readonly code: string
  readonly description: string
  readonly particulars: Particulars
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
  readonly #findParticulars: FindParticulars
  /** Levels and codes of the changes that are listed. */
  readonly #kinds = new Set<string>()
  readonly #seen = new Set<string>()

  /** `revision`: counted from 1. `findParticulars` is asked for listed changes alone. */
  constructor(revision: number, findParticulars: FindParticulars = () => ({})) {
    this.#revision = revision
    this.#findParticulars = findParticulars
  }

  add(verdict: JudgedVerdict): void {
    if (verdict.verdict === 'accepted') {
      this.#accept(verdict)
    } else if (verdict.verdict === 'rejected') {
      // Changes count as refused also where the finding is not listed.
      this.#rejections.add(verdict)
      this.#reject(verdict)
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

  #accept(verdict: JudgedVerdict & AcceptedChange): void {
    const { level, code, description, fieldName, subject } = verdict
    const text = `${level} ${description}`
    const known = this.#accepted.get(text)
    if (known !== undefined) {
      known.subjects.push(subject)
      return
    }
    // Two kinds of change are listed even when the list is full: changes of fields, since a lock may depend on each of them, and
    // the first change of each level and code, since it may be the one that a signature does not permit.
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

  /** Fields are listed without end, and the places of the first ones are enough for everybody. */
  #particularsOf(verdict: JudgedVerdict & (AcceptedChange | RejectedChange)): Particulars {
    return this.#entries.length < VERIFY_LIMITS.maxReportedChanges ? this.#findParticulars(verdict) : {}
  }

  #note(list: Finding[], code: string, message: string): boolean {
    // A remark in the words of a finding must not stand in its place.
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
