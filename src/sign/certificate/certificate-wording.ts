/**
 * The texts of the certificate page, and its formats of times and numbers.
 *
 * @module
 */
import type { CertificateTexts } from '../../texts/en.js'
import { fill } from '../../texts/texts.js'

/** A time in UTC, and in the time zone of the brand if there is one. */
export interface ShownTime {
  readonly utc: string
  readonly local: string | undefined
}

/** Formats the contents of the certificate in one language. */
export class CertificateWording {
  /** Language (BCP 47). */
  readonly language: string
  /** Names of the time zones: `UTC`, or `UTC, Europe/Berlin`. */
  readonly zones: string
  readonly hasLocalTime: boolean
  readonly #texts: CertificateTexts
  readonly #timeZone: string | undefined
  #localTime: Intl.DateTimeFormat | undefined
  #number: Intl.NumberFormat | undefined

  constructor(language: string, texts: CertificateTexts, timeZone?: string) {
    this.language = language
    this.zones = timeZone === undefined ? 'UTC' : `UTC, ${timeZone}`
    this.hasLocalTime = timeZone !== undefined
    this.#texts = texts
    this.#timeZone = timeZone
  }

  say(key: keyof CertificateTexts, values: Readonly<Record<string, string | number>> = {}): string {
    return fill(this.#texts[key], values)
  }

  /** The text around the placeholders, with their names at odd indexes. */
  parts(key: keyof CertificateTexts): string[] {
    return this.#texts[key].split(/\{(\w+)\}/)
  }

  number(value: number): string {
    // Loading Intl for the first number takes longer than typesetting a page.
    if (this.language === 'en') return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
    this.#number ??= new Intl.NumberFormat(this.language)
    // Few fonts have the narrow no-break space.
    return this.#number.format(value).replace(/\u202f/g, '\u00a0')
  }

  /**
   * `2026-03-14 09:26:53.589` for an ISO 8601 date-time in UTC, without zero milliseconds. Other text is returned unchanged.
   */
  time(timestamp: string): ShownTime {
    const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:Z|\+00:00)$/.exec(timestamp)
    if (match === null) return { utc: timestamp, local: undefined }
    return { utc: `${match[1]} ${match[2]?.replace(/\.0+$/, '')}`, local: this.#local(timestamp) }
  }

  /** The local time: `2026-03-14 10:26:53 +01:00`. */
  #local(timestamp: string): string | undefined {
    if (this.#timeZone === undefined) return undefined
    const date = new Date(timestamp)
    if (Number.isNaN(date.getTime())) return undefined
    this.#localTime ??= new Intl.DateTimeFormat('sv-SE', {
      timeZone: this.#timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    })
    const parts = new Map(this.#localTime.formatToParts(date).map(({ type, value }) => [type, value]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
    const offset =
      part('timeZoneName')
        .replace(/^(?:GMT|UTC)/, '')
        .replace('\u2212', '-') || '+00:00'
    return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')} ${offset}`
  }
}
