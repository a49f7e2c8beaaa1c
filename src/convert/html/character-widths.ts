/**
 * How wide text is likely to be. The fonts that a reader has are not known here, and their widths differ by a few
 * hundredths; the widths are those of Arial.
 *
 * @module
 */

import type { RunFormat } from '../docx-writer/flow-document.js'

/** Widths from the space to the tilde, in hundredths of the font size. */
const WIDTHS = [
  28, 28, 36, 56, 56, 89, 67, 19, 33, 33, 39, 58, 28, 33, 28, 28, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 28, 28, 58,
  58, 58, 56, 102, 67, 67, 72, 72, 67, 61, 78, 72, 28, 50, 67, 56, 83, 72, 78, 67, 78, 72, 67, 61, 72, 67, 94, 67, 67,
  61, 28, 28, 28, 47, 56, 33, 56, 56, 50, 56, 56, 28, 56, 56, 22, 22, 50, 22, 83, 56, 56, 56, 56, 33, 50, 28, 56, 50,
  72, 50, 50, 50, 33, 26, 33, 58,
]
const OTHER = 58
const PUNCTUATION: ReadonlyMap<string, number> = new Map([
  ['\u2014', 100],
  ['\u2026', 100],
  ['\u2022', 35],
  ['\u00b7', 33],
  ['\u2018', 22],
  ['\u2019', 22],
  ['\u201c', 33],
  ['\u201d', 33],
  ['\u2192', 100],
  ['\u2190', 100],
])
const FULL = 100
const MONOSPACED = 60
const BOLD = 1.07
const WIDE = 1.16
const NARROW = 0.9

const WIDE_FAMILY = /verdana|dejavu|tahoma|montserrat|poppins|georgia|nunito|raleway|space/i
const NARROW_FAMILY = /times|garamond|calibri|carlito|narrow|condensed|cambria/i
const FIXED_FAMILY = /monospace|mono|courier|consolas|menlo/i

/** Characters that stand in a square, and between which lines may break. */
const IDEOGRAPH = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/

/** Widths of a text and of its longest word, in hundredths of the font size. */
export interface TextMeasure {
  readonly whole: number
  /** Up to the first place where a line may end. */
  readonly first: number
  /** From the last such place on. */
  readonly last: number
  /** The widest piece between two such places. */
  readonly widest: number
  readonly breaks: boolean
}

/** Measures a text of a font whose letters all have a width of one. */
export function measureCharacters(text: string, isFixed: boolean): TextMeasure {
  let [whole, first, word, widest] = [0, 0, 0, 0]
  let breaks = false
  const endWord = () => {
    if (!breaks) first = word
    breaks = true
    if (word > widest) widest = word
    word = 0
  }
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const width = isFixed ? MONOSPACED : widthOf(code, text, index)
    whole += width
    if (code === SPACE || code === TAB || code === NEWLINE || code === ZERO_WIDTH_SPACE) endWord()
    else if (width === FULL && IDEOGRAPH.test(text.charAt(index))) {
      endWord()
      word = width
      endWord()
    } else {
      word += width
      if (code === HYPHEN || code === SLASH) endWord()
    }
  }
  if (!breaks) first = word
  return { whole, first, last: word, widest: Math.max(widest, word), breaks }
}

const [SPACE, TAB, NEWLINE, HYPHEN, SLASH, ZERO_WIDTH_SPACE] = [0x20, 0x09, 0x0a, 0x2d, 0x2f, 0x200b]
const NO_BREAK_SPACE = 0xa0

/** What widths in hundredths of the font size are multiplied by. */
export function widthFactor(size: number, { fontFamily = '', bold, style }: RunFormat): number {
  if (isFixedPitch({ fontFamily, ...(style === undefined ? {} : { style }) })) return size / 100
  // The documents' own font is Calibri.
  const isNarrow = fontFamily === '' || NARROW_FAMILY.test(fontFamily)
  const family = WIDE_FAMILY.test(fontFamily) ? WIDE : isNarrow ? NARROW : 1
  return (size / 100) * family * (bold === true ? BOLD : 1)
}

/** Whether all letters are as wide as each other. */
export function isFixedPitch({ fontFamily = '', style }: RunFormat): boolean {
  return style === 'code' || style === 'keyboard' || FIXED_FAMILY.test(fontFamily)
}

function widthOf(code: number, text: string, index: number): number {
  if (code >= 0x20 && code < 0x7f) return WIDTHS[code - 0x20] ?? OTHER
  if (code === NO_BREAK_SPACE) return WIDTHS[0] ?? OTHER
  const character = text.charAt(index)
  return PUNCTUATION.get(character) ?? (IDEOGRAPH.test(character) ? FULL : OTHER)
}
