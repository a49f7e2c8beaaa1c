/**
 * `text-transform` (CSS Text Module Level 3, 2.1), as far as it has to be spelled out: capitals are a format of the document that
 * is written, so that its text stays what it is.
 *
 * @module
 */

import type { TextStyle } from '../css/computed-style.js'

/** Languages whose letters change in ways of their own (Unicode, SpecialCasing), by their tag in HTML. */
const OWN_CASES = /^(?:az|el|lt|tr)(?=-|$)/i

/** Letters of two sounds, which have a capital of their own at the start of a word (Unicode, titlecase). */
const DIGRAPHS = 'ǄǅǆǅǇǈǉǈǊǋǌǋǱǲǳǲ'

/** The first letter of a word; an apostrophe does not begin a word. */
const FIRST_LETTER = /(?<![\p{L}\p{M}\p{N}'’_])(?:ij|\p{L})/giu

/** Georgian has capitals for whole words only. */
const GEORGIAN = /[\u10d0-\u10ff]/

/** Text that is put into capitals here. Georgian is left to the format, which knows whether a font has its capitals. */
const OTHER_THAN_GEORGIAN = /[^\u10d0-\u10ff]+/g

/** Text as its style spells it. */
export function changeCase(text: string, { letterCase, capitals, language = '' }: TextStyle): string {
  const locale = OWN_CASES.exec(language)?.[0].toLowerCase()
  if (letterCase === 'lower') return text.toLocaleLowerCase(locale ?? 'en')
  if (letterCase === 'words') return text.replace(FIRST_LETTER, (letter) => titleCase(letter, language, locale))
  return capitals === 'all' ? spellCapitals(text, locale) : text
}

/** Capitals that a format does not give: SS for ß, and Greek ones without accents. */
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
  // Dutch writes ij as one letter. What has no single capital, as a ligature, stays.
  const isOne = second !== '' && /^nl(?=-|$)/i.test(language)
  return (capital.length === first.length ? capital : first) + (isOne ? second.toUpperCase() : second)
}
