/**
 * Decides which changes of a revision its findings concern.
 *
 * Rules accept and reject independently of each other, and may do both for one field: it was "updated", and what it shows is
 * not its value. Such a change must not appear as permitted. So every verdict carries the judged part of the document, and a
 * change is rejected when a finding is or may be about the same part. A finding without a part concerns the whole revision.
 *
 * @module
 */
import { quoteText } from '../foreign-text.js'
import { VERIFY_LIMITS } from '../verify-limits.js'
import type { SubjectKind } from './change-rule.js'
import type { Subject } from './subjects.js'
import type { RejectedChange, Verdict } from './verdict.js'

/** A verdict with the part of the document that was judged; without one, it concerns the whole revision. */
export type JudgedVerdict = Verdict & { readonly subject?: Subject }

/** Parts that no page shows. Findings about them do not concern other parts, nor the other way round. */
const APART: ReadonlySet<SubjectKind> = new Set(['information', 'metadata', 'validation-data', 'extensions'])

/** The rejections of one revision. */
export class Rejections {
  #isAllRejected = false
  #isAnyRejected = false
  /** True when a part outside of {@link APART} was rejected. */
  #isShownRejected = false
  #isContainerRejected = false
  readonly #subjects = new Set<string>()
  readonly #names = new Set<string>()

  /** Rejects every change of the revision. */
  rejectAll(): void {
    this.#isAllRejected = true
  }

  add({ subject, message, isConfined = false }: RejectedChange & { readonly subject?: Subject }): void {
    this.#isAnyRejected = true
    if (subject === undefined) {
      this.rejectAll()
      return
    }
    this.#subjects.add(keyOf(subject))
    for (const [quoted] of message.matchAll(/"[^"]*"/g)) {
      for (const name of withGroups(quoted.slice(1, -1))) this.#names.add(`"${name}"`)
    }
    if (isConfined || APART.has(subject.kind)) return
    this.#isShownRejected = true
    if (subject.kind !== 'field') this.#isContainerRejected = true
  }

  /** True when a rejection concerns a change that was accepted for these parts, or names the changed field. */
  concern(subjects: readonly (Subject | undefined)[], fieldName: string | undefined): boolean {
    if (this.#isAllRejected) return true
    if (!this.#isAnyRejected) return false
    if (fieldName !== undefined && this.#isNamed(fieldName)) return true
    return subjects.some((subject) => {
      if (subject === undefined || this.#subjects.has(keyOf(subject))) return true
      if (APART.has(subject.kind)) return false
      // Fields are distinguished by name. A page or the form may be rejected because of one of its fields.
      return subject.kind === 'field' ? this.#isContainerRejected : this.#isShownRejected
    })
  }

  #isNamed(fieldName: string): boolean {
    return withGroups(fieldName).some((name) => this.#names.has(quoteText(name)))
  }
}

function keyOf({ kind, num }: Subject): string {
  return `${kind} ${num}`
}

/** The name of a field, and the names of its groups (ISO 32000-2, 12.7.4.2). */
function withGroups(name: string): string[] {
  const names = [name]
  // Longer names have equal quotations.
  for (let end = name.indexOf('.'); end >= 0 && end <= QUOTED_UNITS; end = name.indexOf('.', end + 1)) {
    names.push(name.slice(0, end))
  }
  return names
}

/** Largest number of code units in the quoted part of a long name: two per character, and one more. */
const QUOTED_UNITS = 2 * VERIFY_LIMITS.maxQuotedCharacters + 2
