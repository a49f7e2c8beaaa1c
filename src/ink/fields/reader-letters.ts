/**
 * Letters that a font has which the file does not bring (ISO 32000-2, 9.6.2.2 and 9.7.5.2): the reader puts one of its own,
 * and shows nothing in the place of a letter that this one lacks.
 *
 * @module
 */
import { decodeBytes } from '../../input/encodings.js'
import type { FontFacts } from '../fonts/content-font.js'
import { encodingByName, latinNames } from '../fonts/encodings.js'
import { charactersOfGlyph } from '../fonts/glyph-names.js'
import { once } from '../fonts/once.js'
import { standardFont } from '../fonts/standard-fonts.js'

/** Standard fonts of signs, each of which has all of its own (D.5, D.6). */
const SYMBOLS = new Set(['Symbol', 'ZapfDingbats'])

/**
 * True when every reader shows a text in a font that the file does not bring: the standard Latin letters (D.2), and in a font of
 * a character collection those of the standard on which it was built. PDFium leaves out what is Greek or Cyrillic.
 */
export function isShownByAll({ isEmbedded, subtype, name, collection }: FontFacts, text: string): boolean {
  if (isEmbedded || SYMBOLS.has(name)) return true
  // Of a font with the name of a Latin one, readers take that, whatever the collection.
  const ofCollection = standardFont(name) === undefined ? collectionLetters(collection ?? '') : new Set<string>()
  const letters = subtype === 'Type0' ? ofCollection : latinLetters()
  return [...text.normalize('NFC')].every((letter) => letter.trim() === '' || letters.has(letter))
}

/**
 * True for letters of any alphabet in a font of the system. Acrobat writes a field so that is filled in with letters which
 * the form's own font lacks, in one that Windows and macOS bring along.
 */
export function isOfSystemFont({ isEmbedded, subtype }: FontFacts, text: string): boolean {
  return !isEmbedded && subtype === 'TrueType' && LETTERS.test(text)
}

const LETTERS = /^\p{L}+$/u

/** True for a text whose letters are all in the encoding with which readers draw fields by themselves, and have a shape. */
export function isInWinAnsi(text: string): boolean {
  return [...text].every((letter) => winAnsiLetters().has(letter))
}

const latinLetters = once(() => lettersOf(latinNames()))
const winAnsiLetters = once(() => lettersOf(encodingByName('WinAnsiEncoding') ?? []))

function lettersOf(names: Iterable<string | undefined>): ReadonlySet<string> {
  return new Set([...names].flatMap((name) => (name === undefined ? [] : [...(charactersOfGlyph(name) ?? '')])))
}

/** Encodings of the standards on which collections were built (Adobe Technical Notes 5078 to 5080 and 5093), and their first bytes. */
const STANDARDS: Readonly<Record<string, readonly [encoding: string, first: number, last: number]>> = {
  Japan1: ['shift_jis', 0x81, 0xfc],
  GB1: ['gbk', 0x81, 0xfe],
  // The plane before these is one of Hong Kong, which came later.
  CNS1: ['big5', 0xa4, 0xf9],
  Korea1: ['euc-kr', 0x81, 0xfe],
}
const FULL_WIDTH = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff5e]/u
const ASCII = Array.from({ length: 0x7e - 0x20 }, (_, i) => String.fromCharCode(0x21 + i))

const collections = new Map<string, ReadonlySet<string>>()

/** Letters of a collection: those of its own scripts, and ASCII, with which all of them begin. */
function collectionLetters(name: string): ReadonlySet<string> {
  const known = collections.get(name)
  if (known !== undefined) return known
  const standard = Object.hasOwn(STANDARDS, name) ? STANDARDS[name] : undefined
  const letters = new Set(standard === undefined ? [] : [...ASCII, ...decodeAll(...standard)])
  if (standard !== undefined) collections.set(name, letters)
  return letters
}

/** All letters of two bytes of an encoding. */
function decodeAll(encoding: string, first: number, last: number): string[] {
  const bytes: number[] = []
  for (let lead = first; lead <= last; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) bytes.push(lead, trail)
  return [...decodeBytes(Uint8Array.from(bytes), encoding).text].filter((letter) => FULL_WIDTH.test(letter))
}
