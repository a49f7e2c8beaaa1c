/**
 * Applies `text-transform` (CSS Text Module Level 3, 2.1) where the text itself must change. Ordinary capitals are a format of
 * the written document, so that its text stays unchanged.
 *
 * @module
 */

import type { TextStyle } from '../css/computed-style.js'

/** Languages with case rules of their own (Unicode, SpecialCasing), as beginnings of HTML language tags. */
const OWN_CASES = /^(?:az|el|lt|tr)(?=-|$)/i

/** Digraph letters, which have a special capital at the start of a word (Unicode, titlecase). */
const DIGRAPHS = 'ǄǅǆǅǇǈǉǈǊǋǌǋǱǲǳǲ'

/** The first letter of a word. An apostrophe or a middle dot after a letter does not end a word (UAX #29, WB6). */
const FIRST_LETTER = /(?<![\p{L}\p{M}\p{N}_]|[\p{L}\p{M}\p{N}]['’·‧])(?:ij|\p{L})/giu

/** Georgian has capitals for whole words only. */
const GEORGIAN = /[\u10d0-\u10ff]/

/**
 * Text that is converted to capitals here. Georgian is left to the format, since only the renderer knows whether a font has its
 * capitals.
 */
const OTHER_THAN_GEORGIAN = /[^\u10d0-\u10ff]+/g

/** Text in the case that its style demands. */
export function changeCase(text: string, { letterCase, capitals, language = '' }: TextStyle): string {
  const locale = OWN_CASES.exec(language)?.[0].toLowerCase()
  if (letterCase === 'lower') return text.toLocaleLowerCase(locale ?? 'en')
  if (letterCase === 'words') return text.replace(FIRST_LETTER, (letter) => titleCase(letter, language, locale))
  return capitals === 'all' ? spellCapitals(text, locale) : text
}

/** Capitals that the format cannot produce: SS for ß, and Greek ones without accents. */
function spellCapitals(text: string, locale: string | undefined): string {
  const upper = text.replace(OTHER_THAN_GEORGIAN, (part) => part.toLocaleUpperCase(locale ?? 'en'))
  if (upper.length !== text.length) return upper
  return locale === 'el' && upper !== text.replace(OTHER_THAN_GEORGIAN, (part) => part.toUpperCase()) ? upper : text
}

function titleCase(letters: string, language: string, locale: string | undefined): string {
  const [first = '', second = ''] = letters
  if (GEORGIAN.test(first) || /\p{Lt}/u.test(first)) return letters
  const digraph = DIGRAPHS.indexOf(first)
  if (digraph >= 0) return `${DIGRAPHS[digraph + 1]}${second}`
  const capital = locale === 'el' ? first.toUpperCase() : first.toLocaleUpperCase(locale ?? 'en')
  // Dutch writes ij as one letter. A character without a single capital, such as a ligature, stays.
  const isOne = second !== '' && /^nl(?=-|$)/i.test(language)
  return (capital.length === first.length ? capital : first) + (isOne ? second.toUpperCase() : second)
}
