/**
 * Full-width punctuation: what is taken off it where two signs meet, and what may hang over the end of a line.
 *
 * @module
 */

import type { ShapedText } from '../fonts/font-face.js'
import type { InlineItem, TextItem } from './inline-item.js'
import { widthOf } from './shape-item.js'

/** Signs whose right half is blank, and signs whose left half is. */
const CLOSING = '、。，．」』】〕〉》）］｝〗'
const OPENING = '「『【〔〈《（［｛〖'
const SIGNS = CLOSING + OPENING
/** Signs that may stand beyond the end of a line (w:overflowPunct, ECMA-376-1, 17.3.1.21). */
const HANGING = '、。，．；：！？'

/** Signs with a blank half that they keep beside other signs, but not where a line is tight. */
const LEANING = '；：！？・'
/** Signs that have a blank quarter on each side. */
const CENTRED = '；：・'

/** What a full-width sign can lose, in ems. */
export const HALF_EM = 0.5
/** Narrower signs are proportional: they have no half to spare. */
const FULL_WIDTH = 0.9

/**
 * Signs of Latin text that may too, up to Word 2010, where the East Asian language of the text is Japanese or Chinese. In a document
 * whose style says Japanese, they do in four places of four that Word set, and not in two in runs that say English; an article
 * whose defaults say Chinese breaks its page as Word does with them, and a document of 27 breaks whose defaults say Korean without.
 */
const LATIN_HANGING = '.,'
const HANGS_LATIN = /^(?:zh|ja)\b/i

/**
 * How much of an item may stand beyond the end of a line: the width of its last sign; 0 where it ends otherwise.
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

/** Whether the last character of a piece of text is a sign that closes and has its blank half. */
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

/** Signs that have their blank half. */
export function countSigns(text: string, shaped: ShapedText): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if (isFullSign(text, shaped, at)) count++
  return count
}

/** Glyphs whose signs have lost `loss` ems each, the last one `lossOfLast`: closing ones on the right, opening ones on the left. */
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
 * Takes the blank halves out of signs that follow each other: the first of two closing or two opening signs, and a closing one or
 * a colon before an opening one. The same array where there are none. Word does so in text that is kerned (w:kern): in a Japanese
 * document with `compressPunctuation` (ECMA-376-1, 17.15.1.18), all eight such pairs of its kerned footnotes have lost a half,
 * and none of the fifteen in its text, which is not kerned. So it is in a Chinese document, whose text is kerned.
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

/** The item without the halves that it loses; undefined where it keeps all of them. */
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

/** They lose their right half before an opening sign. */
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
