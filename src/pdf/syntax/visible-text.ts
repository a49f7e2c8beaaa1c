/**
 * Decides which characters may be shown in a line, and how the others are shown.
 *
 * Values come from strangers. Characters that reorder, join, break or hide text could make one value look like another, so
 * they are shown by number. Characters that a script needs stay: joiners where the letters around them require one (RFC 5892,
 * appendix A.1 and A.2), and emoji made of several characters.
 *
 * @module
 */

/** A part of a text that is shown unchanged, or by the numbers of its characters. */
interface VisiblePart {
  readonly text: string
  readonly isNotation: boolean
}

/** Most accents on one letter. Further ones are shown by number, so that they cannot cover the lines around. */
const MAX_MARKS = 4

/** Controls, formatting and bidi controls, surrogates, private use, unassigned, separators, and all ignorable characters. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

const MARK = /\p{M}/u

/** Printable ASCII: nothing to normalise and nothing hidden. */
const PLAIN = /^[\x20-\x7e]*$/

/** Several characters that form one emoji (UTS #51, 1.4.9), without tags, which are invisible. */
const EMOJI_SEQUENCE =
  /\p{Regional_Indicator}{2}|[#*0-9]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?){1,9}|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)/gu

/** Signs that remove the vowel of the letter before them (canonical combining class 9). */
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed]/

const ARABIC_LETTER = /^(?=\p{L})\p{Script=Arabic}$/u

/**
 * Text, normalised (NFC), as parts to be shown as they are and parts to be shown by number.
 *
 * @param canShow whether a font has the character, or the picture that a sequence of emoji stands for
 * @example
 * ```ts
 * visibleParts('pay\u200bpal', () => true)
 * // [{ text: 'pay', isNotation: false }, { text: '‹U+200B›', isNotation: true }, { text: 'pal', isNotation: false }]
 * ```
 */
export function visibleParts(source: string, canShow: (characters: string) => boolean): VisiblePart[] {
  if (PLAIN.test(source)) return source === '' ? [] : [{ text: source, isNotation: false }]
  const text = source.normalize('NFC')
  const emoji = new Map([...text.matchAll(EMOJI_SEQUENCE)].map((match) => [match.index, match[0]]))
  const parts: VisiblePart[] = []
  let shown = ''
  let marks = MAX_MARKS
  for (let index = 0; index < text.length; ) {
    const sequence = emoji.get(index)
    if (sequence !== undefined && canShow(sequence)) {
      shown += sequence
      marks = 0
      index += sequence.length
      continue
    }
    const codePoint = text.codePointAt(index) ?? 0
    const character = String.fromCodePoint(codePoint)
    const isMark = codePoint >= 0x300 && MARK.test(character)
    if (isShowable(text, index, character) && !(isMark && marks >= MAX_MARKS) && canShow(character)) {
      shown += character
      marks = isMark ? marks + 1 : codePoint === 0x20 ? MAX_MARKS : 0
    } else {
      if (shown !== '') parts.push({ text: shown, isNotation: false })
      shown = ''
      parts.push({ text: describeCodePoint(codePoint), isNotation: true })
      marks = MAX_MARKS
    }
    index += character.length
  }
  if (shown !== '') parts.push({ text: shown, isNotation: false })
  return parts
}

/**
 * A code point in a form that can be read and typed: `‹U+202E›`.
 *
 * @example
 * ```ts
 * describeCodePoint(0x1f600) // '‹U+1F600›'
 * ```
 */
function describeCodePoint(codePoint: number): string {
  return `\u2039U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}\u203a`
}

function isShowable(text: string, index: number, character: string): boolean {
  if (character <= '\x7e') return character >= ' '
  const before = text[index - 1] ?? ''
  if (character === '\u200c') {
    return VIRAMA.test(before) || (ARABIC_LETTER.test(before) && ARABIC_LETTER.test(text[index + 1] ?? ''))
  }
  if (character === '\u200d') return VIRAMA.test(before)
  // Braille pattern blank.
  return character !== '\u2800' && !UNSHOWABLE.test(character)
}
