import type { EmbeddedFontFile, FontHint } from '../model/document-model.js'
import { bundledFace } from './bundled-faces.js'
import { type FamilySubstitute, familyKey, familyName, genericSubstitute, substituteOf } from './family-table.js'
import { fittingOf } from './fitting.js'
import type { Font, FontFace, FontLibrary, FontSource, ShapedText, ShapeOptions } from './font-face.js'
import { type LoadedFont, loadFont } from './loaded-font.js'
import { nearestFace, openProvidedFaces, type ProvidedFace } from './provided-faces.js'
import { findFallbackFace } from './script-fallbacks.js'
import { shapeText } from './shape-text.js'
import type { SymbolSet } from './symbol-characters.js'

/** What a library has beside the fonts that come with the package. */
export interface FontLibraryOptions {
  /** Fonts that the document brings. */
  readonly embedded?: readonly EmbeddedFontFile[]
  /** Fonts that the host brings; they come before all others. */
  readonly sources?: readonly FontSource[]
  /** What the document's font table says of its families. */
  readonly hints?: ReadonlyMap<string, FontHint>
}

/**
 * The fonts for one document. Faces that come with the package, and what was shaped in them, are kept for the process.
 * Fonts of the document or host that are damaged, or that forbid to be embedded, are passed over.
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
  const provided = openProvidedFaces(options.embedded ?? [], options.sources ?? [])
  const hints = new Map([...(options.hints ?? [])].map(([family, hint]) => [familyKey(family), hint]))
  const requests = new Map<string, LoadedFont>()
  const loadedFonts = new Map<Font, LoadedFont>()
  const fallbacks = new Map<string, LoadedFont | undefined>()
  const missing = new Map<string, string>()
  const substitutions = new Map<string, string>()

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
    const style = { family, bold, italic }
    const key = familyKey(family)
    const hint = hints.get(key)
    const alternative = hint?.alternative === undefined ? undefined : familyKey(hint.alternative)
    const own = nearestFace(provided.get(key) ?? [], bold, italic)
    const substitute = substituteOf(key)
    const isExact = own !== undefined && own.bold === bold && own.italic === italic
    if (own !== undefined && (isExact || substitute?.isTwin !== true)) return loadProvided(own, style, substitute)
    if (substitute === undefined && alternative !== undefined) {
      const other = nearestFace(provided.get(alternative) ?? [], bold, italic)
      if (other !== undefined) return loadProvided(other, style, undefined)
    }
    const chosen =
      substitute ?? (alternative === undefined ? undefined : substituteOf(alternative)) ?? genericSubstitute(key, hint)
    if (chosen.isTwin !== true) substitutions.set(family, familyName(chosen.use))
    return loadSubstitute(chosen, style)
  }

  function findFor(font: Font, codePoint: number, language: string): Font {
    const loaded = loadedFonts.get(font)
    if (loaded === undefined || loaded.characters.has(codePoint)) return font
    const { kind, bold, italic } = loaded
    const key = `${codePoint} ${kind}${bold ? 1 : 0}${italic ? 1 : 0} ${language} ${loaded.next === undefined ? '' : font.family}`
    let fallback = fallbacks.get(key)
    if (fallback === undefined && !fallbacks.has(key)) {
      fallback = searchFallback(loaded, codePoint, language)
      fallbacks.set(key, fallback)
    }
    if (fallback !== undefined) return remember(fallback).font
    missing.set(String.fromCodePoint(codePoint), font.family)
    return font
  }

  function shape(text: string, font: Font, shapeOptions: ShapeOptions): ShapedText {
    const loaded = loadedFonts.get(font)
    if (loaded === undefined) throw new TypeError('The font is of another library.')
    return shapeText(loaded, text, shapeOptions)
  }

  return { find, findFor, shape, missing, substitutions }
}

function searchFallback(loaded: LoadedFont, codePoint: number, language: string): LoadedFont | undefined {
  const next = loaded.next?.()
  if (next?.characters.has(codePoint)) return next
  const face = findFallbackFace(codePoint, loaded, language)
  return face === undefined ? undefined : loadFallback(face, loaded)
}

/** Fonts of the package's own faces, kept for the process: by request and by face. There are as many as the tables have rows. */
const substitutes = new Map<FamilySubstitute, Map<string, LoadedFont>>()
const fallbackFonts = new Map<string, LoadedFont>()

/** Pictures that the face in the style of the text lacks are taken from the one with the most of them. */
const SYMBOL_RESERVES: Readonly<Record<SymbolSet, FamilySubstitute>> = {
  symbol: { use: 'dejavuSans', kind: 'sans', symbols: 'symbol' },
  wingdings: { use: 'dejavuSans', kind: 'sans', symbols: 'wingdings' },
}

interface Style {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
}

function loadProvided(own: ProvidedFace, style: Style, substitute: FamilySubstitute | undefined): LoadedFont {
  const kind = own.face.font.metrics.fixedPitch ? 'mono' : (substitute?.kind ?? 'sans')
  const next = substitute === undefined ? undefined : () => loadSubstitute(substitute, style)
  return loadFont(own.face, { ...style, kind, isBold: own.bold, isItalic: own.italic, ...(next && { next }) })
}

function loadSubstitute(substitute: FamilySubstitute, { family, bold, italic }: Style): LoadedFont {
  let fonts = substitutes.get(substitute)
  if (fonts === undefined) {
    fonts = new Map()
    substitutes.set(substitute, fonts)
  }
  const isBold = bold || substitute.isHeavy === true
  const key = `${isBold ? 1 : 0}${italic ? 1 : 0}`
  let loaded = fonts.get(key)
  if (loaded === undefined) {
    const { use, kind, line, symbols } = substitute
    const face = bundledFace(use, isBold, italic)
    const style = { family, bold, italic }
    const next =
      symbols === undefined || use === 'dejavuSans' ? undefined : () => loadSubstitute(SYMBOL_RESERVES[symbols], style)
    loaded = loadFont(face, {
      family,
      kind,
      bold: isBold,
      italic,
      isBold,
      isItalic: italic,
      isSymbol: symbols !== undefined,
      fitting: fittingOf(substitute, face, bold, italic),
      ...(line && { line }),
      ...(next && { next }),
    })
    fonts.set(key, loaded)
  }
  return loaded
}

function loadFallback(face: FontFace, { kind, bold, italic }: LoadedFont): LoadedFont {
  const key = `${face.id} ${kind}${bold ? 1 : 0}${italic ? 1 : 0}`
  let loaded = fallbackFonts.get(key)
  if (loaded === undefined) {
    const { metrics, postScriptName } = face.font
    const isBold = metrics.weight >= 600
    // East Asian and emoji faces have no slanted form: Word slants them.
    loaded = loadFont(face, { family: postScriptName, kind, bold, italic, isBold, isItalic: metrics.italicAngle !== 0 })
    fallbackFonts.set(key, loaded)
  }
  return loaded
}
