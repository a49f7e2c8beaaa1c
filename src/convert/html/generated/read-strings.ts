/**
 * Strings that elements set for headers to show (`string-set`, CSS Generated Content for Paged Media Module, 1.1.1).
 *
 * @module
 */

import type { PlaceMark } from '../boxes/box-collector.js'
import type { PageConversion } from '../conversion.js'
import { splitOutside, splitWords } from '../css/css-text.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { type HtmlElement, textContent } from '../source/html-tree.js'
import { generatedText } from './generated-content.js'

type StringSet = Extract<PlaceMark, { kind: 'stringSet' }>

/** Longest string, in characters. */
const MAX_LENGTH = 1000

/** The strings that an element sets, in the order in which it names them. */
export function readStrings(
  conversion: PageConversion,
  element: HtmlElement,
  written: string,
  place: StyledPlace,
): StringSet[] {
  return splitOutside(written, ',').flatMap((part): StringSet[] => {
    const [name = 'none', ...content] = splitWords(part)
    if (name === 'none') return []
    const text = content.map((word) => textOf(conversion, element, word, place)).join('')
    return [{ kind: 'stringSet', name, value: text.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH) }]
  })
}

function textOf(conversion: PageConversion, element: HtmlElement, word: string, place: StyledPlace): string {
  const [, called, part = ''] = /^(content|contents|self)(?:\(\s*([-a-z]*)\s*\))?$/i.exec(word) ?? []
  if (called === undefined) return generatedText(word, element, conversion.counters, conversion.budget)
  if (part === 'before' || part === 'after') {
    const pseudo = conversion.resolver.resolvePseudo(element, part, place)
    return generatedText(pseudo?.style.box.content ?? '', element, conversion.counters, conversion.budget)
  }
  const text = textContent(element)
  return part === 'first-letter' ? (/\S/u.exec(text)?.[0] ?? '') : text
}
