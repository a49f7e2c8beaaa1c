/**
 * Full-width punctuation: the blank halves that are removed, and the signs that may hang over the end of a line.
 *
 * @module
 */

import type { ShapedText } from '../fonts/font-face.js'
import type { InlineItem, TextItem } from './inline-item.js'
import { widthOf } from './shape-item.js'

/** Closing signs, whose right half is blank, and opening signs, whose left half is blank. */
const CLOSING = '、。，．」』】〕〉》）］｝〗'
const OPENING = '「『【〔〈《（［｛〖'
const SIGNS = CLOSING + OPENING
/** Signs that may hang over the end of a line (w:overflowPunct, ECMA-376-1, 17.3.1.21). */
const HANGING = '、。，．；：！？'

/** Signs with a blank half that is kept beside other signs and removed only where a line is too tight. */
const LEANING = '；：！？・'
/** Signs with a blank quarter on each side. */
const CENTRED = '；：・'

/** Width that a full-width sign can lose, in ems. */
export const HALF_EM = 0.5
/** Least width of a full-width sign, in ems. Narrower signs are proportional and have no blank half. */
const FULL_WIDTH = 0.9

/**
 * Latin signs that may hang over the end of a line up to Word 2010, where the East Asian language of the text is Japanese or
 * Chinese. In a document whose style is Japanese, they do in all four such places that Word set, but not in two places in runs
 * marked as English. An article whose defaults are Chinese breaks its page as in Word with such signs, and a document of 27
 * breaks whose defaults are Korean without.
 */
const LATIN_HANGING = '.,'
const HANGS_LATIN = /^(?:zh|ja)\b/i

/**
 * Width of an item that may hang over the end of a line: that of its last sign, or 0 where it ends otherwise.
 *
 * @param hangsLatin signs of Latin text may
 */
export function overhangOf(item: InlineItem, hangsLatin = false): number {
  if (item.kind !== 'text' || item.text === '') return 0
  const { shaped, style, text } = item
  const last = text.charAt(text.length - 1)
  const isHanging = item.isEastAsian
    ? HANGING.includes(last)
    : hangsLatin && hangsInLatin(last, style.run.eastAsiaLanguage)
  if (!isHanging) return 0
  return (shaped.advances.at(-1) ?? 0) * style.size * style.run.scale + style.tracking
}

function hangsInLatin(sign: string, language: string | undefined): boolean {
  return LATIN_HANGING.includes(sign) && language !== undefined && HANGS_LATIN.test(language)
}

/** Whether the last character of a piece of text is a closing sign that still has its blank half. */
export function endsWithSign({
  text,
  shaped,
}: {
  readonly text: string
  readonly shaped: ShapedText | undefined
}): boolean {
  if (shaped === undefined || !CLOSING.includes(text.charAt(text.length - 1))) return false
  return text !== '' && isFullSign(text, shaped, text.length - 1)
}

/** Number of signs that still have their blank half. */
export function countSigns(text: string, shaped: ShapedText): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if (isFullSign(text, shaped, at)) count++
  return count
}

/**
 * Glyphs whose signs are narrowed by `loss` ems each, the last one by `lossOfLast`: closing signs on the right, opening ones on
 * the left.
 */
export function narrowSigns(text: string, shaped: ShapedText, loss: number, lossOfLast = loss): ShapedText {
  const advances = [...shaped.advances]
  let xOffsets: number[] | undefined
  for (let at = 0; at < text.length; at++) {
    if (!isFullSign(text, shaped, at)) continue
    const own = at === text.length - 1 ? lossOfLast : loss
    advances[at] = (advances[at] ?? 0) - own
    const onTheLeft = OPENING.includes(text.charAt(at)) ? own : CENTRED.includes(text.charAt(at)) ? own / 2 : 0
    if (onTheLeft === 0) continue
    xOffsets ??= [...(shaped.xOffsets ?? shaped.advances.map(() => 0))]
    xOffsets[at] = (xOffsets[at] ?? 0) - onTheLeft
  }
  const width = advances.reduce((sum, advance) => sum + advance, 0)
  return { ...shaped, advances, width, ...(xOffsets && { xOffsets }) }
}

function isFullSign(text: string, { advances, glyphs }: ShapedText, at: number): boolean {
  const sign = text.charAt(at)
  if (!SIGNS.includes(sign) && !LEANING.includes(sign)) return false
  return glyphs.length === text.length && (advances[at] ?? 0) >= FULL_WIDTH
}

/**
 * Removes the blank halves of adjacent signs: of the first of two closing or two opening signs, and of a closing sign or a colon
 * before an opening one. Returns the same array if nothing changes. Word does so in kerned text (w:kern): in a Japanese document
 * with `compressPunctuation` (ECMA-376-1, 17.15.1.18), all eight such pairs in kerned footnotes have lost a half, and none of
 * the fifteen in its main text, which is not kerned. A Chinese document with kerned text shows the same.
 */
export function compressPunctuation(items: readonly InlineItem[]): readonly InlineItem[] {
  let compressed: InlineItem[] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (item?.kind !== 'text' || !item.isEastAsian || !item.style.shaping.kerning) continue
    const narrow = compress(item, () => nextCharacter(items, index))
    if (narrow === undefined) continue
    compressed ??= [...items]
    compressed[index] = narrow
  }
  return compressed ?? items
}

/** The item without its removed halves; undefined where none is removed. */
function compress(item: TextItem, following: () => string): TextItem | undefined {
  const { text, shaped, style } = item
  if (shaped.glyphs.length !== text.length) return undefined
  let advances: number[] | undefined
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    const advance = shaped.advances[at] ?? 0
    if (!(SIGNS.includes(sign) || COLONS.includes(sign)) || advance < FULL_WIDTH) continue
    if (!isCompressed(sign, at + 1 < text.length ? text.charAt(at + 1) : following())) continue
    advances ??= [...shaped.advances]
    advances[at] = advance - HALF_EM
  }
  if (advances === undefined) return undefined
  const narrow = { ...shaped, advances, width: advances.reduce((sum, advance) => sum + advance, 0) }
  return { ...item, shaped: narrow, width: widthOf(narrow, style) }
}

/** Colons, whose right half is removed before an opening sign. */
const COLONS = '：；'

function nextCharacter(items: readonly InlineItem[], index: number): string {
  for (let next = index + 1; next < items.length; next++) {
    const item = items[next]
    if (item?.kind === 'text') return item.isEastAsian ? item.text.charAt(0) : ''
    if (item?.kind !== 'mark') return ''
  }
  return ''
}

function isCompressed(first: string, second: string): boolean {
  if (second === '') return false
  return OPENING.includes(second) || (CLOSING.includes(first) && CLOSING.includes(second))
}
