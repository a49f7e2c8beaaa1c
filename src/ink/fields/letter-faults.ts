/**
 * Checks of a field's letters: whether they are the characters that they claim to be, are placed like letters, and are seen with
 * all of their ink.
 *
 * @module
 */

import { decodeBytes } from '../../input/encodings.js'
import { largest, smallest } from '../../lists.js'
import { normalizeCells } from '../../pdf/forms.js'
import type { Box } from '../../pdf/matrix.js'
import { luminance } from '../colour/colour.js'
import type { Clip } from '../content/clip.js'
import type { PaintedArea, PaintedGlyph } from '../content/drawing.js'
import type { DrawnStates } from '../drawn-states.js'
import type { FontFacts } from '../fonts/content-font.js'
import { encodingByName, latinNames } from '../fonts/encodings.js'
import { charactersOfGlyph } from '../fonts/glyph-names.js'
import { inkBoxOf, SMALL_SIGN } from '../fonts/letter-shapes.js'
import { standardFont } from '../fonts/standard-fonts.js'
import { Sheet } from '../raster/sheet.js'
import { getOrMake, once } from '../remember.js'
import type { TextLine } from '../text/text-order.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { type FieldLook, type ShownFault, textOfLines } from './field-look.js'

/** The fault of one letter; `undefined` when it is seen as the character that it stands for. */
export function findGlyphFault(
  pair: DrawnStates,
  { glyph, text, meaning, hidden, doubts }: VisibleGlyph,
): ShownFault | undefined {
  const { facts } = glyph.font
  // A blank that only the file tells of may be a letter in the font that a viewer takes.
  if (text !== undefined && text.trim() === '' && (facts.isEmbedded || meaning.trust === 'agreed')) return undefined
  const [reason] = hidden
  if (reason === 'no_glyph') return { kind: 'unknown', detail: 'its font lacks a letter' }
  if (reason !== undefined) return { kind: 'hidden', detail: `a letter is ${reason.replaceAll('_', ' ')}` }
  const [doubt] = doubts.filter((item) => item !== 'partly_clipped')
  if (doubt !== undefined) return { kind: 'unknown', detail: `a letter is ${doubt.replaceAll('_', ' ')}` }
  if (meaning.trust === 'contradicted') return { kind: 'unknown', detail: 'the font says two things of a letter' }
  if (text === undefined) return { kind: 'unknown', detail: 'the font does not tell its letters' }
  if (!isShownByAll(facts, text) && !isOfSystemFont(facts, text)) {
    return {
      kind: 'unknown',
      detail: 'a letter is missing from what every reader has for a font that the file does not bring',
    }
  }
  if (wasSigned(pair, facts)) return undefined
  if (glyph.font.isOddlySpaced?.(glyph.code) === true)
    return { kind: 'unknown', detail: 'its letters are oddly spaced' }
  if (meaning.trust === 'agreed' && isKnownByName(facts)) return undefined
  return { kind: 'unknown', detail: 'its letters come from a font that was not part of what was signed' }
}

/**
 * True for standard fonts, which every reader has, and for fonts whose codes belong to a character collection. Nothing in the
 * file tells how a glyph looks that the file itself draws. A simple font with another name is replaced by a different one in each
 * reader, or by symbols.
 */
function isKnownByName({ isStandard, isEmbedded, subtype }: FontFacts): boolean {
  return isStandard || (subtype === 'Type0' && !isEmbedded)
}

/** True for a font of the first signed revision that is unchanged, including its program and its encoding. */
function wasSigned(pair: DrawnStates, { objectNumber }: FontFacts): boolean {
  return objectNumber !== undefined && pair.isSignedThroughout(objectNumber)
}

/** Standard symbol fonts, of which every reader has all glyphs (D.5, D.6). */
const SYMBOLS = new Set(['Symbol', 'ZapfDingbats'])

/**
 * True when every reader shows a text in a font that is not embedded. Its letters belong to the standard Latin set (D.2), or to
 * the standard on which the font's character collection is based. PDFium leaves out Greek and Cyrillic letters.
 */
export function isShownByAll(facts: FontFacts, text: string): boolean {
  if (facts.isEmbedded || SYMBOLS.has(facts.name)) return true
  const letters = getOrMake(lettersOfFonts, facts, lettersOfReaders)
  return [...text.normalize('NFC')].every((letter) => letter.trim() === '' || letters.has(letter))
}

const lettersOfFonts = new WeakMap<FontFacts, ReadonlySet<string>>()

