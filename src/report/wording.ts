/**
 * Writes times, numbers and findings in a language.
 *
 * @module
 */

import type { ReportTexts, SummaryTexts, Texts } from '../texts/en.js'
import { fill, type Language } from '../texts/texts.js'
import type { Finding } from '../verify/report.js'
import { REPORT_LIMITS } from './report-limits.js'
import type { ListItem, Tone } from './report-view.js'

/** Writes the texts of a report in one language. */
export class Wording {
  readonly language: Language
  /** Most entries of one list. The more signatures there are, the lower the limit. */
  readonly #maxListed: number
  readonly #maxEvents: number
  readonly #texts: Texts
  readonly #number: Intl.NumberFormat
  readonly #time: Intl.DateTimeFormat

  /** @param signatures number of signatures in the report */
  constructor(language: Language, texts: Texts, signatures = 1) {
    this.language = language
    const { maxListed, maxEvents, maxListedInAll, minListed } = REPORT_LIMITS
    const share = Math.max(minListed, Math.floor(maxListedInAll / Math.max(1, signatures)))
    this.#maxListed = Math.min(maxListed, share)
    this.#maxEvents = Math.min(maxEvents, share)
    this.#texts = texts
    this.#number = new Intl.NumberFormat(language)
    // British English has the day before the month, as the other languages do.
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

  /** The text of the page number in parts. Parts at odd indexes are `page` or `count`. */
  pageParts(): string[] {
    return this.#texts.report.page.split(/\{(\w+)\}/)
  }

  number(value: number): string {
    return this.#number.format(value).replace(/\u202f/g, '\u00a0')
  }

  /** A time in ISO 8601 as people write it. Any other text stays as it is. */
  time(iso: string): string {
    const date = new Date(iso)
    if (Number.isNaN(date.getTime())) return iso
    return `${this.#time.format(date).replace(/\u202f/g, '\u00a0')} UTC`
  }

  /** The entries of a list that are shown. */
  listed<T>(list: readonly T[]): readonly T[] {
    return list.slice(0, this.#maxListed)
  }

  /** An entry with the number of entries that are not shown; empty when all are shown. */
  unlisted(list: readonly unknown[]): ListItem[] {
    return this.#countRest(list.length - this.#maxListed).map((text) => ({ tone: 'plain', text }))
  }

  /** The events of an audit trail that are shown, and a sentence with the number of further ones. */
  shownEvents<T>(events: readonly T[]): { readonly events: readonly T[]; readonly rest: readonly string[] } {
    return { events: events.slice(0, this.#maxEvents), rest: this.#countRest(events.length - this.#maxEvents) }
  }

  #countRest(more: number): string[] {
    return more > 0 ? [this.say('listCut', { count: this.number(more) })] : []
  }

  /** A finding in this language, with the verifier's own sentence as detail. */
  finding({ code, message }: Finding, tone: Tone): ListItem {
    const text = this.meaning(code)
    return text === undefined ? { tone, text: message, code } : { tone, text, detail: message, code }
  }

  /** The meaning of a code; undefined when the verifier's own sentence is all there is. */
  meaning(code: string): string | undefined {
    return Object.hasOwn(this.#texts.findings, code) ? this.#texts.findings[code] : undefined
  }
}
