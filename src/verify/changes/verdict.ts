/**
 * The verdicts that rules give on one change.
 *
 * @module
 */
import type { PdfDict } from '../../pdf/objects.js'
import { quoteText } from '../foreign-text.js'
import type { ChangeLevel, ChangePlace } from '../report.js'

/** A change of a kind that a signature can permit. */
export interface AcceptedChange {
  readonly verdict: 'accepted'
  readonly level: ChangeLevel
  readonly code: string
  /** A clause for people that says what was done: `Field "Total" changed from "1" to "2"`. */
  readonly description: string
  /** The changed form field, for signatures that lock fields. */
  readonly fieldName?: string
  /**
   * The annotations whose look the change explains, by number, or by dictionary for direct ones. Left out for the judged
   * annotation or the widgets of the judged field.
   */
  readonly shows?: readonly (number | PdfDict)[]
}

/** A change that no signature permits. */
export interface RejectedChange {
  readonly verdict: 'rejected'
  readonly code: string
  /** A clause for people that says what is wrong, without a full stop. */
  readonly message: string
  /** True when the fault is in the judged part's own entries, and not in a field or annotation of it. */
  readonly isConfined?: boolean
  /** The annotations that the fault concerns, as in {@link AcceptedChange}. */
  readonly shows?: readonly (number | PdfDict)[]
  /** The place of the fault, unless it is the place of an annotation. */
  readonly place?: ChangePlace
}

/** A remark that is worth knowing but changes no verdict. */
interface ChangeRemark {
  readonly verdict: 'remarked'
  readonly code: string
  readonly message: string
}

export type Verdict = AcceptedChange | RejectedChange | ChangeRemark

/** Result of rules: any number of verdicts, in any order. */
export type Verdicts = Iterable<Verdict>

export function accept(level: ChangeLevel, code: string, description: string, fieldName?: string): AcceptedChange {
  const change = { verdict: 'accepted', level, code, description } as const
  return fieldName === undefined ? change : { ...change, fieldName }
}

export function reject(code: string, message: string): RejectedChange {
  return { verdict: 'rejected', code, message }
}

/** Rejects a change of the judged part's own entries, which does not concern its fields and annotations. */
export function rejectEntry(code: string, message: string): RejectedChange {
  return { ...reject(code, message), isConfined: true }
}

export function remark(code: string, message: string): ChangeRemark {
  return { verdict: 'remarked', code, message }
}

/** A key in a sentence; quoted if it could be taken for our own words. */
export function quoteKey(key: string): string {
  return /^[!-~]{1,60}$/.test(key) ? `/${key}` : quoteText(`/${key}`)
}

/** A name from the file in a sentence: `Yes`, `Highlight`; quoted unless it is one plain word. */
export function quoteName(name: string): string {
  return /^[\w.+-]{1,40}$/.test(name) ? name : quoteText(name)
}
