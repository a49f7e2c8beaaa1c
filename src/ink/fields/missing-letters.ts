/**
 * Which letters of a value may be missing from what a field shows, so that filling it in is still honest (ISO 32000-2,
 * 12.7.4.3): letters that no Latin font has, and an end that the field cuts off.
 *
 * Whoever fills in the field chooses the value. So nothing may be missing whose absence cannot be seen: no digit, sign or
 * currency, no whole word beside words that are shown, no beginning of a word that leaves another word.
 *
 * @module
 */
import { isInWinAnsi } from './reader-letters.js'

/** One character of a value, and what becomes of it. */
export interface ValueLetter {
  readonly text: string
  /**
   * - `seen`: every reader shows it;
   * - `lacking`: some reader, or none, shows it, since its font may not have it;
   * - `cut`: it lies beyond the edge of the field.
   */
  readonly state: 'seen' | 'lacking' | 'cut'
}

/** Letters that may be missing at the beginning of a word: with two of them, "un" or "in" could vanish. */
const MAX_RUN_AT_START = 1
/** Letters that may be missing in a row elsewhere, since Polish words end in two of them and more would be a syllable. */
const MAX_RUN = 2
/** Words that are shown in full between the last digit and the end that is cut off: units and currencies follow numbers. */
const MIN_WORDS_BEHIND_NUMBER = 3

const LETTER = /^[\p{L}\p{M}]$/u
const BLANK = /^[\s\u00ad\u200b\ufeff]$/u
/** Punctuation between words of a text without numbers. */
const PUNCTUATION = /^[.,;:!?'"()\u2018-\u201f\u00ab\u00bb&/]$/u
const HYPHEN = /^[-\u2010\u2011\u2019']$/u
const CURRENCY_WORD =
  /^(?:euros?|dollars?|pounds?|francs?|yen|cents?|pence|percent|per\s?cent|hundred|thousand|million|billion)$/i

/** True for a character that is a letter, and not one that readers draw in every font. */
export function mayBeLacking(text: string): boolean {
  return LETTER.test(text) && !isInWinAnsi(text)
}

/** Whether what is missing of a value may be missing: nothing that changes what is read without being seen to. */
export function isHonestlyMissing(letters: readonly ValueLetter[]): boolean {
  const end = letters.findIndex(({ state }) => state === 'cut')
  const [kept, tail] = end < 0 ? [letters, []] : [letters.slice(0, end), letters.slice(end)]
  if (tail.some(({ state }) => state !== 'cut') || kept.some(isWronglyLacking)) return false
  const words = wordsOf(kept)
  const isGone = (word: readonly ValueLetter[]) => word.some(isLacking) && !word.some(isTelling)
  const isSaid = words.some((word) => word.some(isTelling))
  if (isSaid && words.some(isGone)) return false
  // Without a letter between them two digits are another number.
  if (words.some((word) => word.some(isLacking) && !word.every(({ text }) => isOfText(text)))) return false
  return (!isSaid || words.every(hasShortGaps)) && mayBeCut(letters, end)
}

function isLacking({ state }: ValueLetter): boolean {
  return state === 'lacking'
}

function isWronglyLacking(letter: ValueLetter): boolean {
  return isLacking(letter) && !mayBeLacking(letter.text)
}

/** A letter, digit or sign that is seen; punctuation alone says nothing. */
function isTelling({ text, state }: ValueLetter): boolean {
  return state === 'seen' && !PUNCTUATION.test(text)
}

/** A letter, or what stands between letters. */
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

/** True for an end of letters, blanks and punctuation that belongs to no number before it. */
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

/** ISO 4217 codes, and words that belong to amounts. */
function namesCurrency(word: string): boolean {
  const plain = word.replace(/[^\p{L}]/gu, '')
  return CURRENCY_WORD.test(plain) || (/^[A-Z]{3}$/.test(plain) && Intl.supportedValuesOf('currency').includes(plain))
}

/** What is seen of a value, its blanks kept between words that are seen. */
export function seenText(letters: readonly ValueLetter[]): string {
  return letters
    .filter(({ text, state }) => state === 'seen' || BLANK.test(text))
    .map(({ text }) => text)
    .join('')
    .trim()
}
