/**
 * Converts text to glyphs: with HarfBuzz where the script requires it, otherwise one character at a time.
 *
 * @module
 */

import type { Font, ShapedText, ShapeOptions } from './font-face.js'
import type { LoadedFont } from './loaded-font.js'
import { mirrored } from './mirrored.js'
import { type GlyphRun, ShaperMissing, shapeGlyphs } from './shaper.js'
import { isSimpleText } from './simple-text.js'

/**
 * The ideographic space. It keeps the width of the requested East Asian font even where the substitute has narrower Latin
 * letters; HarfBuzz would use the blank of the substitute.
 */
const IDEOGRAPHIC_SPACE = '\u3000'

/** Longest text that is cached, in UTF-16 units. Longer texts rarely occur twice. */
const MAX_CACHED_LENGTH = 40

/**
 * Glyphs and advances of text in one font, direction and script.
 *
 * @param needsShaper whether text that must be shaped is refused while HarfBuzz is not loaded, or laid out without joining
 * @throws ShaperMissing
 */
export function shapeText(loaded: LoadedFont, text: string, options: ShapeOptions, needsShaper: boolean): ShapedText {
  if (text.length > MAX_CACHED_LENGTH) return shapeAnew(loaded, text, options, needsShaper)
  const { words } = loaded
  let shaped = words.get(text, options)
  if (shaped === undefined) {
    shaped = shapeAnew(loaded, text, options, needsShaper)
    words.add(text, options, shaped)
  }
  return shaped
}

function isLatin(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x250) return false
  return true
}

function shapeAnew(loaded: LoadedFont, text: string, options: ShapeOptions, needsShaper: boolean): ShapedText {
  const isComplex = !isLatin(text) && !isSimpleText(text)
  const wantsFeatures =
    (options.kerning || options.ligatures || options.figures !== undefined) &&
    !loaded.isFitted &&
    !loaded.font.isSymbol &&
    !text.includes(IDEOGRAPHIC_SPACE)
  if (isComplex || wantsFeatures) {
    const run = shapeGlyphs(text, loaded.font.face, options, isComplex)
    if (run !== undefined) return fromRun(loaded, run)
    if (needsShaper) throw new ShaperMissing()
  }
  const kerned = options.kerning && wantsFeatures && !options.rightToLeft
  return setSimply(loaded, text, options.rightToLeft, kerned)
}

/** Sets one glyph for each character. Pairs are kerned from left to right. */
function setSimply(loaded: LoadedFont, text: string, rightToLeft: boolean, kerned: boolean): ShapedText {
  const { font, characters, isFitted } = loaded
  const glyphs: number[] = []
  const xOffsets: number[] = []
  const advances: number[] = []
  const clusters: number[] = []
  let width = 0
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i)
    clusters.push(i)
    if (code >= 0xd800 && code < 0xdc00 && i + 1 < text.length) {
      code = text.codePointAt(i) ?? code
      if (code > 0xffff) i++
    }
    if (rightToLeft) code = mirrored(code)
    const advance = characters.advanceOf(code)
    glyphs.push(characters.glyphOf(code))
    if (isFitted) xOffsets.push(characters.shiftOf(code))
    advances.push(advance)
    width += advance
  }
  if (kerned) width += kernPairs(font, glyphs, advances)
  if (rightToLeft) {
    glyphs.reverse()
    advances.reverse()
    clusters.reverse()
    xOffsets.reverse()
  }
  return { font, glyphs, advances, xOffsets: isFitted ? xOffsets : undefined, yOffsets: undefined, clusters, width }
}

/** Changes the advances of kerned pairs. Returns the sum of the changes. */
function kernPairs({ face, outlineScale }: Font, glyphs: readonly number[], advances: number[]): number {
  const unit = outlineScale / face.unitsPerEm
  let sum = 0
  for (let i = 1; i < glyphs.length; i++) {
    const change = face.kerningOf(glyphs[i - 1] ?? 0, glyphs[i] ?? 0) * unit
    advances[i - 1] = (advances[i - 1] ?? 0) + change
    sum += change
  }
  return sum
}

function fromRun({ font }: LoadedFont, run: GlyphRun): ShapedText {
  const unit = 1 / font.face.unitsPerEm
  const across = unit * font.outlineScale
  let width = 0
  const advances = run.advances.map((advance) => {
    width += advance * across
    return advance * across
  })
  const isShifted = run.xOffsets.some((offset) => offset !== 0) || run.yOffsets.some((offset) => offset !== 0)
  return {
    font,
    glyphs: run.glyphs,
    advances,
    xOffsets: isShifted ? run.xOffsets.map((offset) => offset * across) : undefined,
    yOffsets: isShifted ? run.yOffsets.map((offset) => offset * unit) : undefined,
    clusters: run.clusters,
    width,
  }
}
