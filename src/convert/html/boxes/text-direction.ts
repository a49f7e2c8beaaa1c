/**
 * Telling in which direction text runs (UAX #9).
 *
 * @module
 */

/** Letters of scripts that run from right to left: Hebrew to Arabic Extended-A, presentation forms, and those beyond. */
const RIGHT_TO_LEFT =
  '\\u0590-\\u08ff\\ufb1d-\\ufdcf\\ufdf0-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'

const HAS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u')
const FIRST_STRONG = new RegExp(`([${RIGHT_TO_LEFT}])|\\p{L}`, 'u')
/** Right-to-left words with what stands between them. */
const RIGHT_TO_LEFT_RUN = new RegExp(`([${RIGHT_TO_LEFT}]+(?:[\\s\\d.,:;!?'"()\\-]*[${RIGHT_TO_LEFT}]+)*)`, 'u')

/** Whether some of the text runs from right to left. */
export function hasRightToLeft(text: string): boolean {
  return HAS_RIGHT_TO_LEFT.test(text)
}

/** The direction of the first letter that has one (UAX #9, P2 and P3); `undefined` when there is none. */
export function firstStrongDirection(text: string): 'ltr' | 'rtl' | undefined {
  const match = FIRST_STRONG.exec(text)
  return match === null ? undefined : match[1] === undefined ? 'ltr' : 'rtl'
}

/** Splits text where its direction changes. Every second part is right-to-left, beginning with the second one. */
export function splitByDirection(text: string): string[] {
  return text.split(RIGHT_TO_LEFT_RUN)
}
