/**
 * Whether each character of the text can be set by itself: it is in a script whose letters neither join nor move, and no
 * mark, joiner, variation selector or emoji modifier changes its neighbours.
 */
export function isSimpleText(text: string): boolean {
  return !COMPLEX.test(text)
}

/**
 * Combining marks, Hebrew to Tibetan, Myanmar, Hangul Jamo, Ethiopic marks, Mongolian, Khmer, the scripts of South and
 * South-East Asia, joiners, bidirectional controls, variation selectors, Arabic and Hebrew presentation forms, emoji
 * modifiers and flags, and the supplementary scripts.
 */
const COMPLEX =
  /[\u0300-\u036f\u0483-\u0489\u0590-\u109f\u1100-\u11ff\u135d-\u135f\u1700-\u18af\u1900-\u1cff\u1dc0-\u1dff\u200c-\u200f\u202a-\u202e\u2066-\u2069\u20d0-\u20ff\u2cef-\u2cf1\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua800-\uabff\ud7b0-\ud7ff\ufb1d-\ufdff\ufe00-\ufe0f\ufe20-\ufe2f\ufe70-\ufeff\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{10800}-\u{10fff}\u{11000}-\u{11fff}\u{1e800}-\u{1efff}\u{e0000}-\u{e0fff}]/u

/** Characters that are never drawn: they are for line breaking and for shaping, or are controls. */
export function isInvisible(codePoint: number): boolean {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return true
  if (codePoint < 0xad) return false
  return (
    codePoint === 0xad ||
    codePoint === 0x34f ||
    codePoint === 0x61c ||
    codePoint === 0x115f ||
    codePoint === 0x1160 ||
    (codePoint >= 0x180b && codePoint <= 0x180e) ||
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0x2028 && codePoint <= 0x202e) ||
    (codePoint >= 0x2060 && codePoint <= 0x206f) ||
    codePoint === 0x3164 ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
    codePoint === 0xfeff ||
    codePoint === 0xffa0 ||
    (codePoint >= 0xe0000 && codePoint <= 0xe0fff)
  )
}
