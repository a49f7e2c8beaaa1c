/**
 * Which glyphs of a simple TrueType font viewers may select for a code. ISO 32000-2, 9.6.5.4 tells two ways, by names and by
 * codes; where these lead nowhere, or a font says that it is of letters and has a map of symbols, each viewer goes on to
 * other maps and names in an order of its own.
 *
 * @module
 */
import type { CharacterMap } from './character-maps.js'
import { encodingByName } from './encodings.js'
import { charactersOfGlyph } from './glyph-names.js'
import { once } from './once.js'

/** Where the codes of symbol maps begin. */
export const SYMBOL_RANGES = [0xf000, 0xf100, 0xf200]

/** Characters that lists of names have under two code points: that of the letter, and that of the sign. */
const TWINS: Readonly<Record<string, readonly number[]>> = {
  Delta: [0x0394, 0x2206],
  Omega: [0x03a9, 0x2126],
  mu: [0x00b5, 0x03bc],
  fraction: [0x2044, 0x2215],
  hyphen: [0x002d, 0x00ad, 0x2010],
  macron: [0x00af, 0x02c9],
  periodcentered: [0x00b7, 0x2219],
  space: [0x0020, 0x00a0],
}

/** Glyphs by what selects them. */
export class SelectedGlyphs {
  readonly #maps: readonly CharacterMap[]
  readonly #byName: () => ReadonlyMap<string, readonly number[]>
  readonly #byText: () => ReadonlyMap<string, readonly number[]>

  /** `names`: those of the table `post`; a name may stand there more than once. */
  constructor(maps: readonly CharacterMap[], names: readonly string[] = []) {
    this.#maps = maps
    this.#byName = once(() => indexOf(names))
    this.#byText = once(() => indexOf(names.map((name) => charactersOfGlyph(name))))
  }

  /** What any map, any name and the code itself lead to; `names`: what encodings say of the code. */
  of(code: number, names: readonly string[]): number[] {
    const codes = new Set([code])
    const glyphs: number[] = this.#maps.length === 0 ? [code] : []
    for (const name of names) {
      const text = charactersOfGlyph(name)
      for (const point of [...(TWINS[name] ?? []), ...pointsOf(text), ...macintoshCodes(name)]) codes.add(point)
      for (const glyph of this.#byName().get(name) ?? []) glyphs.push(glyph)
      for (const glyph of (text === undefined ? undefined : this.#byText().get(text)) ?? []) glyphs.push(glyph)
    }
    for (const one of codes) for (const glyph of this.#mapped(one)) glyphs.push(glyph)
    return glyphs
  }

  #mapped(code: number): number[] {
    const glyphs = this.#maps.flatMap((map) => [0, ...SYMBOL_RANGES].map((base) => map.codes.get(base + code)))
    return glyphs.filter((glyph) => glyph !== undefined)
  }
}

/** Glyphs of one name that are kept; subsets leave hundreds without any. */
const MAX_TWINS = 8

/** Numbers of glyphs by their names, which may be those of several; what has none is passed over. */
export function indexOf(names: readonly (string | undefined)[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [glyph, name] of names.entries()) {
    if (name === undefined || name === '' || name === '.notdef') continue
    const known = index.get(name)
    if (known === undefined) index.set(name, [glyph])
    else if (known.length < MAX_TWINS) known.push(glyph)
  }
  return index
}

function pointsOf(text: string | undefined): number[] {
  return text === undefined ? [] : [...text].slice(0, 1).map((sign) => sign.codePointAt(0) ?? 0)
}

/** 9.6.5.4: the code that a name has for the Macintosh, whatever the map is for. */
function macintoshCodes(name: string): number[] {
  const code = encodingByName('MacRomanEncoding')?.indexOf(name) ?? -1
  return code < 0 ? [] : [code]
}
