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
 * Colour and symbol of a verdict. `unchecked`: valid, but who signed was not checked. `unproved`: not valid, though nothing
 * was changed that may not be: something is not proved. `indeterminate`: whether anything was changed is not known either.
 */
export type VerdictKind = 'valid' | 'unchecked' | 'unproved' | 'invalid' | 'indeterminate' | 'unsigned'

/** How a statement is meant. */
export type Tone = 'good' | 'bad' | 'open' | 'plain'

/**
 * A value as it is shown. `own` is our own text, `english` a sentence of the verifier; the rest came from the file, and
 * is shown as such.
 */
export interface Value {
  readonly text: string
  readonly kind: 'own' | 'foreign' | 'digest' | 'english'
  readonly isStrong?: boolean
}

/** A label with its values, one below the other. */
export interface Fact {
  readonly label: string
  readonly values: readonly Value[]
}

/** One entry of a list. */
export interface ListItem {
  readonly tone: Tone
  /** Stands before the text, as `Not permitted`. */
  readonly label?: string
  readonly text: string
  /** The verifier's own words, in English. */
  readonly detail?: string
  /** A stable code, for those who look it up. */
  readonly code?: string
}

/** Somebody who signed. */
export interface Person {
  readonly tone: Tone
  readonly name: Value
  readonly status: string
  /** The address, the time, and what proves either. */
  readonly lines: readonly Value[]
}

/** One event of the audit trail. */
export interface TimelineEvent {
  /** As it stands in the record, ISO 8601. */
  readonly dateTime: string
  readonly time: string
  readonly type: string
  readonly data: readonly DataLine[]
  readonly digest: string
}

/** A piece of a section. */
export type Block =
  | { readonly kind: 'text'; readonly text: string; readonly tone: Tone }
  | { readonly kind: 'answer'; readonly title: string; readonly text: string }
  | {
      readonly kind: 'people'
      readonly title: string
      readonly people: readonly Person[]
      readonly rest: readonly string[]
    }
  /** Changes after signing, each framed by whether it is permitted. */
  | { readonly kind: 'changes'; readonly title: string; readonly items: readonly ListItem[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly ListItem[] }
  | { readonly kind: 'steps'; readonly title: string; readonly steps: readonly string[] }
  | { readonly kind: 'data'; readonly title: string; readonly lines: readonly DataLine[] }
  | { readonly kind: 'timeline'; readonly title: string; readonly events: readonly TimelineEvent[] }

/** A heading with what stands below it. */
export interface Section {
  readonly title: string
  /** For links and programs: `signature-1`, `document`. */
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
  /** Why, in whole sentences. */
  readonly explanation: readonly string[]
  /** Who signed and when, what was changed, what to do: the first screen. */
  readonly summary: readonly Block[]
  /** Everything else. */
  readonly sections: readonly Section[]
}

/** Our own text. */
export function own(text: string): Value {
  return { text, kind: 'own' }
}

/** Text out of the file. */
export function foreign(text: string): Value {
  return { text, kind: 'foreign' }
}

/** Hexadecimal digits. */
export function digest(text: string): Value {
  return { text, kind: 'digest' }
}

/** A sentence of the verifier. */
export function english(text: string): Value {
  return { text, kind: 'english' }
}

/** A fact, unless there is nothing to say. */
export function fact(label: string, ...values: readonly (Value | undefined)[]): Fact[] {
  const known = values.filter((value) => value !== undefined && value.text !== '')
  return known.length === 0 ? [] : [{ label, values: known as Value[] }]
}

/** Text from the file, if there is any. */
export function given(text: string | null | undefined): Value | undefined {
  return text === null || text === undefined ? undefined : foreign(text)
}

/**
 * Text from the file, with everything that hides or reorders text shown by number; very long text is cut, and the
 * number of missing characters given.
 */
export function shown(text: string): string {
  const { maxValueLength } = REPORT_LIMITS
  if (text.length <= maxValueLength) return showText(text)
  return `${showText(text.slice(0, maxValueLength))}\u2026 (+${text.length - maxValueLength})`
}
