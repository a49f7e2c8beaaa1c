/**
 * How times, numbers and findings are put in a language.
 *
 * @module
 */

import type { ReportTexts, SummaryTexts, Texts } from '../texts/en.js'
import { fill, type Language } from '../texts/texts.js'
import type { Finding } from '../verify/report.js'
import { REPORT_LIMITS } from './report-limits.js'
import type { ListItem, Tone } from './report-view.js'

/** Puts what a report says in one language. */
export class Wording {
  readonly language: Language
  /** Entries of one list: fewer, the more signatures there are. */
  readonly #maxListed: number
  readonly #maxEvents: number
  readonly #texts: Texts
  readonly #number: Intl.NumberFormat
  readonly #time: Intl.DateTimeFormat

  /** @param signatures how many the report is about */
  constructor(language: Language, texts: Texts, signatures = 1) {
    this.language = language
    const { maxListed, maxEvents, maxListedInAll, minListed } = REPORT_LIMITS
    const share = Math.max(minListed, Math.floor(maxListedInAll / Math.max(1, signatures)))
    this.#maxListed = Math.min(maxListed, share)
    this.#maxEvents = Math.min(maxEvents, share)
    this.#texts = texts
    this.#number = new Intl.NumberFormat(language)
    // British English: the day stands before the month, as in the other languages.
    this.#time = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      dateStyle: 'long',
      timeStyle: 'medium',
      timeZone: 'UTC',
    })
  }

  say(key: keyof ReportTexts, values: Readonly<Record<string, string | number>> = {}): string {
    return fill(this.#texts.report[key], values)
  }

  /** A text of the first screen. */
  tell(key: keyof SummaryTexts, values: Readonly<Record<string, string | number>> = {}): string {
    return fill(this.#texts.summary[key], values)
  }

  /** The text around the page number and the page count; at odd indexes `page` or `count`. */
  pageParts(): string[] {
    return this.#texts.report.page.split(/\{(\w+)\}/)
  }

  number(value: number): string {
    return this.#number.format(value).replace(/\u202f/g, '\u00a0')
  }

  /** A time of the report, ISO 8601, as people write it; anything else stays as it is. */
  time(iso: string): string {
    const date = new Date(iso)
    if (Number.isNaN(date.getTime())) return iso
    return `${this.#time.format(date).replace(/\u202f/g, '\u00a0')} UTC`
  }

  /** The entries of a list that are shown. */
  listed<T>(list: readonly T[]): readonly T[] {
    return list.slice(0, this.#maxListed)
  }

  /** How many are not shown, where some are not. */
  unlisted(list: readonly unknown[]): ListItem[] {
    return this.#countRest(list.length - this.#maxListed).map((text) => ({ tone: 'plain', text }))
  }

  /** The events of an audit trail that are shown, and a sentence that says how many are not. */
  shownEvents<T>(events: readonly T[]): { readonly events: readonly T[]; readonly rest: readonly string[] } {
    return { events: events.slice(0, this.#maxEvents), rest: this.#countRest(events.length - this.#maxEvents) }
  }

  #countRest(more: number): string[] {
    return more > 0 ? [this.say('listCut', { count: this.number(more) })] : []
  }

  /** A finding in this language, with the verifier's own sentence where that says more. */
  finding({ code, message }: Finding, tone: Tone): ListItem {
    const text = this.meaning(code)
    return text === undefined ? { tone, text: message, code } : { tone, text, detail: message, code }
  }

  /** What a code means; undefined where the verifier's own sentence is all there is. */
  meaning(code: string): string | undefined {
    return Object.hasOwn(this.#texts.findings, code) ? this.#texts.findings[code] : undefined
  }
}
