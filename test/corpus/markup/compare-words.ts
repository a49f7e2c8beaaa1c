/**
 * How many words of a text are found again in another, and which words stand side by side.
 *
 * @module
 */

import type { PlacedWord } from './placed-words.js'

/** Letters and digits; each character of a script without spaces is a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu

/** Words without regard to ligatures, soft hyphens, vowel signs of Arabic, marks of direction and case. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u00ad\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
  return plain.toLowerCase().match(WORD) ?? []
}

/**
 * Poppler turns around the letters of a ligature in text from right to left, so that an alef stands before its lam, in
 * prints of browsers as in our PDF: these two letters count without regard to their order.
 */
export function foldLamAlef(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u0622\u0623\u0625\u0627\u0644]{2,}/g, (letters) => [...letters].sort().join(''))
}

/** The words of `wanted` that `text` lacks. Those that a line end has cut are found in the text without spaces. */
export function missingWords(wanted: readonly string[], text: string): string[] {
  const left = new Map<string, number>()
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1)
  const missing = wanted.filter((word) => {
    const count = left.get(word) ?? 0
    if (count > 0) left.set(word, count - 1)
    return count === 0
  })
  if (missing.length === 0) return missing
  const squeezed = wordsOf(text).join('')
  return missing.filter((word) => word.length < 4 || !squeezed.includes(word))
}

/** Two words, each the only one of its kind, of which one stands beside the other. */
export type Pair = readonly [left: string, right: string]

/** The least distance between texts that stand side by side rather than in one line, in heights of a word. */
const LEAST_GAP = 0.9

/** Pairs that stand side by side: the last lone word of one text and the first one of the next text on its height. */
export function sidePairs(words: readonly PlacedWord[], isLone: (text: string) => boolean): Pair[] {
  const pairs: Pair[] = []
  const byPage = groupByPage(words)
  for (const page of byPage.values()) {
    for (const line of linesOf(page)) {
      const texts = splitLine(line).map((text) => text.filter((word) => isLone(keyOf(word))))
      for (const [index, text] of texts.entries()) {
        const left = text.at(-1)
        const right = texts[index + 1]?.[0]
        if (left !== undefined && right !== undefined) pairs.push([keyOf(left), keyOf(right)])
      }
    }
  }
  return pairs
}

/** Words that occur only once. */
export function loneWords(words: readonly PlacedWord[]): ReadonlyMap<string, PlacedWord> {
  const seen = new Set<string>()
  const lone = new Map<string, PlacedWord>()
  for (const word of words) {
    const key = keyOf(word)
    if (key === '') continue
    if (seen.has(key)) lone.delete(key)
    else lone.set(key, word)
    seen.add(key)
  }
  return lone
}

/** Whether two words overlap in height by half of the smaller one, and the first one stands before the second. */
export function standSideBySide(a: PlacedWord, b: PlacedWord): boolean {
  if (a.page !== b.page) return false
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return overlap >= Math.min(a.bottom - a.top, b.bottom - b.top) / 2 && a.left < b.left
}

function keyOf({ text }: PlacedWord): string {
  return wordsOf(text).join('')
}

function groupByPage(words: readonly PlacedWord[]): Map<number, PlacedWord[]> {
  const pages = new Map<number, PlacedWord[]>()
  for (const word of words) pages.set(word.page, [...(pages.get(word.page) ?? []), word])
  return pages
}

function linesOf(words: readonly PlacedWord[]): PlacedWord[][] {
  const lines: PlacedWord[][] = []
  for (const word of [...words].sort((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const middle = (word.top + word.bottom) / 2
    const line = lines.at(-1)
    const first = line?.[0]
    if (line !== undefined && first !== undefined && middle < first.bottom && middle > first.top) line.push(word)
    else lines.push([word])
  }
  return lines.map((line) => line.sort((a, b) => a.left - b.left))
}

function splitLine(line: readonly PlacedWord[]): PlacedWord[][] {
  const texts: PlacedWord[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const word of line) {
    if (word.left - end > LEAST_GAP * (word.bottom - word.top)) texts.push([])
    texts.at(-1)?.push(word)
    end = Math.max(end, word.right)
  }
  return texts
}