/** The letters that readers have for a font that is not embedded. */
function lettersOfReaders({ subtype, name, collection = '' }: FontFacts): ReadonlySet<string> {
  if (subtype !== 'Type0') return latinLetters()
  // They replace a font with a standard Latin name by that font, whatever its collection.
  return standardFont(name) === undefined ? collectionLetters(collection) : new Set()
}

/**
 * True for letters of any alphabet in a system font. Acrobat uses a font of Windows or macOS for letters that the form's own font
 * lacks.
 */
function isOfSystemFont({ isEmbedded, subtype }: FontFacts, text: string): boolean {
  return !isEmbedded && subtype === 'TrueType' && LETTERS.test(text)
}

const LETTERS = /^\p{L}+$/u

/** True for a text whose letters are all visible and belong to the encoding with which readers draw fields themselves. */
export function isInWinAnsi(text: string): boolean {
  return [...text].every((letter) => winAnsiLetters().has(letter))
}

const latinLetters = once(() => lettersOf(latinNames()))
const winAnsiLetters = once(() => lettersOf(encodingByName('WinAnsiEncoding') ?? []))

function lettersOf(names: Iterable<string | undefined>): ReadonlySet<string> {
  return new Set([...names].flatMap((name) => (name === undefined ? [] : [...(charactersOfGlyph(name) ?? '')])))
}

/** The standard on which each collection is based (Adobe Technical Notes 5078 to 5080 and 5093), and its range of first bytes. */
const STANDARDS: Readonly<Record<string, readonly [encoding: string, first: number, last: number]>> = {
  Japan1: ['shift_jis', 0x81, 0xfc],
  GB1: ['gbk', 0x81, 0xfe],
  // Lower first bytes belong to a later extension for Hong Kong.
  CNS1: ['big5', 0xa4, 0xf9],
  Korea1: ['euc-kr', 0x81, 0xfe],
}
const FULL_WIDTH = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff5e]/u
const ASCII = Array.from({ length: 0x7e - 0x20 }, (_, i) => String.fromCharCode(0x21 + i))

const collections = new Map<string, ReadonlySet<string>>()

/** The letters of a collection: its own scripts and ASCII, which each collection begins with. */
function collectionLetters(name: string): ReadonlySet<string> {
  const known = collections.get(name)
  if (known !== undefined) return known
  const standard = Object.hasOwn(STANDARDS, name) ? STANDARDS[name] : undefined
  const letters = new Set(standard === undefined ? [] : [...ASCII, ...decodeAll(...standard)])
  if (standard !== undefined) collections.set(name, letters)
  return letters
}

/** All two-byte characters of an encoding. */
function decodeAll(encoding: string, first: number, last: number): string[] {
  const bytes: number[] = []
  for (let lead = first; lead <= last; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) bytes.push(lead, trail)
  return [...decodeBytes(Uint8Array.from(bytes), encoding).text].filter((letter) => FULL_WIDTH.test(letter))
}

/** Largest ratio of a letter's width and height, either way, at which it can be read. */
const MAX_DISTORTION = 3
/** Largest side of a letter's cell, in ems. The widest dashes take one em. */
const MAX_CELL = 1.8
/** Largest share of a letter that may overlap the next one. Kerning takes less. */
const MAX_OVERLAP = 0.5
/** Smallest advance from one letter to the next, in ems. The narrowest letters take more than twice as much. */
const MIN_ADVANCE = 0.1
const MARKS = /^\p{M}/u
/** Largest cosine of the angle between the axes of a letter. Italics that lean by 25 degrees have 0.42. */
const MAX_SLANT = 0.45

/** Largest ratio of font sizes in one field. A smaller 2 would be an exponent. */
const MAX_SIZE_RATIO = 1.25
/** Largest difference of baselines, in ems, for rounding. A raised 2 would be an exponent, and raised digits would be cents. */
const MAX_RISE = 0.1

/**
 * Why the letters of a field are misplaced; `undefined` when they are not.
 *
 * @param rotation Rotation of the field in degrees, counter-clockwise (/R of /MK, ISO 32000-2, Table 192).
 */
