/**
 * Typographic quotes, dashes and ellipses, in the style of the document's language.
 *
 * @module
 */

import type { MarkedExtension } from 'marked'
import type { TextChange } from './change-texts.js'

/** Quotation marks: opening and closing double ones, opening and closing single ones. */
type Quotes = readonly [open: string, close: string, openSingle: string, closeSingle: string]

const ENGLISH: Quotes = ['“', '”', '‘', '’']
const GERMAN: Quotes = ['„', '“', '‚', '‘']
const ANGLED: Quotes = ['«', '»', '“', '”']
const LOW_HIGH: Quotes = ['„', '”', '‚', '’']
const RIGHT: Quotes = ['”', '”', '’', '’']

/** By language (CLDR, delimiters). */
const QUOTES: ReadonlyMap<string, Quotes> = new Map([
  ...['de', 'cs', 'sk', 'sl', 'bg', 'lt', 'is', 'sr'].map((code) => [code, GERMAN] as const),
  ...['es', 'it', 'pt-pt', 'el', 'nb', 'nn', 'no', 'uk', 'ca', 'fa'].map((code) => [code, ANGLED] as const),
  ...['pl', 'ro', 'hu', 'hr'].map((code) => [code, LOW_HIGH] as const),
  ...['sv', 'fi'].map((code) => [code, RIGHT] as const),
  ['fr', ['«\u202f', '\u202f»', '“', '”']],
  ['ru', ['«', '»', '„', '“']],
  ['de-ch', ['«', '»', '‹', '›']],
])

const SIGN = /"|'|-{2,3}(?!-)|\.{3}/g
/** Characters after which a quote can open. */
const OPENS_AFTER = /[\s([{<\u2013\u2014“‘„‚«-]/

/** The quotation marks of a language, or English ones. */
function quotesOf(language: string | undefined): Quotes {
  const code = language?.toLowerCase() ?? 'en'
  return QUOTES.get(code) ?? QUOTES.get(code.split('-', 1)[0] ?? '') ?? ENGLISH
}

/** Replaces signs in texts, which are passed in document order. */
export function smartPunctuation(language: string | undefined): TextChange {
  const [openDouble, closeDouble, openSingle, closeSingle] = quotesOf(language)
  /** Whether a single quotation is open. Otherwise a closing mark is an apostrophe. */
  let isOpen = false
  const changeSign = (sign: string, previous: string, next: string): string => {
    const canOpen = (previous === '' || OPENS_AFTER.test(previous)) && /^\S/.test(next)
    if (sign === '...') return '…'
    // A row of hyphens is not a dash.
    if (sign.startsWith('-')) return previous === '-' ? sign : sign === '---' ? '—' : '–'
    if (sign === '"') return canOpen ? openDouble : closeDouble
    const isClosing = isOpen && !canOpen && !/^[\p{L}\p{N}]/u.test(next)
    if (isClosing) isOpen = false
    // Before the digits of a year, the sign is an apostrophe.
    else if (canOpen && !/^\d/.test(next)) isOpen = true
    else return '’'
    return isClosing ? closeSingle : openSingle
  }
  return (text, before) => {
    if (before === '') isOpen = false
    return text.replace(SIGN, (sign, at: number) =>
      changeSign(sign, at === 0 ? before : (text[at - 1] ?? ''), text.slice(at + sign.length, at + sign.length + 1)),
    )
  }
}

/** Escaped signs stay unchanged. */
export function literalExtension(): MarkedExtension {
  return {
    renderer: {
      text(token) {
        return token.type === 'escape' && /^["'.-]$/.test(token.text)
          ? `<span data-literal>${token.text === '"' ? '&quot;' : token.text}</span>`
          : false
      },
    },
  }
}
