/**
 * Determines which character a glyph shows, from every source. /ToUnicode is only a claim of the file. Encoding and font program
 * select the glyph, so they tell what is seen.
 *
 * @module
 */

/** What is known about the character of a code. */
export interface GlyphMeaning {
  /** The character or characters; `undefined` when no source tells, or two sources contradict each other. */
  readonly text: string | undefined
  /**
   * - `agreed`: the encoding or the font program names the character, and no source contradicts it;
   * - `claimed`: only /ToUnicode, or a predefined CMap, names it;
   * - `contradicted`: two sources name different characters;
   * - `missing`: the font program has no glyph for the code, so that nothing or an empty box is seen;
   * - `unknown`: no source names a character, or the embedded font cannot be read.
   */
  readonly trust: 'agreed' | 'claimed' | 'contradicted' | 'missing' | 'unknown'
  /** The character according to /ToUnicode. */
  readonly claimed: string | undefined
  /** The character according to the encoding: a glyph name or a predefined CMap. */
  readonly encoded: string | undefined
  /** The characters that the embedded font program's own tables assign to the glyph. */
  readonly drawn: readonly string[]
}

/** What the sources say about one code. */
export interface Evidence {
  readonly claimed: string | undefined
  readonly encoded: string | undefined
  readonly drawn: readonly string[]
  /** True when the font program has no such glyph. */
  readonly isMissing?: boolean
  /** True when the font is embedded, and its program cannot be read. */
  readonly isUnreadable?: boolean
  /** Height of the glyph's outline, in ems: 0 without an outline; `undefined` where it is unknown. */
  readonly height?: number | undefined
  /** True when `encoded` comes from the file's own claim about its codes instead of what selects the glyph. */
  readonly encodingIsClaim?: boolean
}

/** Weighs the evidence for one code. A character that should be blank or low contradicts an outline that is higher. */
export function weighEvidence(evidence: Evidence): GlyphMeaning {
  const meaning = weighClaims(evidence)
  const { height } = evidence
  if (height === undefined || meaning.text === undefined || height <= highest(meaning.text)) return meaning
  return { ...meaning, text: undefined, trust: 'contradicted' }
}

/** Largest height at which an outline may show a text, in ems. */
function highest(text: string): number {
  if (text.trim() === '') return 0
  return LOW_SIGNS.test(text) ? HIGHEST_SIGN : Number.POSITIVE_INFINITY
}

/** Characters from which lines to write on are made. */
export const LOW_SIGNS = /^[\s._\-\u2026\u2010-\u2014]*$/
/** Largest height of points and dashes in any text font, including serifs, in ems. */
const HIGHEST_SIGN = 0.25

function weighClaims(evidence: Evidence): GlyphMeaning {
  const { claimed, encoded, drawn } = evidence
  const rest = { claimed, encoded, drawn }
  if (evidence.isMissing === true) return { text: undefined, trust: 'missing', ...rest }
  if (evidence.isUnreadable === true) return { text: undefined, trust: 'unknown', ...rest }
  const seen = drawn.find((text) => encoded === undefined || sameCharacters(text, encoded))
  if (drawn.length > 0 && seen === undefined) return { text: undefined, trust: 'contradicted', ...rest }
  const named = encoded ?? drawn.find((text) => claimed !== undefined && sameCharacters(text, claimed)) ?? seen
  if (named === undefined) {
    return { text: claimed, trust: claimed === undefined ? 'unknown' : 'claimed', ...rest }
  }
  if (claimed !== undefined && !sameCharacters(claimed, named))
    return { text: undefined, trust: 'contradicted', ...rest }
  const isOnlyClaimed = evidence.encodingIsClaim === true && drawn.length === 0
  return { text: named, trust: isOnlyClaimed ? 'claimed' : 'agreed', ...rest }
}

/** Characters that look the same or nearly so, and those that they are compared as. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    '\u00ad- \u2010- \u2011- \u2212- \u2013- \u02c9\u00af \u2215/',
    "\u2044/ \u2219\u00b7 \u22c5\u00b7 \u2022\u00b7 \u2019' \u2018` \u2032'",
    "\u02bc' \u2223| \u2206\u0394 \u2126\u03a9 \u03bc\u00b5 \u02c6^ \u02dc~",
    '\u2329\u27e8 \u232a\u27e9 \u0110\u00d0 \u03f5\u03b5 \u03d5\u03c6 \u220f\u03a0 \u2211\u03a3',
  ]
    .join(' ')
    .split(' ')
    .map(([character = '', usual = '']) => [character, usual]),
)

/** The form in which characters are compared: variants of a character, ligatures and blanks are unified. */
export function comparableText(text: string): string {
  let folded = ''
  for (const character of text) folded += LOOKALIKES.get(character) ?? character
  const normal = folded.normalize('NFKC')
  let result = ''
  for (const character of normal) result += LOOKALIKES.get(character) ?? character
  return /^\s+$/.test(result) ? ' ' : result
}

/** True when two texts look the same. */
export function sameCharacters(one: string, other: string): boolean {
  return one === other || comparableText(one) === comparableText(other)
}
