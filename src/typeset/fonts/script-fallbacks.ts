/**
 * Finds fonts for characters that the font of the text lacks.
 *
 * @module
 */

import { type BundledFamily, bundledFace, installedFace } from './bundled-faces.js'
import type { FontFace } from './font-face.js'

/** A font package that is used for its scripts if it is installed. */
interface FallbackPackage {
  readonly name: string
  /** Common prefix of its file names. */
  readonly stem: string
  /** First and last code points of the ranges that the package is used for, in pairs. */
  readonly ranges: readonly number[]
  /** Languages (BCP 47, primary subtag or more) for which this package is preferred to others with the same ranges. */
  readonly languages?: readonly string[]
}

const ARABIC = [0x600, 0x6ff, 0x750, 0x77f, 0x8a0, 0x8ff, 0xfb50, 0xfdff, 0xfe70, 0xfefe]
const HEBREW_FORMS = [0xfb1d, 0xfb4f]
const IDEOGRAPHS = [0x2e80, 0x312f, 0x3190, 0x4dbf, 0x4e00, 0x9fff, 0xf900, 0xfaff, 0xfe30, 0xfe4f, 0xff00, 0xffef]
const HAN = [...IDEOGRAPHS, 0x20000, 0x3ffff]
const HANGUL = [0x1100, 0x11ff, 0x3130, 0x318f, 0xa960, 0xa97f, 0xac00, 0xd7ff]
const EMOJI = [0x203c, 0x203c, 0x2049, 0x2049, 0x2139, 0x2139, 0x2300, 0x27bf, 0x2900, 0x2bff, 0x1f000, 0x1faff]
/** Ranges of arrows, operators, shapes, and mathematical alphabets. */
const SIGNS = [0x2000, 0x2bff, 0x4dc0, 0x4dff, 0x10100, 0x1018f, 0x1d400, 0x1d7ff, 0x1f000, 0x1fbff]

/**
 * Noto and similar fonts as `@expo-google-fonts` packages, all with TrueType outlines in static weights. Each one is an optional
 * peer dependency.
 */
export const FALLBACK_PACKAGES: readonly FallbackPackage[] = [
  { name: 'noto-sans-arabic', stem: 'NotoSansArabic', ranges: ARABIC },
  { name: 'noto-naskh-arabic', stem: 'NotoNaskhArabic', ranges: ARABIC },
  { name: 'noto-sans-hebrew', stem: 'NotoSansHebrew', ranges: [0x590, 0x5ff, ...HEBREW_FORMS] },
  { name: 'noto-sans-syriac', stem: 'NotoSansSyriac', ranges: [0x700, 0x74f, 0x860, 0x86f] },
  { name: 'noto-sans-thaana', stem: 'NotoSansThaana', ranges: [0x780, 0x7bf] },
  { name: 'noto-sans-nko', stem: 'NotoSansNKo', ranges: [0x7c0, 0x7ff] },
  { name: 'noto-sans-devanagari', stem: 'NotoSansDevanagari', ranges: [0x900, 0x97f, 0x1cd0, 0x1cff, 0xa8e0, 0xa8ff] },
  { name: 'noto-sans-bengali', stem: 'NotoSansBengali', ranges: [0x980, 0x9ff] },
  { name: 'noto-sans-gurmukhi', stem: 'NotoSansGurmukhi', ranges: [0xa00, 0xa7f] },
  { name: 'noto-sans-gujarati', stem: 'NotoSansGujarati', ranges: [0xa80, 0xaff] },
  { name: 'noto-sans-oriya', stem: 'NotoSansOriya', ranges: [0xb00, 0xb7f] },
  { name: 'noto-sans-tamil', stem: 'NotoSansTamil', ranges: [0xb80, 0xbff] },
  { name: 'noto-sans-telugu', stem: 'NotoSansTelugu', ranges: [0xc00, 0xc7f] },
  { name: 'noto-sans-kannada', stem: 'NotoSansKannada', ranges: [0xc80, 0xcff] },
  { name: 'noto-sans-malayalam', stem: 'NotoSansMalayalam', ranges: [0xd00, 0xd7f] },
  { name: 'noto-sans-sinhala', stem: 'NotoSansSinhala', ranges: [0xd80, 0xdff] },
  { name: 'noto-sans-thai', stem: 'NotoSansThai', ranges: [0xe00, 0xe7f] },
  { name: 'noto-sans-lao', stem: 'NotoSansLao', ranges: [0xe80, 0xeff] },
  { name: 'noto-serif-tibetan', stem: 'NotoSerifTibetan', ranges: [0xf00, 0xfff] },
  { name: 'noto-sans-myanmar', stem: 'NotoSansMyanmar', ranges: [0x1000, 0x109f, 0xa9e0, 0xa9ff, 0xaa60, 0xaa7f] },
  { name: 'noto-sans-georgian', stem: 'NotoSansGeorgian', ranges: [0x10a0, 0x10ff, 0x1c90, 0x1cbf, 0x2d00, 0x2d2f] },
  { name: 'noto-sans-ethiopic', stem: 'NotoSansEthiopic', ranges: [0x1200, 0x139f, 0x2d80, 0x2ddf, 0xab00, 0xab2f] },
  { name: 'noto-sans-cherokee', stem: 'NotoSansCherokee', ranges: [0x13a0, 0x13ff, 0xab70, 0xabbf] },
  {
    name: 'noto-sans-canadian-aboriginal',
    stem: 'NotoSansCanadianAboriginal',
    ranges: [0x1400, 0x167f, 0x18b0, 0x18ff],
  },
  { name: 'noto-sans-mongolian', stem: 'NotoSansMongolian', ranges: [0x1800, 0x18af] },
  { name: 'noto-sans-javanese', stem: 'NotoSansJavanese', ranges: [0xa980, 0xa9df] },
  { name: 'noto-sans-tifinagh', stem: 'NotoSansTifinagh', ranges: [0x2d30, 0x2d7f] },
  { name: 'noto-sans-khmer', stem: 'NotoSansKhmer', ranges: [0x1780, 0x17ff, 0x19e0, 0x19ff] },
  { name: 'noto-sans-jp', stem: 'NotoSansJP', ranges: HAN, languages: ['ja'] },
  { name: 'noto-sans-sc', stem: 'NotoSansSC', ranges: HAN, languages: ['zh-cn', 'zh-sg', 'zh-hans', 'zh'] },
  { name: 'noto-sans-tc', stem: 'NotoSansTC', ranges: HAN, languages: ['zh-tw', 'zh-hant', 'zh-mo'] },
  { name: 'noto-sans-hk', stem: 'NotoSansHK', ranges: HAN, languages: ['zh-hk'] },
  { name: 'noto-sans-kr', stem: 'NotoSansKR', ranges: [...HANGUL, ...HAN], languages: ['ko'] },
  { name: 'noto-emoji', stem: 'NotoEmoji', ranges: EMOJI },
  { name: 'noto-sans-math', stem: 'NotoSansMath', ranges: SIGNS },
  { name: 'noto-sans-symbols', stem: 'NotoSansSymbols', ranges: SIGNS },
  { name: 'noto-sans-symbols-2', stem: 'NotoSansSymbols2', ranges: SIGNS },
  { name: 'noto-sans', stem: 'NotoSans', ranges: [0, 0x10ffff] },
]