export function findPositionFault({ glyphs, lines }: FieldLook, rotation = 0): ShownFault | undefined {
  const seen = glyphs.filter(({ isVisible, text }) => isVisible && text?.trim() !== '')
  if (seen.some(({ glyph }) => isDistorted(glyph))) return { kind: 'unlike', detail: 'its letters are out of shape' }
  if (areOfManySizes(seen)) return { kind: 'unlike', detail: 'its letters are of different sizes' }
  if (lines.some(isUneven)) return { kind: 'unlike', detail: 'its letters stand above or below their line' }
  if (new Set(lines.map(({ angle }) => angle)).size > 1) {
    return { kind: 'unlike', detail: 'its lines run in different directions' }
  }
  if (lines.some((line) => line.angle === 180) && rotation !== 180)
    return { kind: 'unlike', detail: 'its letters are upside down' }
  const overlaps = lines.some((line) => {
    return line.glyphs.some(
      (glyph, i) => liesOn(line.glyphs[i - 1], glyph, line.angle) || isStacked(line.glyphs[i - 1], glyph),
    )
  })
  return overlaps ? { kind: 'hidden', detail: 'letters overlap' } : undefined
}

/**
 * Why letters cannot be read in the order of painting; `undefined` when they can. Firefox does not show the appearance of a text
 * field on the screen, but the letters that it paints, one after the other: 19 painted from its end is 91, and painted twice to
 * look bold it is 1919. Letters that are written from right to left may be painted in either order.
 */
export function findOrderFault({ glyphs, lines }: FieldLook): ShownFault | undefined {
  if (lines.some(({ text, logical }) => text !== logical)) return undefined
  const painted = glyphs.map(({ text }) => text ?? '').join('')
  if (normalizeCells(painted) === normalizeCells(textOfLines(lines))) return undefined
  return { kind: 'unlike', detail: 'its letters are painted in another order than they are read in, or twice' }
}

function areOfManySizes(glyphs: readonly VisibleGlyph[]): boolean {
  const sizes = glyphs.map(({ glyph }) => glyph.size)
  return largest(sizes) > MAX_SIZE_RATIO * smallest(sizes)
}

/** True for a line with letters above or below the baseline of its first one. */
function isUneven({ glyphs: [first, ...others] }: TextLine): boolean {
  if (first === undefined) return false
  const [a, b, , , x, y] = first.glyph.matrix
  const along = Math.hypot(a, b)
  return others.some(({ glyph: { matrix, size }, text }) => {
    const rise = Math.abs((matrix[4] - x) * b - (matrix[5] - y) * a) / along
    return rise > MAX_RISE * size && !(text !== undefined && MARKS.test(text))
  })
}

/** True for a letter that is mirrored, slanted, stretched, or in a cell of impossible size. */
function isDistorted({ matrix: [a, b, c, d], box, size }: PaintedGlyph): boolean {
  const [left, bottom, right, top] = box
  if (Math.max(right - left, top - bottom) > MAX_CELL * size) return true
  const [along, across] = [Math.hypot(a, b), Math.hypot(c, d)]
  if (!(along > 0 && across > 0) || a * d - b * c <= 0) return true
  const isSlanted = Math.abs(a * c + b * d) > MAX_SLANT * along * across
  return isSlanted || along > MAX_DISTORTION * across || across > MAX_DISTORTION * along
}

/** True for a letter that begins where the one before begins, because of a font with zero widths. Accents may. */
function isStacked(before: VisibleGlyph | undefined, { glyph, text }: VisibleGlyph): boolean {
  if (before === undefined || text === undefined || MARKS.test(text) || text.trim() === '') return false
  if (before.text?.trim() === '') return false
  const distance = Math.hypot(...[4, 5].map((i) => (glyph.matrix[i] ?? 0) - (before.glyph.matrix[i] ?? 0)))
  return distance < MIN_ADVANCE * glyph.size
}

function liesOn(before: VisibleGlyph | undefined, glyph: VisibleGlyph, angle: number): boolean {
  if (before === undefined || angle !== 0) return false
  const [left, , right] = glyph.glyph.box
  const shared = before.glyph.box[2] - left
  const narrower = Math.min(right - left, before.glyph.box[2] - before.glyph.box[0])
  return shared > MAX_OVERLAP * narrower
}

/** Cells per point of the grid on which covers are drawn. The point of 8-point text is less than one point wide. */
const SCALE = 4
/** Most cells of that grid: a field of 500 by 50 points. In larger fields the cells are coarser. */
const MAX_CELLS = 400_000
/** Largest share of the ink that may be covered, for rounding. */
const MOST_COVERED = 0.04
/** Largest share of a small sign that may lie on an area in its own colour. */
const MOST_ALIKE = 0.2
/** Difference in lightness up to which two colours count as one. */
const ALIKE = 0.35
/** Largest difference in lightness between letters of one field. Readers overlook one that is much paler. */
const MAX_PALENESS = 0.35

