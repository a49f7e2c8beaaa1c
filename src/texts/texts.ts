/**
 * The languages of what is made for people, and their texts.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import type { Texts } from './en.js'

/** BCP 47, the primary subtag alone. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const

/** A language that there are texts in. */
export type Language = (typeof LANGUAGES)[number]

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

/** Loads the texts of a language; each table is loaded when it is first wanted. */
export async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case 'en':
      return (await import('./en.js')).ENGLISH
    case 'de':
      return (await import('./de.js')).DE
    case 'fr':
      return (await import('./fr.js')).FR
    case 'es':
      return (await import('./es.js')).ES
  }
}

/** Whether a value names a language of ours. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}

/** @throws SealwrightError `invalid_request` */
export function assertLanguage(value: unknown): asserts value is Language {
  if (isLanguage(value)) return
  throw new SealwrightError('invalid_request', `language must be one of ${LANGUAGES.join(', ')}.`)
}

/** The language that a reader likes best of ours, by an Accept-Language (RFC 9110, 12.5.4); English where there is none. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const wishes = (acceptLanguage ?? '')
    .slice(0, MAX_HEADER)
    .split(',')
    .map((wish) => {
      const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase())
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: tag.split('-', 1)[0], weight: q === undefined ? 1 : Number(q.slice(2)) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return wishes.map(({ language }) => language).find(isLanguage) ?? 'en'
}

/** Characters of an `Accept-Language` header that are looked at; browsers send far fewer. */
const MAX_HEADER = 1000

/** Puts values into the places in braces; a place without a value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
