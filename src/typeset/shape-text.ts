import type { FaceGlyph } from './font-face.js'
import type { Span, TextStyle } from './text-style.js'
import { describeCodePoint, normalizeText } from './visible-text.js'

/** Where a line may end after a character, best last. */
export const BREAK = {
  /** Not here: an accent follows. */
  never: 0,
  /** Only in a string that does not fit on a line of its own. */
  emergency: 1,
  /** In a long string: at punctuation. */
  loose: 2,
  /** After a hyphen or a slash. */
  good: 3,
  /** After a space. */
  space: 4,
} as const

/** Text as glyphs in order. The arrays have one entry per glyph. */
export interface ShapedText {
  readonly glyphs: readonly FaceGlyph[]
  readonly styles: readonly TextStyle[]
  /** Kerning after the glyph, in thousandths of an em. */
  readonly kerns: readonly number[]
  /** Advance with kerning and tracking, in twips, not rounded: only lines are. */
  readonly advances: readonly number[]
  /** See {@link BREAK}. */
  readonly breaks: readonly number[]
}

/** Accents in a row that are stacked on one letter; more are shown by number, lest they cover the lines around. */
const MAX_MARKS = 4

/** A code point shown by number is set a little smaller than the text, so it cannot be taken for typed text. */
const NOTATION_SCALE = 0.78

/**
 * Turns spans into glyphs: normalises (NFC), finds each character in the faces of its style, shows by number what no
 * face has or what must not act on the line, kerns, and marks where lines may break.
 */
export function shapeText(spans: readonly Span[]): ShapedText {
  const glyphs: FaceGlyph[] = []
  const styles: TextStyle[] = []
  const breaks: number[] = []

  for (const { text, style, breakEvery = 0 } of spans) {
    const notation: TextStyle = { ...style, size: Math.round(style.size * NOTATION_SCALE) }
    let marks = MAX_MARKS
    let count = 0
    for (const character of normalizeText(text)) {
      const codePoint = character.codePointAt(0) ?? 0
      const glyph = findGlyph(codePoint, style)
      if (glyph === undefined || (glyph.isMark && marks >= MAX_MARKS)) {
        for (const sign of describeCodePoint(codePoint)) {
          const shown = findGlyph(sign.codePointAt(0) ?? 0, notation)
          if (shown !== undefined) append(shown, notation, BREAK.never)
        }
        if (breaks.length > 0) breaks[breaks.length - 1] = BREAK.loose
        marks = MAX_MARKS
        continue
      }
      if (glyph.isMark) {
        if (breaks.length > 0) breaks[breaks.length - 1] = BREAK.never
        marks++
      } else {
        marks = codePoint === 0x20 ? MAX_MARKS : 0
      }
      count++
      const isGroupEnd = breakEvery > 0 && count % breakEvery === 0
      append(glyph, style, isGroupEnd ? BREAK.good : breakAfter(codePoint))
    }
  }
  return { glyphs, styles, breaks, ...measure(glyphs, styles) }

  function append(glyph: FaceGlyph, style: TextStyle, chance: number): void {
    const last = glyphs.length - 1
    // A hyphen or slash is a place to break only inside a word: not in "-5", not before a space.
    if (
      last >= 0 &&
      breaks[last] === BREAK.good &&
      (last === 0 || glyph.codePoint === 0x20 || breaks[last - 1] === BREAK.space)
    ) {
      breaks[last] = BREAK.emergency
    }
    glyphs.push(glyph)
    styles.push(style)
    breaks.push(chance)
  }
}

function measure(glyphs: readonly FaceGlyph[], styles: readonly TextStyle[]): { kerns: number[]; advances: number[] } {
  const kerns: number[] = []
  const advances: number[] = []
  for (let i = 0; i < glyphs.length; i++) {
    const glyph = glyphs[i]
    const style = styles[i]
    if (glyph === undefined || style === undefined) break
    const next = glyphs[i + 1]
    const tracking = style.tracking ?? 0
    const isKerned = next !== undefined && tracking === 0 && next.face === glyph.face && styles[i + 1] === style
    const kern = isKerned ? glyph.face.kerningOf(glyph, next) : 0
    kerns.push(kern)
    advances.push(((glyph.advance + kern) * style.size) / 1000 + tracking)
  }
  return { kerns, advances }
}

function findGlyph(codePoint: number, style: TextStyle): FaceGlyph | undefined {
  for (const face of style.faces) {
    const glyph = face.glyphFor(codePoint)
    if (glyph !== undefined) return glyph
  }
  return undefined
}

/** A small share of Unicode line breaking (UAX #14): what Latin, Greek and Cyrillic text and identifiers need. */
function breakAfter(codePoint: number): number {
  switch (codePoint) {
    case 0x20:
      return BREAK.space
    case 0x2d: // -
    case 0x2f: // /
    case 0x5c: // \
    case 0x7c: // |
    case 0x26: // &
    case 0x3f: // ?
    case 0x3b: // ;
    case 0x2010: // hyphen
    case 0x2013: // en dash
    case 0x2014: // em dash
      return BREAK.good
    case 0x2c: // ,
    case 0x2e: // .
    case 0x3a: // :
    case 0x3d: // =
    case 0x40: // @
    case 0x5f: // _
    case 0x23: // #
    case 0x25: // %
    case 0x2b: // +
    case 0x29: // )
    case 0x7d: // }
    case 0x5d: // ]
      return BREAK.loose
    case 0xa0: // no-break space
    case 0x2011: // no-break hyphen
    case 0x202f: // narrow no-break space
      return BREAK.emergency
    default:
      return codePoint >= 0x1680 && codePoint <= 0x3000 && SPACE.test(String.fromCodePoint(codePoint))
        ? BREAK.space
        : BREAK.emergency
  }
}

const SPACE = /\p{Zs}/u
