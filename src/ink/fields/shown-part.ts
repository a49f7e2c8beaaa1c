/**
 * Fields that show only a part of their new value, because their font lacks some letters, or the field is too short. Every
 * program for forms does that (ISO 32000-2, 12.7.4.3). It differs from a forgery in what is missing, and why.
 *
 * The value is chosen by the person who fills in the field. So nothing may be missing without leaving a visible gap: no digit,
 * sign or currency, no whole word beside words that are shown, and no beginning of a word that leaves another word.
 *
 * @module
 */

import {
  type FieldState,
  FLAG_PASSWORD,
  isComb,
  isListBox,
  isMultiline,
  normalizeShown,
  valueText,
} from '../../pdf/forms.js'
import type { Box } from '../../pdf/matrix.js'
import type { PdfDict, PdfStream } from '../../pdf/objects.js'
import type { DrawnStates } from '../drawn-states.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { type FieldLook, textOfLines } from './field-look.js'
import { findMarkFault } from './field-marks.js'
import {
  findGlyphFault,
  findInkFault,
  findOrderFault,
  findPositionFault,
  isInWinAnsi,
  isShownByAll,
} from './letter-faults.js'
import { drawField, lookOf } from './shown-value.js'

/** One character of a value, and whether it is shown. */
export interface ValueLetter {
  readonly text: string
  /**
   * - `seen`: every reader shows it;
   * - `lacking`: some readers or all of them leave it out, because its font may lack it;
   * - `cut`: it lies beyond the edge of the field.
   */
  readonly state: 'seen' | 'lacking' | 'cut'
}

/** Most letters that may be missing at the beginning of a word. With two, "un" or "in" could vanish. */
const MAX_RUN_AT_START = 1
/** Most letters in a row that may be missing elsewhere. Polish words end in two of them; more would be a syllable. */
const MAX_RUN = 2
/** Fewest whole words that are shown after the last digit before the text is cut off: units and currencies follow numbers. */
const MIN_WORDS_BEHIND_NUMBER = 3

