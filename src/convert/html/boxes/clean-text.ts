/**
 * Removes characters that XML documents cannot contain.
 *
 * @module
 */

// Controls other than tab and line ends, noncharacters (XML 1.0, 2.2), and soft line ends of Unicode.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/

const LONE_SURROGATE = /\p{Cs}/u
const LONE_SURROGATES = /\p{Cs}/gu

const BLANK = /^[\t\n\f\r ]*$/

const FORBIDDEN_ALL = new RegExp(FORBIDDEN.source, 'g')

/** Text of Latin, Greek and Cyrillic letters and their punctuation only, which needs no cleaning. */
const ORDINARY = /^[\t\n\f\r -~\u00a0-\u058f\u2010-\u2060\u20a0-\u20bf]*$/

/** Whether text contains neither characters that XML cannot hold nor right-to-left letters. */
export function isOrdinary(text: string): boolean {
  return ORDINARY.test(text)
}

/** Whether text consists of collapsible white space only. */
export function isCollapsible(text: string): boolean {
  return BLANK.test(text)
}

/** Text without control characters and noncharacters. Halves of surrogate pairs become U+FFFD. */
export function cleanText(text: string): string {
  const whole = mendSurrogates(text)
  return FORBIDDEN.test(whole) ? whole.replace(FORBIDDEN_ALL, '') : whole
}

/** Halves of surrogate pairs without the other half become U+FFFD. */
export function mendSurrogates(text: string): string {
  return LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, '\ufffd') : text
}

/** A text as one line: white space is collapsed, and the text is cut to a length. */
export function plainLine(text: string, maxLength = 1000): string {
  const line = cleanText(text)
    .slice(0, maxLength * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxLength ? line : mendSurrogates(line.slice(0, maxLength))
}
