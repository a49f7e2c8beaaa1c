/**
 * The fonts of one document: which font a request gets, and which has a character that another lacks.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { EmbeddedFontFile, FontHint } from '../model/document-model.js'
import type { FamilySubstitute } from './family-substitute.js'
import { familyKey, genericSubstitute, namedStyle, substituteOf } from './family-table.js'
import type { Font, FontLibrary, ShapedText, ShapeOptions } from './font-face.js'
import type { FontSource } from './font-source.js'
import type { LoadedFont } from './loaded-font.js'
import { nearestFace, openProvidedFaces } from './provided-faces.js'
import { shapeText } from './shape-text.js'
import { loadProvided, loadSubstitute, searchFallback } from './substitute-fonts.js'

/** What a library has in addition to the fonts that come with the package. */
interface FontLibraryOptions {
  /** Fonts that the document brings. */
  readonly embedded?: readonly EmbeddedFontFile[]
  /** Fonts that the host brings; they come before all others. */
  readonly sources?: readonly FontSource[]
  /** What the document's font table says of its families. */
  readonly hints?: ReadonlyMap<string, FontHint>
  /** Whether `shape` throws ShaperMissing instead of laying out text without shaping it. Default false. */
  readonly needsShaper?: boolean
}

/**
 * The fonts for one document. Faces that come with the package, and what was shaped in them, are kept for the process. Fonts of
 * the document or host that are damaged, or that forbid embedding, are ignored.
 *
 * @example
 * ```ts
 * await loadShaper()
 * const fonts = createFontLibrary({ sources: [{ family: 'Inter', bytes }] })
 * const font = fonts.find('Inter', false, false)
 * const { width } = fonts.shape('Office', font, { rightToLeft: false, kerning: true, ligatures: true, language: 'en' })
 * ```
 */