/**
 * Why letters of a field are cut off or painted over; `undefined` when all are whole.
 *
 * This does not apply to lists. Their options are known and each is identified by its place. Selected options have another
 * colour, the last line may be cut, and Poppler draws the bar behind an option over the feet of the option above.
 *
 * @param isChoice True for a choice field: some programs (@libpdf/core) cut off a part of its last letter for an arrow.
 */
export function findInkFault(pair: DrawnStates, look: FieldLook, isChoice: boolean): ShownFault | undefined {
  const letters = look.glyphs.filter(({ isVisible, text }) => isVisible && text !== undefined && text.trim() !== '')
  const last = isChoice ? letters.at(-1) : undefined
  if (letters.some((letter) => isCut(letter, letter === last))) return { kind: 'hidden', detail: 'a letter is cut' }
  if (areOfManyShades(letters)) return { kind: 'hidden', detail: 'some of its letters are pale' }
  return findCoverFault(pair, look, letters)
}

function areOfManyShades(letters: readonly VisibleGlyph[]): boolean {
  const shades = letters.flatMap(({ glyph: { paint } }) =>
    paint.colour === undefined ? [] : [1 - paint.alpha * (1 - luminance(paint.colour))],
  )
  return largest(shades) - smallest(shades) > MAX_PALENESS
}

function findCoverFault(
  pair: DrawnStates,
  { drawing, rectangle }: FieldLook,
  letters: readonly VisibleGlyph[],
): ShownFault | undefined {
  const [first] = letters
  if (first === undefined) return undefined
  const areas = drawing.areas.filter(({ inGlyph }) => !inGlyph)
  const above = areas.filter(({ order }) => order > first.glyph.order)
  if (above.length > 0) {
    const cover = coverBy(pair, above, rectangle)
    const isCovered = letters.some((letter) => cover.coverageOf(inkBoxOf(letter)).mean > MOST_COVERED)
    if (isCovered) return { kind: 'hidden', detail: 'a letter is partly covered' }
  }
  const signs = letters.filter(({ text }) => SMALL_SIGN.test(text ?? ''))
  return isLost(pair, signs, areas, rectangle)
    ? { kind: 'hidden', detail: 'a sign cannot be told from a line that runs through it' }
    : undefined
}

/** True when one of some signs lies on an area in the same colour. */
function isLost(pair: DrawnStates, signs: readonly VisibleGlyph[], areas: readonly PaintedArea[], rectangle: Box) {
  const [sign] = signs
  if (sign === undefined || areas.length === 0) return false
  const { colour } = sign.glyph.paint
  const own = colour === undefined ? 0 : luminance(colour)
  const alike = areas.filter(
    ({ paint }) => paint.colour === undefined || Math.abs(luminance(paint.colour) - own) <= ALIKE,
  )
  if (alike.length === 0) return false
  const cover = coverBy(pair, alike, rectangle)
  return signs.some((one) => cover.coverageOf(inkBoxOf(one)).mean > MOST_ALIKE)
}

function coverBy(pair: DrawnStates, areas: readonly PaintedArea[], region: Box): Sheet {
  const cover = new Sheet(region, pair.drawings.budget, { scale: SCALE, maxCells: MAX_CELLS })
  for (const area of areas) cover.area(area)
  return cover
}

/** Largest share of its width that the clip may take from the last letter of an option. */
const END_SHARE = 0.15

/** True when the clip removes ink of a letter. It is unknown what a clip leaves that is not a box. */
function isCut(letter: VisibleGlyph, mayEndEarly: boolean): boolean {
  const { paint, font, code, matrix } = letter.glyph
  if (paint.clip.depth > 0 && letter.doubts.includes('partly_clipped')) return true
  const [left, bottom, right, top] = inkBoxOf(letter)
  const isUpright = matrix[1] === 0 && matrix[0] > 0
  const spare =
    mayEndEarly && isUpright && LETTER.test(letter.text ?? '') ? END_SHARE * font.widthOf(code) * matrix[0] : 0
  return !isWithin([left, bottom, right - spare, top], paint.clip)
}

const LETTER = /^\p{L}$/u

/** Differences of places that come from rounding, in points. */
const SLACK = 0.05

function isWithin(box: Box, { box: [left, bottom, right, top] }: Clip): boolean {
  return box[0] >= left - SLACK && box[1] >= bottom - SLACK && box[2] <= right + SLACK && box[3] <= top + SLACK
}
