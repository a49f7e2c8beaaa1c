/**
 * Shapes text of one style into items, with other fonts for characters that its font lacks.
 *
 * @module
 */

import type { FontLibrary, ShapedText } from '../fonts/font-face.js'
import type { LinkTarget } from '../model/document-model.js'
import type { InlineItem, TextItem } from './inline-item.js'
import type { TextStyle, TextStyles } from './text-style.js'

/** Properties shared by all items of one piece of text. */
interface ItemTraits {
  readonly level: number
  readonly link: LinkTarget | undefined
  readonly isSpace: boolean
  readonly isEastAsian: boolean
  /** Whether a line may end after the last item. */
  readonly breakAfter: boolean
  readonly softHyphen: boolean
  readonly isLabel: boolean
}

/** Shapes text of one style; characters that its font lacks become items with another font. */
export function shapeItems(
  text: string,
  style: TextStyle,
  traits: ItemTraits,
  fonts: FontLibrary,
  styles: TextStyles,
  items: InlineItem[],
): void {
  const other = onlySubstitute(text, style, styles)
  if (other !== undefined) {
    items.push(makeItem(text, other, fonts.shape(text, other.font, shapingFor(other, traits.level)), traits))
    return
  }
  const shaped = fonts.shape(text, style.font, shapingFor(style, traits.level))
  if (traits.isSpace || !shaped.glyphs.includes(0)) {
    items.push(makeItem(text, style, shaped, traits))
    return
  }
  const parts = splitByFont(text, style, shaped, styles)
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1
    const partTraits = isLast ? traits : { ...traits, breakAfter: false, softHyphen: false }
    const partShaped = fonts.shape(part.text, part.style.font, shapingFor(part.style, traits.level))
    items.push(makeItem(part.text, part.style, partShaped, partTraits))
  })
}

/** First character that a font may lack. Every font has the letters below. */
const FIRST_RARE = 0x250
/** Characters that stay in the font of the character before them. */
const CONTINUES = /^(?:\p{M}|\u200c|\u200d|\ufe0e|\ufe0f)$/u

/**
 * The style with a substitute font for all of the text, where its own font has none of the characters: most words of scripts
 * that a font lacks. This avoids shaping them in vain.
 */
function onlySubstitute(text: string, style: TextStyle, styles: TextStyles): TextStyle | undefined {
  const first = text.codePointAt(0) ?? 0
  if (first < FIRST_RARE) return undefined
  const other = styles.substitute(style, first)
  if (other === style) return undefined
  for (let offset = first > 0xffff ? 2 : 1; offset < text.length; ) {
    const codePoint = text.codePointAt(offset) ?? 0
    if (!CONTINUES.test(String.fromCodePoint(codePoint)) && styles.substitute(style, codePoint) !== other)
      return undefined
    offset += codePoint > 0xffff ? 2 : 1
  }
  return other
}

/** Width of shaped text in a style, with tracking after each character. */
export function widthOf(shaped: ShapedText, style: TextStyle): number {
  const width = shaped.width * style.size * style.run.scale
  if (style.tracking === 0) return width
  let characters = 0
  for (const advance of shaped.advances) if (advance > 0) characters++
  return width + characters * style.tracking
}

function makeItem(text: string, style: TextStyle, shaped: ShapedText, traits: ItemTraits): TextItem {
  return {
    kind: 'text',
    text,
    style,
    shaped,
    width: widthOf(shaped, style),
    level: traits.level,
    breakAfter: traits.breakAfter,
    link: traits.link,
    isSpace: traits.isSpace,
    softHyphen: traits.softHyphen,
    isEastAsian: traits.isEastAsian,
    isLabel: traits.isLabel,
  }
}

function shapingFor(style: TextStyle, level: number): TextStyle['shaping'] {
  return level % 2 === 1 ? style.shapingRightToLeft : style.shaping
}

function splitByFont(
  text: string,
  style: TextStyle,
  shaped: ShapedText,
  styles: TextStyles,
): { text: string; style: TextStyle }[] {
  const clusters = new Set(shaped.clusters)
  const missing = new Set<number>()
  shaped.glyphs.forEach((glyph, index) => {
    if (glyph === 0) missing.add(shaped.clusters[index] ?? 0)
  })
  const parts: { text: string; style: TextStyle }[] = []
  let offset = 0
  let cluster = 0
  for (const character of text) {
    // Characters that a font joins to one cluster, such as an emoji and its skin colour, are replaced together.
    if (clusters.has(offset)) cluster = offset
    const last = parts[parts.length - 1]
    // Combining marks and joiners stay with their base.
    const continues = last !== undefined && CONTINUES.test(character)
    const own = missing.has(cluster) ? styles.substitute(style, character.codePointAt(0) ?? 0) : style
    const together = continues ? withBase(last, character, styles) : undefined
    if (last !== undefined && together !== undefined) {
      last.text = last.text.slice(0, -together.text.length + character.length)
      if (last.text === '') parts.pop()
      parts.push(together)
    } else if (last !== undefined && (continues || last.style === own)) last.text += character
    else parts.push({ text: character, style: own })
    offset += character.length
  }
  return parts
}

/** An accent, not what chooses between forms of a sign. */
const ACCENT = /^(?![\ufe00-\ufe0f])\p{M}$/u
const LAST_CLUSTER = /\P{M}\p{M}*$/u

/** A letter and an accent that its font lacks, in a font that has both; undefined where there is none, or no need of one. */
function withBase(
  { text, style }: { readonly text: string; readonly style: TextStyle },
  accent: string,
  styles: TextStyles,
): { text: string; style: TextStyle } | undefined {
  if (!ACCENT.test(accent)) return undefined
  const other = styles.substitute(style, accent.codePointAt(0) ?? 0)
  const base = LAST_CLUSTER.exec(text)?.[0]
  if (other === style || base === undefined) return undefined
  const hasAll = [...base].every((each) => styles.substitute(other, each.codePointAt(0) ?? 0) === other)
  return hasAll ? { text: base + accent, style: other } : undefined
}
