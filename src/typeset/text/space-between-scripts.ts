/**
 * The space that Word puts between East Asian text and Latin letters or digits (ECMA-376-1, 17.3.1.2 and 17.3.1.3).
 *
 * @module
 */

import type { ShapedText } from '../fonts/font-face.js'
import type { ParagraphProperties } from '../model/properties.js'
import type { InlineItem, TextItem } from './inline-item.js'

/** Width as a share of the East Asian font size: 2.5 pt beside characters of 10 pt in pages that Word set. */
const SHARE_OF_EM = 0.25

type Rules = Pick<ParagraphProperties, 'spaceBesideLatin' | 'spaceBesideDigits'>

/**
 * Items of a paragraph with these spaces as separate items, which hang over the end of a line like blanks. The same array if
 * there are none.
 */
export function spaceBetweenScripts(items: readonly InlineItem[], rules: Rules): readonly InlineItem[] {
  if (!rules.spaceBesideLatin && !rules.spaceBesideDigits) return items
  if (!items.some((item) => item.kind === 'text' && item.isEastAsian)) return items
  const spaced: InlineItem[] = []
  let last = -1
  for (const item of items) {
    if (item.kind === 'text') {
      const before = spaced[last]
      if (before?.kind === 'text' && isSpaced(before, item, rules)) {
        spaced[last] = { ...before, breakAfter: false }
        spaced.splice(last + 1, 0, spaceBeside(before, item))
      }
      last = spaced.length
    } else if (item.kind !== 'mark') last = -1
    spaced.push(item)
  }
  return spaced
}

function isSpaced(before: TextItem, after: TextItem, rules: Rules): boolean {
  // Adjacent pieces of one style are painted together. Text of both scripts has one style where direction or w:cs overrides the
  // script.
  if (before.isEastAsian === after.isEastAsian || before.style === after.style || before.isLabel) return false
  const [eastAsian, other] = before.isEastAsian
    ? [lastCharacter(before.text), firstCharacter(after.text)]
    : [firstCharacter(after.text), lastCharacter(before.text)]
  if (!IDEOGRAPH.test(eastAsian)) return false
  return (rules.spaceBesideDigits && DIGIT.test(other)) || (rules.spaceBesideLatin && LETTER.test(other))
}

/** Han characters, kana and Hangul, but no full-width letters and no punctuation. */
const IDEOGRAPH = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc]$/u
const LETTER = /^\p{L}$/u
const DIGIT = /^\p{Nd}$/u

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x20)
}

function lastCharacter(text: string): string {
  const unit = text.charCodeAt(text.length - 1)
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(-2) : text.slice(-1)
}

function spaceBeside(before: TextItem, after: TextItem): TextItem {
  const { size, run } = (before.isEastAsian ? before : after).style
  return {
    kind: 'text',
    text: '',
    style: before.style,
    shaped: emptyText(before),
    width: size * run.scale * SHARE_OF_EM,
    level: before.level,
    breakAfter: before.breakAfter,
    link: before.link === after.link ? before.link : undefined,
    isSpace: true,
    softHyphen: false,
    isEastAsian: false,
    isLabel: false,
  }
}

function emptyText({ style }: TextItem): ShapedText {
  return {
    font: style.font,
    glyphs: [],
    advances: [],
    xOffsets: undefined,
    yOffsets: undefined,
    clusters: [],
    width: 0,
  }
}
