/**
 * Matches all spellings of a name, with each letter plain or as its hexadecimal code (ISO 32000-2, 7.3.5).
 *
 * @module
 */

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
 * Positions of a name in bytes where it is spelled with its letters alone, ascending.
 *
 * Only its beginning is searched for: Node.js finds up to seven bytes with the instructions of the processor, and takes five
 * times as long for more.
 */
export function plainPlacesOf(view: Buffer, name: string): number[] {
  const beginning = name.slice(0, 7)
  const places: number[] = []
  for (let hit = view.indexOf(beginning, 0, 'latin1'); hit >= 0; hit = view.indexOf(beginning, hit + 1, 'latin1'))
    if (view.toString('latin1', hit, hit + name.length) === name) places.push(hit)
  return places
}
