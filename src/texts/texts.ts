/**
 * The languages of texts for people, and loading of their tables.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import type { Texts } from './en.js'

/** Languages as BCP 47 tags, primary subtag only. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const

/** A language for which there are texts. */
export type Language = (typeof LANGUAGES)[number]

/** Name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

/** Loads the texts of a language. Each table is loaded when it is first needed. */
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

/** Whether a value names a language for which there are texts. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}

/** @throws SealwrightError `invalid_request` */
export function assertLanguage(value: unknown): asserts value is Language {
  if (isLanguage(value)) return
  throw new SealwrightError('invalid_request', `language must be one of ${LANGUAGES.join(', ')}.`)
}

/** The reader's preferred language among ours, by an Accept-Language header (RFC 9110, 12.5.4); English when none matches. */
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

/** Characters of an `Accept-Language` header that are read. Browsers send far fewer. */
const MAX_HEADER = 1000

/** Replaces the places in braces by values. A place without a value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
