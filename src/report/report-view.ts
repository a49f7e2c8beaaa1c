/**
 * The content of a report for people: the same headings, facts and lists for a web page and for paper.
 *
 * @module
 */

import type { DataLine } from '../sign/certificate/certificate-data.js'
import type { Language } from '../texts/texts.js'
import { showText } from '../verify/foreign-text.js'
import { REPORT_LIMITS } from './report-limits.js'

/**
 * The kind of a verdict, which has a colour and a symbol. `unchecked`: valid, but the signer was not checked. `unproved`: not
 * valid, since something is not proved, although no change is known that is not permitted. `indeterminate`: whether anything
 * was changed is unknown, too.
 */
export type VerdictKind = 'valid' | 'unchecked' | 'unproved' | 'invalid' | 'indeterminate' | 'unsigned'

/** How a statement speaks about the document: for it, against it, undecided, or neutral. */
export type Tone = 'good' | 'bad' | 'open' | 'plain'

/**
 * A value that is shown. `own` is a text of this package, `english` a sentence of the verifier. All other kinds come from the
 * file and are shown accordingly.
 */
export interface Value {
  readonly text: string
  readonly kind: 'own' | 'foreign' | 'digest' | 'english'
  readonly isStrong?: boolean
}

/** A label with its values, one per line. */
export interface Fact {
  readonly label: string
  readonly values: readonly Value[]
}

/** One entry of a list. */
export interface ListItem {
  readonly tone: Tone
  /** Text before the entry, for example `Not permitted`. */
  readonly label?: string
  readonly text: string
  /** The verifier's own sentence, in English. */
  readonly detail?: string
  /** The stable code of the finding. */
  readonly code?: string
}

/** A person who signed. */
export interface Person {
  readonly tone: Tone
  readonly name: Value
  readonly status: string
  /** The address and the time, and what proves them. */
  readonly lines: readonly Value[]
}

/** One event of the audit trail. */
export interface TimelineEvent {
  /** Time as the audit record has it, ISO 8601. */
  readonly dateTime: string
  readonly time: string
  readonly type: string
  readonly data: readonly DataLine[]
  readonly digest: string
}

/** A part of a section. */
export type Block =
  | { readonly kind: 'text'; readonly text: string; readonly tone: Tone }
  | { readonly kind: 'answer'; readonly title: string; readonly text: string }
  | {
      readonly kind: 'people'
      readonly title: string
      readonly people: readonly Person[]
      readonly rest: readonly string[]
    }
  /** Changes after signing, each in a frame that shows whether it is permitted. */
  | { readonly kind: 'changes'; readonly title: string; readonly items: readonly ListItem[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly ListItem[] }
  | { readonly kind: 'steps'; readonly title: string; readonly steps: readonly string[] }
  | { readonly kind: 'data'; readonly title: string; readonly lines: readonly DataLine[] }
  | { readonly kind: 'timeline'; readonly title: string; readonly events: readonly TimelineEvent[] }

/** A heading with its content. */
export interface Section {
  readonly title: string
  /** Identifier for links and programs, for example `signature-1` or `document`. */
  readonly id: string
  readonly blocks: readonly Block[]
  readonly sections: readonly Section[]
}

/** A report in one language. */
export interface ReportView {
  readonly language: Language
  readonly title: string
  readonly kind: VerdictKind
  readonly valid: boolean
  readonly verdict: string
  /** The reasons for the verdict, in whole sentences. */
  readonly explanation: readonly string[]
  /** The first screen: who signed and when, what was changed, and what to do now. */
  readonly summary: readonly Block[]
  /** All sections below the first screen. */
  readonly sections: readonly Section[]
}

/** A text of this package. */
export function own(text: string): Value {
  return { text, kind: 'own' }
}

/** A text from the file. */
export function foreign(text: string): Value {
  return { text, kind: 'foreign' }
}

/** A digest in hexadecimal. */
export function digest(text: string): Value {
  return { text, kind: 'digest' }
}

/** A sentence of the verifier. */
export function english(text: string): Value {
  return { text, kind: 'english' }
}

/** A fact with its values; empty when all values are undefined. */
export function fact(label: string, ...values: readonly (Value | undefined)[]): Fact[] {
  const known = values.filter((value) => value !== undefined && value.text !== '')
  return known.length === 0 ? [] : [{ label, values: known as Value[] }]
}

/** A text from the file; undefined when there is none. */
export function given(text: string | null | undefined): Value | undefined {
  return text === null || text === undefined ? undefined : foreign(text)
}

/**
 * A text from the file. Characters that hide or reorder text are shown by number. A very long text is cut, with the number of
 * missing characters.
 */
export function shown(text: string): string {
  const { maxValueLength } = REPORT_LIMITS
  if (text.length <= maxValueLength) return showText(text)
  return `${showText(text.slice(0, maxValueLength))}\u2026 (+${text.length - maxValueLength})`
}
