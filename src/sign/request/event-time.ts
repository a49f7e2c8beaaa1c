/**
 * Reads the times of events in ISO 8601.
 *
 * @module
 */

// ISO 8601, 5.4.2.1 and the profile of RFC 3339: a full date and time of day with Z or an offset.
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)$/

const MINUTE = 60_000

/**
 * Reads an ISO 8601 date-time with `Z` or a numeric offset.
 *
 * @returns The same moment in UTC, as `YYYY-MM-DDThh:mm:ss.fffZ`. Digits of the fraction past the third, up to
 *   nanoseconds, are kept. `undefined` when the text has another form or names a date or time that does not exist.
 *
 * @example
 * ```ts
 * normalizeEventTime('2025-03-04T10:00:00+01:00') // '2025-03-04T09:00:00.000Z'
 * ```
 */
export function normalizeEventTime(text: string): string | undefined {
  const match = DATE_TIME.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined

  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00.000Z`)
  // Date.parse may turn 30 February into a day in March.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day)) return undefined
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * MINUTE * (sign === '-' ? -1 : 1)
  const time = midnight + (Number(hour) * 60 + Number(minute)) * MINUTE + Number(second) * 1000 - offset
  const utc = new Date(time).toISOString()
  // The offset may lead out of the years 0 to 9999, which then have a sign and six digits.
  if (utc.length !== 24) return undefined
  return `${utc.slice(0, 20)}${fraction.padEnd(3, '0')}Z`
}
