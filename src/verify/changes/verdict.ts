/**
 * What a rule says of one change.
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
  /** What was done, as a clause for people: `Field "Total" changed from "1" to "2"`. */
  readonly description: string
  /** The form field that was changed, for signatures that lock fields. */
  readonly fieldName?: string
  /**
   * The annotations whose look the change explains, by number, or by the dictionary that a page holds itself. Left out where
   * these are the judged annotation or the widgets of the judged field.
   */
  readonly shows?: readonly (number | PdfDict)[]
}

/** A change that no signature permits. */
export interface RejectedChange {
  readonly verdict: 'rejected'
  readonly code: string
  /** The fault, as a clause for people, without a full stop. */
  readonly message: string
  /** True when the fault is in the judged part's own entries, and lies in no field or annotation that belongs to it. */
  readonly isConfined?: boolean
  /** The annotations that the fault is about, as in {@link AcceptedChange}. */
  readonly shows?: readonly (number | PdfDict)[]
  /** Where the fault is seen, where that is not the place of an annotation. */
  readonly place?: ChangePlace
}

/** A remark that is worth knowing but changes no verdict. */
export interface ChangeRemark {
  readonly verdict: 'remarked'
  readonly code: string
  readonly message: string
}

export type Verdict = AcceptedChange | RejectedChange | ChangeRemark

/** What rules give: any number of verdicts, in no order that matters. */
export type Verdicts = Iterable<Verdict>

export function accept(level: ChangeLevel, code: string, description: string, fieldName?: string): AcceptedChange {
  const change = { verdict: 'accepted', level, code, description } as const
  return fieldName === undefined ? change : { ...change, fieldName }
}

export function reject(code: string, message: string): RejectedChange {
  return { verdict: 'rejected', code, message }
}

/** Rejects a change of the judged part's own entries, which says nothing of the fields and annotations in it. */
export function rejectEntry(code: string, message: string): RejectedChange {
  return { ...reject(code, message), isConfined: true }
}

export function remark(code: string, message: string): ChangeRemark {
  return { verdict: 'remarked', code, message }
}

/** A key as it stands in a sentence: one that could be taken for our own words is quoted. */
export function quoteKey(key: string): string {
  return /^[!-~]{1,60}$/.test(key) ? `/${key}` : quoteText(`/${key}`)
}

/** A name out of the file as it stands in a sentence: `Yes`, `Highlight`; quoted unless it is one plain word. */
export function quoteName(name: string): string {
  return /^[\w.+-]{1,40}$/.test(name) ? name : quoteText(name)
}
