/**
 * Divides text of one run into measured items: words, blanks, and text with another font or direction.
 *
 * @module
 */

import type { FontLibrary } from '../fonts/font-face.js'
import type { LinkTarget, TextPiece } from '../model/document-model.js'
import type { RunProperties } from '../model/properties.js'
import { breakOpportunities, isBreakingSpace } from './break-opportunities.js'
import { type FontSlot, fontSlotOf, isEastAsian } from './font-slot.js'
import type { InlineItem, TextItem } from './inline-item.js'
import { lineStopsFor, USUAL_LINE_STOPS } from './line-stops.js'
import { shapeItems } from './shape-item.js'
import type { TextStyles } from './text-style.js'
import { usualItemsOf } from './usual-items.js'

/** Length above which words are measured in parts, so that the cost of cutting a word does not depend on the position. */
const MAX_ITEM_LENGTH = 128

/** Characters without a glyph: controls, soft hyphens, direction marks, zero-width spaces, the byte order mark. */
const INVISIBLE = /\p{Cc}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

const SOFT_HYPHEN = 0xad
const NO_BREAK_HYPHEN = 0x2011

/** Position of a text in its paragraph, and properties of the whole paragraph. */
export interface TextPlace {
  readonly offset: number
  readonly end: number
  readonly breaks: Uint8Array
  readonly levels: Uint8Array | undefined
  readonly isLabel: boolean
}

/** Items of a piece of text within which no line ends. */
export function itemizePiece({ text, run }: TextPiece, fonts: FontLibrary, styles: TextStyles): TextItem[] {
  const items: InlineItem[] = []
  // Phonetic guides are spread where lines could end, which in East Asian text is after each character.
  const breaks = breakOpportunities(text, {
    anywhere: false,
    aroundEastAsian: false,
    keepsHangulWords: false,
    stops: lineStopsFor(USUAL_LINE_STOPS, run.eastAsiaLanguage),
  })
  const place = { offset: 0, end: text.length, breaks, levels: undefined, isLabel: false }
  addText(text, run, undefined, place, fonts, styles, items)
  return items.filter((item) => item.kind === 'text')
}

/** Adds the items of a text. */
export function addText(
  source: string,
  run: RunProperties,
  link: LinkTarget | undefined,
  place: TextPlace,
  fonts: FontLibrary,
  styles: TextStyles,
  items: InlineItem[],
): void {
  const isInFont = (codePoint: number) =>
    fonts.has(styles.styleOf(run, fontSlotOf(codePoint, run)).font, codePoint, run.language)
  const text = run.capitals === undefined ? source : capitalize(source, run.language, isInFont)
  const { offset, breaks, levels, isLabel } = place
  const hasInvisible = text.search(INVISIBLE) >= 0
  const usualItems = usualItemsOf(styles)
  let start = 0
  while (start < text.length) {
    const first = text.charCodeAt(start)
    const kind = characterKind(source, start, run)
    const isSpace = isBreakingSpace(first)
    const level = levels?.[offset + start] ?? 0
    let end = start
    do {
      end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
    } while (
      end < text.length &&
      end - start < MAX_ITEM_LENGTH &&
      breaks[offset + end] !== 1 &&
      isBreakingSpace(text.charCodeAt(end)) === isSpace &&
      (levels === undefined || levels[offset + end] === level) &&
      isSameKind(characterKind(source, end, run), kind)
    )
    const breakAfter = !isLabel && breaks[offset + end] === 1
    const softHyphen = breakAfter && text.charCodeAt(end - 1) === SOFT_HYPHEN
    const part = text.slice(start, end)
    const shown = hasInvisible ? part.replace(INVISIBLE, '') : part
    const style = styles.styleOf(run, kind.slot, kind.isSmall)
    // A word is usually followed by a blank, and a blank by a line break opportunity.
    const isUsual = breakAfter === isSpace && level === 0 && link === undefined && !isLabel && !kind.isEastAsian
    const known = isUsual ? usualItems.get(shown, style) : undefined
    if (known !== undefined) items.push(known)
    else if (shown !== '' || breakAfter) {
      const traits = { level, link, isSpace, isEastAsian: kind.isEastAsian, breakAfter, softHyphen, isLabel }
      const before = items.length
      shapeItems(plainHyphens(shown, style.font.face), style, traits, fonts, styles, items)
      const made = items[before]
      if (isUsual && made?.kind === 'text' && items.length === before + 1) usualItems.add(shown, style, made)
    }
    start = end
  }
}

interface CharacterKind {
  readonly slot: FontSlot
  readonly isSmall: boolean
  readonly isEastAsian: boolean
}

function isSameKind(a: CharacterKind, b: CharacterKind): boolean {
  return a.slot === b.slot && a.isSmall === b.isSmall && a.isEastAsian === b.isEastAsian
}

const PLAIN: CharacterKind = { slot: 'ascii', isSmall: false, isEastAsian: false }

function characterKind(source: string, index: number, run: RunProperties): CharacterKind {
  const unit = source.charCodeAt(index)
  const isSmall = run.capitals === 'small'
  if (unit < 0x80 && !isSmall && !run.complexScript && !run.rightToLeft) return PLAIN
  const codePoint = source.codePointAt(index) ?? 0
  const slot = mergeSlots(fontSlotOf(codePoint, run), run)
  if (isSmall) {
    const character = String.fromCodePoint(codePoint)
    // In small capitals, blanks are small even after capitals, digits and signs, which are not: 1.8 points at 10 points in
    // Calibri, in a table of contents of 40 entries that Word set.
    const isSmallOne = isBreakingSpace(codePoint) || character !== character.toUpperCase()
    return { slot, isSmall: isSmallOne, isEastAsian: isEastAsian(codePoint) }
  }
  return { slot, isSmall: false, isEastAsian: isEastAsian(codePoint) }
}

/** Letters of both slots stay in one word if both slots have the same typeface. */
function mergeSlots(slot: FontSlot, run: RunProperties): FontSlot {
  return slot === 'highAnsi' && run.fonts.highAnsi === run.fonts.ascii ? 'ascii' : slot
}

/** Scripts whose capitals every font with their small letters contains: Latin, Greek, Cyrillic. */
const USUAL_CAPITALS = /^[\0-\u052f\u1e00-\u1fff\u2010-\u214f]*$/

/**
 * Converts text to upper case, but only characters whose upper case has the same length, so that positions do not change, and is
 * in the font. Georgian mostly stays as it is, since few fonts contain the capitals added in Unicode 11.
 */
function capitalize(text: string, language: string, isInFont: (codePoint: number) => boolean): string {
  const isTurkic = /^(tr|az)\b/i.test(language)
  const upper = isTurkic ? text.toLocaleUpperCase('tr') : text.toUpperCase()
  if (upper.length === text.length && USUAL_CAPITALS.test(upper)) return upper
  let result = ''
  for (const character of text) {
    const capital = isTurkic ? character.toLocaleUpperCase('tr') : character.toUpperCase()
    const isKept = capital.length === character.length && (capital === character || isShown(capital, isInFont))
    result += isKept ? capital : character
  }
  return result
}

function isShown(capital: string, isInFont: (codePoint: number) => boolean): boolean {
  return USUAL_CAPITALS.test(capital) || isInFont(capital.codePointAt(0) ?? 0)
}

/** Replaces no-break hyphens by hyphens, which look the same, since fonts often lack the character. */
function plainHyphens(text: string, face: { glyphOf(codePoint: number): number }): string {
  if (!text.includes('\u2011') || face.glyphOf(NO_BREAK_HYPHEN) !== 0) return text
  return text.replaceAll('\u2011', '-')
}