export function createFontLibrary(options: FontLibraryOptions = {}): FontLibrary {
  const sources = options.sources ?? []
  const provided = openProvidedFaces(options.embedded ?? [], sources)
  const hints = new Map([...(options.hints ?? [])].map(([family, hint]) => [familyKey(family), hint]))
  const requests = new Map<string, LoadedFont>()
  const loadedFonts = new Map<Font, LoadedFont>()
  const fallbacks = new Map<string, LoadedFont | undefined>()
  const missing = new Map<string, string>()
  const substitutions = new Map<string, string>()
  const replacedByDocument = new Set<string>()

  function remember(loaded: LoadedFont): LoadedFont {
    loadedFonts.set(loaded.font, loaded)
    return loaded
  }

  function find(family: string, bold: boolean, italic: boolean): Font {
    const key = `${bold ? 1 : 0}${italic ? 1 : 0}${family}`
    let loaded = requests.get(key)
    if (loaded === undefined) {
      loaded = remember(resolve(family, bold, italic))
      requests.set(key, loaded)
    }
    return loaded.font
  }

  function resolve(family: string, bold: boolean, italic: boolean): LoadedFont {
    const key = familyKey(family)
    const named = namedStyle(key)
    const hint = hints.get(key)
    const alternative = hint?.alternative === undefined ? undefined : familyKey(hint.alternative)
    const style = { family, bold: bold || named.bold, italic: italic || named.italic }
    const own = nearestFace(provided.get(key) ?? [], bold, italic)
    const substitute = substituteOf(key)
    const isExact = own !== undefined && own.bold === bold && own.italic === italic
    if (own !== undefined && (isExact || substitute?.isTwin !== true)) {
      if (own.isOfDocument && substitute !== undefined) replacedByDocument.add(family)
      return loadProvided(own, { family, bold, italic }, substitute)
    }
    const replacement = wordsReplacement(substitute, hint, alternative)
    if ((substitute === undefined || replacement !== undefined) && alternative !== undefined) {
      const other = nearestFace(provided.get(alternative) ?? [], bold, italic)
      if (other !== undefined) return loadProvided(other, { family, bold, italic }, undefined)
    }
    const chosen =
      replacement ??
      substitute ??
      (alternative === undefined ? undefined : substituteOf(alternative)) ??
      genericSubstitute(key, hint)
    // A face with the family's own widths does not count as a substitution; one that Word used, or that the table names, does.
    if ((chosen.isTwin !== true || chosen !== substitute) && chosen.symbols === undefined) {
      substitutions.set(family, loadSubstitute(chosen, style).font.face.font.postScriptName)
    }
    return renamed(loadSubstitute(chosen, style), family)
  }

  function search(font: Font, codePoint: number, language: string): Font | undefined {
    const loaded = loadedFonts.get(font)
    if (loaded === undefined || loaded.characters.has(codePoint)) return font
    const { kind, bold, italic, next, eastAsianLine, narrowHangul } = loaded
    const isOwn = next !== undefined || eastAsianLine !== undefined || narrowHangul === true
    const key = `${codePoint} ${kind}${bold ? 1 : 0}${italic ? 1 : 0} ${language} ${isOwn ? font.family : ''}`
    let fallback = fallbacks.get(key)
    if (fallback === undefined && !fallbacks.has(key)) {
      // A code of a symbol font is not the letter that other fonts have at it.
      const own = loaded.font.isSymbol ? undefined : findInSources(loaded, codePoint)
      fallback = own ?? searchFallback(loaded, codePoint, language)
      fallbacks.set(key, fallback)
    }
    return fallback === undefined ? undefined : remember(fallback).font
  }

  function findFor(font: Font, codePoint: number, language: string): Font {
    const found = search(font, codePoint, language)
    if (found === undefined) missing.set(String.fromCodePoint(codePoint), font.family)
    return found ?? font
  }

  function has(font: Font, codePoint: number, language: string): boolean {
    return search(font, codePoint, language) !== undefined
  }

  /** The host's own fonts are asked first: it brings them for what others lack. */
  function findInSources({ bold, italic }: LoadedFont, codePoint: number): LoadedFont | undefined {
    for (const { family } of sources) {
      const own = nearestFace(provided.get(familyKey(family)) ?? [], bold, italic)
      if (own === undefined || own.face.glyphOf(codePoint) === 0) continue
      const key = `${bold ? 1 : 0}${italic ? 1 : 0}${family}`
      const loaded = requests.get(key) ?? loadProvided(own, { family, bold, italic }, undefined)
      requests.set(key, loaded)
      return loaded
    }
    return undefined
  }

  function shape(text: string, font: Font, shapeOptions: ShapeOptions): ShapedText {
    const loaded = loadedFonts.get(font)
    if (loaded === undefined) throw new SealwrightError('internal_error', 'The font belongs to another library.')
    return shapeText(loaded, text, shapeOptions, options.needsShaper ?? false)
  }

  return { find, findFor, has, shape, missing, substitutions, replacedByDocument }
}

/**
 * The font that Word itself used for a missing family. It then leaves the name of the other font in the font table, without
 * PANOSE numbers. Text pasted from web pages has such families, and so have Chinese documents from systems without their fonts.
 * In one of these, three breaks within tables and text are Word's with the line heights of the font that it used (Arial Unicode
 * MS), and none without. Local names of East Asian fonts are stored there too.
 */
function wordsReplacement(
  known: FamilySubstitute | undefined,
  hint: FontHint | undefined,
  alternative: string | undefined,
): FamilySubstitute | undefined {
  if (alternative === undefined || hint?.panose !== undefined) return undefined
  if (known === undefined || known.isTwin === true || known.symbols !== undefined) return undefined
  const replacement = substituteOf(alternative)
  return known.isEastAsian === true && replacement?.isEastAsian !== true ? undefined : replacement
}

/**
 * A font under another name. Several families can share a substitute, whose cached data has the name that was requested first.
 */
function renamed(loaded: LoadedFont, family: string): LoadedFont {
  return loaded.font.family === family ? loaded : { ...loaded, font: { ...loaded.font, family } }
}
