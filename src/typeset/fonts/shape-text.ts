import { TYPESET_LIMITS } from '../../limits.js'
import type { ShapedText, ShapeOptions } from './font-face.js'
import type { LoadedFont } from './loaded-font.js'
import { type GlyphRun, shapeGlyphs } from './shaper.js'
import { isSimpleText } from './simple-text.js'

/** Longer texts are shaped each time: they hardly come twice. */
const MAX_CACHED_LENGTH = 40

/** Glyphs and advances of text in one font, direction and script. */
export function shapeText(loaded: LoadedFont, text: string, options: ShapeOptions): ShapedText {
  if (text.length > MAX_CACHED_LENGTH) return shapeAnew(loaded, text, options)
  const key = keyOf(text, options)
  let shaped = loaded.words.get(key)
  if (shaped === undefined) {
    shaped = shapeAnew(loaded, text, options)
    if (loaded.words.size >= TYPESET_LIMITS.maxCachedWords) loaded.words.clear()
    loaded.words.set(key, shaped)
  }
  return shaped
}

/** Text alone for the case that nearly all text is, so that the key need not be built. */
function keyOf(text: string, { rightToLeft, kerning, ligatures, language }: ShapeOptions): string {
  const features = (rightToLeft ? 1 : 0) + (kerning ? 2 : 0) + (ligatures ? 4 : 0)
  return features === 0 && isLatin(text) ? text : `${features}${language}\n${text}`
}

function isLatin(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x250) return false
  return true
}

function shapeAnew(loaded: LoadedFont, text: string, options: ShapeOptions): ShapedText {
  const isComplex = !isLatin(text) && !isSimpleText(text)
  const wantsFeatures = (options.kerning || options.ligatures) && !loaded.isFitted && !loaded.font.isSymbol
  if (isComplex || wantsFeatures) {
    const run = shapeGlyphs(text, loaded.font.face, options, isComplex)
    if (run !== undefined) return fromRun(loaded, run)
  }
  return setSimply(loaded, text, options.rightToLeft)
}

/** One glyph for each character. */
function setSimply({ font, characters }: LoadedFont, text: string, rightToLeft: boolean): ShapedText {
  const glyphs: number[] = []
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
    const advance = characters.advanceOf(code)
    glyphs.push(characters.glyphOf(code))
    advances.push(advance)
    width += advance
  }
  if (rightToLeft) {
    glyphs.reverse()
    advances.reverse()
    clusters.reverse()
  }
  return { font, glyphs, advances, clusters, width }
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
    clusters: run.clusters,
    width,
    ...(isShifted && {
      xOffsets: run.xOffsets.map((offset) => offset * across),
      yOffsets: run.yOffsets.map((offset) => offset * unit),
    }),
  }
}
