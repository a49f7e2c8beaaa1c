/**
 * Matches all spellings of a name, with each letter plain or as its hexadecimal code (ISO 32000-2, 7.3.5).
 *
 * @module
 */

import { latin1Text } from './syntax.js'

/**
 * A pattern for all spellings of a name.
 *
 * @param name The name with its solidus, consisting of letters.
 */
export function spellingsOf(name: string): RegExp {
  const [solidus = '', ...letters] = name
  return new RegExp(solidus + letters.map((letter) => `(?:${letter}|#${hexOf(letter)})`).join(''), 'g')
}

function hexOf(letter: string): string {
  const [high = '', low = ''] = letter.charCodeAt(0).toString(16)
  return `${high}[${low.toLowerCase()}${low.toUpperCase()}]`
}

/**
 * Positions of a name in bytes, in any spelling, ascending.
 *
 * @param name The name with its solidus, consisting of letters.
 */
export function placesOfName(view: Buffer, name: string): number[] {
  const pattern = spellingsOf(name)
  const codes = [...name.slice(1)].flatMap((letter) => {
    const code = `#${letter.charCodeAt(0).toString(16)}`
    return [code, code.toUpperCase()]
  })
  // A spelling is the name itself, or has the code of at least one letter.
  const longest = CODE_BYTES * name.length
  const places = new Set<number>()
  for (const part of new Set([name, ...codes])) {
    for (let hit = view.indexOf(part, 0, 'latin1'); hit >= 0; hit = view.indexOf(part, hit + part.length, 'latin1')) {
      const from = Math.max(0, hit - longest)
      const text = latin1Text(view, from, Math.min(view.length, hit + longest))
      for (const { index } of text.matchAll(pattern)) places.add(from + index)
    }
  }
  return [...places].sort((a, b) => a - b)
}

/** Length of a letter that is written as its code. */
const CODE_BYTES = 3
