/**
 * Creates fonts from faces: from those of the package and from provided faces.
 *
 * @module
 */

import { isEastAsian } from '../text/font-slot.js'
import { bundledFace } from './bundled-faces.js'
import type { Fitting } from './character-table.js'
import { eastAsianLine, systemEastAsianLine } from './east-asian-lines.js'
import type { FamilySubstitute } from './family-substitute.js'
import { BULLET_FACE, fittingOf, hangulFitting, isBulletCode } from './fitting.js'
import type { FontFace } from './font-face.js'
import { type FontLine, type LoadedFont, loadFont } from './loaded-font.js'
import type { ProvidedFace } from './provided-faces.js'
import { findFallbackFace } from './script-fallbacks.js'
import type { SymbolSet } from './symbol-characters.js'

/** Fonts of the package's own faces, kept for the process, by request and by face. The tables limit their number. */
const substitutes = new Map<FamilySubstitute, Map<string, LoadedFont>>()
const fallbackFonts = new Map<string, LoadedFont>()

/** Source of characters for codes of symbol fonts in text of another font, as in Word. */
const SYMBOL: FamilySubstitute = { use: 'tinos', kind: 'serif', symbols: 'symbol' }
/** Source of symbols that a face in the style of the text lacks: the face with the most symbols. */
const SYMBOL_RESERVE: FamilySubstitute = { use: 'dejavuSans', kind: 'sans', symbols: 'symbol' }

/** Sources of the bullets of symbol fonts. */
const BULLETS: Readonly<Record<SymbolSet, FamilySubstitute>> = {
  symbol: { use: BULLET_FACE, kind: 'sans', symbols: 'symbol' },
  mtExtra: { use: BULLET_FACE, kind: 'sans', symbols: 'mtExtra' },
  wingdings: { use: BULLET_FACE, kind: 'sans', symbols: 'wingdings' },
  wingdings2: { use: BULLET_FACE, kind: 'sans', symbols: 'wingdings2' },
  wingdings3: { use: BULLET_FACE, kind: 'sans', symbols: 'wingdings3' },
  webdings: { use: BULLET_FACE, kind: 'sans', symbols: 'webdings' },
}

/** A request for a face of a family. */
interface Style {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
}

/** The font for a character that `loaded` lacks; undefined where none has it. */
export function searchFallback(loaded: LoadedFont, codePoint: number, language: string): LoadedFont | undefined {
  const { bold, italic } = loaded
  const next = loaded.next?.(codePoint)
  if (next?.characters.has(codePoint)) return next
  if (codePoint >= 0xf020 && codePoint <= 0xf0ff) {
    const symbol = loadSubstitute(SYMBOL, { family: 'Symbol', bold, italic })
    return symbol.characters.has(codePoint) ? symbol : symbol.next?.(codePoint)
  }
  const face = findFallbackFace(codePoint, loaded, language)
  if (face === undefined) return searchTwin(loaded, codePoint, language)
  const line = isEastAsian(codePoint) ? (loaded.eastAsianLine ?? systemEastAsianLine(codePoint, language)) : undefined
  const { hangulWidth } = loaded
  const fitting = loaded.narrowHangul === true ? undefined : hangulFitting(codePoint, face, hangulWidth)
  return loadFallback(face, loaded, line, fitting && { name: `hangul ${hangulWidth ?? 1}`, ...fitting })
}

/**
 * Deprecated brackets that few fonts contain, and their replacements. Unicode defines them as canonically equivalent to wide
 * brackets of East Asian text (U+3008, U+3009), but in other text these replacements are meant (The Unicode Standard, 6.2).
 */
const TWINS: ReadonlyMap<number, number> = new Map([
  [0x2329, 0x27e8],
  [0x232a, 0x27e9],
])

function searchTwin(loaded: LoadedFont, codePoint: number, language: string): LoadedFont | undefined {
  const twin = TWINS.get(codePoint)
  const face = twin === undefined ? undefined : findFallbackFace(twin, loaded, language)
  if (face === undefined) return undefined
  return loadFallback(face, loaded, undefined, { name: 'twins', scale: 1, characterOf: (asked) => TWINS.get(asked) })
}