/** The npm name of the font package for a character; undefined if only fonts for many scripts may have it. */
export function fontPackageFor(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  const found = FALLBACK_PACKAGES.slice(0, -1).find(({ ranges }) =>
    ranges.some((first, index) => index % 2 === 0 && code >= first && code <= (ranges[index + 1] ?? first)),
  )
  return found === undefined ? undefined : `@expo-google-fonts/${found.name}`
}

/** Further bundled families for characters of Western text, by the kind of the family. */
const BUNDLED_FALLBACKS: Readonly<Record<'serif' | 'sans' | 'mono', readonly BundledFamily[]>> = {
  serif: ['tinos', 'dejavuSerif', 'dejavuSans'],
  sans: ['arimo', 'dejavuSans'],
  mono: ['cousine', 'dejavuMono', 'dejavuSans'],
}

/**
 * The face for a character that the font of the text lacks. Packages for its script are preferred to bundled faces, except for
 * symbols and Hebrew, which the bundled families contain in the style of the text.
 *
 * @returns undefined when no face has it
 */
export function findFallbackFace(
  codePoint: number,
  style: { readonly kind: 'serif' | 'sans' | 'mono'; readonly bold: boolean; readonly italic: boolean },
  language: string,
): FontFace | undefined {
  // The bundled families contain Hebrew too.
  const isBundled =
    codePoint < 0x600 || (codePoint >= 0x1e00 && codePoint < 0x2e80) || isWithin(codePoint, HEBREW_FORMS)
  const bundled = () => {
    for (const family of BUNDLED_FALLBACKS[style.kind]) {
      const face = bundledFace(family, style.bold, style.italic)
      if (face.glyphOf(codePoint) !== 0) return face
    }
    return undefined
  }
  if (isBundled) return bundled() ?? findPackaged(codePoint, style.bold, language)
  return findPackaged(codePoint, style.bold, language) ?? bundled()
}

function findPackaged(codePoint: number, bold: boolean, language: string): FontFace | undefined {
  for (const { name, stem, ranges } of rankedFor(language)) {
    if (!isWithin(codePoint, ranges)) continue
    const face = packagedFace(name, stem, bold ? '700Bold' : '400Regular') ?? packagedFace(name, stem, '400Regular')
    if (face !== undefined && face.glyphOf(codePoint) !== 0) return face
  }
  return undefined
}

let lastRanking: { readonly language: string; readonly packages: readonly FallbackPackage[] } | undefined

/**
 * All packages, ordered by their suitability for a language. The result is cached, since consecutive requests have the same
 * language.
 */
function rankedFor(language: string): readonly FallbackPackage[] {
  if (lastRanking?.language !== language) {
    const packages = FALLBACK_PACKAGES.toSorted((a, b) => rankOf(a, language) - rankOf(b, language))
    lastRanking = { language, packages }
  }
  return lastRanking.packages
}

function packagedFace(name: string, stem: string, style: string): FontFace | undefined {
  return installedFace(fontSpecifier(name, stem, style))
}

/** The file of a font in its package. */
export function fontSpecifier(name: string, stem: string, style: string): string {
  return `@expo-google-fonts/${name}/${style}/${stem}_${style}.ttf`
}

function isWithin(codePoint: number, ranges: readonly number[]): boolean {
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    if (codePoint >= (ranges[i] ?? 0) && codePoint <= (ranges[i + 1] ?? 0)) return true
  }
  return false
}

/** Rank of a package: packages for the language first, those for other languages last. */
function rankOf({ languages }: FallbackPackage, language: string): number {
  if (languages === undefined) return 1
  const tag = language.toLowerCase()
  return languages.some((own) => tag === own || tag.startsWith(`${own}-`)) ? 0 : 2
}
