/**
 * Highlights code with `highlight.js`, if the host has installed it.
 *
 * @module
 */

import { requireFromHost } from '../../assets/place.js'
import { SealwrightError } from '../../errors.js'
import { codeOf } from '../../input/foreign-values.js'
import { CONVERT_LIMITS } from '../convert-limits.js'

/** Returns code as HTML whose `span` elements have classes of highlight.js; `undefined` for plain code. */
export type Highlighter = (code: string, language: string) => string | undefined

/**
 * Rules for the classes of highlight.js. Every colour keeps a contrast of 4.5 to 1 on white and on the light grounds that
 * code usually has (WCAG 2.2, 1.4.3).
 */
export const CODE_COLORS = Object.entries({
  '0b5394': ['keyword', 'literal', 'selector-tag', 'tag', 'name', 'built_in', 'type'],
  '22632f': ['string', 'regexp', 'addition', 'template-tag', 'char'],
  '8f3f00': ['number', 'symbol', 'bullet', 'link', 'attr', 'attribute', 'selector-id', 'selector-class'],
  '5b2d8e': ['title', 'section', 'variable', 'template-variable', 'property'],
  '59636e': ['comment', 'quote', 'meta', 'doctag'],
  a3161f: ['deletion'],
})
  .map(([color, names]) => `${names.map((name) => `.hljs-${name}`).join()}{color:#${color}}`)
  .concat('.hljs-emphasis{font-style:italic}', '.hljs-strong{font-weight:bold}', '')
  .join('\n')

/** Longest line of code that is highlighted, in characters. Some rules search the rest of a line from each position. */
const MAX_LINE = 2000
const LONG_LINE = new RegExp(`.{${MAX_LINE + 1}}`)

/** The parts of `highlight.js` that are used. Its own types depend on those of browsers. */
interface Library {
  getLanguage(name: string): object | undefined
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { readonly value: string }
}

/** The highlighter of one document; `undefined` where `highlight.js` is not installed. */
export function createHighlighter(): Highlighter | undefined {
  const library = loadLibrary()
  if (library === undefined) return undefined
  let left: number = CONVERT_LIMITS.maxHighlightedCharacters
  return (code, language) => {
    if (code.length > left || library.getLanguage(language) === undefined || LONG_LINE.test(code)) return undefined
    left -= code.length
    return library.highlight(code, { language, ignoreIllegals: true }).value
  }
}

function loadLibrary(): Library | undefined {
  try {
    return requireFromHost('highlight.js/lib/common') as Library
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return undefined
    throw new SealwrightError('missing_dependency', 'highlight.js is installed but cannot be loaded.', {
      cause: error,
    })
  }
}
