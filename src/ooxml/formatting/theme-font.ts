/**
 * Fonts that text takes from the theme (ECMA-376-1, 17.18.96).
 *
 * @module
 */

import type { Theme, ThemeFonts } from '../parts/theme.js'

/** What the choice of a theme font depends on. */
export interface ThemeFontContext {
  readonly theme: Theme
  readonly themeFontLanguages: { readonly eastAsia: string; readonly bidi: string }
}

/** Script codes of the theme's font lists by language. */
const SCRIPTS: Readonly<Record<string, string>> = {
  ja: 'Jpan',
  ko: 'Hang',
  zh: 'Hans',
  ar: 'Arab',
  he: 'Hebr',
  th: 'Thai',
  am: 'Ethi',
  bn: 'Beng',
  gu: 'Gujr',
  km: 'Khmr',
  kn: 'Knda',
  pa: 'Guru',
  dv: 'Thaa',
  hi: 'Deva',
  mr: 'Deva',
  te: 'Telu',
  ta: 'Taml',
  syr: 'Syrc',
  or: 'Orya',
  ml: 'Mlym',
  lo: 'Laoo',
  si: 'Sinh',
  vi: 'Viet',
  ug: 'Uigh',
  ka: 'Geor',
  fa: 'Arab',
  ur: 'Arab',
}

/**
 * The typeface for a value such as `minorHAnsi`. `undefined` where the theme has none, so that a named font or an earlier level
 * of the cascade applies.
 */
export function resolveThemeFont(value: string | undefined, context: ThemeFontContext): string | undefined {
  if (value === undefined) return undefined
  const fonts = value.startsWith('major') ? context.theme.majorFonts : context.theme.minorFonts
  if (fonts === undefined) return undefined
  const { eastAsia, bidi } = context.themeFontLanguages
  if (value.endsWith('EastAsia')) return fonts.eastAsian || fontOfLanguage(fonts, eastAsia)
  if (value.endsWith('Bidi')) return fonts.complexScript || fontOfLanguage(fonts, bidi)
  return fonts.latin || undefined
}

function fontOfLanguage(fonts: ThemeFonts, language: string): string | undefined {
  const [primary = '', ...subtags] = language.toLowerCase().split('-')
  const traditional = primary === 'zh' && subtags.some((subtag) => ['tw', 'hk', 'mo', 'hant'].includes(subtag))
  const script = traditional ? 'Hant' : SCRIPTS[primary]
  return (script === undefined ? undefined : fonts.scripts.get(script)) || undefined
}
