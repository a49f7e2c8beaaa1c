/**
 * Decides which text can be shaped one character at a time.
 *
 * @module
 */

/**
 * Whether each character of the text can be set by itself. Its script must have no letters that join or move, and it must
 * contain no mark, joiner, variation selector or emoji modifier.
 */
export function isSimpleText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i)
    if (code < 0x300) continue
    if (code >= 0xd800 && code < 0xdc00) {
      code = text.codePointAt(i) ?? code
      if (code > 0xffff) i++
    }
    if (isComplex(code)) return false
  }
  return true
}

function isComplex(codePoint: number): boolean {
  let low = 0
  let high = COMPLEX.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if ((COMPLEX[2 * middle + 1] ?? 0) < codePoint) low = middle + 1
    else high = middle
  }
  return 2 * low < COMPLEX.length && codePoint >= (COMPLEX[2 * low] ?? 0)
}

/** Ranges of characters that require shaping: first and last code points, ascending. */
// biome-ignore format: one line for each kind
const COMPLEX: readonly number[] = [
  // Combining marks of Latin, Greek and Cyrillic
  0x300, 0x36f, 0x483, 0x489,
  // Hebrew to Myanmar
  0x590, 0x109f,
  // Hangul Jamo, Ethiopic marks
  0x1100, 0x11ff, 0x135d, 0x135f,
  // Philippine scripts, Khmer, Mongolian
  0x1700, 0x18af,
  // Limbu to Vedic extensions, more marks
  0x1900, 0x1cff, 0x1dc0, 0x1dff,
  // Joiners, direction
  0x200c, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069,
  // Marks for symbols, Coptic, Georgian, Cyrillic, East Asia
  0x20d0, 0x20ff, 0x2cef, 0x2cf1, 0x2d7f, 0x2d7f, 0x2de0, 0x2dff, 0x302a, 0x302f, 0x3099, 0x309a,
  0xa66f, 0xa67d, 0xa69e, 0xa69f, 0xa6f0, 0xa6f1,
  // Scripts of South and South-East Asia, more Jamo
  0xa800, 0xabff, 0xd7b0, 0xd7ff,
  // Hebrew and Arabic presentation forms, variation selectors, half marks
  0xfb1d, 0xfe0f, 0xfe20, 0xfe2f, 0xfe70, 0xfeff,
  // Right-to-left and Brahmic scripts of the supplementary plane
  0x10800, 0x10fff, 0x11000, 0x11fff, 0x1e800, 0x1efff,
  // Flags, skin colours
  0x1f1e6, 0x1f1ff, 0x1f3fb, 0x1f3ff,
  // Tags, variation selectors
  0xe0000, 0xe0fff,
]

/** Whether a character is never drawn: a control, or a character for line breaking or shaping. */
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
