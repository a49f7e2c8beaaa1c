/**
 * Which changes of a revision its findings concern.
 *
 * Rules say yes and no independently of each other, and of one field they may say both: it was "updated", and what it
 * shows is not its value. Such a change must not appear as permitted. So every verdict carries the part of the document
 * that was being judged, and a change is rejected when a finding is about the same part, or may be. A finding about no
 * part concerns the whole revision.
 *
 * @module
 */
import { quoteText } from '../foreign-text.js'
import { VERIFY_LIMITS } from '../verify-limits.js'
import type { SubjectKind } from './change-rule.js'
import type { Subject } from './subjects.js'
import type { RejectedChange, Verdict } from './verdict.js'

/** A verdict, and the part of the document that was being judged; none for what concerns the revision as a whole. */
export type JudgedVerdict = Verdict & { readonly subject?: Subject }

/** Parts that are not shown on any page: findings about them and about all other parts do not concern each other. */
const APART: ReadonlySet<SubjectKind> = new Set(['information', 'metadata', 'validation-data', 'extensions'])

/** The rejections of one revision. */
export class Rejections {
  #isAllRejected = false
  #isAnyRejected = false
  /** A part that is not one of {@link APART} was rejected, of any kind or of one other than fields. */
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

  /** Whether any of them concerns a change that was accepted for these parts, or names the field that was changed. */
  concern(subjects: readonly (Subject | undefined)[], fieldName: string | undefined): boolean {
    if (this.#isAllRejected) return true
    if (!this.#isAnyRejected) return false
    if (fieldName !== undefined && this.#isNamed(fieldName)) return true
    return subjects.some((subject) => {
      if (subject === undefined || this.#subjects.has(keyOf(subject))) return true
      if (APART.has(subject.kind)) return false
      // Two fields are told apart by their names. A page or the form may be rejected for what one of its fields is.
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

/** The name of a field, and those of the groups that it belongs to (ISO 32000-2, 12.7.4.2). */
function withGroups(name: string): string[] {
  const names = [name]
  // Longer names are all quoted alike.
  for (let end = name.indexOf('.'); end >= 0 && end <= QUOTED_UNITS; end = name.indexOf('.', end + 1)) {
    names.push(name.slice(0, end))
  }
  return names
}

/** Code units of which the quotation of a long name can be made: at most two for each character, and one more. */
const QUOTED_UNITS = 2 * VERIFY_LIMITS.maxQuotedCharacters + 2
