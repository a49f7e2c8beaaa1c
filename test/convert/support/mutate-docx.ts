/**
 * Damages DOCX files at random, from a seed.
 *
 * @module
 */

import { makeZip } from '../../support/make-docx.js'
import { mutate, type Random } from '../../support/mutate.js'
import { richDocxParts } from './rich-docx.js'

/** A damaged document, and what was done to it. */
export interface DocxMutant {
  readonly bytes: Uint8Array
  readonly kind: string
}

type MarkupMutation = (markup: string, random: Random) => string

const VALUES = [
  '',
  '0',
  '-1',
  '1',
  'NaN',
  '1e99',
  '2147483648',
  '-99999999999',
  '65536',
  'true',
  'xyz',
  '%1%2%3',
  'rId1',
]

const MARKUP_MUTATIONS: Readonly<Record<string, MarkupMutation>> = {
  'another value': (markup, random) => replaceOne(markup, /"[^"]*"/g, `"${pick(VALUES, random)}"`, random),
  'a swapped value': (markup, random) =>
    replaceOne(markup, /"[^"]*"/g, pick(markup.match(/"[^"]*"/g) ?? ['""'], random), random),
  'another name': (markup, random) => {
    const old = pick(markup.match(/(?<=<)\w+:\w+/g) ?? ['w:p'], random)
    const name = pick(markup.match(/(?<=<)\w+:\w+/g) ?? ['w:p'], random)
    return markup.replaceAll(new RegExp(`(?<=</?)${old}\\b`, 'g'), name)
  },
  'a lost element': (markup, random) => replaceOne(markup, /<(\w+:\w+)[^<>]*(?:\/>|>[^<]*<\/\1>)/g, '', random),
  'a lost tag': (markup, random) => replaceOne(markup, /<[^<>]*>/g, '', random),
  'elements inside of themselves': (markup, random) => {
    const [element, open, name] = pickMatch(markup, /(<(\w+:\w+)[^<>/]*>)[^<]*<\/\2>/g, random) ?? []
    if (element === undefined || open === undefined) return markup
    const depth = 1 + random(60)
    return markup.replace(element, () => open.repeat(depth) + element + `</${name}>`.repeat(depth))
  },
  'elements many times': (markup, random) => {
    const element = pickMatch(markup, /<(\w+:\w+)[^<>]*(?:\/>|>[^<]*<\/\1>)/g, random)?.[0]
    return element === undefined ? markup : markup.replace(element, () => element.repeat(1 + random(300)))
  },
  'moved markup': (markup, random) => {
    const element = pickMatch(markup, /<(\w+:\w+)[^<>]*(?:\/>|>[^<]*<\/\1>)/g, random)?.[0] ?? ''
    return replaceOne(markup, /<[^<>]*>/g, element, random)
  },
}

/**
 * Damages the rich document: one to four times in the markup of its parts, in the bytes of a part, or in those of the
 * archive.
 */
export function mutateDocx(random: Random): DocxMutant {
  const parts = richDocxParts()
  if (random(8) === 0) {
    const { bytes, kinds } = mutate(makeZip(parts), random)
    return { bytes, kind: `archive: ${kinds.join(', ')}` }
  }
  const kinds: string[] = []
  for (let left = 1 + random(4); left > 0; left--) {
    const name = random(2) === 0 ? 'word/document.xml' : pick(Object.keys(parts), random)
    const content = parts[name] ?? ''
    if (typeof content === 'string' && random(9) > 0) {
      const kind = pick(Object.keys(MARKUP_MUTATIONS), random)
      parts[name] = MARKUP_MUTATIONS[kind]?.(content, random) ?? content
      kinds.push(`${name}: ${kind}`)
    } else {
      const mutant = mutate(new Uint8Array(Buffer.from(content)), random)
      parts[name] = mutant.bytes
      kinds.push(`${name}: ${mutant.kinds.join(', ')}`)
    }
  }
  return { bytes: makeZip(parts), kind: kinds.join('; ') }
}

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

function pickMatch(text: string, pattern: RegExp, random: Random): RegExpMatchArray | undefined {
  const matches = [...text.matchAll(pattern)]
  return matches[random(matches.length)]
}

function replaceOne(text: string, pattern: RegExp, by: string, random: Random): string {
  const match = pickMatch(text, pattern, random)
  return match === undefined ? text : text.slice(0, match.index) + by + text.slice((match.index ?? 0) + match[0].length)
}
