/**
 * Compares the text seen in a row with the expected one.
 *
 * @module
 */
import type { AuditParties } from '../../audit/parties.js'
import { type PartyRowLine, signedRowLines } from '../../audit/party-row.js'
import type { AuditRecord } from '../../audit/record.js'
import { comparableText } from '../../ink/index.js'

/** True when the text of a row says all that a record says, and nothing else. */
export function showsRecord(shown: string, record: AuditRecord, parties: AuditParties): boolean {
  const text = new Remaining(shown)
  const lines = signedRowLines(record, parties)
  return lines.every((line) => text.take(line.label) && takeValue(text, line, record, parties)) && text.isEmpty
}

/** True when two texts are equal, ignoring blanks and characters that are shown by number. */
export function showsText(shown: string, expected: string): boolean {
  const text = new Remaining(shown)
  return text.take(expected) && text.isEmpty
}

function takeValue(text: Remaining, { kind, value }: PartyRowLine, record: AuditRecord, { timeZone }: AuditParties) {
  if (!text.take(value)) return false
  return kind !== 'time' || timeZone === undefined || text.takeLocalTime(record.sealedAt)
}

/**
 * Scripts whose letters may be in another order than they are read, and combining marks, which stand beside or over their
 * letter.
 */
const REORDERED = /[\p{M}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The unread part of a text. */
class Remaining {
  #text: string

  constructor(text: string) {
    this.#text = plainForm(text)
  }

  get isEmpty(): boolean {
    return this.#text === ''
  }

  /** Consumes a text from the beginning. In scripts that are reordered, the same letters must be there in any order. */
  take(expected: string): boolean {
    const wanted = plainForm(expected)
    const next = this.#text.slice(0, wanted.length)
    if (next !== wanted && !(REORDERED.test(wanted) && isReordered(next, wanted))) return false
    this.#text = this.#text.slice(wanted.length)
    return true
  }

  /** Consumes a time with its offset if it is the same moment as another. */
  takeLocalTime(moment: string): boolean {
    const match = /^\u00b7(\d{4}-\d\d-\d\d)(\d\d:\d\d:\d\d)([+-]\d\d:\d\d)/.exec(this.#text)
    if (match === null) return false
    const [whole, date, time, offset] = match
    if (Date.parse(`${date}T${time}${offset}`) !== Date.parse(`${moment.slice(0, 19)}Z`)) return false
    this.#text = this.#text.slice(whole.length)
    return true
  }
}

/**
 * The text without blanks and formatting characters, since lines may break anywhere. Characters shown by number are decoded.
 */
function plainForm(text: string): string {
  const joined = text.replace(/\s+/g, '').replace(/\u2039U\+([0-9A-F]{4,6})\u203a/g, (number, digits: string) => {
    const code = Number.parseInt(digits, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : number
  })
  return comparableText(joined).replace(/[\s\p{Z}\p{Cf}\p{Cc}]+/gu, '')
}

/** True for the same letters in an order in which viewers may show them. Words and numbers of other scripts stay as they are. */
function isReordered(shown: string, wanted: string): boolean {
  return sorted(lettersOf(shown)) === sorted(lettersOf(wanted)) && sorted(wordsOf(shown)) === sorted(wordsOf(wanted))
}

function lettersOf(text: string): string[] {
  return [...text.normalize('NFD')]
}

/** Runs of letters and digits that no script reorders, without the marks on them. */
function wordsOf(text: string): string[] {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '')
  return letters.split(NO_WORD).filter((word) => word !== '')
}

const NO_WORD = new RegExp(`${REORDERED.source}|[^\\p{L}\\p{N}]`, 'u')

function sorted(parts: readonly string[]): string {
  return [...parts].sort().join(' ')
}
