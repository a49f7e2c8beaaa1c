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

/** Positions of a name in bytes where it is spelled with its letters alone, ascending. */
export function plainPlacesOf(view: Buffer, name: string): number[] {
  const places: number[] = []
  for (let hit = view.indexOf(name, 0, 'latin1'); hit >= 0; hit = view.indexOf(name, hit + name.length, 'latin1'))
    places.push(hit)
  return places
}
