/**
 * English number words (ECMA-376-1, 17.18.59: cardinalText, ordinalText), as Word writes them.
 *
 * @module
 */

const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}
const LIMIT = 1_000_000

/** `Twenty-one`; `undefined` past 999,999. */
export function numberInWords(value: number): string | undefined {
  const words = spell(value)
  return words === undefined ? undefined : capitalize(words)
}

/** `Twenty-first`; `undefined` past 999,999. */
export function ordinalInWords(value: number): string | undefined {
  const words = spell(value)
  if (words === undefined) return undefined
  const start = Math.max(words.lastIndexOf(' '), words.lastIndexOf('-')) + 1
  const last = words.slice(start)
  const ordinal = IRREGULAR_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)
  return capitalize(words.slice(0, start) + ordinal)
}

function spell(value: number): string | undefined {
  if (value < 0 || value >= LIMIT) return undefined
  if (value >= 1000) return join(`${spell(Math.floor(value / 1000))} thousand`, value % 1000)
  if (value >= 100) return join(`${SMALL[Math.floor(value / 100)]} hundred`, value % 100)
  if (value < 20) return SMALL[value]
  const tens = TENS[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? tens : `${tens}-${SMALL[value % 10]}`
}

function join(words: string, rest: number): string {
  return rest === 0 ? words : `${words} ${spell(rest)}`
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
