/**
 * Cutting CSS text at its punctuation, past strings, comments, escapes and brackets (CSS Syntax Module Level 3).
 *
 * @module
 */

/** Without comments. An unclosed one ends the text. */
export function removeComments(css: string): string {
  if (!css.includes('/*')) return css
  const parts: string[] = []
  let from = 0
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', from)) {
    parts.push(css.slice(from, start))
    const end = css.indexOf('*/', start + 2)
    from = end < 0 ? css.length : end + 2
  }
  parts.push(css.slice(from))
  return parts.join(' ')
}

const OPENING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/**
 * Index of the first of the `stops` outside of strings and brackets, from `from` on. The length of the text when there is none.
 */
export function findOutside(text: string, stops: string, from = 0): number {
  const closing: string[] = []
  for (let index = from; index < text.length; index++) {
    const character = text.charAt(index)
    if (closing.length === 0 && stops.includes(character)) return index
    if (character === '\\') index++
    else if (character === '"' || character === "'") index = endOfString(text, index, character)
    else if (OPENING.has(character)) closing.push(OPENING.get(character) ?? '')
    else if (character === closing.at(-1)) closing.pop()
  }
  return text.length
}

/** The parts between the `separators` that are in no string and no brackets. */
export function splitOutside(text: string, separators: string): string[] {
  const parts: string[] = []
  for (let from = 0; from <= text.length; ) {
    const end = findOutside(text, separators, from)
    parts.push(text.slice(from, end))
    from = end + 1
  }
  return parts
}

/** The words of a value; a function and what is in its brackets are one word. */
export function splitWords(text: string): string[] {
  return /["'(\\]/.test(text)
    ? splitOutside(text, ' \t\n\r\f').filter((word) => word !== '')
    : text.split(/[ \t\n\r\f]+/).filter((word) => word !== '')
}

/** With escapes such as `\\26 ` and `\\:` undone (CSS Syntax Module Level 3, 4.3.7). */
export function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:([\da-f]{1,6})\s?|([^\n]))/gi,
    (_, hex: string | undefined, character: string | undefined) =>
      hex === undefined ? (character ?? '') : fromCodePoint(Number.parseInt(hex, 16)),
  )
}

/** The text of a quoted string, or the words as they are. */
export function unquote(text: string): string {
  const match = /^(["'])([\s\S]*)\1$/.exec(text.trim())
  return unescapeCss(match === null ? text.trim() : (match[2] ?? ''))
}

function fromCodePoint(code: number): string {
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
}

function endOfString(text: string, start: number, quote: string): number {
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '\\') index++
    else if (character === quote || character === '\n') return index
  }
  return text.length
}
