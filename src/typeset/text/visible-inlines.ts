/**
 * Shows text from untrusted sources in full, whatever characters it contains.
 *
 * @module
 */

import { visibleParts } from '../../pdf/text.js'
import type { Font, FontLibrary } from '../fonts/font-face.js'
import { isShaperLoaded } from '../fonts/shaper.js'
import type { Inline } from '../model/document-model.js'
import { plainText } from '../model/plain-model.js'
import type { RunProperties } from '../model/properties.js'
import { mayRunRightToLeft } from './embedding-levels.js'

/** Options for showing a value. */
export interface VisibleTextOptions {
  readonly fonts: FontLibrary
  /** Width of the line in twips. Longer words may break at punctuation. */
  readonly width: number
  /** Number of characters after each of which a line may break. Digests use this to break in equal parts. */
  readonly breakEvery?: number
  /** Collects the characters that are shown by number because no font has them. */
  readonly unshown?: Set<string>
}

/** Scale of a code point shown by number, smaller than the text so that it cannot be mistaken for typed text. */
const NOTATION_SCALE = 0.78

const ZERO_WIDTH_SPACE = '\u200b'
const LEFT_TO_RIGHT_ISOLATE = '\u2066'
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/** Characters within a word after which lines may end, as after a hyphen. */
const SEPARATORS = /(?<=[^\s])[/\\|&?;](?=[^\s])/g
/** Further such characters in words that are longer than a line. */
const PUNCTUATION = /[,.:=@_#%+)}\]](?=.)/gu

/**
 * A value from an untrusted source as inlines that show all of it. Characters that no font has, and those that would hide, join
 * or reorder text, are shown by number. Text from right to left does not reorder the text beside it. Characters that are added
 * for breaks and direction are neither drawn nor copied with the text.
 */
export function visibleInlines(text: string, run: RunProperties, options: VisibleTextOptions): Inline[] {
  const { fonts } = options
  const font = fonts.find(run.fonts.ascii, run.bold, run.italic)
  const look = languageRun(text, run)
  const parts = visibleParts(text, (characters) => {
    if (hasGlyphs(characters, font, look, fonts)) return true
    // Each character of an emoji sequence is checked next.
    if (characters.length === String.fromCodePoint(characters.codePointAt(0) ?? 0).length)
      options.unshown?.add(characters)
    return false
  })
  const small = Math.round(run.size * NOTATION_SCALE)
  const notation: RunProperties = { ...run, size: small, complexSize: small }
  const isIsolated = mayRunRightToLeft(text)
  const inlines = parts.map(({ text: shown, isNotation }, index) => {
    if (!isNotation) return plainText(withBreaks(shown, font, look, options), look)
    const isolated = isIsolated ? `${LEFT_TO_RIGHT_ISOLATE}${shown}${POP_ISOLATE}` : shown
    return plainText(index === 0 ? isolated : `${ZERO_WIDTH_SPACE}${isolated}`, notation)
  })
  return isIsolated ? [plainText(FIRST_STRONG_ISOLATE, run), ...inlines, plainText(POP_ISOLATE, run)] : inlines
}

/**
 * The run with the language of its Chinese characters, which look different in Japan, Korea and China. The letters beside them
 * show the language.
 */
function languageRun(text: string, run: RunProperties): RunProperties {
  if (!/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\ud840-\ud8bf]/.test(text)) return run
  const isJapanese = /[\u3040-\u30ff\u31f0-\u31ff]/.test(text)
  const isKorean = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/.test(text)
  return { ...run, eastAsiaLanguage: isJapanese ? 'ja' : isKorean ? 'ko' : 'zh' }
}

function hasGlyphs(characters: string, base: Font, run: RunProperties, fonts: FontLibrary): boolean {
  const codePoint = characters.codePointAt(0) ?? 0
  const language = run.eastAsiaLanguage ?? run.language
  const font = fonts.findFor(base, codePoint, language)
  if (!isDrawn(font, codePoint)) return false
  const pictures = [...characters].filter((character) => character !== '\ufe0f')
  if (pictures.length === 1) return true
  if (!isShaperLoaded()) return false
  // Whether one font has all pictures of the sequence and so can join them.
  const isOneFont = pictures.every(
    (each) => /[\u200d\p{M}]/u.test(each) || fonts.findFor(base, each.codePointAt(0) ?? 0, language) === font,
  )
  if (!isOneFont) return false
  const shaped = fonts.shape(characters, font, { rightToLeft: false, kerning: false, ligatures: true, language })
  return !shaped.glyphs.includes(0) && shaped.advances.filter((advance) => advance > 0).length === 1
}

/**
 * Whether the font draws a character. A blank that is not a space, or a letter without width, would hide itself or its
 * neighbour.
 */
function isDrawn({ face }: Font, codePoint: number): boolean {
  const glyph = face.glyphOf(codePoint)
  if (glyph === 0) return false
  if (codePoint < 0x7f) return true
  const character = String.fromCodePoint(codePoint)
  if (/[\p{M}\u200c\u200d]/u.test(character)) return true
  if (face.advanceOf(glyph) === 0) return false
  return /\p{Zs}/u.test(character) || face.font.outlines !== 'glyf' || face.font.outlineOf(glyph).length > 0
}

function withBreaks(text: string, font: Font, run: RunProperties, options: VisibleTextOptions): string {
  const { breakEvery, fonts, width } = options
  if (breakEvery !== undefined) {
    const characters = [...text]
    return characters
      .map((each, index) => (index > 0 && index % breakEvery === 0 ? ZERO_WIDTH_SPACE + each : each))
      .join('')
  }
  const room = width / run.size
  // No character is much wider than an em.
  const longest = Math.max(2, Math.floor(room / 1.2))
  const separated = text.replace(SEPARATORS, `$&${ZERO_WIDTH_SPACE}`)
  if (text.length < longest) return separated
  const shaping = { rightToLeft: false, kerning: false, ligatures: false, language: run.language }
  return separated.replace(/[^\s\u200b]+/g, (word) =>
    word.length >= longest && fonts.shape(word, font, shaping).width > room
      ? word.replace(PUNCTUATION, `$&${ZERO_WIDTH_SPACE}`)
      : word,
  )
}
