/**
 * A font in use, with its caches.
 *
 * @module
 */

import { CharacterTable, type Fitting } from './character-table.js'
import type { Font, FontFace } from './font-face.js'
import { ShapedWords } from './shaped-words.js'

/** A font and what is cached for laying out text in it. */
export interface LoadedFont {
  readonly font: Font
  readonly characters: CharacterTable
  /** Whether its glyphs are set with the widths of another family, for which kerning and ligatures of the face do not apply. */
  readonly isFitted: boolean
  readonly words: ShapedWords
  /** Kind of family, which decides where missing characters are searched. */
  readonly kind: FontKind
  readonly bold: boolean
  readonly italic: boolean
  /** Font in which a missing character is searched first. */
  readonly next?: (codePoint: number) => LoadedFont
  /** Line metrics of an East Asian family, for the characters that another face has to draw for it. */
  readonly eastAsianLine?: FontLine
  /** Its Hangul syllables are as wide as the face that draws them has them; left out: one em. */
  readonly narrowHangul?: boolean
  /** Width of a Hangul syllable in ems; left out: one. */
  readonly hangulWidth?: number
}

/** The kinds of families that fallbacks are chosen by. */
export type FontKind = 'serif' | 'sans' | 'mono'

/** Ascent, descent and line gap in ems. */
export type FontLine = readonly [ascent: number, descent: number, gap: number]

/** What there is to say about a font in addition to its face. */
interface FontRequest {
  readonly family: string
  readonly kind: FontKind
  readonly bold: boolean
  readonly italic: boolean
  readonly next?: (codePoint: number) => LoadedFont
  readonly isEastAsian?: boolean
  readonly narrowHangul?: boolean
  readonly hangulWidth?: number | undefined
  /** The face has the style that was asked for. */
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly fitting?: Fitting
  readonly line?: FontLine
  readonly underline?: readonly [position: number, thickness: number]
  readonly isSymbol?: boolean
  readonly scriptSize?: number
}

const NO_FITTING: Fitting = { scale: 1 }

/** Puts a face to use for a family and style. */
export function loadFont(face: FontFace, request: FontRequest): LoadedFont {
  const { metrics } = face.font
  const em = face.unitsPerEm
  const fitting = request.fitting ?? NO_FITTING
  const { line } = metrics
  const [ascent, descent, lineGap] = request.line ?? [line.ascent / em, line.descent / em, line.gap / em]
  const xHeight = positive(metrics.xHeight / em, 0.5)
  const font: Font = {
    family: request.family,
    face,
    syntheticBold: request.bold && !request.isBold,
    syntheticItalic: request.italic && !request.isItalic,
    // A font with absurd metrics would make lines that no page can hold.
    ascent: Math.min(ascent, MAX_EXTENT) || 0.8,
    descent: Math.min(descent, MAX_EXTENT),
    lineGap: Math.min(lineGap, MAX_EXTENT),
    underlinePosition: request.underline?.[0] ?? positive(metrics.underlinePosition / em, 0.1),
    underlineThickness: request.underline?.[1] ?? positive(metrics.underlineThickness / em, 0.05),
    strikePosition: positive(metrics.strikePosition / em, xHeight / 2),
    xHeight,
    capHeight: positive(metrics.capHeight / em, 0.7),
    scriptSize: request.scriptSize ?? SCRIPT_SIZE,
    outlineScale: fitting.scale,
    isSymbol: request.isSymbol ?? false,
    ...(fitting.characterOf && { characterOf: fitting.characterOf }),
  }
  return {
    font,
    characters: new CharacterTable(face, fitting),
    isFitted: fitting.widthOf !== undefined,
    words: new ShapedWords(),
    kind: request.kind,
    bold: request.bold,
    italic: request.italic,
    ...(request.next && { next: request.next }),
    ...(request.isEastAsian === true && { eastAsianLine: [font.ascent, font.descent, font.lineGap] }),
    ...(request.narrowHangul === true && { narrowHangul: true }),
    ...(request.hangulWidth !== undefined && { hangulWidth: request.hangulWidth }),
  }
}

/** Largest ascent or descent, in ems. A font with larger values would push every line off its page. */
const MAX_EXTENT = 5
/**
 * Default size of superscripts and subscripts, in ems, which nearly all families of Windows have in their OS/2 table
 * (ySuperscriptYSize, 1331 of 2048).
 */
const SCRIPT_SIZE = 0.65

function positive(value: number, otherwise: number): number {
  return value > 0 && value < 1.5 ? value : otherwise
}