/** Loads a provided face. `substitute` is used for characters that it lacks. */
export function loadProvided(own: ProvidedFace, style: Style, substitute: FamilySubstitute | undefined): LoadedFont {
  const kind = own.face.font.metrics.fixedPitch ? 'mono' : (substitute?.kind ?? 'sans')
  const next = substitute === undefined ? undefined : () => loadSubstitute(substitute, style)
  const isEastAsian = isEastAsianFace(own.face)
  const line = isEastAsian
    ? eastAsianLine(ownLine(own.face), own.face.unitsPerEm)
    : installedLine(own, style, substitute)
  return loadFont(own.face, {
    ...style,
    kind,
    isBold: own.bold,
    isItalic: own.italic,
    ...(next && { next }),
    ...(line && { line }),
    ...(isEastAsian && { isEastAsian }),
  })
}

/**
 * Line metrics of the installed font, which Word uses in place of one that the document brings along. Those differ: Word saves
 * Times New Roman and Calibri without their line gap, and the lines of a manual of 162 pages have it.
 */
function installedLine(
  { isOfDocument }: ProvidedFace,
  style: Style,
  substitute: FamilySubstitute | undefined,
): FontLine | undefined {
  if (!isOfDocument || substitute === undefined) return undefined
  if (substitute.line === undefined && substitute.isTwin !== true) return undefined
  const { ascent, descent, lineGap } = loadSubstitute(substitute, style).font
  return [ascent, descent, lineGap]
}

/** Whether a face contains the characters that every font for Chinese, Japanese or Korean contains. */
function isEastAsianFace(face: FontFace): boolean {
  return [0x4e00, 0x3042, 0xac00].some((codePoint) => face.glyphOf(codePoint) !== 0)
}

function ownLine({ font, unitsPerEm }: FontFace): FontLine {
  const { ascent, descent, gap } = font.metrics.line
  return [ascent / unitsPerEm, descent / unitsPerEm, gap / unitsPerEm]
}

/** Loads the substitute of a family. */
export function loadSubstitute(substitute: FamilySubstitute, { family, bold, italic }: Style): LoadedFont {
  let fonts = substitutes.get(substitute)
  if (fonts === undefined) {
    fonts = new Map()
    substitutes.set(substitute, fonts)
  }
  const isBold = bold || substitute.isHeavy === true
  const key = `${isBold ? 1 : 0}${italic ? 1 : 0}`
  let loaded = fonts.get(key)
  if (loaded === undefined) {
    const { use, kind, line, underline, symbols, scriptSize, unitsPerEm } = substitute
    const face = bundledFace(use, isBold, italic)
    const style = { family, bold, italic }
    const next = symbols === undefined || use === BULLET_FACE ? undefined : reserveOf(symbols, style)
    loaded = loadFont(face, {
      family,
      kind,
      bold: isBold,
      italic,
      isBold,
      isItalic: italic,
      isSymbol: symbols !== undefined,
      isEastAsian: substitute.isEastAsian === true,
      narrowHangul: substitute.narrowHangul === true,
      hangulWidth: bold ? substitute.boldHangul : undefined,
      fitting: fittingOf(substitute, face, bold, italic),
      ...(line && { line: substitute.isEastAsian === true ? eastAsianLine(line, unitsPerEm) : line }),
      ...(underline && { underline }),
      ...(scriptSize && { scriptSize }),
      ...(next && { next }),
    })
    fonts.set(key, loaded)
  }
  return loaded
}

/** Source of the characters of a symbol font that its own face does not have. */
function reserveOf(symbols: SymbolSet, style: Style): (codePoint: number) => LoadedFont {
  return (codePoint) => loadSubstitute(isBulletCode(symbols, codePoint) ? BULLETS[symbols] : SYMBOL_RESERVE, style)
}

function loadFallback(
  face: FontFace,
  { kind, bold, italic }: LoadedFont,
  line: FontLine | undefined,
  fitting?: Fitting & { readonly name: string },
): LoadedFont {
  const key = `${face.id} ${kind}${bold ? 1 : 0}${italic ? 1 : 0} ${line ?? ''} ${fitting?.name ?? ''}`
  let loaded = fallbackFonts.get(key)
  if (loaded === undefined) {
    const { metrics, postScriptName } = face.font
    const isBold = metrics.weight >= 600
    // East Asian and emoji faces have no italics, so Word slants them.
    const isItalic = metrics.italicAngle !== 0
    loaded = loadFont(face, {
      family: postScriptName,
      kind,
      bold,
      italic,
      isBold,
      isItalic,
      ...(line && { line }),
      ...(fitting && { fitting }),
    })
    fallbackFonts.set(key, loaded)
  }
  return loaded
}