const LETTER = /^[\p{L}\p{M}]$/u
const BLANK = /^[\s\u00ad\u200b\ufeff]$/u
/** Punctuation between words of a text without numbers. */
const PUNCTUATION = /^[.,;:!?'"()\u2018-\u201f\u00ab\u00bb&/]$/u
const HYPHEN = /^[-\u2010\u2011\u2019']$/u
const CURRENCY_WORD =
  /^(?:euros?|dollars?|pounds?|francs?|yen|cents?|pence|percent|per\s?cent|hundred|thousand|million|billion)$/i

/** True for a letter that some reader may not draw in every font. */
export function mayBeLacking(text: string): boolean {
  return LETTER.test(text) && !isInWinAnsi(text)
}

/** True when the missing letters of a value cannot change its meaning unnoticed. */
export function isHonestlyMissing(letters: readonly ValueLetter[]): boolean {
  const end = letters.findIndex(({ state }) => state === 'cut')
  const [kept, tail] = end < 0 ? [letters, []] : [letters.slice(0, end), letters.slice(end)]
  if (tail.some(({ state }) => state !== 'cut') || kept.some(isWronglyLacking)) return false
  const words = wordsOf(kept)
  const isGone = (word: readonly ValueLetter[]) => word.some(isLacking) && !word.some(isTelling)
  const isSaid = words.some((word) => word.some(isTelling))
  if (isSaid && words.some(isGone)) return false
  // When a letter between digits is missing, the digits form another number.
  if (words.some((word) => word.some(isLacking) && !word.every(({ text }) => isOfText(text)))) return false
  return (!isSaid || words.every(hasShortGaps)) && mayBeCut(letters, end)
}

function isLacking({ state }: ValueLetter): boolean {
  return state === 'lacking'
}

function isWronglyLacking(letter: ValueLetter): boolean {
  return isLacking(letter) && !mayBeLacking(letter.text)
}

/** True for a visible letter, digit or sign. Punctuation alone says nothing. */
function isTelling({ text, state }: ValueLetter): boolean {
  return state === 'seen' && !PUNCTUATION.test(text)
}

/** True for a letter or for a character between letters. */
function isOfText(text: string): boolean {
  return LETTER.test(text) || PUNCTUATION.test(text) || HYPHEN.test(text)
}

function wordsOf(letters: readonly ValueLetter[]): ValueLetter[][] {
  const words: ValueLetter[][] = [[]]
  for (const letter of letters) {
    if (BLANK.test(letter.text)) words.push([])
    else words.at(-1)?.push(letter)
  }
  return words.filter((word) => word.length > 0)
}

function hasShortGaps(word: readonly ValueLetter[]): boolean {
  let run = 0
  return word.every((letter, i) => {
    run = isLacking(letter) ? run + 1 : 0
    return run <= (run === i + 1 ? MAX_RUN_AT_START : MAX_RUN)
  })
}

/** True for a cut end of letters, blanks and punctuation that does not belong to a number before it. */
function mayBeCut(letters: readonly ValueLetter[], end: number): boolean {
  if (end < 0) return true
  const isPlain = letters.every(({ text }, i) => {
    if (i < end || LETTER.test(text) || BLANK.test(text)) return true
    const isInWord = LETTER.test(letters[i - 1]?.text ?? '') && LETTER.test(letters[i + 1]?.text ?? '')
    return HYPHEN.test(text) ? isInWord : PUNCTUATION.test(text)
  })
  if (!isPlain) return false
  const texts = wordsOf(letters).map((word) => word.map(({ text }) => text).join(''))
  const before = wordsOf(letters.slice(0, end)).length
  const lastNumber = texts.findLastIndex((word) => /[^\p{L}\p{M}.,;:!?'"()\u2018-\u201f-]/u.test(word))
  if (lastNumber >= 0 && before - 1 - lastNumber <= MIN_WORDS_BEHIND_NUMBER) return false
  return !texts.slice(Math.max(0, before - 1)).some(namesCurrency)
}

/** True for an ISO 4217 code, and for a word that belongs to an amount. */
function namesCurrency(word: string): boolean {
  const plain = word.replace(/[^\p{L}]/gu, '')
  return CURRENCY_WORD.test(plain) || (/^[A-Z]{3}$/.test(plain) && Intl.supportedValuesOf('currency').includes(plain))
}

/** The visible part of a value, with the blanks between visible words. */
export function seenText(letters: readonly ValueLetter[]): string {
  return letters
    .filter(({ text, state }) => state === 'seen' || BLANK.test(text))
    .map(({ text }) => text)
    .join('')
    .trim()
}

/** Longest value that is examined, in characters. Fields of longer values are not short by mistake. */
const MAX_LENGTH = 5000
/** Width of the band along the edges of a field in which a clip may end: frames and bevels, in points. */
const EDGE_BAND = 6
/** Largest distance of the last letter from the edge that cuts the text off, in ems: a wide letter and a blank. */
const MAX_ROOM = 2
/** The character that MuPDF draws for a letter that its font lacks. */
const PLACEHOLDER = /^\u00b7$/
/** Largest free space before a text that is too long, as a share of the field's width. */
const MAX_INDENT = 0.15

/** The part of its value that a field shows; `undefined` when it shows anything else, or omits what may not be missing. */
export function readShownPart(
  pair: DrawnStates,
  field: FieldState,
  widget: PdfDict,
  stream: PdfStream,
): string | undefined {
  const isText = field.type === 'Tx' || (field.type === 'Ch' && !isListBox(field))
  const value = (valueText(pair.newer, field) ?? '').normalize('NFC')
  if (!isText || isComb(field) || (field.flags & FLAG_PASSWORD) !== 0 || value.length > MAX_LENGTH) return undefined
  const look = drawField(pair, field, widget, stream)
  if (look === undefined || 'kind' in look) return undefined
  const painted = look.glyphs.filter(({ text }) => text?.trim() !== '').map((glyph) => classify(pair, glyph, look))
  if (painted.includes(undefined)) return undefined
  const letters = align(value, painted as readonly PaintedLetter[])
  if (letters === undefined || !isHonestlyMissing(letters) || !letters.some(({ state }) => state !== 'seen'))
    return undefined
  const seen = (painted as readonly PaintedLetter[]).filter(({ state }) => state === 'seen')
  const isCut = letters.some(({ state }) => state === 'cut')
  if (isCut && !reachesEdge(look, seen, isMultiline(field))) return undefined
  const part = seenText(letters)
  return isWellDrawn(pair, look, seen, part) ? part : undefined
}

interface PaintedLetter {
  readonly text: string
  readonly state: ValueLetter['state']
  readonly glyph: VisibleGlyph
}

/** Classifies a letter; `undefined` when it is hidden in a way that no honest program causes. */
function classify(pair: DrawnStates, glyph: VisibleGlyph, { rectangle }: FieldLook): PaintedLetter | undefined {
  const { text = '', hidden, doubts } = glyph
  const [reason, ...others] = hidden
  if (others.length > 0) return undefined
  const isPartlyCut = reason === undefined && doubts.includes('partly_clipped')
  if (reason === 'clipped' || isPartlyCut) {
    return isBeyondEdge(glyph, rectangle) ? { text, state: 'cut', glyph } : undefined
  }
  if (reason === 'no_glyph') return mayBeLacking(text) ? { text, state: 'lacking', glyph } : undefined
  const isOfSome = mayBeLacking(text) && !isShownByAll(glyph.glyph.font.facts, text)
  if (isOfSome && reason === undefined && doubts.length === 0 && isOfReader(glyph)) {
    return { text, state: 'lacking', glyph }
  }
  if (text === '' || findGlyphFault(pair, glyph) !== undefined) return undefined
  return { text, state: isCutByEdge(glyph, rectangle) ? 'cut' : 'seen', glyph }
}

/** True for a letter that readers select by the name of its code from their own font: they show this letter or none. */
function isOfReader({ glyph: { font }, text, meaning }: VisibleGlyph): boolean {
  const { isStandard, isEmbedded, subtype } = font.facts
  if (meaning.trust === 'contradicted') return false
  return isStandard ? meaning.encoded === text : meaning.trust === 'agreed' && subtype === 'Type0' && !isEmbedded
}

/** True for a letter that the right or the lower edge of the field cuts off, without any other clip. */
function isBeyondEdge({ glyph: { box, paint } }: VisibleGlyph, [, bottom, right]: Box): boolean {
  const [, low, edge] = paint.clip.box
  const isAtRight = box[2] > edge && edge >= right - EDGE_BAND
  const isAtBottom = box[1] < low && low <= bottom + EDGE_BAND
  return paint.clip.depth === 0 && (isAtRight || isAtBottom)
}

/** True for a letter of which less than a fifth is cut off. */
function isCutByEdge(glyph: VisibleGlyph, rectangle: Box): boolean {
  return glyph.glyph.box[2] > glyph.glyph.paint.clip.box[2] && isBeyondEdge(glyph, rectangle)
}

/** The letters of a value with their states; `undefined` when anything else is painted, or a letter is skipped. */
function align(value: string, painted: readonly PaintedLetter[]): ValueLetter[] | undefined {
  const queue = painted.flatMap(({ text, state }) =>
    Array.from(normalizeShown(text), (each) => ({ text: each, state })),
  )
  const letters: ValueLetter[] = []
  let next = 0
  let wasCut = false
  for (const text of value) {
    if (normalizeShown(text) === '') {
      letters.push({ text, state: wasCut ? 'cut' : 'seen' })
      continue
    }
    const one = queue[next]
    if (one !== undefined && one.text === normalizeShown(text)) {
      next++
      wasCut ||= one.state === 'cut'
      letters.push({ text, state: wasCut && one.state === 'lacking' ? 'cut' : one.state })
    } else if (one === undefined && (!mayBeLacking(text) || wasCut)) {
      wasCut = true
      letters.push({ text, state: 'cut' })
    } else if (mayBeLacking(text)) {
      if (one !== undefined && PLACEHOLDER.test(one.text)) next++
      letters.push({ text, state: 'lacking' })
    } else {
      return undefined
    }
  }
  return next === queue.length ? letters : undefined
}

/** True when the text fills its field, from its beginning up to the edge that cuts it off. */
function reachesEdge({ rectangle }: FieldLook, seen: readonly PaintedLetter[], hasLines: boolean): boolean {
  const [first, last] = [seen[0]?.glyph.glyph, seen.at(-1)?.glyph.glyph]
  if (first === undefined || last === undefined) return false
  const [left, bottom, right, top] = rectangle
  if (hasLines && top - first.box[3] > Math.max(EDGE_BAND, MAX_ROOM * first.size)) return false
  const isAtStart = first.box[0] - left <= Math.max(EDGE_BAND, MAX_INDENT * (right - left))
  const isAtEnd = hasLines
    ? last.box[1] - bottom <= MAX_ROOM * last.size
    : right - last.box[2] <= Math.max(EDGE_BAND, MAX_ROOM * last.size)
  return isAtStart && isAtEnd
}

/** True when the visible letters are well placed, with the blanks of the value between digits, and nothing else is drawn. */
function isWellDrawn(pair: DrawnStates, look: FieldLook, seen: readonly PaintedLetter[], text: string): boolean {
  const part = lookOf(
    look,
    seen.map(({ glyph }) => glyph),
  )
  const shown = textOfLines(part.lines)
  const isInOrder = withoutBlanks(shown) === withoutBlanks(seen.map((letter) => letter.text).join(''))
  const fault =
    findPositionFault(part) ?? findOrderFault(part) ?? findInkFault(pair, part, false) ?? findMarkFault(part)
  return isInOrder && numbersOf(shown) === numbersOf(text) && fault === undefined
}

function withoutBlanks(text: string): string {
  return normalizeShown(text).replaceAll('\0', '')
}

/** Digits, and the blanks that part them. */
function numbersOf(text: string): string {
  return normalizeShown(text).replace(/[^\p{Nd}\0]/gu, '')
}
