/**
 * Dates and times in the format codes of spreadsheets (ECMA-376-1, 18.8.31).
 *
 * @module
 */

import type { CodeToken } from './number-code.js'

const DAY_SECONDS = 86_400
/** Largest day that spreadsheets know: 31 December 9999. */
const LAST_DAY = 2_958_465
/** Spreadsheets count 29 February 1900 as a day, which there was not. */
const DAY_TOO_MANY = 60

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

interface Moment {
  readonly date: Date
  /** Seconds since day 0. */
  readonly seconds: number
  readonly isTwelveHours: boolean
}

/** A number of days as a date or a time; undefined for one that no calendar has. */
export function dateByCode(value: number, tokens: readonly CodeToken[], from1904: boolean): string | undefined {
  const seconds = Math.round(value * DAY_SECONDS)
  const day = Math.floor(seconds / DAY_SECONDS)
  if (day < 0 || day > LAST_DAY) return undefined
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < DAY_TOO_MANY ? 31 : 30)
  const date = new Date(start + seconds * 1000)
  const isTwelveHours = tokens.some((token) => token.kind === 'date' && token.letters.startsWith('a'))
  const parts = tokens.filter((token) => token.kind === 'date')
  let index = 0
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text
      if (token.kind === 'comma') return ','
      if (token.kind !== 'date') return ''
      const [before, after] = [parts[index - 1]?.letters, parts[index + 1]?.letters]
      index++
      const isMinute = /^m{1,2}$/.test(token.letters) && (/h/.test(before ?? '') || /s/.test(after ?? ''))
      return partOf(isMinute ? token.letters.replaceAll('m', 'i') : token.letters, { date, seconds, isTwelveHours })
    })
    .join('')
}

/** One part of a moment. `i` and `ii` stand for minutes, since `m` and `mm` are months. */
function partOf(letters: string, { date, seconds, isTwelveHours }: Moment): string {
  const [hours, isAfternoon] = [date.getUTCHours(), date.getUTCHours() >= 12]
  switch (letters[0]) {
    case '[':
      return String(Math.floor(seconds / (letters === '[h]' ? 3600 : letters === '[m]' ? 60 : 1)))
    case 'a':
      return letters === 'a/p' ? (isAfternoon ? 'P' : 'A') : isAfternoon ? 'PM' : 'AM'
    case 'y':
      return letters.length > 2 ? String(date.getUTCFullYear()) : padded(date.getUTCFullYear() % 100, 2)
    case 'm':
      return named(MONTHS[date.getUTCMonth()] ?? '', date.getUTCMonth() + 1, letters.length)
    case 'd':
      return named(DAYS[date.getUTCDay()] ?? '', date.getUTCDate(), letters.length)
    case 'h':
      return padded(isTwelveHours ? ((hours + 11) % 12) + 1 : hours, letters.length)
    case 'i':
      return padded(date.getUTCMinutes(), letters.length)
    default:
      return padded(date.getUTCSeconds(), letters.length)
  }
}

/** A month or a day: its number with one or two letters, its name with three or four, its first letter with five. */
function named(name: string, number: number, count: number): string {
  if (count < 3) return padded(number, count)
  return count === 3 ? name.slice(0, 3) : count === 5 ? name.slice(0, 1) : name
}

function padded(number: number, count: number): string {
  return String(number).padStart(Math.min(count, 2), '0')
}
